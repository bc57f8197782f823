"""The running table without a window.

`Table.dispatch` takes commands, `Table.subscribe` delivers events, `Table.snapshot` is how things are now.
"""

from tableassist.table.commands import AnyCommand, Result, command_schema
from tableassist.table.events import AnyEvent, event_schema
from tableassist.table.owner import CallerOwner, TableThread
from tableassist.table.seats import JUDGE, SCREEN, SPECTATOR, STREAM, Role, Seat, Seats
from tableassist.table.snapshot import TableSnapshot
from tableassist.table.table import Table

__all__ = [
    "JUDGE",
    "SCREEN",
    "SPECTATOR",
    "STREAM",
    "AnyCommand",
    "AnyEvent",
    "CallerOwner",
    "Result",
    "Role",
    "Seat",
    "Seats",
    "Table",
    "TableSnapshot",
    "TableThread",
    "command_schema",
    "event_schema",
]
