"""A camera that does whatever its text says: `fault:good 5, segv, good 3 | /folder/mark`.

A step that happens once leaves the mark: a child that is started again finds it, and its camera is well from then on.
"""

import os
import resource
import signal
import time
from pathlib import Path

import numpy as np

from tableassist.capture.camera import CameraDevice
from tableassist.capture.frame_source import FrameSource
from tableassist.errors import SourceError
from tableassist.vision.camera.frame import Frame

WIDTH_PX, HEIGHT_PX = 96, 64
FRAME_S = 0.02


def open_fault(text: str, known: CameraDevice | None) -> FrameSource:  # noqa: ARG001
    plan, _, mark = text.removeprefix("fault:").partition("|")
    return FaultSource([step.split() for step in plan.split(",")], Path(mark.strip()))


class FaultSource:
    name = "faulty"

    def __init__(self, plan: list[list[str]], mark: Path) -> None:
        self.live = ["file"] not in plan
        self._mark = mark
        done = mark.exists()
        self._steps = [step for step in plan if not (done and step[0] in ONCE)]
        if done and ["gone"] in plan and time.time() - mark.stat().st_mtime < 0.6:
            raise SourceError("faulty: is not plugged in")
        if ["never"] in plan:
            raise SourceError("faulty: no such camera")
        self._left: int | None = None
        self._number = 0
        self._size = (HEIGHT_PX, WIDTH_PX, 3)
        self._later_ns = 0
        self._rng = np.random.default_rng(os.getpid())
        self._last = self._picture()

    def read(self) -> Frame | None:
        kind, *numbers = self._steps[0] if self._steps else ("good", "1")
        if kind == "hung":
            self._mark.touch()
            return self._frame("frozen")
        if kind in ("good", "frozen", "black", "slow"):
            if self._left is None:
                self._left = int(numbers[0])
            self._left -= 1
            if self._left < 0:
                self._next_step()
                return self.read()
            return self._frame(kind)
        return self._do(kind, numbers)

    def close(self) -> None:
        pass

    def _next_step(self) -> None:
        self._left, self._steps = None, self._steps[1:]

    def _do(self, kind: str, numbers: list[str]) -> Frame | None:
        if kind in ONCE:
            self._mark.touch()
        if kind == "segv":
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            os.kill(os.getpid(), signal.SIGSEGV)
        if kind == "block":
            time.sleep(1000)
        if kind == "gone":
            raise SourceError("faulty: the camera gives no pictures")
        if kind == "bug":
            raise KeyError("a fault of ours")
        if kind == "end":
            return None
        if kind == "size":
            self._size = (int(numbers[1]), int(numbers[0]), 3)
        if kind == "back":
            self._later_ns -= int(numbers[0]) * 1_000_000_000
        self._next_step()
        return self.read()

    def _frame(self, kind: str) -> Frame:
        time.sleep(0.2 if kind == "slow" else FRAME_S)
        if kind == "black":
            self._last = self._rng.integers(0, 4, self._size, dtype=np.uint8)
        elif kind != "frozen":
            self._last = self._picture()
        number, self._number = self._number, self._number + 1
        return Frame(self._last.copy(), time.monotonic_ns() + self._later_ns, number, self.name)

    def _picture(self) -> np.ndarray:
        return self._rng.integers(100, 160, self._size, dtype=np.uint8)


ONCE = ("segv", "block", "gone", "bug", "hung")
