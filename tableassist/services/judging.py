"""One picture of the table from whatever a person types as a source."""

from tableassist.errors import SourceError
from tableassist.runtime.table_source import open_table_source
from tableassist.vision.camera.frame import Frame

SETTLING_FRAMES = 8
"""A camera's first pictures are dark until it has set its exposure."""


def one_frame(source: str) -> Frame:
    opened = open_table_source(source)
    try:
        frame = opened.read()
        for _ in range(SETTLING_FRAMES if opened.live else 0):
            frame = opened.read() or frame
    finally:
        opened.close()
    if frame is None:
        raise SourceError(f"{source}: no picture came, expected one of the table")
    return frame
