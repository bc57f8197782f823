"""The shortest track where nothing is in the way and she may turn as she likes."""

import math

import numpy as np

from tableassist.rules.movement.case import Group, MoveCase, voyage_of
from tableassist.rules.movement.search import NO_LENGTH_MM, SearchTrack

STEP_MM = 0.25


def open_track(
    case: MoveCase, more_mm: float, turned_deg: tuple[int, ...]
) -> tuple[tuple[Group, ...], SearchTrack | None]:
    """All segments but the last one straight on to where the last one begins. None if out of reach."""
    best: tuple[tuple[Group, ...], SearchTrack] | None = None
    for order in case.orders:
        groups = (order[:-1], order[-1:]) if len(order) > 1 else (order,)
        track = _track(case, groups, more_mm, turned_deg)
        if track is not None and (best is None or track.length_mm < best[1].length_mm - NO_LENGTH_MM):
            best = groups, track
    return best if best is not None else ((), None)


def _track(
    case: MoveCase, groups: tuple[Group, ...], more_mm: float, turned_deg: tuple[int, ...]
) -> SearchTrack | None:
    voyage = voyage_of(case, groups, turned_deg=turned_deg, more_mm=more_mm)
    reach, rest = voyage.legs_mm[-1], sum(voyage.legs_mm[:-1])
    if case.is_creature:
        off = np.array([0.0])
        gone = voyage.ends[0] - voyage.start
        headings = np.array([[math.atan2(gone[1], gone[0])]])
    else:
        off = voyage.heading_slack_rad * np.linspace(-1.0, 1.0, 9)
        headings = voyage.end_headings[:, None] + off
    back = np.linspace(0.0, reach, math.ceil(reach / STEP_MM) + 1)
    ahead = np.stack([np.cos(headings), np.sin(headings)], axis=-1)
    turns = voyage.ends[:, None, None] - back[None, None, :, None] * ahead[:, :, None]
    first = np.hypot(turns[..., 0] - voyage.start[0], turns[..., 1] - voyage.start[1])
    fits = first <= rest + voyage.slack_mm
    if not fits.any():
        return None
    total = np.where(fits, first + back, np.inf)
    # Of those as short as any, the straightest along the keel: it is how a hand would have gone.
    end, aside, at = np.unravel_index(int((total + 1e-3 * np.abs(off)[None, :, None]).argmin()), total.shape)
    points = [voyage.start, turns[end, aside, at], voyage.ends[end]]
    if len(groups) == 1:
        points = [voyage.start, voyage.ends[end]]
    return SearchTrack(np.stack(points), int(end))
