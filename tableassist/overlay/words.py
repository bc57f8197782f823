"""All that a drawing says besides names. The window finds the template a text was made from, and says it in the
language that is chosen: so every text is made here, and there are few."""

from typing import Final

from tableassist.rules.ruling.ruling import Verdict

ONE_CLEAR: Final = "1 cannon clear"
SOME_CLEAR: Final = "{count} cannons clear"
ONE_TOO_CLOSE: Final = "1 cannon too close to call"
SOME_TOO_CLOSE: Final = "{count} cannons too close to call"
BLOCKED: Final = "blocked by {name}"
BLOCKED_BY_HERSELF: Final = "blocked"
MAY_NOT_SHOOT: Final = "may not shoot"
OUT_OF_RANGE: Final = "out of range"
HIDDEN: Final = "{name} (hidden {seconds} s)"
IN_DOUBT: Final = "{name} (in doubt)"

DOCKED: Final = "docked"
RAMS: Final = "rams"
PINS: Final = "pins"
MAY_BOARD: Final = "may board"
MAY_TOW: Final = "may tow"
MAY_EXPLORE: Final = "may explore"
TERRAIN: Final = "in terrain"
TOUCHES: Final = "touching"
CONTACTS: Final = (DOCKED, RAMS, PINS, MAY_BOARD, MAY_TOW, MAY_EXPLORE, TERRAIN, TOUCHES)
"""At one place several of these may stand, with JOINED between them."""
JOINED: Final = ", "
DOUBTED: Final = "{words}? too close to call"

TEMPLATES: Final = (
    ONE_CLEAR, SOME_CLEAR, ONE_TOO_CLOSE, SOME_TOO_CLOSE, BLOCKED, BLOCKED_BY_HERSELF, MAY_NOT_SHOOT, OUT_OF_RANGE,
    HIDDEN, IN_DOUBT, *CONTACTS, DOUBTED,
)  # fmt: skip


def cannons(verdict: Verdict, count: int) -> str:
    one, some = (ONE_CLEAR, SOME_CLEAR) if verdict is Verdict.YES else (ONE_TOO_CLOSE, SOME_TOO_CLOSE)
    return one if count == 1 else some.format(count=count)
