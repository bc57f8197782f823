"""Two seconds of a camera: how many pictures, how large, how bright, and whether they are pictures at all."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from tableassist.capture.frame_source import FrameSource
from tableassist.cli.doctor.line import DoctorLine, fine, look, missing
from tableassist.errors import TableAssistError
from tableassist.runtime.capture_process.picture_check import BLACK_MEAN, BLACK_SPREAD
from tableassist.vision.camera.frame import Frame

TEST_S = 2.0
SLOW_PER_S = 8.0
SMALL_PX = (1280, 720)
BRIGHT_MEAN = 235.0


@dataclass(frozen=True, slots=True, eq=False)
class CameraTest:
    name: str
    live: bool
    frames: int
    seconds: float
    """From the first picture to the last."""
    last: Frame
    changes: int
    """Pictures that differ from the one before."""


def watched_camera(source: FrameSource, clock: Callable[[], float] = time.monotonic) -> CameraTest | None:
    """None where no picture came. Closes the source."""
    try:
        first = last = source.read()
        began = ended = clock()
        frames, changes = 1, 0
        while last is not None and ended - began < TEST_S:
            frame = source.read()
            ended = clock()
            if frame is None:
                break
            changes += not np.array_equal(frame.image, last.image)
            last, frames = frame, frames + 1
    finally:
        source.close()
    if first is None or last is None:
        return None
    return CameraTest(source.name, source.live, frames, ended - began, last, changes)


def camera_lines(text: str, opener: Callable[[str], FrameSource]) -> tuple[tuple[DoctorLine, ...], Frame | None]:
    """What the camera of `text` does, and its last picture."""
    try:
        tested = watched_camera(opener(text))
    except TableAssistError as problem:
        return (missing("camera test", str(problem), "tableassist cameras lists those that are plugged in"),), None
    if tested is None:
        return (missing("camera test", f"{text}: no picture came", "try another cable or plug"),), None
    return tuple(_told(tested)), tested.last


def _told(test: CameraTest) -> Iterator[DoctorLine]:
    width, height = test.last.width_px, test.last.height_px
    size = f"{test.name}: {width} x {height}"
    if width < SMALL_PX[0] or height < SMALL_PX[1]:
        yield look("camera size", size, "choose a larger picture in the camera's own settings: small tags need it")
    else:
        yield fine("camera size", size)
    yield _speed(test)
    yield _light(test.last)
    if test.live and test.frames > 1:
        if test.changes == 0:
            yield missing("camera motion", "every picture is the same to the last bit: it is frozen", "plug it in anew")
        else:
            yield fine("camera motion", f"{test.changes} of {test.frames - 1} pictures differ from the one before")


def _speed(test: CameraTest) -> DoctorLine:
    if not test.live:
        return fine("camera speed", f"{test.frames} pictures of a file")
    per_s = (test.frames - 1) / max(test.seconds, 1e-6)
    words = f"{per_s:.1f} pictures a second"
    if test.frames < 2 or per_s < SLOW_PER_S:
        return look("camera speed", words, "more light lets most cameras go faster; use a USB 3 plug of its own")
    return fine("camera speed", words)


def _light(frame: Frame) -> DoctorLine:
    mean, spread = float(frame.image.mean()), float(frame.image.std())
    words = f"mean {mean:.0f} of 255, spread {spread:.0f}"
    if mean < BLACK_MEAN and spread < BLACK_SPREAD:
        return missing("camera light", f"black: {words}", "take off the cap; does another program hold the camera?")
    if mean > BRIGHT_MEAN:
        return look("camera light", f"very bright: {words}", "less light, or a shorter exposure")
    return fine("camera light", words)
