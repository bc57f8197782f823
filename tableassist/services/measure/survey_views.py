"""Views of the mat from a camera that is running: the frames in which it rests."""

from collections.abc import Callable, Iterator

from tableassist.capture.frame_source import FrameSource
from tableassist.capture.newest_frame import NewestFrame
from tableassist.pipeline.fitting.mat_views import is_at_rest
from tableassist.vision.camera.frame import Frame
from tableassist.vision.survey.start import Sightings

FRAME_WAIT_S = 5.0
HINT = "move the camera or turn the mat, then hold still"


def still_frames(source: FrameSource, see: Callable[[Frame], Sightings]) -> Iterator[tuple[Frame, Sightings]]:
    """Frames in which the tags are where they were in the frame before. Ctrl-C ends them."""
    before: Sightings = ()
    with NewestFrame(source) as newest:
        try:
            while not newest.ended:
                frame = newest.take(FRAME_WAIT_S)
                if frame is None:
                    continue
                seen = see(frame)
                if is_at_rest(seen, before):
                    yield frame, seen
                before = seen
        except KeyboardInterrupt:
            return
