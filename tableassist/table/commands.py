"""What people can ask of a table: the closed union that `Table.dispatch` takes, one class each, as the API documents
them."""

from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from tableassist.errors import TableAssistError
from tableassist.messages import Text
from tableassist.pipeline.game.policy import Policy
from tableassist.rulebook import Verdict
from tableassist.rulebook.acts import CorrectionKind
from tableassist.store.league import Membership
from tableassist.table.fair_play import FairPlay

Words = Annotated[str, msgspec.Meta(max_length=400)]
Id = Annotated[str, msgspec.Meta(max_length=200)]
Path = Annotated[str, msgspec.Meta(max_length=1000)]
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
    """The shot that was picked is not made, and a die that was kept for a pick is dropped."""


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
    also: Annotated[list[Number], msgspec.Meta(max_length=200)] = []
    """Other acts that are changed in the same way; undone together."""


class AskRuling(Command, frozen=True, tag="ask"):
    ruling: Id


class AskOnly(Command, frozen=True, tag="ask-only"):
    """At the table's screen: ask for these rulings, and close those that were asked for there before."""

    rulings: Annotated[list[Id], msgspec.Meta(max_length=2000)]


class ShowRuling(Command, frozen=True, tag="show"):
    """Show one ruling to everybody; empty: no longer."""

    ruling: Id = ""


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
    """Decide a ruling of the moment that the table's screen shows, or of the newest."""

    ruling: Id
    verdict: Verdict
    reason: Words = ""
    by: Words = ""
    """Who decides, where the seat does not say it."""


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


class CorrectNotes(Command, frozen=True, tag="correct"):
    """Correct what the table takes for true though no camera sees it: masts, states, owners, homes, crew, the turn.

    A game that is refereed takes it as an act of its log."""

    piece: Id
    """The piece; of a turn, the player."""
    what: CorrectionKind
    value: Id = ""
    """The mast's number, the state, the player, or the crew: its card where it comes aboard."""


class UseEdition(Command, frozen=True, tag="edition"):
    """Judge by another edition of the rules, with the table's house rules on top."""

    edition: Id


class ReadPieces(Command, frozen=True, tag="read-pieces"):
    """Read the pieces of the table file again, after a tag was given to one of them."""


class Mark(Command, frozen=True, tag="mark"):
    """Mark the moment that the table's screen shows, or the newest."""

    words: Words


class UsePolicies(Command, frozen=True, tag="policies"):
    """Choose what is done with each kind of proposal of the camera; kinds that are left out stay as they are."""

    policies: dict[Id, Policy]


class OpenGame(Command, frozen=True, tag="open-game"):
    """Play on with a game from a file; only from the table's own screen."""

    path: Path


class ResumeGame(Command, frozen=True, tag="resume-game"):
    """Play a saved game instead of the present one, which stays saved too."""

    name: Id = ""
    """Of the saved game; empty: the newest that is not over."""


class DropSavedGame(Command, frozen=True, tag="drop-saved-game"):
    """Do not offer a saved game any more."""

    name: Id


class StartRecording(Command, frozen=True, tag="record"):
    """Record a match that stays, with the last minutes before."""

    path: Path = ""
    """Where; empty: in the library, by date and table. Only the table's own screen may choose."""
    goes_on: bool = False
    """Go on with the interrupted match that is there."""


class StopRecording(Command, frozen=True, tag="stop-recording"):
    """End the match that is recorded; the last minutes are kept as before."""


class JoinLeague(Command, frozen=True, tag="join-league"):
    """Take part in a league; only from the table's own screen."""

    membership: Membership | None = None
    """As the hub gave it for a code; null: the one that this computer took part in last."""


class LeaveLeague(Command, frozen=True, tag="leave-league"):
    """Leave the league; the table plays on by itself."""


class CallLeagueJudge(Command, frozen=True, tag="call-league-judge"):
    """Ask the league's judge, with evidence of the moment that the table's screen shows."""

    question: Words = ""
    by: Words = ""
    """The player who asks."""
    ruling: Id = ""
    """The ruling it is about, if it is about one."""


class WithdrawCalls(Command, frozen=True, tag="withdraw-calls"):
    """Withdraw what the league's judge was asked and has not decided."""


class SeatPlayers(Command, frozen=True, tag="seats"):
    """Say which of the league's players plays which side."""

    players: dict[Id, Id]
    """By side."""


class ConfirmResult(Command, frozen=True, tag="confirm-result"):
    """Confirm the result of a league match for a player."""

    player: Id


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
    | AskOnly
    | ShowRuling
    | CloseRuling
    | CallJudge
    | Overrule
    | Mark
    | ConfirmShip
    | BeginGame
    | AbandonGame
    | OpenGame
    | ResumeGame
    | DropSavedGame
    | CorrectNotes
    | UseEdition
    | ReadPieces
    | UsePolicies
    | UseFairPlay
    | StartRecording
    | StopRecording
    | JoinLeague
    | LeaveLeague
    | CallLeagueJudge
    | WithdrawCalls
    | SeatPlayers
    | ConfirmResult
)


class RefusedError(TableAssistError):
    """The seat may not do that, or there is no such thing."""


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
