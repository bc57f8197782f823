"""How a table stands with its league, as a value."""

from dataclasses import dataclass
from enum import StrEnum


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
