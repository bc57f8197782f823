"""One picture of the table, from whatever a person types as a source, and what is judged on it."""

from pathlib import Path

from tableassist.capture.picture import PictureSource
from tableassist.errors import BadFileError, SourceError
from tableassist.messages import Message
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rules.ruling.ruling import Verdict
from tableassist.runtime.table_source import open_table_source
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.detector import TagDetector

VERDICT_WORDS = {
    Verdict.YES: Message("YES"),
    Verdict.NO: Message("NO"),
    Verdict.TOO_CLOSE: Message("TOO CLOSE"),
    Verdict.NOT_SEEN: Message("NOT SEEN"),
    None: Message("not asked"),
}
SETTLING_FRAMES = 8
"""A camera's first pictures are dark until it has set its exposure."""


def judged(frame: Frame, settings: TableSettings) -> TableState:
    """As on the first picture of a game."""
    return step(first_state(settings), frame, settings, TagDetector(settings.tag_families).detect)


def picture_or_source(source: str) -> Frame:
    """A file is read as a picture, whatever its name ends in; all else is a source."""
    path = Path(source)
    return one_frame(source) if ":" in source and not path.exists() else one_picture(path)


def one_picture(path: Path) -> Frame:
    picture = PictureSource(path)
    frame = picture.read()
    picture.close()
    if frame is None:
        raise BadFileError("{path}: no picture in this file", path=path)
    return frame


def one_frame(source: str) -> Frame:
    opened = open_table_source(source)
    try:
        frame = opened.read()
        for _ in range(SETTLING_FRAMES if opened.live else 0):
            frame = opened.read() or frame
    finally:
        opened.close()
    if frame is None:
        raise SourceError("{source}: no picture came, expected one of the table", source=source)
    return frame
