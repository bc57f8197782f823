"""Pictures and videos are plain files: a pipe would be waited for, and a device may never end."""

import stat
from pathlib import Path

from tableassist.errors import SourceError


def plain_file_size(path: Path) -> int:
    """In bytes; SourceError where something else stands there."""
    try:
        found = path.stat()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise SourceError(f"{path}: cannot be read ({reason or error})") from error
    if not stat.S_ISREG(found.st_mode):
        kind = "a folder" if stat.S_ISDIR(found.st_mode) else "a pipe or a device"
        raise SourceError(f"{path}: cannot be read: it is {kind}, expected a picture or a video")
    return found.st_size
