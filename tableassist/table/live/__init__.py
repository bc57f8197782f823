"""A live table: the measuring loop, and the host that joins it to the table, its game, its record and its moves."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.table.live.chosen_table import ChosenTable, OpenTagSource, choose_table
    from tableassist.table.live.host import LiveHost, LiveListeners, LiveRecord
    from tableassist.table.live.live_table import LiveTable
    from tableassist.table.live.recorded_table import RecordedTable
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "chosen_table": "ChosenTable OpenTagSource choose_table",
            "host": "LiveHost LiveListeners LiveRecord",
            "live_table": "LiveTable",
            "recorded_table": "RecordedTable",
        },
    )

__all__ = [
    "ChosenTable",
    "LiveHost",
    "LiveListeners",
    "LiveRecord",
    "LiveTable",
    "OpenTagSource",
    "RecordedTable",
    "choose_table",
]
