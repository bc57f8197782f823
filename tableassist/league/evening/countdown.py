"""The clock of a round: how long it still lasts. It runs by whoever asks, who brings the time along."""

from dataclasses import dataclass, replace


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
