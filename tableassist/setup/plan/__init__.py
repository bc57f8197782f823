"""Plan a table: what to print, where to put the camera, how precise it will be.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.setup.plan.forecast import Forecast, Precision, forecast_precision
    from tableassist.setup.plan.new_table import MOST_OFFERED, Answers, MadeTable, Offered, cost_words, make_table
    from tableassist.setup.plan.planning import PlannedTable, camera_place_words, planned_cards, planned_table
    from tableassist.setup.plan.print_pages import printed_sheet, window_kit
    from tableassist.setup.plan.sample import copy_sample_table, own_sample_table
    from tableassist.setup.plan.sample_match import own_sample_match
    from tableassist.setup.plan.setup_path import (
        PLAY_COMMAND,
        SETUP_PATH,
        STEPS,
        advise_after_docking,
        describe_benefit,
        describe_most_helpful,
        describe_precision,
    )
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "forecast": "Forecast Precision forecast_precision",
            "new_table": "Answers MOST_OFFERED MadeTable Offered cost_words make_table",
            "planning": "PlannedTable camera_place_words planned_cards planned_table",
            "print_pages": "printed_sheet window_kit",
            "sample": "copy_sample_table own_sample_table",
            "sample_match": "own_sample_match",
            "setup_path": "PLAY_COMMAND SETUP_PATH STEPS advise_after_docking describe_benefit describe_most_helpful "
            "describe_precision",
        },
    )

__all__ = [
    "MOST_OFFERED",
    "PLAY_COMMAND",
    "SETUP_PATH",
    "STEPS",
    "Answers",
    "Forecast",
    "MadeTable",
    "Offered",
    "PlannedTable",
    "Precision",
    "advise_after_docking",
    "camera_place_words",
    "copy_sample_table",
    "cost_words",
    "describe_benefit",
    "describe_most_helpful",
    "describe_precision",
    "forecast_precision",
    "make_table",
    "own_sample_match",
    "own_sample_table",
    "planned_cards",
    "planned_table",
    "printed_sheet",
    "window_kit",
]
