"""The report of a match, and the same for forums. Only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.report.card_page import CardReport, card_report_page
    from tableassist.store.report.forum import forum_text
    from tableassist.store.report.forum_markup import ForumMarkup
    from tableassist.store.report.game import Photograph
    from tableassist.store.report.page import Report, ReportedDispute, TurnPlan, report_page
    from tableassist.store.report.path_drawing import path_map
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "card_page": "CardReport card_report_page",
            "forum": "forum_text",
            "forum_markup": "ForumMarkup",
            "game": "Photograph",
            "page": "Report ReportedDispute TurnPlan report_page",
            "path_drawing": "path_map",
        },
    )

__all__ = [
    "CardReport",
    "ForumMarkup",
    "Photograph",
    "Report",
    "ReportedDispute",
    "TurnPlan",
    "card_report_page",
    "forum_text",
    "path_map",
    "report_page",
]
