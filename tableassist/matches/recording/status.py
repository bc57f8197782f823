"""What a recorder is doing, as a value for a window to show, and how much space its disk has left."""

import logging
import shutil
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from tableassist.messages import Message, Text

log = logging.getLogger(__name__)
WARN_BYTES = 2_000_000_000
LEAST_FOR_VIDEO_BYTES = 500_000_000
VIDEO_BYTES_A_MINUTE = 30_000_000
"""About, at 1080p and 30 pictures a second."""


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
    keep_problem: Text
    """Why the last minutes did not become a match, when that was asked for last; empty where they did."""
    is_replay_buffer: bool
    """Whether only the last minutes are kept, and nothing unless asked for."""


def free_bytes(folder: Path) -> int | None:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        log.debug("free space of %s", folder, exc_info=True)
        return None


def space_words(free: int | None) -> Text:
    """Empty while there is plenty."""
    if free is None or free >= WARN_BYTES:
        return ""
    megabytes = free // 1_000_000
    if free < LEAST_FOR_VIDEO_BYTES:
        return Message(
            "only {megabytes} MB are free on the disk: video has stopped, positions are still recorded",
            megabytes=megabytes,
        )
    return Message(
        "only {megabytes} MB are free on the disk: room for about {minutes} minutes of video",
        megabytes=megabytes,
        minutes=(free - LEAST_FOR_VIDEO_BYTES) // VIDEO_BYTES_A_MINUTE,
    )
