"""The running table without a window.

`Table.dispatch` takes commands, `Table.subscribe` delivers events, `Table.snapshot` is how things are now.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.table.commands import AnyCommand, Result, command_schema
    from tableassist.table.events import AnyEvent, event_schema
    from tableassist.table.owner import CallerOwner, TableThread
    from tableassist.table.seats import JUDGE, SCREEN, SPECTATOR, STREAM, Role, Seat, Seats
    from tableassist.table.snapshot import TableSnapshot
    from tableassist.table.table import Table
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "commands": "AnyCommand Result command_schema",
            "events": "AnyEvent event_schema",
            "owner": "CallerOwner TableThread",
            "seats": "JUDGE SCREEN SPECTATOR STREAM Role Seat Seats",
            "snapshot": "TableSnapshot",
            "table": "Table",
        },
    )

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
