"""What a case expects: rulings, and since format 2 what becomes of acts, the state of the game, and offers."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import msgspec

from tableassist.messages import template
from tableassist.rulebook import Verdict
from tableassist.rulebook.play import Opinion
from tableassist.store.files.problems import bad_file
from tableassist.store.files.toml_file import Length, Name, Sigma, plain_words

CASE_FORMAT = 2
Sentence = Annotated[str, msgspec.Meta(min_length=1, max_length=400)]
ActNumber = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Value = bool | int | str | list[int | str] | dict[str, int | str]


class ExpectedEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One ruling. What is left out may be anything."""

    rule: Name
    subject: Name
    """A piece; of the set-up also `islands` or `terrain`, all of them together."""
    target: Annotated[str, msgspec.Meta(max_length=80)] = ""
    verdict: Verdict | None = None
    """None where there must be no such ruling."""
    cannon: int | None = None
    measured_mm: Length | None = None
    tolerance_mm: Sigma = 0.05
    blocker: Name | None = None
    lengths: Annotated[str, msgspec.Meta(pattern=r"^[SL](\+[SL]){0,7}$")] | None = None
    """Of the rule `within`: S, L or a sum such as L+L."""
    reason: Sentence | None = None
    """Words that the reason must hold."""
    readings: list[Verdict] | None = None
    """Of a dispute without a ruling: the answer of each reading, in any order."""
    house: list[Name] | None = None
    """The house rules that had a say."""


class ExpectedAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the referee thinks of one of the `acts`. What is left out may be anything."""

    act: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    """From 1."""
    opinion: Opinion | None = None
    code: Name | None = None
    """Of one of its reasons."""
    section: Sentence | None = None
    """Words that the section of one of its reasons must hold."""
    reason: Sentence | None = None
    """Words that one of its reasons must hold."""


class StateName(StrEnum):
    """What can be asked of a game. Those of a piece come first."""

    MASTS = "masts"
    """The masts, segments or flags that stand."""
    OWNER = "owner"
    DOCKED = "docked"
    PINNED = "pinned"
    """By whom; on whom her bow is held, or whose bow holds her."""
    LOST = "lost"
    TANGLED = "tangled"
    TOWED_BY = "towed_by"
    TOWS = "tows"
    DERELICT = "derelict"
    WRECKED = "wrecked"
    SUNK = "sunk"
    ABANDONED = "abandoned"
    STATES = "states"
    """All that she is in: `ghostly`, `on-fire`."""
    ACTIONS = "actions"
    """Given in this turn, in order."""
    COINS = "coins"
    """Aboard, or on the island."""
    CREW = "crew"
    AT = "at"
    """Where a coin or a crew is; empty: out of the game."""
    FACE_UP = "face_up"
    WORTH = "worth"
    """Of a coin; empty: not known."""
    HOME = "home"
    """Of an island: whose."""
    EXPLORED_BY = "explored_by"
    SCORE = "score"
    """Of a player; of all, where no piece is named."""
    TURN = "turn"
    """Whose."""
    TURN_NUMBER = "turn_number"
    PHASE = "phase"
    OWED = "owed"
    """The kinds of what must be answered, the first first; of one player or piece, where one is named."""
    MAY = "may"
    """The kinds of what may be answered and lapses: `boarding`."""
    WINNER = "winner"
    ENDING = "ending"
    """Why it is over."""


class ExpectedState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is true of the game after the acts."""

    state: StateName
    value: Value
    piece: Annotated[str, msgspec.Meta(max_length=80)] = ""
    """A piece, coin, crew, island or player."""
    after: ActNumber | None = None
    """After this act; 0: before the first; left out: after the last."""


class OfferCheck(StrEnum):
    CONTAINS = "contains"
    LACKS = "lacks"


class ExpectedOffer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether an act is offered; `h shoot o` is each of her shots at that target."""

    offers: OfferCheck
    value: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    after: ActNumber | None = None


Expected = ExpectedEntry | ExpectedAct | ExpectedState | ExpectedOffer
KINDS: dict[str, type[Expected]] = {"act": ExpectedAct, "state": ExpectedState, "offers": ExpectedOffer}


def expected_of(path: Path, index: int, raw: dict[str, Any], made: int) -> Expected:
    """Which of them it is, its first field says."""
    kind = next((kind for key, kind in KINDS.items() if key in raw and "rule" not in raw), ExpectedEntry)
    if kind is not ExpectedEntry and made < CASE_FORMAT:
        what = template("got something of a game, expected format = {format}")
        raise bad_file(f"{path}: expected[{index}]", what, format=CASE_FORMAT)
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as problem:
        said, place = str(problem), f"`$.expected[{index}]"
        said = said.replace("`$", place, 1) if " - at `$" in said else f"{said} - at {place}`"
        raise bad_file(path, plain_words(said)) from None
