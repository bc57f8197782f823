"""Browser pages of one table, and of a finished match: channels of states made of the table's snapshots."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.web.app import PageServer
    from tableassist.web.table_pages import TablePages
    from tableassist.web.views.answers import open_ruling
    from tableassist.web.views.league_state import LeaguePicture
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "app": "PageServer",
            "table_pages": "TablePages",
            "views.answers": "open_ruling",
            "views.league_state": "LeaguePicture",
        },
    )

__all__ = [
    "LeaguePicture",
    "PageServer",
    "TablePages",
    "open_ruling",
]
