"""Camera and tag detector in a child process that is watched.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.sources.supervised.health_messages import is_quiet_end
    from tableassist.sources.supervised.no_camera import NoCamera
    from tableassist.sources.supervised.picture_check import BLACK_MEAN, BLACK_SPREAD
    from tableassist.sources.supervised.supervised_source import open_tag_source
    from tableassist.sources.supervised.tag_source import CaptureHealth, CaptureState, Sight, TagSource
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "health_messages": "is_quiet_end",
            "no_camera": "NoCamera",
            "picture_check": "BLACK_MEAN BLACK_SPREAD",
            "supervised_source": "open_tag_source",
            "tag_source": "CaptureHealth CaptureState Sight TagSource",
        },
    )

__all__ = [
    "BLACK_MEAN",
    "BLACK_SPREAD",
    "CaptureHealth",
    "CaptureState",
    "NoCamera",
    "Sight",
    "TagSource",
    "is_quiet_end",
    "open_tag_source",
]
