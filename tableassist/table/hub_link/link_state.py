"""How a table stands with its league, as a value."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


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


class Connection(StrEnum):
    CONNECTING = "connecting"
    """Also after it was lost: it is tried again and again."""
    CONNECTED = "connected"
    REFUSED = "refused"
    """The broker does not take the table's password."""
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class LinkState:
    connection: Connection = Connection.CONNECTING
    hub_online: bool = False
    waiting: int = 0
    """Records that the hub has not yet confirmed."""
    problem: str = ""
    """What went wrong last, in the words of whoever noticed; empty where all is well."""
    refused: tuple[str, ...] = ()
    """Matches of which the hub takes nothing."""


@dataclass(frozen=True, slots=True)
class TableHealth:
    """What the table says of itself beside its records."""

    match: str = ""
    name: str = ""
    health: tuple[str, ...] = ()
    camera: bool = True
