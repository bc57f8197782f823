"""Whether `serve` is asked for a finished match or for a live table."""

from pathlib import Path

from tableassist.capture import SourceKind, parse_source
from tableassist.errors import TableAssistError
from tableassist.matches.recording import matches_root
from tableassist.store.match import is_match

LIVE_KINDS = (SourceKind.CAMERA, SourceKind.HTTP, SourceKind.RTSP, SourceKind.STUDIO)


def is_live_source(text: str, table: Path | None) -> bool:
    """A table file makes any source a live table; without one only a camera, a stream or a studio is."""
    if table is not None:
        return True
    if is_match(Path(text)) or is_match(matches_root() / text):
        return False
    try:
        return parse_source(text).kind in LIVE_KINDS
    except TableAssistError:
        return False  # the match that is not there is told by name
