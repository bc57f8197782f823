"""What the hub has said of the evening: who plays at this table, and how long the round still lasts."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tableassist.messages import tr
from tableassist.store.league import Assign, RoundClock


@dataclass(frozen=True, slots=True)
class RoundCountdown:
    """By the computer's own clock that cannot be set."""

    round: int
    ends_s: float
    """When nothing is left; of a clock that stands, how much is left."""
    running: bool
    now_s: Callable[[], float] = field(default=time.monotonic, compare=False)

    @property
    def left_s(self) -> int:
        return round(self.ends_s - self.now_s()) if self.running else round(self.ends_s)


def countdown(order: RoundClock, age_ms: int, now_s: Callable[[], float] = time.monotonic) -> RoundCountdown:
    """`age_ms`: how long the order was on its way, by the hub's clock."""
    if not order.running:
        return RoundCountdown(order.round, float(order.left_s), running=False, now_s=now_s)
    return RoundCountdown(order.round, now_s() + order.left_s - age_ms / 1000, running=True, now_s=now_s)


def clock_words(clock: RoundCountdown) -> str:
    left = clock.left_s
    shown = f"{abs(left) // 60}:{abs(left) % 60:02d}"
    if not clock.running:
        return tr("Round {round}: {time} left, stopped", round=clock.round, time=shown)
    if left < 0:
        return tr("Round {round}: time is up since {time}", round=clock.round, time=shown)
    return tr("Round {round}: {time} left", round=clock.round, time=shown)


def short_clock_words(clock: RoundCountdown) -> str:
    """For the strip; a minus where the time is up."""
    left = clock.left_s
    time = f"{'-' if left < 0 else ''}{abs(left) // 60}:{abs(left) % 60:02d}"
    return tr("Round {round}: {time}", round=clock.round, time=time)


def seated(assigned: Assign, seats: Sequence[str]) -> Mapping[str, str]:
    """Who plays on which seat of the table, as far as it can be told: whoever has a seat's name, then the others in
    their order."""
    by_name = {seat: player for seat in seats for player in assigned.players if player.casefold() == seat.casefold()}
    others = iter(player for player in assigned.players if player not in by_name.values())
    rest = {seat: each for seat in seats if seat not in by_name and (each := next(others, "")) != ""}
    return {**by_name, **rest}


def assigned_words(assigned: Assign) -> str:
    if not assigned.players:
        return tr("Round {round}: no match at this table", round=assigned.round)
    return tr("Round {round} at this table: {players}", round=assigned.round, players=assigned.players)
