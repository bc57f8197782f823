"""Run cases and write them.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.judging.cases.picture import write_picture
    from tableassist.judging.cases.run import RunCase, case_files, run_case
    from tableassist.judging.cases.written_case import write_case
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "picture": "write_picture",
            "run": "RunCase case_files run_case",
            "written_case": "write_case",
        },
    )

__all__ = [
    "RunCase",
    "case_files",
    "run_case",
    "write_case",
    "write_picture",
]
