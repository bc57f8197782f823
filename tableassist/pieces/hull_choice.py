"""Which packaged hull model a catalogue ship gets: by its hull keyword and its masts."""

from collections.abc import Iterable

SQUARE_RIG = {1: "one-mast", 2: "two-mast", 3: "three-mast", 4: "four-mast", 5: "five-mast"}
FORT_MODEL = "fort"

HULLS: dict[str, dict[int, str]] = {
    "Schooner": {masts: f"schooner-{masts}" for masts in (1, 2, 3, 4)},
    "Galley": {masts: f"galley-{masts}" for masts in (1, 2, 3, 4)},
    "Junk": {masts: f"junk-{masts}" for masts in (2, 3, 6, 10)},
    "Longship": {masts: f"longship-{masts}" for masts in (1, 2, 3)},
    "Turtle Ship": {1: "turtle-ship"},
    "Catamaran": {masts: f"catamaran-{masts}" for masts in (2, 3)},
    "Windcatcher": {3: "windcatcher"},
    "Submarine": {masts: f"submarine-{masts}" for masts in (2, 3)},
    "Bombardier": {3: "bombardier"},
    "Flotilla": {1: "flotilla"},
    "Hoist": {3: "hoist"},
    "Scorpion": {3: "scorpion"},
    "Switchblade": {4: "switchblade"},
    "Turbine": {3: "turbine"},
    "Icebreaker": {3: "icebreaker"},
    "Native Canoe": {1: "canoe"},
    "Titan": {4: "titan"},
    "Sea Dragon": {4: "sea-dragon"},
    "Sea Monster": {masts: f"sea-monster-{masts}" for masts in (2, 4, 5)},
    "Kraken": {8: "kraken"},
    "Octopus": {8: "kraken"},
}
"""Model names by keyword and by masts (segments or tentacles of a sea creature count as masts)."""


def hull_keywords(keywords: Iterable[str]) -> tuple[str, ...]:
    """Those of a card's keywords that say which hull it has; a sound card has at most one."""
    return tuple(keyword for keyword in keywords if keyword in HULLS)


def choose_hull(keywords: Iterable[str], masts: int) -> str:
    """The model's name. Where no model has that many masts, the nearest of the same hull."""
    named = hull_keywords(keywords)
    family = HULLS[named[0]] if named else SQUARE_RIG
    return family.get(masts) or family[min(family, key=lambda count: (abs(count - masts), count))]
