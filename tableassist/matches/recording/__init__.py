"""Record a match.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.matches.recording.author import account_name
    from tableassist.matches.recording.place import record_path
    from tableassist.matches.recording.recorder import Recorder
    from tableassist.matches.recording.replay_buffer import (
        UnfinishedMatch,
        matches_root,
        replay_buffer_root,
        save_unfinished,
        start_replay_buffer,
        unfinished_matches,
    )
    from tableassist.matches.recording.status import RecorderStatus, RecordingStatus
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "author": "account_name",
            "place": "record_path",
            "recorder": "Recorder",
            "replay_buffer": "UnfinishedMatch matches_root replay_buffer_root save_unfinished start_replay_buffer "
            "unfinished_matches",
            "status": "RecorderStatus RecordingStatus",
        },
    )

__all__ = [
    "Recorder",
    "RecorderStatus",
    "RecordingStatus",
    "UnfinishedMatch",
    "account_name",
    "matches_root",
    "record_path",
    "replay_buffer_root",
    "save_unfinished",
    "start_replay_buffer",
    "unfinished_matches",
]
