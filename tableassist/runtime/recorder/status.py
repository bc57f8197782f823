"""What a recorder is doing, as a value for a window to show."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from tableassist.messages import Text


class RecordingStatus(StrEnum):
    VIDEO = "video"
    POSES = "poses"
    """Where every piece lies, without pictures: by choice, or because the disk is nearly full."""
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class RecorderStatus:
    recording: RecordingStatus
    words: Text
    """Why it is not all that was asked for, or soon will not be; empty while all is well."""
    folder: Path
    seconds: float
    """From the first moment that is kept to the last."""
    frames: int
    dropped_pictures: int
    dropped_poses: int
    free_bytes: int | None
    """On the disk; None where nobody can say."""
    is_replay_buffer: bool
    """Whether only the last minutes are kept, and nothing unless asked for."""
