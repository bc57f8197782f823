"""The words of a drawing, as `overlay/words.py` makes them."""

from typing import Final

from tableassist.ui.language.words import phrases

PHRASES: Final = phrases(
    "1 cannon clear",
    "{count} cannons clear",
    "1 cannon too close to call",
    "{count} cannons too close to call",
    "blocked",
    "may not shoot",
    "out of range",
    "{name} (hidden {seconds} s)",
    "{name} (in doubt)",
    "docked",
    "rams",
    "pins",
    "may board",
    "may tow",
    "may explore",
    "in terrain",
    "touching",
    "{WORDS}? too close to call",
)
