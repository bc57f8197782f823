"""What is wrong with a table file, in words. Only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.table_check.check import check_table, check_table_text
    from tableassist.store.table_check.fleets import ONLY_WARNED, fleet_problems_of
    from tableassist.store.table_check.mat import check_mat
    from tableassist.store.table_check.pieces import check_pieces, smallest_tags_mm
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "check": "check_table check_table_text",
            "fleets": "ONLY_WARNED fleet_problems_of",
            "mat": "check_mat",
            "pieces": "check_pieces smallest_tags_mm",
        },
    )

__all__ = [
    "ONLY_WARNED",
    "check_mat",
    "check_pieces",
    "check_table",
    "check_table_text",
    "fleet_problems_of",
    "smallest_tags_mm",
]
