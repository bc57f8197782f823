"""Replay a match, and find its moves.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.matches.replay.check import Checked
    from tableassist.matches.replay.move_finder import Found, MoveFinder
    from tableassist.matches.replay.replay import NO_PICTURE, Replay
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "check": "Checked",
            "move_finder": "Found MoveFinder",
            "replay": "NO_PICTURE Replay",
        },
    )

__all__ = [
    "NO_PICTURE",
    "Checked",
    "Found",
    "MoveFinder",
    "Replay",
]
