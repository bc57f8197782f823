"""A match as a score, as chess players write theirs: tags that say what was played, then a line for each thing that
happened. Numbers are kept to a tenth, so that a score and its text are the same thing. docs/pcn.md explains the text.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

from tableassist.rulebook import Entry as LogEntry
from tableassist.rulebook import Verdict
from tableassist.rulebook.play import Amendment

FORMAT, WITH_ACTS, NEWEST = 1, 2, 3
"""Of a score without acts, of one that has some, and of a card game's."""
MOST_TAGS, MOST_LINES = 1_000, 20_000
MOST_LEGS, MOST_TOUCHES, MOST_CALLS = 12, 60, 60
MOST_NUMBER = 999_999.9
MOST_TURN = 99_999


def tenth(value: float) -> float:
    """Rounded as the text is; never minus zero."""
    return round(max(-MOST_NUMBER, min(MOST_NUMBER, value)), 1) + 0.0


class _Tenths:
    """Every float that is set is kept to a tenth."""

    __slots__ = ()

    def __post_init__(self) -> None:
        for each in fields(self):  # type: ignore[arg-type]
            value = getattr(self, each.name)
            if isinstance(value, float):
                object.__setattr__(self, each.name, tenth(value))


@dataclass(frozen=True, slots=True)
class Tag:
    """[Ship "titan" "HMS Titan" "English"]"""

    name: str
    """A letter, then letters and digits."""
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place(_Tenths):
    x_mm: float
    y_mm: float
    heading_deg: float


@dataclass(frozen=True, slots=True)
class ScoredLeg(_Tenths):
    """One segment: she turned by so much, counter-clockwise, then sailed on straight."""

    segment: str
    """S or L."""
    turn_deg: float = 0.0
    length_mm: float | None = None
    """None: its full length."""


@dataclass(frozen=True, slots=True)
class Touch:
    piece: str
    rule: str
    """ram, docking, contact ..."""


@dataclass(frozen=True, slots=True)
class Placed:
    """It lies there, and nobody knows from where it came: the set-up."""

    piece: str
    at: Place


@dataclass(frozen=True, slots=True)
class Shifted:
    """Bumped, or put back: it lies elsewhere now, and that was nobody's move."""

    piece: str
    at: Place


@dataclass(frozen=True, slots=True)
class Moved(_Tenths):
    piece: str
    at: Place
    legs: tuple[ScoredLeg, ...] = ()
    """None where no legal route is known."""
    stern_turn_deg: float = 0.0
    came_about: bool = False
    wraps: bool = False
    """Round the earth: off the table at one edge, back at the other."""
    towed_by: str | None = None
    verdict: Verdict | None = None
    """Whether the move was legal; None where nobody judged it."""
    made: tuple[Touch, ...] = ()
    broken: tuple[Touch, ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    rule: str
    verdict: Verdict
    cannon: int | None = None


@dataclass(frozen=True, slots=True)
class ScoredQuestion:
    """What was asked about one piece against another, and the answers."""

    piece: str
    target: str
    calls: tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Overruled:
    """A person's call against the machine's."""

    piece: str
    target: str
    call: Call
    """The machine's."""
    verdict: Verdict
    """The person's."""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Noted:
    """What a player told the ledger."""

    subject: str
    """A piece or an island; for a turn, the player."""
    what: str
    """One of NOTES."""
    words: tuple[str, ...] = ()


NOTES = {
    "turn": 0, "mast-lost": 1, "mast-repaired": 1, "captured": 1, "home": 1, "home-given-up": 0,
    "state": 1, "state-over": 1, "crew": 1, "crew-gone": 1,
}  # fmt: skip
"""What can be noted, and how many words it takes."""


@dataclass(frozen=True, slots=True)
class ScoredRemark:
    """Only the line's comment."""


@dataclass(frozen=True, slots=True)
class Acted:
    """An act of the game, for the referee. Its number is its place among the acts; its time is the line's."""

    said: LogEntry[Any]
    """Of the game that the tags name."""


@dataclass(frozen=True, slots=True)
class Amended:
    """An earlier act is struck, restored, or let stand though it is a foul."""

    amendment: Amendment


Entry = Placed | Shifted | Moved | ScoredQuestion | Overruled | Noted | Acted | Amended | ScoredRemark


@dataclass(frozen=True, slots=True)
class Line(_Tenths):
    turn: int
    """0 is the set-up."""
    entry: Entry
    t_s: float | None = None
    """Since the match began."""
    comment: str | None = None


@dataclass(frozen=True, slots=True)
class Score:
    tags: tuple[Tag, ...]
    lines: tuple[Line, ...]

    @property
    def is_card_game(self) -> bool:
        return is_card_game(self.tags)

    def tag(self, name: str) -> str | None:
        """The first value of the first tag of this name."""
        return next((each.values[0] for each in self.tags if each.name == name and each.values), None)


def is_card_game(tags: Iterable[Tag]) -> bool:
    """[Game "card"]"""
    return any(each.name == "Game" and each.values[:1] == ("card",) for each in tags)
