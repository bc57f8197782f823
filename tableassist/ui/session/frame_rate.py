"""How many frames a second are shown."""

from collections import deque

_WINDOW_NS = 2_000_000_000


class FrameRate:
    """Over the last two seconds of capture times."""

    def __init__(self) -> None:
        self._times_ns: deque[int] = deque()

    def note(self, t_ns: int) -> None:
        if self._times_ns and t_ns == self._times_ns[-1]:
            # The same frame, judged or drawn anew.
            return
        if self._times_ns and t_ns < self._times_ns[-1]:
            # A video that starts again.
            self._times_ns.clear()
        self._times_ns.append(t_ns)
        while t_ns - self._times_ns[0] > _WINDOW_NS:
            self._times_ns.popleft()

    def per_second(self) -> float | None:
        if len(self._times_ns) < 2 or self._times_ns[-1] == self._times_ns[0]:
            return None
        return (len(self._times_ns) - 1) * 1e9 / (self._times_ns[-1] - self._times_ns[0])
