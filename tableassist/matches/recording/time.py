"""One line of time for a match, whatever its sources count from."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tableassist.store.match import MatchReader

SAME_CLOCK_MS = 2_000
"""A match that is gone on with on the same machine, which was not started anew, has the same clock."""


@dataclass(slots=True)
class TimeLine:
    shift_ns: int | None = 0
    """None: to be found with the first moment."""
    first_ns: int | None = None
    last_ns: int = 0
    last_wall_ms: int = 0
    _shifted_from_ns: int = 0
    """The first time of the source that the present shift was for."""

    def shift(self, t_ns: int, wall_ms: int) -> int:
        if self.shift_ns is None:
            away_ms = wall_ms - self.last_wall_ms
            same_clock = abs((t_ns - self.last_ns) // 1_000_000 - away_ms) < SAME_CLOCK_MS
            self.shift_ns = 0 if same_clock else self.last_ns + max(1, away_ms) * 1_000_000 - t_ns
            self._shifted_from_ns = t_ns
        if self.first_ns is not None and t_ns + self.shift_ns < self.last_ns:
            # The source has begun to count anew.
            self.shift_ns = self.last_ns + 1_000_000 - t_ns
            self._shifted_from_ns = t_ns
        self.last_ns = t_ns + self.shift_ns
        if self.first_ns is None:
            self.first_ns = self.last_ns
        return self.shift_ns

    def in_match(self, t_ns: int) -> int:
        """A time that a person saw: of the source as it counts now, or, of a moment looked back at, the match's."""
        shift_ns = self.shift_ns or 0
        return t_ns + shift_ns if self._shifted_from_ns <= t_ns <= self.last_ns - shift_ns else t_ns

    def seconds(self, keep_ns: int | None) -> float:
        long_ns = 0 if self.first_ns is None else self.last_ns - self.first_ns
        return (long_ns if keep_ns is None else min(long_ns, keep_ns)) / 1e9


def time_line_of(folder: Path) -> TimeLine:
    with closing(MatchReader(folder)) as reader:
        if reader.is_empty:
            return TimeLine()
        last = reader.row(reader.end_frame - 1)
        return TimeLine(shift_ns=None, first_ns=reader.first_ns, last_ns=last.t_ns, last_wall_ms=last.wall_ms)
