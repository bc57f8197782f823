"""Ways for a move: the shortest route that is surely clear, round the earth too, or the proof that there is none."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry import Floats, PlanarPose
from tableassist.messages import Message, Text
from tableassist.pieces import TERRAIN_KINDS, PieceKind
from tableassist.rulebook.movement.allowance import MoveTrait
from tableassist.rulebook.movement.forbidden_regions import (
    ForbiddenRegions,
    Obstacle,
    shrink_to_hoped_regions,
    sure_forbidden,
    terrain_as_obstacles,
)
from tableassist.rulebook.movement.route import (
    MOST_LEGS,
    STERN_TURNS,
    STRAIGHT,
    Group,
    MoveCase,
    Route,
    groupings,
    pivot_place,
    segments_of,
    terrain_touched,
    voyage_of,
)
from tableassist.rulebook.movement.search import NO_LENGTH_MM, SearchTrack, Voyage, from_sector, search
from tableassist.rulebook.ruling import CALL_SIGMAS

STEP_MM = 0.25
"""Between places where the last segment may begin in open water."""
GRAIN_MM = {1: 0.1, 2: 1.5, 3: 4.5}
"""How far a route may run from the nearest one that is tried, by the number of its legs."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """What a search that must not miss a route adds to lengths and turns."""

    mm: float
    rad: float


def find_route(
    case: MoveCase, obstacles: tuple[Obstacle, ...], doubt: Doubt, *, widened: bool
) -> tuple[Route | None, Message | None]:
    """The shortest route that is surely clear, or none and, where that is proven, the proof."""
    more = doubt if widened else Doubt(0.0, 0.0)
    sure = sure_forbidden(obstacles, case.terms)
    route = _route(case, sure, more, limit_less=0.0 if widened else doubt.rad)
    if route is not None or (sure.is_open and case.turns_are_free):
        return route, None
    legs = min(MOST_LEGS, len(case.orders[0]))
    grain = GRAIN_MM[legs]
    hoped = shrink_to_hoped_regions(obstacles, case.terms, finer_mm=grain)
    wide = Doubt(doubt.mm + legs * grain, doubt.rad + math.radians(2.0))
    if _route(case, hoped, wide, limit_less=-wide.rad) is None and len(case.orders[0]) <= MOST_LEGS:
        names = names_of(obstacles, case)
        return None, Message("no way round {obstacles} (searched to {grain_mm:g} mm)", obstacles=names, grain_mm=grain)
    return None, None


def _route(case: MoveCase, forbidden: ForbiddenRegions, more: Doubt, *, limit_less: float) -> Route | None:
    """With as small a turn on the stern as possible."""
    for turned_deg in (STRAIGHT, *STERN_TURNS) if case.stern_turn else (STRAIGHT,):
        tracks = _tracks(case, forbidden, more, turned_deg, limit_less=limit_less)
        if tracks is not None:
            return tracks
    return None


def _tracks(
    case: MoveCase, forbidden: ForbiddenRegions, more: Doubt, turned_deg: tuple[int, ...], *, limit_less: float
) -> Route | None:
    if forbidden.is_open and case.turns_are_free:
        groups, track = _open_track(case, more.mm, turned_deg)
        return _as_route(case, groups, track, turned_deg) if track is not None else None
    limited = case
    if not case.turns_are_free:
        limit = min(math.pi, max(0.0, case.terms.turn_limit_rad - limit_less))
        limited = replace(case, terms=replace(case.terms, turn_limit_rad=limit))
    best: tuple[tuple[Group, ...], SearchTrack] | None = None
    least = _least_mm(case) if turned_deg == STRAIGHT else 0.0
    for legs in range(1, min(MOST_LEGS, len(case.orders[0])) + 1):
        if best is not None and best[1].length_mm <= least + GRAIN_MM[2]:
            break
        for groups in dict.fromkeys(groups for order in case.orders for groups in groupings(order, legs)):
            voyage = voyage_of(limited, groups, turned_deg=turned_deg, more_mm=more.mm, more_rad=more.rad)
            track = search(voyage, forbidden, shorter_than_mm=best[1].length_mm if best else math.inf)
            if track is not None and (best is None or track.length_mm < best[1].length_mm):
                best = groups, track
    return _as_route(case, *best, turned_deg) if best is not None else None


def _open_track(
    case: MoveCase, more_mm: float, turned_deg: tuple[int, ...]
) -> tuple[tuple[Group, ...], SearchTrack | None]:
    """The shortest where nothing is in the way and she may turn as she likes: all segments but the last one straight on
    to where the last one begins. None if out of reach."""
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


def _least_mm(case: MoveCase) -> float:
    ends = [pivot_place(placed.pose.pose, case.keel) for placed in (case.before, case.after)]
    return float(np.hypot(*(ends[1] - ends[0])))


def _as_route(case: MoveCase, groups: tuple[Group, ...], track: SearchTrack, turned_deg: tuple[int, ...]) -> Route:
    keel, after = case.keel, case.after.pose.pose
    stern = np.array(after.place_one(keel.stern_mm, 0.0))
    turned = math.radians(turned_deg[track.end])
    arrived = after.heading_rad - turned
    at = stern - keel.stern_mm * np.array([math.cos(arrived), math.sin(arrived)])
    arrival = PlanarPose(float(at[0]), float(at[1]), arrived)
    segments = segments_of(
        track.points,
        groups,
        keel,
        first_heading_rad=case.before.pose.pose.heading_rad,
        last_heading_rad=arrived,
    )
    bow = keel.bow_mm - keel.pivot_mm
    touched = terrain_touched(segments, case.hulls, bow, case.scene, case.settings)
    return Route(segments, arrival, turned, touched)


def dry_route(
    case: MoveCase, obstacles: tuple[Obstacle, ...], route: Route, only: frozenset[PieceKind] = TERRAIN_KINDS
) -> Route | None:
    """The shortest that touches no terrain of these kinds, where the one that was found does."""
    if not route.terrain or MoveTrait.GHOSTLY in case.traits:
        return None
    forbidden = sure_forbidden((*obstacles, *terrain_as_obstacles(case.scene, case.settings, only)), case.terms)
    return _route(case, forbidden, Doubt(0.0, 0.0), limit_less=0.0)


def names_of(obstacles: Sequence[Obstacle], case: MoveCase) -> tuple[Text, ...]:
    limit_deg = math.degrees(case.terms.turn_limit_rad)
    names = tuple(obstacle.name for obstacle in obstacles)
    return names or (Message("the turn limit of {degrees:.0f}°", degrees=limit_deg),)


EDGE_STEP_MM = 2.0
MOST_TRIED = 12


def find_wrapped_route(case: MoveCase) -> tuple[float, float, Route | None] | None:
    """The best margin with its sigma, and a clear route if one was found; None where the table has no known edge.

    Only the place that turns, the bow by default, crosses the edge; what is left of the segment that brought her
    there is lost (complete, Set-up: she goes on with the segments that remain).
    """
    if case.settings.table_mm is None or case.is_creature:
        return None
    tries = [
        crossing
        for order in case.orders
        for used in range(1, len(order) + 1)
        for shift in _shifts(case.settings.table_mm)
        for crossing in _crossings(case, order, used, shift)
    ]
    if not tries:
        return None
    sigma = math.hypot(case.before.pose.sigma_mm, case.after.pose.sigma_mm)
    best = max(attempt[0] for attempt in tries)
    clear = sorted((attempt for attempt in tries if attempt[0] >= CALL_SIGMAS * sigma), key=lambda each: each[1])
    for _, _, order, used, leave, shift in clear[:MOST_TRIED]:
        route = _clear(case, order, used, leave, shift)
        if route is not None:
            return best, sigma, route
    return best, sigma, None


Crossing = tuple[float, float, Group, int, Floats, Floats]
"""Margin, length, order, segments used before the edge, where she leaves, how she is shifted."""


def _shifts(table_mm: tuple[float, float]) -> list[Floats]:
    width, height = table_mm
    return [np.array(shift) for shift in ((-width, 0.0), (width, 0.0), (0.0, -height), (0.0, height))]


def _crossings(case: MoveCase, order: Group, used: int, shift: Floats) -> list[Crossing]:
    """The best few places to leave by one edge."""
    assert case.settings.table_mm is not None
    start, end = (pivot_place(placed.pose.pose, case.keel) for placed in (case.before, case.after))
    leave = _edge(case.settings.table_mm, shift)
    gone = np.hypot(*(leave - start).T)
    before = sum(mm for _, mm in order[:used]) + case.terms.slack_mm - gone
    rest = order[used:]
    heading = case.after.pose.pose.heading_rad
    come = end - (leave + shift)
    if not rest:
        way = np.arctan2(*(leave - start).T[::-1])
        off = np.abs((way - heading + math.pi) % (2 * math.pi) - math.pi)
        after = np.where(off <= case.terms.heading_slack_rad, case.terms.slack_mm - np.hypot(*come.T), -np.inf)
    else:
        c, s = math.cos(heading), math.sin(heading)
        along, across = come[:, 0] * c + come[:, 1] * s, come[:, 1] * c - come[:, 0] * s
        free = sum(mm for _, mm in rest[:-1]) + case.terms.slack_mm
        after = free - from_sector(across, along, rest[-1][1], case.terms.heading_slack_rad)
    margin = np.minimum(before, after)
    order_by = np.argsort(-margin, kind="stable")[:MOST_TRIED]
    length = gone + np.hypot(*come.T)
    return [(float(margin[k]), float(length[k]), order, used, leave[k], shift) for k in order_by.tolist()]


def _edge(table_mm: tuple[float, float], shift: Floats) -> Floats:
    """(N, 2) along the edge that is left when all is shifted like this."""
    width, height = table_mm
    if shift[0] != 0.0:
        along = np.arange(0.0, height + EDGE_STEP_MM / 2, EDGE_STEP_MM)
        return np.column_stack([np.full(len(along), width if shift[0] < 0 else 0.0), along])
    along = np.arange(0.0, width + EDGE_STEP_MM / 2, EDGE_STEP_MM)
    return np.column_stack([along, np.full(len(along), height if shift[1] < 0 else 0.0)])


def _clear(case: MoveCase, order: Group, used: int, leave: Floats, shift: Floats) -> Route | None:
    """Straight to the edge, then by up to two legs to the end, if nothing is in the way."""
    groups = (
        order[:used],
        *((order[used:-1],) if len(order) - used > 1 else ()),
        *((order[-1:],) if used < len(order) else ()),
    )
    way = leave - pivot_place(case.before.pose.pose, case.keel)
    out = _to_edge(case, order[:used], leave)
    solid = [obstacle for obstacle in case.obstacles(math.inf) if obstacle.id != "edge"]
    forbidden = sure_forbidden(solid, case.terms)
    if search(out, forbidden) is None:
        return None
    points = [out.start, leave]
    if groups[1:]:
        heading = math.atan2(way[1], way[0])
        comes = replace(voyage_of(case, groups[1:]), start=leave + shift, heading_rad=heading)
        track = search(comes, forbidden)
        if track is None:
            return None
        points += list(track.points[1:] - shift)
    made = segments_of(
        np.stack(points),
        groups,
        case.keel,
        first_heading_rad=case.before.pose.pose.heading_rad,
        last_heading_rad=case.after.pose.pose.heading_rad,
    )
    there = (float(shift[0]), float(shift[1]))
    back = tuple(
        replace(segment, start=_shift_place(segment.start, there), end=_shift_place(segment.end, there))
        for segment in made[used:]
    )
    return Route((*made[:used], *back), case.after.pose.pose, 0.0, wraps=True)


def _shift_place(place: tuple[float, float], by: tuple[float, float]) -> tuple[float, float]:
    return place[0] + by[0], place[1] + by[1]


def _to_edge(case: MoveCase, segments: Group, leave: Floats) -> Voyage:
    voyage = voyage_of(case, (segments,))
    way = leave - voyage.start
    return replace(voyage, ends=leave[None], end_headings=np.array([math.atan2(way[1], way[0])]))
