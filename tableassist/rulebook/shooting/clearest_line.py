"""Which of all possible lines of fire is shown: the one with the most room, and how it passes what is in its way."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Flags, Floats, Indices
from tableassist.geometry.sightline import (
    AS_IS,
    GROWN,
    Blockers,
    Sights,
    Solids,
    clamp,
    corners_aside,
    cross,
    dot,
    expand_lists,
    list_starts,
    measure_clearance,
)
from tableassist.rulebook.shooting.blockers import LineAsk

TRIED = np.array([0.001, 0.5, 0.999])
"""Where in each gap a line is tried first: past a single blocker the ends of the gap have the most room."""
GRID = np.linspace(0.001, 0.999, 9)
"""Where the gaps that are compared by all corners are tried next."""
ZOOM = np.linspace(-1.0, 1.0, 9)
"""And then about the best of those, in units of the grid's step: within a gap the room past one blocker falls where the
room past another grows, so it has one maximum, and that is within a step of the best on the grid."""
RIM_SHARE = 0.998
"""Of the reach: an end that is farther is where it is because of the reach."""
LEAST_SLOPE = 0.2
"""Of an edge against the circle of the reach: along one that is steeper still, the end may be anywhere."""
MAX_COMPARED, MAX_COMPARED_ROOM_MM = 16, 25.0
"""Gaps of each question that are compared by all corners: the best by their tangents, where the room is small enough
to matter. Every edge of an outline has gaps of its own, so neighbours are often the best ones."""
MAX_SEARCHED = 2
"""Of those, the best by their corners are searched."""
SEARCH_SIGMA_MM = 0.05
"""Of the room: a step of the last search is a 32nd of its gap. Against lines that end every quarter of a millimetre,
0.1 mm are missing in crowded waters."""


@dataclass(frozen=True, slots=True, eq=False)
class ShownLines:
    """The clearest line of each question, and how it passes each blocker of its question."""

    end: Floats
    """(A, 2) from its origin."""
    clear_mm: Floats
    """(P,) below zero where it goes through the blocker."""
    met: Floats
    """(P,) share of the line at which it meets the blocker, infinite where it passes."""
    aside_by_reach: Floats
    """(A,) how far its end moves aside for each millimetre of range."""

    def room_sigma_mm(self, asks: Sequence[LineAsk], blockers: Blockers, sigma_mm: Floats) -> Floats:
        """(P,) of the room past each blocker, whose place against the line is known to `sigma_mm` (P,). At a share t of
        the line, an end that moves aside by a moves it by t a."""
        range_sigma = np.array([ask.in_range.sigma_mm or 0.0 for ask in asks])
        length = np.sqrt(dot(self.end, self.end))[blockers.ask]
        share = np.minimum(np.sqrt(dot(blockers.middle, blockers.middle)) / np.maximum(length, 1e-9), 1.0)
        aside_mm = share * (self.aside_by_reach * range_sigma)[blockers.ask]
        return np.asarray(np.sqrt(sigma_mm**2 + aside_mm**2 + SEARCH_SIGMA_MM**2), dtype=np.float64)


def clearest_lines(
    asks: Sequence[LineAsk], origins: Floats, sights: Sights, is_yes: Flags, blockers: Blockers
) -> ShownLines:
    """Of all lines to places in reach, the one that leaves the most room past its nearest blocker; to the nearest place
    where nothing is in the way.

    Which of the lines that bear out the call that is depends on the measured places alone and not on how well they are
    known, so the room is an estimate of the true one, and its plus-minus holds.
    """
    ends = np.array([ask.in_range.witness.end if ask.in_range.witness else (0.0, 0.0) for ask in asks]) - origins
    aside = np.zeros(len(asks))
    is_asked = np.bincount(blockers.ask, minlength=len(asks)) > 0
    in_full_reach = _gaps(sights, GROWN, is_asked & is_yes, AS_IS), _gaps(sights, AS_IS, is_asked & ~is_yes, AS_IS)
    _put_clearest(ends, aside, in_full_reach, sights, blockers)
    clear_mm, met = _pass_blockers(ends, blockers)
    tight = blockers.ask[(clear_mm < blockers.doubt_mm) & is_yes[blockers.ask]]
    if len(tight):  # what is perhaps out of reach is hidden; seldom
        is_tight = np.zeros(len(asks), dtype=bool)
        is_tight[tight] = True
        _put_clearest(ends, aside, (_gaps(sights, GROWN, is_tight, GROWN),), sights, blockers)
        clear_mm, met = _pass_blockers(ends, blockers)
    return ShownLines(ends, clear_mm, met, aside)


def _put_clearest(ends: Floats, aside: Floats, parts: Sequence["_Gaps"], sights: Sights, blockers: Blockers) -> None:
    """Put the clearest lines through these gaps into `ends` (A, 2), and what the reach does to them into `aside`."""
    gaps = _Gaps(
        np.concatenate([part.row for part in parts]),
        np.concatenate([part.low for part in parts]),
        np.concatenate([part.high for part in parts]),
        np.concatenate([part.is_clear for part in parts]),
    )
    if len(gaps.row) == 0:
        return
    gap, at = _clearest(gaps, sights, blockers)
    row = gaps.row[gap]
    ask, along = sights.targets.ask[row], sights.targets.edges.along[row]
    end = ends[ask] = gaps.ends(gap, at, sights)
    # Only an end on the circle of the reach moves. With r the unit vector to it and u that of its edge, a target that
    # moves out by d shifts it along the edge by -d / (u . r), so aside by d (u x r) / (u . r).
    length = np.sqrt(dot(end, end))
    radial = end / np.maximum(length, 1e-12)[:, None]
    edge = along / np.sqrt(np.maximum(dot(along, along), 1e-12))[:, None]
    slope = np.maximum(np.abs(dot(edge, radial)), LEAST_SLOPE)
    at_rim = length > RIM_SHARE * sights.targets.reach_mm[AS_IS][row]
    aside[ask] = np.where(at_rim, np.abs(cross(edge, radial)) / slope, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class _Gaps:
    """Stretches of edges, from `low` to `high`, that a line may end on."""

    row: Indices
    low: Floats
    high: Floats
    is_clear: Flags
    """Whether nothing hides it."""

    def ends(self, gap: Indices, at: Floats, sights: Sights) -> Floats:
        """(N, 2) the places at shares `at` (N,) of these gaps (N,), from the origin of their question."""
        place = self.low[gap] + (self.high[gap] - self.low[gap]) * at
        edges, row = sights.targets.edges, self.row[gap]
        return np.asarray(edges.start[row] + place[:, None] * edges.along[row], dtype=np.float64)


def _gaps(sights: Sights, size: int, is_asked: Flags, reach_size: int) -> _Gaps:
    """The gaps between blockers of this size; all that is in reach, where they leave none. A gap that ends with the
    reach of its size ends with that of `reach_size` instead: what is perhaps out of reach counts for the room."""
    of_row, reach, gap = sights.targets.ask, sights.in_reach, sights.gaps[size]
    is_clear = sights.is_clear[size]
    kept = is_asked[of_row[gap.row]]
    row, low, high = gap.row[kept], gap.low[kept], gap.high[kept]
    low = np.where(low <= reach.low[size][row], reach.low[reach_size][row], low)
    high = np.where(high >= reach.high[size][row], reach.high[reach_size][row], high)
    hidden = np.flatnonzero((is_asked & ~is_clear)[of_row] & (reach.low[size] < reach.high[size]))
    return _Gaps(
        np.concatenate([row, hidden]),
        np.concatenate([low, reach.low[size][hidden]]),
        np.concatenate([high, reach.high[size][hidden]]),
        np.repeat([True, False], [len(row), len(hidden)]),
    )


def _rough_room(gaps: _Gaps, gap: Indices, at: Floats, sights: Sights, blockers: Blockers) -> Floats:
    """(N,) about how much room the lines to shares `at` (N,) of these gaps (N,) have: from the tangents of what is in
    their way. A line through a gap is not blocked, so what it seems to go through is behind the target and does not
    count."""
    ask, ends, is_clear = sights.targets.ask[gaps.row[gap]], gaps.ends(gap, at, sights), gaps.is_clear[gap]
    counts = np.bincount(blockers.ask, minlength=int(ask.max()) + 1)
    line, blocker = expand_lists(list_starts(counts)[ask], counts[ask])
    end, wedge = ends[line], sights.wedges
    length = np.sqrt(dot(end, end))
    away = np.sqrt(dot(blockers.middle, blockers.middle))[blocker]
    near = np.minimum.reduceat(np.sqrt(dot(blockers.corners, blockers.corners)), list_starts(blockers.corner_counts))
    aside = np.maximum(cross(end, wedge.right[AS_IS][blocker]), cross(wedge.left[AS_IS][blocker], end))
    room = aside / np.maximum(length, 1e-12) * away
    room = np.where(dot(end, blockers.middle[blocker]) < 0, away, room)
    room = np.maximum(room, near[blocker] - length)  # what is farther than the line goes
    room = np.where(is_clear[line] & (room < 0), np.inf, room)
    return np.asarray(np.minimum.reduceat(room, list_starts(counts[ask])), dtype=np.float64)


def _clearest(gaps: _Gaps, sights: Sights, blockers: Blockers) -> tuple[Indices, Floats]:
    """The gap of the clearest line of each question, and the share of it at which the line ends.

    Of the best gaps by their tangents, that which lets a line pass all corners farthest.
    """
    every = np.arange(len(gaps.row))
    shares = TRIED[None].repeat(len(every), axis=0)
    rough = _rough_room(gaps, every.repeat(len(TRIED)), shares.ravel(), sights, blockers).reshape(shares.shape)
    at, rough_mm = TRIED[rough.argmax(axis=1)], rough.max(axis=1)
    ask = sights.targets.ask[gaps.row]
    best = _first_of_each(ask, -rough_mm, 1)
    is_tight = np.zeros(int(ask.max()) + 1, dtype=bool)
    is_tight[ask[best]] = rough_mm[best] < MAX_COMPARED_ROOM_MM
    compared = _first_of_each(ask, -rough_mm, MAX_COMPARED)
    compared, best = compared[is_tight[ask[compared]]], best[~is_tight[ask[best]]]
    if len(compared) == 0:
        return best, at[best]
    _, room_mm = _best_shares(gaps, compared, TRIED, sights, blockers, zooms=0)
    searched = compared[_first_of_each(ask[compared], -room_mm, MAX_SEARCHED)]
    fine, room_mm = _best_shares(gaps, searched, GRID, sights, blockers, zooms=1)
    winner = _first_of_each(ask[searched], -room_mm, 1)
    return np.concatenate([best, searched[winner]]), np.concatenate([at[best], fine[winner]])


def _first_of_each(ask: Indices, cost: Floats, count: int) -> Indices:
    """Indices of the `count` lowest costs of each question."""
    order = np.lexsort((cost, ask))
    rank = np.arange(len(order)) - np.searchsorted(ask[order], ask[order])
    return np.asarray(order[rank < count], dtype=np.intp)


def _best_shares(
    gaps: _Gaps, gap: Indices, grid: Floats, sights: Sights, blockers: Blockers, *, zooms: int
) -> tuple[Floats, Floats]:
    """Of the shares `grid` (S,) of each of these gaps (G,), the one whose line has the most room past all corners of
    what is in its way, and that room. Then of as many about that one, `zooms` times."""
    shares, every = grid[None].repeat(len(gap), axis=0), np.arange(len(gap))
    candidates = gap.repeat(len(grid))
    ask = sights.targets.ask[gaps.row[candidates]]
    counts = np.bincount(blockers.ask, minlength=int(ask.max()) + 1)
    line, blocker = expand_lists(list_starts(counts)[ask], counts[ask])
    corner_counts, first = blockers.corner_counts[blocker], list_starts(counts[ask])
    _, corner = expand_lists(list_starts(blockers.corner_counts)[blocker], corner_counts)
    corners, is_clear = blockers.corners[corner], gaps.is_clear[candidates][line]
    while True:
        aside = corners_aside(gaps.ends(candidates, shares.ravel(), sights)[line], corners, corner_counts)
        depth_mm = np.minimum(aside.top_mm, -aside.bottom_mm)
        through = np.where(depth_mm > 0, -depth_mm, np.inf)
        room_mm = np.minimum.reduceat(np.where(is_clear, aside.nearest_mm, through), first).reshape(shares.shape)
        best = every, room_mm.argmax(axis=1)
        if zooms == 0:
            return np.asarray(shares[best], dtype=np.float64), np.asarray(room_mm[best], dtype=np.float64)
        zooms -= 1
        shares = clamp(shares[best][:, None] + (grid[1] - grid[0]) * ZOOM, grid[0], grid[-1])


def _pass_blockers(lines: Floats, blockers: Blockers) -> tuple[Floats, Floats]:
    """How the line that is shown passes each blocker of its question: its clearance (P,), and the share of the line
    at which it is met (P,), infinite where it is passed."""
    if len(blockers.ask) == 0:
        return np.zeros(0), np.zeros(0)
    ends = lines[blockers.ask]
    aside = corners_aside(ends, blockers.corners, blockers.corner_counts)
    clear, met = aside.nearest_mm.copy(), np.full(len(ends), np.inf)
    # Those that the line may meet, or that may leave it the least room beyond doubt; of the others it is enough to
    # know that they leave more.
    most = np.full(int(blockers.ask[-1]) + 1, np.inf)
    np.minimum.at(most, blockers.ask, aside.nearest_mm - blockers.doubt_mm)
    least_mm = np.maximum(aside.bottom_mm, -aside.top_mm)
    near = np.flatnonzero((least_mm <= 0.0) | (least_mm - blockers.doubt_mm <= most[blockers.ask]))
    which, solid = expand_lists(list_starts(blockers.solid_counts)[near], blockers.solid_counts[near])
    _, corner = expand_lists(list_starts(blockers.solid_corner_counts)[solid], blockers.solid_corner_counts[solid])
    counts, normals, out_mm = blockers.sides.of(solid)
    solids = Solids(blockers.solid_corners[corner], blockers.solid_corner_counts[solid], normals, out_mm, counts)
    solid_clear, solid_met = measure_clearance(ends[near][which], solids)
    first = list_starts(blockers.solid_counts[near])
    least = np.minimum.reduceat(solid_clear, first)
    # What is connected and wholly beside the line is hit as deep as all of it together.
    far = np.maximum.reduceat(np.sqrt(dot(blockers.corners, blockers.corners)), list_starts(blockers.corner_counts))
    depth_mm = np.maximum(np.minimum(aside.top_mm, -aside.bottom_mm), 0.0)
    whole = np.minimum(depth_mm, np.sqrt(dot(ends, ends)) - far)[near]
    clear[near] = np.where(least < 0, np.minimum(least, -whole), least)
    met[near] = np.minimum.reduceat(solid_met, first)
    return clear, met
