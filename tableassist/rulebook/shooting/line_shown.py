"""Which of all possible lines is shown: the one with the most room that bears out the verdict, and how it passes what
is in its way."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Flags, Floats, Indices
from tableassist.geometry.clearance import Aside, Solids, clearance
from tableassist.geometry.ragged import begins, spread
from tableassist.geometry.shadow import AS_IS, GROWN, SHRUNK, cross, dot
from tableassist.geometry.sightline import Blockers, Sights
from tableassist.rulebook.ruling.ruling import Verdict
from tableassist.rulebook.shooting.line_blockers import LineAsk

TRIED = (0.05, 0.5, 0.95)
"""Where in each gap a line is tried, to find one with much room to show; no verdict hangs on it."""


@dataclass(frozen=True, slots=True, eq=False)
class _Tries:
    """Lines that could be shown, each by its end as seen from its origin."""

    ask: Indices
    end: Floats
    is_clear: Flags


def best_lines(
    asks: Sequence[LineAsk],
    origins: Floats,
    sights: Sights,
    verdicts: Sequence[Verdict | None],
    blockers: Blockers,
) -> Floats:
    """(A, 2) the end, from its origin, of the line with the most room of those that bear out the verdict; the nearest
    place where nothing is in the way."""
    nearest = np.array([ask.in_range.witness.end if ask.in_range.witness else (0.0, 0.0) for ask in asks]) - origins
    tries = _tries(sights, verdicts, np.bincount(blockers.ask, minlength=len(asks)) > 0)
    if len(tries.ask) == 0:
        return nearest
    room = _rough_room(tries, sights, blockers)
    order = np.lexsort((-room, tries.ask))
    first = np.flatnonzero(np.diff(tries.ask[order], prepend=-1))
    nearest[tries.ask[order[first]]] = tries.end[order[first]]
    return nearest


def _tries(sights: Sights, verdicts: Sequence[Verdict | None], is_asked: Flags) -> _Tries:
    size = _shown_size(sights, verdicts)
    row, low, high = [], [], []
    for each in (GROWN, AS_IS, SHRUNK):
        left = sights.gaps[each]
        kept = (size == each)[sights.targets.ask[left.row]] & is_asked[sights.targets.ask[left.row]]
        row.append(left.row[kept])
        low.append(left.low[kept])
        high.append(left.high[kept])
    hidden = np.flatnonzero((size < 0)[sights.targets.ask] & (sights.in_reach.low[AS_IS] < sights.in_reach.high[AS_IS]))
    rows = np.concatenate([*row, hidden])
    lows = np.concatenate([*low, sights.in_reach.low[AS_IS][hidden]])
    highs = np.concatenate([*high, sights.in_reach.high[AS_IS][hidden]])
    at = lows[:, None] + (highs - lows)[:, None] * np.array(TRIED)
    edges = sights.targets.edges.taken(rows)
    ends = edges.start[:, None] + at[..., None] * edges.along[:, None]
    ask = np.repeat(sights.targets.ask[rows], len(TRIED))
    return _Tries(ask, ends.reshape(-1, 2), ((size == GROWN) | (size == AS_IS))[ask])


def _shown_size(sights: Sights, verdicts: Sequence[Verdict | None]) -> Indices:
    """(A,) in whose gaps the line to show is looked for; -1 where there is none, for a line that is surely blocked."""
    as_is = sights.clear(AS_IS, len(verdicts))
    close = np.where(as_is, AS_IS, SHRUNK)
    is_yes = np.array([verdict is Verdict.YES for verdict in verdicts])
    is_close = np.array([verdict is Verdict.TOO_CLOSE for verdict in verdicts])
    size: Indices = np.where(is_yes, GROWN, np.where(is_close, close, -1))
    return size


def _rough_room(tries: _Tries, sights: Sights, blockers: Blockers) -> Floats:
    """About how much room each line has beyond doubt: from the tangents of what is in its way. A line through a gap is
    not blocked, so what it seems to go through lies behind the target and does not count."""
    counts = np.bincount(blockers.ask, minlength=int(tries.ask.max()) + 1)
    line, blocker = spread(begins(counts)[tries.ask], counts[tries.ask])
    end = tries.end[line]
    length = np.sqrt(dot(end, end))
    away = np.sqrt(dot(blockers.middle, blockers.middle))[blocker]
    wedge = sights.wedges
    aside = np.maximum(cross(end, wedge.right[AS_IS][blocker]), cross(wedge.left[AS_IS][blocker], end))
    room = aside / np.maximum(length, 1e-12) * away - blockers.doubt_mm[blocker]
    room = np.where(dot(end, blockers.middle[blocker]) < 0, away, room)
    room = np.where(tries.is_clear[line] & (room < 0), np.inf, room)
    return np.minimum.reduceat(room, begins(counts[tries.ask]))


def past(lines: Floats, blockers: Blockers) -> tuple[Floats, Floats]:
    """How the line that is shown passes each blocker of its question: its clearance (P,), and the share of the line
    at which it is met (P,), infinite where it is passed."""
    if len(blockers.ask) == 0:
        return np.zeros(0), np.zeros(0)
    ends = lines[blockers.ask]
    aside = Aside.of(ends, blockers.corners, blockers.corner_counts)
    clear, met = aside.nearest_mm.copy(), np.full(len(ends), np.inf)
    near = _could_decide(aside, blockers)
    which, solid = spread(begins(blockers.solid_counts)[near], blockers.solid_counts[near])
    _, corner = spread(begins(blockers.solid_corner_counts)[solid], blockers.solid_corner_counts[solid])
    counts, normals, out_mm = blockers.sides.of(solid)
    solids = Solids(blockers.solid_corners[corner], blockers.solid_corner_counts[solid], normals, out_mm, counts)
    each, each_met = clearance(ends[near][which], solids)
    first = begins(blockers.solid_counts[near])
    least = np.minimum.reduceat(each, first)
    # What is connected and lies wholly beside the line is hit as deep as all of it together.
    far = np.maximum.reduceat(np.sqrt(dot(blockers.corners, blockers.corners)), begins(blockers.corner_counts))
    whole = np.minimum(aside.depth_mm, np.sqrt(dot(ends, ends)) - far)[near]
    clear[near] = np.where(least < 0, np.minimum(least, -whole), least)
    met[near] = np.minimum.reduceat(each_met, first)
    return clear, met


def _could_decide(aside: Aside, blockers: Blockers) -> Indices:
    """Those that the line may meet, or that may leave it the least room beyond doubt; of the others it is enough to
    know that they leave more."""
    most = np.full(int(blockers.ask[-1]) + 1, np.inf)
    np.minimum.at(most, blockers.ask, aside.nearest_mm - blockers.doubt_mm)
    least = aside.least_mm
    return np.flatnonzero((least <= 0.0) | (least - blockers.doubt_mm <= most[blockers.ask]))
