"""Files of the camera: lens profiles, calibration boards, surveyed mats.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.camera.board_file import find_board
    from tableassist.store.camera.mat_layout_file import write_surveyed_layout
    from tableassist.store.camera.profile_file import (
        TYPICAL,
        find_camera,
        profile_names,
        read_camera,
        real_profile_names,
        unknown_camera,
        write_camera,
    )
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "board_file": "find_board",
            "mat_layout_file": "write_surveyed_layout",
            "profile_file": "TYPICAL find_camera profile_names read_camera real_profile_names unknown_camera "
            "write_camera",
        },
    )

__all__ = [
    "TYPICAL",
    "find_board",
    "find_camera",
    "profile_names",
    "read_camera",
    "real_profile_names",
    "unknown_camera",
    "write_camera",
    "write_surveyed_layout",
]
