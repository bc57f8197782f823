"""Round earth: she sails over one edge and comes in at the opposite one, with the segments that are left."""

import math
from dataclasses import replace

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.rulebook.movement.case import Group, MoveCase, pivot_place, voyage_of
from tableassist.rulebook.movement.forbidden_regions import sure_forbidden
from tableassist.rulebook.movement.kinematics import from_sector
from tableassist.rulebook.movement.route import Route, segments_of
from tableassist.rulebook.movement.search import Voyage, search
from tableassist.rulebook.ruling.ruling import CALL_SIGMAS

EDGE_STEP_MM = 2.0
MOST_TRIED = 12


def wrapped_route(case: MoveCase) -> tuple[float, float, Route | None] | None:
    """The best margin with its sigma, and a clear route if one was found; None where the table has no known edge.

    Only the place that turns, the bow by default, crosses the edge; what is left of the segment that brought her
    there is lost (complete, Set-up: she goes on with the segments that remain).
    """
    if case.settings.table_mm is None or case.is_creature:
        return None
    tries = [
        each
        for order in case.orders
        for used in range(1, len(order) + 1)
        for shift in _shifts(case.settings.table_mm)
        for each in _crossings(case, order, used, shift)
    ]
    if not tries:
        return None
    sigma = math.hypot(case.before.pose.sigma_mm, case.after.pose.sigma_mm)
    best = max(each[0] for each in tries)
    clear = sorted((each for each in tries if each[0] >= CALL_SIGMAS * sigma), key=lambda each: each[1])
    for _, _, order, used, leave, shift in clear[:MOST_TRIED]:
        route = _clear(case, order, used, leave, shift)
        if route is not None:
            return best, sigma, route
    return best, sigma, None


Crossing = tuple[float, float, Group, int, Floats, Floats]
"""Margin, length, order, segments used before the edge, where she leaves, how she is shifted."""


def _shifts(table_mm: tuple[float, float]) -> list[Floats]:
    width, height = table_mm
    return [np.array(each) for each in ((-width, 0.0), (width, 0.0), (0.0, -height), (0.0, height))]


def _crossings(case: MoveCase, order: Group, used: int, shift: Floats) -> list[Crossing]:
    """The best few places to leave by one edge."""
    assert case.settings.table_mm is not None
    start, end = (pivot_place(each.pose.pose, case.keel) for each in (case.before, case.after))
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
    solid = [each for each in case.obstacles(math.inf) if each.id != "edge"]
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
    back = tuple(replace(each, start=_moved(each.start, there), end=_moved(each.end, there)) for each in made[used:])
    return Route((*made[:used], *back), case.after.pose.pose, 0.0, wraps=True)


def _moved(place: tuple[float, float], by: tuple[float, float]) -> tuple[float, float]:
    return place[0] + by[0], place[1] + by[1]


def _to_edge(case: MoveCase, segments: Group, leave: Floats) -> Voyage:
    voyage = voyage_of(case, (segments,))
    way = leave - voyage.start
    return replace(voyage, ends=leave[None], end_headings=np.array([math.atan2(way[1], way[0])]))
