"""The frames of a source, one after the other: of a camera the newest each time, of all else every one."""

from collections.abc import Generator
from contextlib import closing

from tableassist.capture import FrameSource, NewestFrame
from tableassist.errors import BadRequestError
from tableassist.vision.camera.frame import Frame

FRAME_WAIT_S = 5.0


def other_size(what: str, frame: Frame, first: tuple[int, int]) -> BadRequestError:
    """`what`: the template that says so."""
    first_size = {"first_width_px": first[0], "first_height_px": first[1]}
    size = {"width_px": frame.width_px, "height_px": frame.height_px}
    return BadRequestError(what, number=frame.number + 1, **size, **first_size)


def frames_of(source: FrameSource) -> Generator[Frame, None, None]:
    """Closes the source at its end, and where nobody wants more."""
    if not source.live:
        with closing(source):
            yield from iter(source.read, None)
        return
    with NewestFrame(source) as newest:
        while not newest.ended:
            frame = newest.take(FRAME_WAIT_S)
            if frame is not None:
                yield frame
