"""How much room a disk has left, and what a recorder does about it."""

import shutil
from pathlib import Path

WARN_BYTES = 2_000_000_000
LEAST_FOR_VIDEO_BYTES = 500_000_000
VIDEO_BYTES_A_MINUTE = 30_000_000
"""About, at 1080p and 30 pictures a second."""


def free_bytes(folder: Path) -> int | None:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def space_words(free: int | None) -> str:
    """Empty while there is plenty."""
    if free is None or free >= WARN_BYTES:
        return ""
    if free < LEAST_FOR_VIDEO_BYTES:
        return f"only {_megabytes(free)} are free on the disk: no more video, the poses go on"
    minutes = (free - LEAST_FOR_VIDEO_BYTES) // VIDEO_BYTES_A_MINUTE
    return f"only {_megabytes(free)} are free on the disk: room for about {minutes} minutes of video"


def _megabytes(count: int) -> str:
    return f"{count // 1_000_000} MB"
