"""What came of a pairing, and what it is worth."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class HowEnded(StrEnum):
    """How a pairing came to its end."""

    PLAYED = "played"
    CONCESSION = "concession"
    """Played, and given up."""
    WALKOVER = "walkover"
    """One was not there."""
    NOBODY = "nobody"
    """Neither was there: both lose."""
    BYE = "bye"


UNPLAYED = frozenset({HowEnded.WALKOVER, HowEnded.NOBODY, HowEnded.BYE})


@dataclass(frozen=True, slots=True)
class Scoring:
    """Match points. Whole numbers, so that nothing is lost in adding up."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    bye: int = 2


USUAL_SCORING = Scoring()


@dataclass(frozen=True, slots=True)
class PairingResult:
    round: int
    first: str
    """The player who went first."""
    second: str | None
    """None: a bye."""
    winner: str | None = None
    """None: a draw, a bye, or nobody came."""
    ended: HowEnded = HowEnded.PLAYED
    gold: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_played(self) -> bool:
        return self.ended not in UNPLAYED

    @property
    def players(self) -> tuple[str, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)

    def opponent_of(self, player: str) -> str | None:
        return self.second if player == self.first else self.first

    def points_of(self, player: str, scoring: Scoring) -> int:
        if self.ended is HowEnded.BYE:
            return scoring.bye
        if self.ended is HowEnded.NOBODY:
            return scoring.loss
        if self.winner is None:
            return scoring.draw
        return scoring.win if player == self.winner else scoring.loss

    def share_of(self, player: str) -> float:
        """1 for a win, a half for a draw, 0 for a loss."""
        if self.ended is HowEnded.NOBODY:
            return 0.0
        if self.winner is None:
            return 0.5
        return 1.0 if player == self.winner else 0.0


def bye(round_number: int, player: str) -> PairingResult:
    return PairingResult(round_number, player, None, ended=HowEnded.BYE)
