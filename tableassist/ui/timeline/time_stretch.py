"""Which part of a match its time line shows: all of it, or a stretch. No widgets."""

from dataclasses import dataclass, replace

SHORTEST_NS = 2_000_000_000
TICKS_S = (0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Shares are of what is shown: 0 is its beginning, 1 its end."""

    whole: tuple[int, int]
    shown: tuple[int, int]

    @property
    def is_whole(self) -> bool:
        return self.whole == self.shown

    def share_of(self, t_ns: int) -> float:
        first, last = self.shown
        return (t_ns - first) / max(1, last - first)

    def time_at(self, share: float) -> int:
        first, last = self.shown
        return first + round(min(1.0, max(0.0, share)) * (last - first))

    def holds(self, t_ns: int) -> bool:
        return self.shown[0] <= t_ns <= self.shown[1]

    def of(self, whole: tuple[int, int]) -> "Stretch":
        """A record has grown, or forgotten its beginning: who looks at all of it goes on looking at all of it."""
        return whole_stretch(whole) if self.is_whole else replace(self, whole=whole)._from(self.shown[0])

    def zoomed(self, share: float, factor: float) -> "Stretch":
        """What is under the pointer stays there."""
        wide = self.shown[1] - self.shown[0]
        wanted = min(max(round(wide / factor), SHORTEST_NS), self.whole[1] - self.whole[0])
        if wanted >= self.whole[1] - self.whole[0]:
            return whole_stretch(self.whole)
        first = self.time_at(share) - round(min(1.0, max(0.0, share)) * wanted)
        return replace(self, shown=(first, first + wanted))._from(first)

    def moved(self, share: float) -> "Stretch":
        return self._from(self.shown[0] + round(share * (self.shown[1] - self.shown[0])))

    def following(self, t_ns: int) -> "Stretch":
        """With this time in it: a page on, or wherever it is."""
        if self.is_whole or self.holds(t_ns):
            return self
        wide = self.shown[1] - self.shown[0]
        return self._from(t_ns - wide // 10 if t_ns > self.shown[1] else t_ns - wide + wide // 10)

    def ticks(self, most: int, zero_ns: int | None = None) -> tuple[int, ...]:
        """Round times since `zero_ns` (default: the beginning of the whole), at most `most` of them."""
        zero_ns = self.whole[0] if zero_ns is None else zero_ns
        first, last = self.shown
        step_s = next((each for each in TICKS_S if (last - first) / 1e9 / each <= most), TICKS_S[-1])
        step_ns = round(step_s * 1e9)
        start = zero_ns - (zero_ns - first) // step_ns * step_ns
        return tuple(t_ns for t_ns in range(start, last + 1, step_ns) if t_ns >= first)

    def _from(self, first_ns: int) -> "Stretch":
        """As wide as it is, and inside the whole."""
        wide = min(self.shown[1] - self.shown[0], self.whole[1] - self.whole[0])
        first = min(max(first_ns, self.whole[0]), self.whole[1] - wide)
        return replace(self, shown=(first, first + wide))


def whole_stretch(whole: tuple[int, int]) -> Stretch:
    return Stretch(whole, whole)
