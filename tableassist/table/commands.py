"""What people can ask of a table: the closed union that `Table.dispatch` takes, one class each, as the API documents
them."""

from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from tableassist.messages import Text
from tableassist.rulebook import Verdict
from tableassist.table.fair_play import FairPlay

Words = Annotated[str, msgspec.Meta(max_length=400)]
Id = Annotated[str, msgspec.Meta(max_length=200)]
TYPED, MOST_TYPED = "value", 1000
"""The field of an offer that is typed: what a coin is worth."""
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


BEST_FIRST = (Verdict.YES, Verdict.TOO_CLOSE, Verdict.NOT_SEEN, Verdict.NO)


class Command(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """What is asked for; JSON tells them apart by `do`."""


class SayAct(Command, frozen=True, tag="act"):
    """An act as one line of text, as in a score. Only the judge and the table's own screen fill the last three."""

    text: Words
    card: Words = ""
    after: Number | None = None
    """Put in between, after the act of that number; 0: before all others."""
    instead: Number | None = None
    """The act of that number is struck, and this one takes its place."""
    by: Words = ""
    """The player who did it, where somebody else says so."""


class SayActs(Command, frozen=True, tag="acts"):
    """Several acts at once, which are undone together: the steps of a set-up, from the judge or the table's screen."""

    texts: Annotated[list[Words], msgspec.Meta(max_length=200)]


class TakeOffer(Command, frozen=True, tag="offer"):
    text: Words
    """The offer's act, as it was sent."""
    values: dict[Id, int | Id | list[Id]] = {}
    """What was picked for its fields."""


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
    """Undo one act: a player asks the others to agree, the judge does it.

    From the table's own screen, without an entry: undo what was last done there."""

    entry: Number = 0
    """The number of the act; 0: the newest that counts."""


class Redo(Command, frozen=True, tag="redo"):
    """Redo what was undone at the table's own screen."""


class AnswerUndo(Command, frozen=True, tag="answer-undo"):
    agree: bool
    entry: Number = 0
    """The act that the request named; 0: whichever is requested now."""


class AmendAct(Command, frozen=True, tag="amend"):
    entry: Number
    change: Annotated[str, msgspec.Meta(pattern="^(strike|restore|let-stand|let-fall)$")]


class AskRuling(Command, frozen=True, tag="ask"):
    ruling: Id


class AskShot(Command, frozen=True, tag="ask-shot"):
    """May that ship shoot that target? By the cannon that is best placed."""

    ship: Id
    target: Id


class CloseRuling(Command, frozen=True, tag="close"):
    """Stop showing a ruling that was asked for."""

    ruling: Id


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


class BeginGame(Command, frozen=True, tag="begin-game"):
    """Begin a game with the fleets of the table file and the pieces where the camera sees them."""

    first: Words = ""
    """The player who begins; empty: the first of the table file."""
    setting_up: bool = False
    """The game begins with its set-up, step by step."""
    coins_an_island: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    """Treasure that is already on each wild island."""
    values: Annotated[list[Number], msgspec.Meta(max_length=200)] = []
    """Of all coins, in any order, where they are known."""
    upcoming: bool | None = None
    """This and the next two: rules of the card game; null: as the table file says."""
    hand: bool | None = None
    extended: bool | None = None


class UseFairPlay(Command, frozen=True, tag="fair-play"):
    """Choose what players and spectators may see of the rulings."""

    mode: FairPlay
    released: bool = True
    """With a referee: whether the table is open to the readers now."""


class AbandonGame(Command, frozen=True, tag="abandon-game"):
    """Stop the game; it stays among the saved games and is not resumed."""


AnyCommand = (
    SayAct
    | SayActs
    | TakeOffer
    | Roll
    | Disarm
    | Answer
    | Undo
    | Redo
    | AnswerUndo
    | AmendAct
    | AskRuling
    | AskShot
    | CloseRuling
    | CallJudge
    | Overrule
    | ConfirmShip
    | BeginGame
    | AbandonGame
    | UseFairPlay
)


@dataclass(frozen=True, slots=True)
class Result:
    """What has come of a command."""

    refused: Text = ""
    """Why it was not done; empty: it was done."""
    entry: int | None = None
    """The number that an act got."""
    armed: bool = False
    """Whether the act waits for a die."""
    ruling: str = ""
    """The ruling that answers a question."""
    words: str = ""
    """The answer in words, where the ruling alone does not say it."""

    @property
    def ok(self) -> bool:
        return not self.refused

    def as_json(self) -> dict[str, Any]:
        """What was done, for the API; empty fields are left out."""
        plain = {"entry": self.entry, "armed": self.armed, "ruling": self.ruling, "words": self.words}
        return {name: value for name, value in plain.items() if value not in (None, False, "")}


def command_schema() -> dict[str, Any]:
    """Generate the JSON schema of all commands."""
    return msgspec.json.schema(AnyCommand)
