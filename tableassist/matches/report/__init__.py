"""The report of a match.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.matches.report.battle_report import write_report
    from tableassist.matches.report.forum import forum_text_of_match
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "battle_report": "write_report",
            "forum": "forum_text_of_match",
        },
    )

__all__ = [
    "forum_text_of_match",
    "write_report",
]
