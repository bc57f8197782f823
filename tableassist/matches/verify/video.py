"""The video of a match against the pictures that were kept as the camera gave them, and against being there at all."""

from collections.abc import Iterator

import cv2
import numpy as np

from tableassist.matches.replay.replay import Replay
from tableassist.store.match.chain import MatchFinding, differs, told
from tableassist.vision.camera.frame import Image

BLOCK_PX = 16
MOST_DIFFERENCE = 20.0
"""Of 255, the mean over a block of pixels."""
LEAST_SPREAD = 4.0
"""Of a picture with a mat's black and white tags in it."""
LOOKS = 7


def check_video_content(replay: Replay) -> Iterator[MatchFinding]:
    if not replay.has_video:
        return
    yield from _missing_files(replay)
    compared = 0
    for t_ns in sorted(replay.still_times):
        still, filmed = replay.still_at(t_ns), replay.video_at(t_ns)
        if still is None or filmed is None:
            continue
        compared += 1
        if still.shape != filmed.shape or _difference(still, filmed) > MOST_DIFFERENCE:
            at_s = (t_ns - replay.first_ns) / 1e9
            yield differs("{at_s:.1f} s: the video shows something else than the still that was kept", at_s=at_s)
    if compared:
        yield told("stills that the video was compared with: {count}", count=compared)
    yield from _empty_pictures(replay)


def _missing_files(replay: Replay) -> Iterator[MatchFinding]:
    if not replay.is_chained:
        for name in replay.missing_files:
            yield differs("{file}: the video file is missing", file=name)


def _empty_pictures(replay: Replay) -> Iterator[MatchFinding]:
    """Where the mat was seen, the picture cannot be of one colour."""
    for t_ns in np.linspace(replay.first_ns, replay.last_ns, LOOKS).astype(np.int64).tolist():
        moment = replay.at(t_ns)
        filmed = replay.video_at(moment.state.t_ns)
        if filmed is not None and moment.state.registration is not None and float(filmed.std()) < LEAST_SPREAD:
            at_s = (moment.state.t_ns - replay.first_ns) / 1e9
            yield differs("{at_s:.1f} s: the video is black or empty, where the mat was seen", at_s=at_s)
            return


def _difference(one: Image, other: Image) -> float:
    """Of the block that differs most."""
    size = (max(1, one.shape[1] // BLOCK_PX), max(1, one.shape[0] // BLOCK_PX))
    small = [cv2.resize(each, size, interpolation=cv2.INTER_AREA).astype(np.float64) for each in (one, other)]
    return float(np.abs(small[0] - small[1]).max())
