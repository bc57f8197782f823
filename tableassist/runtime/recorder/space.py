"""How much space a disk has left, and what a recorder does about it."""

import logging
import shutil
from pathlib import Path

from tableassist.messages import Message, Text

log = logging.getLogger(__name__)
WARN_BYTES = 2_000_000_000
LEAST_FOR_VIDEO_BYTES = 500_000_000
VIDEO_BYTES_A_MINUTE = 30_000_000
"""About, at 1080p and 30 pictures a second."""


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
        return Message("only {megabytes} MB are free on the disk: no more video, the poses go on", megabytes=megabytes)
    return Message(
        "only {megabytes} MB are free on the disk: room for about {minutes} minutes of video",
        megabytes=megabytes,
        minutes=(free - LEAST_FOR_VIDEO_BYTES) // VIDEO_BYTES_A_MINUTE,
    )
