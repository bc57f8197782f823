"""Two seconds of a camera: how many pictures, how large, how bright, and whether they are pictures at all."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from tableassist.capture import FrameSource
from tableassist.errors import TableAssistError
from tableassist.messages import Message, template
from tableassist.setup.doctor.checks import DoctorLine, fine, look, missing
from tableassist.sources.supervised import BLACK_MEAN, BLACK_SPREAD
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
        what, do = template("camera test"), Message("tableassist cameras lists those that are plugged in")
        return (missing(what, problem.message, do),), None
    if tested is None:
        none = Message("{source}: got no picture", source=text)
        return (missing(template("camera test"), none, Message("try another cable or socket")),), None
    return tuple(_told(tested)), tested.last


def _told(test: CameraTest) -> Iterator[DoctorLine]:
    yield _size(test)
    yield _speed(test)
    yield _light(test.last)
    if test.live and test.frames > 1:
        yield _motion(test)


def _size(test: CameraTest) -> DoctorLine:
    what = template("camera size")
    width, height = test.last.width_px, test.last.height_px
    size = f"{test.name}: {width} x {height}"
    if width < SMALL_PX[0] or height < SMALL_PX[1]:
        return look(what, size, Message("choose a larger picture in the camera's own settings: small tags need it"))
    return fine(what, size)


def _motion(test: CameraTest) -> DoctorLine:
    what = template("camera motion")
    if test.changes == 0:
        frozen = Message("every picture is the same to the last bit: it is frozen")
        return missing(what, frozen, Message("unplug it and plug it in again"))
    changes, count = test.changes, test.frames - 1
    return fine(what, Message("{changes} of {count} pictures differ from the one before", changes=changes, count=count))


def _speed(test: CameraTest) -> DoctorLine:
    what = template("camera speed")
    if not test.live:
        return fine(what, Message("{count} pictures of a file", count=test.frames))
    per_s = (test.frames - 1) / max(test.seconds, 1e-6)
    words = Message("{per_s:.1f} pictures a second", per_s=per_s)
    if test.frames < 2 or per_s < SLOW_PER_S:
        return look(what, words, Message("more light lets most cameras go faster; use a separate USB 3 port"))
    return fine(what, words)


def _light(frame: Frame) -> DoctorLine:
    what = template("camera light")
    mean, spread = float(frame.image.mean()), float(frame.image.std())
    words = Message("mean {mean:.0f} of 255, spread {spread:.0f}", mean=mean, spread=spread)
    if mean < BLACK_MEAN and spread < BLACK_SPREAD:
        do = Message("take off the lens cap; is another program using the camera?")
        return missing(what, Message("black: {light}", light=words), do)
    if mean > BRIGHT_MEAN:
        return look(what, Message("very bright: {light}", light=words), Message("less light, or a shorter exposure"))
    return fine(what, words)
