"""Times and numbers of frames that always rise, whatever happens to the camera, the child or the clocks."""

import sys
import time

STEP_NS = 1_000_000
"""Put between two frames whose own times do not rise."""


_COUNTS_SLEEP = {"linux": "CLOCK_BOOTTIME", "darwin": "CLOCK_MONOTONIC"}
"""Elsewhere Python's monotonic clock counts it by itself."""


def awake_ns() -> int:
    """The clock that live sources stamp their frames by; nobody can set it."""
    return time.monotonic_ns()


def asleep_ns() -> int:
    """How long this computer has slept since it started, where its monotonic clock leaves that out."""
    clock = getattr(time, _COUNTS_SLEEP.get(sys.platform, ""), None)
    return 0 if clock is None else time.clock_gettime_ns(clock) - time.monotonic_ns()


class FrameSequence:
    """A clock that is set back, or begins anew, goes on from where it was. A sleep counts as time gone by, so that what
    was seen before it is known to be old."""

    def __init__(self) -> None:
        self._t_ns: int | None = None
        self._number = -1
        self._later_ns = 0
        self._further = 0

    def next(self, t_ns: int, number: int, slept_ns: int = 0) -> tuple[int, int]:
        """Time and number of the next frame, from what its source says."""
        t_ns += slept_ns
        if self._t_ns is not None and t_ns + self._later_ns <= self._t_ns:
            self._later_ns = self._t_ns + STEP_NS - t_ns
        if number + self._further <= self._number:
            self._further = self._number + 1 - number
        self._t_ns, self._number = t_ns + self._later_ns, number + self._further
        return self._t_ns, self._number
