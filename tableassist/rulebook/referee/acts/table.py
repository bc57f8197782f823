"""Acts of the turn, what is seen, and what people put right."""

from enum import StrEnum

from tableassist.rulebook.referee.acts.act import Act
from tableassist.rulebook.ruling.ruling import Verdict
from tableassist.rulebook.state.game import FactKind


class EndTurn(Act, frozen=True, tag="end-turn"):
    player: str


class Fact(Act, frozen=True, tag="fact"):
    """It holds until one of the two moves, or another fact says otherwise."""

    subject: str
    kind: FactKind
    target: str
    cannon: int = 0
    answer: Verdict = Verdict.YES


class CorrectionKind(StrEnum):
    MAST_LOST = "mast-lost"
    MAST_BACK = "mast-back"
    STATE = "state"
    """The piece is in this state: a `PieceState`."""
    STATE_OVER = "state-over"
    OWNER = "owner"
    CREW = "crew"
    """This crew is aboard."""
    CREW_GONE = "crew-gone"
    COIN = "coin"
    """This coin is here: aboard, or on the island."""
    COIN_GONE = "coin-gone"
    HOME = "home"
    """The island is this player's home."""
    WILD = "wild"
    """The island is nobody's home."""
    ACTION_BACK = "action-back"
    """The piece has its action again."""
    TURN = "turn"
    """It is this player's turn: the subject is the player."""


class Correct(Act, frozen=True, tag="correct"):
    """A person puts right what the log has wrong. It is shown as a correction."""

    piece: str
    what: CorrectionKind
    value: str = ""


class AgreeToEnd(Act, frozen=True, tag="agree-to-end"):
    """The players agree that the game is over: where no rule ends it, or nobody wants to go on."""

    player: str
    reason: str = ""


class Overrule(Act, frozen=True, tag="overrule"):
    """A judge decides a call of the rules otherwise, or takes that back. It holds until one of the two moves."""

    judge: str
    rule: str
    """As in a ruling: `shot`, `ram`, `docking`, `move`."""
    subject: str
    target: str = ""
    cannon: int = 0
    answer: Verdict | None = None
    """None: the judge takes back what was decided before."""
    reason: str = ""


TableAct = EndTurn | Fact | Correct | AgreeToEnd | Overrule
