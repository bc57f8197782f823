"""Views of the mat from a camera that is running: one each time it comes to rest on something new."""

from collections.abc import Callable, Iterator

import numpy as np

from tableassist.capture.frame_source import FrameSource
from tableassist.capture.newest_frame import NewestFrame
from tableassist.vision.frame import Frame
from tableassist.vision.mat_survey_start import Sightings

FRAME_WAIT_S = 5.0
STILL_PX = 1.0
"""Between two pictures, on average over the tags: less than this is held still."""
APART_SHARE = 0.08
"""Of the picture's width that the tags must have moved, on average, before another view tells enough that is new."""
ENOUGH_VIEWS = 8
LEAST_TAGS = 3
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
                if len(seen) >= LEAST_TAGS and moved_px(seen, before) < STILL_PX:
                    yield frame, seen
                before = seen
        except KeyboardInterrupt:
            return


def moved_px(seen: Sightings, other: Sightings) -> float:
    """How far the tags of the first lie from where the other has them, on average; endless where one is new."""
    there = {(one.family, one.tag): np.mean(one.corners, axis=0) for one in other}
    if not seen or any((one.family, one.tag) not in there for one in seen):
        return np.inf
    apart = [np.linalg.norm(np.mean(one.corners, axis=0) - there[one.family, one.tag]) for one in seen]
    return float(np.mean(apart))
