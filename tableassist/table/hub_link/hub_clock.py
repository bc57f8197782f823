"""What the hub's clock shows, by what it has said; the table's own may be wrong by hours."""

from collections.abc import Callable


class HubClock:
    """A message is never older than it says, so of all that came the one that is furthest ahead is nearest to the
    truth. A retained one may have waited for long."""

    def __init__(self, monotonic_ms: Callable[[], int]) -> None:
        self._monotonic_ms = monotonic_ms
        self._ahead_ms: int | None = None

    def heard(self, wall_ms: int) -> None:
        ahead_ms = wall_ms - self._monotonic_ms()
        self._ahead_ms = ahead_ms if self._ahead_ms is None else max(self._ahead_ms, ahead_ms)

    def forget(self) -> None:
        """Another hub, with another clock."""
        self._ahead_ms = None

    def age_ms(self, wall_ms: int) -> int:
        """How long ago the hub's clock showed that; 0 where nothing is known of it."""
        if self._ahead_ms is None:
            return 0
        return max(0, self._monotonic_ms() + self._ahead_ms - wall_ms)
