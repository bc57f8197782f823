"""A table in its league: what the hub is told of its game, calls for the judge, and what the judge decides."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.table.league.close_calls import CloseCalls
    from tableassist.table.league.evening import clock_words, short_clock_words
    from tableassist.table.league.table_league import Picture, TableLeague
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "close_calls": "CloseCalls",
            "evening": "clock_words short_clock_words",
            "table_league": "Picture TableLeague",
        },
    )

__all__ = [
    "CloseCalls",
    "Picture",
    "TableLeague",
    "clock_words",
    "short_clock_words",
]
