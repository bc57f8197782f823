"""What is wrong with this computer, its camera and its table.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.setup.doctor.camera import camera_lines
    from tableassist.setup.doctor.checks import (
        CheckSign,
        DoctorLine,
        all_lines,
        at_home,
        check_out,
        disk_line,
        fine,
        log_files,
        look,
        missing,
        write_bundle,
    )
    from tableassist.setup.doctor.table_view import table_view_lines
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "camera": "camera_lines",
            "checks": "CheckSign DoctorLine all_lines at_home check_out disk_line fine log_files look missing "
            "write_bundle",
            "table_view": "table_view_lines",
        },
    )

__all__ = [
    "CheckSign",
    "DoctorLine",
    "all_lines",
    "at_home",
    "camera_lines",
    "check_out",
    "disk_line",
    "fine",
    "log_files",
    "look",
    "missing",
    "table_view_lines",
    "write_bundle",
]
