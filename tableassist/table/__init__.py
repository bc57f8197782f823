"""The running table without a window.

`Table.dispatch` takes `commands`, `Table.subscribe` delivers `events`, `Table.snapshot` is how things are now. Further
doors: `visibility` (fair play), `notes` and `offer_choices` (words), and the rooms `game`, `live`, `league`, `hub_link`
and `demo`.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.table.fair_play import FairPlay
    from tableassist.table.keeper import GameKeeper, began_at
    from tableassist.table.match_past import GamePast, MatchPast
    from tableassist.table.owner import CallerOwner, TableThread
    from tableassist.table.recording import StartRecorder, TableRecord
    from tableassist.table.seats import JUDGE, SCREEN, SPECTATOR, STREAM, Role, Seat, Seats
    from tableassist.table.session import Chain, SetMark
    from tableassist.table.snapshot import AnyGameSnapshot, CardsSnapshot, GameSnapshot, SnapshotBoard, TableSnapshot
    from tableassist.table.table import Table
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "fair_play": "FairPlay",
            "keeper": "GameKeeper began_at",
            "match_past": "GamePast MatchPast",
            "owner": "CallerOwner TableThread",
            "recording": "StartRecorder TableRecord",
            "seats": "JUDGE SCREEN SPECTATOR STREAM Role Seat Seats",
            "session": "Chain SetMark",
            "snapshot": "AnyGameSnapshot CardsSnapshot GameSnapshot SnapshotBoard TableSnapshot",
            "table": "Table",
        },
    )

__all__ = [
    "JUDGE",
    "SCREEN",
    "SPECTATOR",
    "STREAM",
    "AnyGameSnapshot",
    "CallerOwner",
    "CardsSnapshot",
    "Chain",
    "FairPlay",
    "GameKeeper",
    "GamePast",
    "GameSnapshot",
    "MatchPast",
    "Role",
    "Seat",
    "Seats",
    "SetMark",
    "SnapshotBoard",
    "StartRecorder",
    "Table",
    "TableRecord",
    "TableSnapshot",
    "TableThread",
    "began_at",
]
