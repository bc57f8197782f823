"""What somebody at a page can ask for: one class each, as the API documents them."""

from typing import Annotated

import msgspec

from tableassist.rulebook.ruling.ruling import Verdict

Words = Annotated[str, msgspec.Meta(max_length=400)]
Id = Annotated[str, msgspec.Meta(max_length=200)]
TYPED, MOST_TYPED = "value", 1000
"""The field of an offer that is typed: what a coin is worth."""
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


BEST_FIRST = (Verdict.YES, Verdict.TOO_CLOSE, Verdict.NOT_SEEN, Verdict.NO)


class Command(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """What is asked for; JSON tells them apart by `do`."""


class SayAct(Command, frozen=True, tag="act"):
    """An act as one line of text, as in a score."""

    text: Words
    card: Words = ""


class TakeOffer(Command, frozen=True, tag="offer"):
    text: Words
    """The offer's act, as it was sent."""
    values: dict[Id, int | Id | list[Id]] = {}


class Roll(Command, frozen=True, tag="roll"):
    value: Annotated[int, msgspec.Meta(ge=1, le=6)]


class Disarm(Command, frozen=True, tag="disarm"):
    """The shot that was picked is not made."""


class Answer(Command, frozen=True, tag="answer"):
    """To what the camera proposes."""

    proposal: Number
    option: Number = 0
    accept: bool = True


class Undo(Command, frozen=True, tag="undo"):
    """A player's is asked of the others; the judge's is done."""


class AnswerUndo(Command, frozen=True, tag="answer-undo"):
    agree: bool


class AmendAct(Command, frozen=True, tag="amend"):
    entry: Number
    change: Annotated[str, msgspec.Meta(pattern="^(strike|restore|let-stand|let-fall)$")]


class AskRuling(Command, frozen=True, tag="ask"):
    ruling: Id


class AskShot(Command, frozen=True, tag="ask-shot"):
    """May that ship shoot that target? By the cannon that is best placed."""

    ship: Id
    target: Id


class CallJudge(Command, frozen=True, tag="call-judge"):
    pass


class Overrule(Command, frozen=True, tag="overrule"):
    ruling: Id
    verdict: Verdict
    reason: Words = ""


class ConfirmShip(Command, frozen=True, tag="confirm"):
    """Somebody has looked at a ship: right plate, all masts standing, plate straight, flat on the mat."""

    piece: Id
    confirmed: bool = True
    """False takes it back."""


AnyCommand = (
    SayAct
    | TakeOffer
    | Roll
    | Disarm
    | Answer
    | Undo
    | AnswerUndo
    | AmendAct
    | AskRuling
    | AskShot
    | CallJudge
    | Overrule
    | ConfirmShip
)
