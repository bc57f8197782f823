"""How well the camera watches: too few pictures, or a hand over the table, and nothing seen is sure.

A move, a die or a mast that is seen under a poor view is proposed to the players and never booked by itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median

from tableassist.pipeline.dice.rolls import DiceRoll
from tableassist.pipeline.table_state import TableState

MIN_FRAMES_PER_S = 8.0
"""With fewer a die can be turned, or a ship moved and put back, between two pictures."""
MAX_INTERVAL_NS = round(1.05e9 / MIN_FRAMES_PER_S)
"""Between two pictures, with 5 % for a camera's own jitter."""
INTERVALS_KEPT = 16
TAG_MEMORY_NS = 2_000_000_000
"""A mat tag that was read this recently and is not read now is covered."""
MIN_COVERED_TAGS = 2
"""One tag may flicker; a hand or an arm over the border covers more, or pieces as well."""


HAND_LEAVES_NS = 2_000_000_000
"""The hand that threw the dice leaves the picture within this after they come to rest; later they are asked about."""


@dataclass(frozen=True, slots=True)
class FrameRate:
    """How often pictures come."""

    last_ns: int | None = None
    intervals_ns: tuple[int, ...] = ()

    @property
    def is_slow(self) -> bool:
        return bool(self.intervals_ns) and median(self.intervals_ns) > MAX_INTERVAL_NS

    def after(self, t_ns: int) -> "FrameRate":
        """The rate after a picture of this time."""
        intervals = self.intervals_ns
        if self.last_ns is not None and t_ns > self.last_ns:
            intervals = (*intervals, t_ns - self.last_ns)[-INTERVALS_KEPT:]
        return FrameRate(t_ns, intervals)


@dataclass(frozen=True, slots=True)
class TableWatch:
    """What the last pictures tell about the view."""

    rate: FrameRate = FrameRate()
    tags_ns: Mapping[int, int] = field(default_factory=dict)
    """When each mat tag was last read."""
    has_hand: bool = False

    @property
    def is_slow(self) -> bool:
        return self.rate.is_slow

    @property
    def is_clear(self) -> bool:
        """Whether what is seen now may be booked without asking."""
        return not self.is_slow and not self.has_hand

    def should_take(self, roll: DiceRoll, t_ns: int) -> bool:
        """Whether dice that have come to rest are read now; else the hand that threw them is waited for."""
        return not self.has_hand or t_ns - roll.t_ns >= HAND_LEAVES_NS


def watch_table(before: TableWatch, state: TableState) -> TableWatch:
    """The watch after one more picture."""
    t_ns = state.t_ns
    seen = () if state.registration is None else state.registration.mat_tags_seen
    recent = {tag: at for tag, at in before.tags_ns.items() if 0 <= t_ns - at <= TAG_MEMORY_NS}
    tags = {**recent, **dict.fromkeys(seen, t_ns)}
    covered = sum(at != t_ns for at in tags.values())
    return TableWatch(before.rate.after(t_ns), tags, _has_hand(state, covered))


def _has_hand(state: TableState, covered_tags: int) -> bool:
    """No look is made for hands themselves. But a hand moves or hides pieces, changes how ships at rest look, covers
    tags of the mat, or stirs in the dice corner."""
    tracks = state.tracks.tracks.values()
    if any(track.moving or track.hidden or track.seen_ns < state.t_ns for track in tracks):
        return True
    if any(fit.hull is not None and fit.hull.changed is not None for fit in state.fits.values()):
        return True
    return covered_tags >= MIN_COVERED_TAGS
