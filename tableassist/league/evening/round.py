"""Values of a round: who takes part, who meets whom, the result, its points, and the clock."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
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


def make_bye(round_number: int, player: str) -> PairingResult:
    return PairingResult(round_number, player, None, ended=HowEnded.BYE)


@dataclass(frozen=True, slots=True)
class Entrant:
    id: str
    name: str
    club: str = ""
    """Of the same club, family or household: kept apart where that is asked for."""
    from_round: int = 1
    """Later than 1: came late."""
    until_round: int | None = None
    """The last round that was played before leaving; None: is still there."""

    def plays_in(self, round_number: int) -> bool:
        return self.from_round <= round_number and (self.until_round is None or round_number <= self.until_round)


def entrants_in_round(entrants: Iterable[Entrant], round_number: int) -> tuple[Entrant, ...]:
    return tuple(entrant for entrant in entrants if entrant.plays_in(round_number))


@dataclass(frozen=True, slots=True)
class Paired:
    first: str
    second: str | None = None
    """None: a bye."""

    @property
    def players(self) -> tuple[str, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)


@dataclass(frozen=True, slots=True)
class Countdown:
    left_ms: int
    """When it was last started or stopped; below 0 the round is over time."""
    running_since_ms: int | None = None
    """By the hub's clock; None: it stands."""

    @property
    def is_running(self) -> bool:
        return self.running_since_ms is not None

    def left_at(self, now_ms: int) -> int:
        """A clock that was set back does not give time: it stands until it is where it was."""
        if self.running_since_ms is None:
            return self.left_ms
        return self.left_ms - max(0, now_ms - self.running_since_ms)

    def started(self, now_ms: int) -> "Countdown":
        return self if self.is_running else replace(self, running_since_ms=now_ms)

    def stopped(self, now_ms: int) -> "Countdown":
        return Countdown(self.left_at(now_ms))

    def longer(self, by_ms: int) -> "Countdown":
        return replace(self, left_ms=self.left_ms + by_ms)
