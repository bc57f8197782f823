"""Where ships may sail and what their cannons reach: the truth of a whole game, by code of its own.

Straight segments of the printed bars, bow to bow; a ship turns about her bow. Everything keeps well clear of the
limits: what a hand with a ruler would argue about is no part of a game whose truth is known.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely
from shapely import LineString, Point, Polygon, STRtree

from tableassist.pieces import SailPlane

SHORT_MM, LONG_MM = 57.5, 83.8
"""The bars printed on the cards, by caliper."""
BARS = {"S": SHORT_MM, "L": LONG_MM}
SPARE_MM = 3.0
"""So much of a move or a range is never used."""
CLEAR_MM = 6.0
"""No hull comes nearer to another piece, but to what it is meant to touch."""
LINE_MM, SAIL_MM = 4.0, 2.5
"""No line of fire comes nearer to what would block it; to an own sail."""
GAP_MM = 0.05
EDGE_MM = 78.0
"""Nothing sails nearer to the mat's edge, where its tags lie."""


@dataclass(frozen=True, slots=True)
class Pose:
    x: float
    y: float
    heading: float
    """Radians."""

    def at(self, along, across=0.0):
        c, s = math.cos(self.heading), math.sin(self.heading)
        return self.x + c * along - s * across, self.y + s * along + c * across


@dataclass(frozen=True, slots=True)
class Leg:
    """A straight segment of a move: the ship at both ends, her keel along it."""

    start: Pose
    end: Pose


def outline(model, pose):
    c, s = math.cos(pose.heading), math.sin(pose.heading)
    hull = np.array(model.hull)
    return Polygon(
        np.column_stack([pose.x + c * hull[:, 0] - s * hull[:, 1], pose.y + s * hull[:, 0] + c * hull[:, 1]])
    )


def bow_mm(model):
    return max(x for x, _ in model.hull)


def with_bow_at(model, bow, heading):
    back = bow_mm(model)
    return Pose(bow[0] - back * math.cos(heading), bow[1] - back * math.sin(heading), heading)


def swept(model, leg):
    return shapely.convex_hull(shapely.union_all([outline(model, leg.start), outline(model, leg.end)]))


class Waters:
    """The other pieces, as one ship meets them."""

    def __init__(self, mat_mm, others, touched=frozenset()):
        """`others`: outlines by name. `touched`: those that she touches where she lies."""
        self.others, self.touched = others, touched
        self._room = shapely.box(EDGE_MM, EDGE_MM, mat_mm - EDGE_MM, mat_mm - EDGE_MM)
        self._names = list(others)
        self._tree = STRtree([others[name] for name in self._names])

    def near(self, shape, by_mm=CLEAR_MM):
        return {self._names[index] for index in self._tree.query(shape, predicate="dwithin", distance=by_mm)}

    def is_inside(self, shape):
        return self._room.contains(shape)

    def is_clear(self, model, leg, *, first, last, meeting=""):
        """Of one segment. She is set off from what she touched, but her bow does not run through it."""
        shape = swept(model, leg)
        if not self.is_inside(outline(model, leg.end)):
            return False
        met = self.near(shape) - {meeting}
        if first:
            met -= self.touched
            ahead = LineString([leg.start.at(bow_mm(model) + 3.0), leg.end.at(bow_mm(model))])
            if any(self.others[name].distance(ahead) < 1.0 for name in self.touched - {meeting}):
                return False
        if last and self.near(outline(model, leg.end)) - {meeting}:
            return False
        return not met


@lru_cache(maxsize=32)
def _ways(move):
    """Directions and shares of each segment that are tried, in a fixed order."""
    parts = [BARS[each] - SPARE_MM for each in move.split("+")]
    orders = sorted({tuple(parts), tuple(reversed(parts))})
    turns = np.radians(np.arange(0.0, 360.0, 12.0))
    ways = []
    for order in orders:
        for first in turns:
            if len(order) == 1:
                ways += [(((first, share * order[0]),)) for share in (1.0, 0.7, 0.4)]
                continue
            for turn in np.radians([-70.0, -45.0, -25.0, 0.0, 25.0, 45.0, 70.0]):
                ways += [
                    ((first, one * order[0]), (first + turn, two * order[1]))
                    for one in (1.0, 0.5)
                    for two in (1.0, 0.6)
                ]
    return tuple(ways)


def sailed(model, start, way):
    """The segments of a way, as legs."""
    bow, legs = start.at(bow_mm(model)), []
    for heading, length in way:
        there = bow[0] + length * math.cos(heading), bow[1] + length * math.sin(heading)
        legs.append(Leg(with_bow_at(model, bow, heading), with_bow_at(model, there, heading)))
        bow = there
    return tuple(legs)


def is_clear_way(model, legs, waters, meeting=""):
    last = len(legs) - 1
    return all(
        waters.is_clear(model, leg, first=number == 0, last=number == last, meeting=meeting if number == last else "")
        for number, leg in enumerate(legs)
    )


def good_ways(model, start, move, waters, cost, most=1):
    """The clear ways with the least cost of where they end, the best first."""
    ways = [sailed(model, start, way) for way in _ways(move)]
    ends = sorted(range(len(ways)), key=[cost(legs[-1].end) for legs in ways].__getitem__)
    found = []
    for number in ends:
        if is_clear_way(model, ways[number], waters):
            found.append(ways[number])
            if len(found) == most:
                break
    return found


def way_onto(model, start, move, waters, name, *, aims, fits=None):
    """A way whose last segment ends with the bow's tip against a piece, near one of the `aims`; None if there is
    none."""
    target, found = waters.others[name], []
    parts = [BARS[each] - SPARE_MM for each in move.split("+")]
    if target.distance(Point(start.at(bow_mm(model)))) > sum(parts):
        return None
    for order in {tuple(parts), tuple(reversed(parts))}:
        for aim in aims:
            for way in _ways_to(start.at(bow_mm(model)), aim, order):
                legs = sailed(model, start, way)
                met = _slid(model, legs[-1], target, order[-1])
                if met is None:
                    continue
                legs = (*legs[:-1], met)
                if (fits is None or fits(legs)) and is_clear_way(model, legs, waters, meeting=name):
                    found.append((sum(math.dist(each.start.at(0), each.end.at(0)) for each in legs), len(found), legs))
                    break
    return min(found)[2] if found else None


def _ways_to(bow, aim, order):
    """One straight line, or a first segment anywhere and a second at the aim."""
    there = math.atan2(aim[1] - bow[1], aim[0] - bow[0])
    if len(order) == 1:
        return [((there, order[0]),)]
    ways = [((there, 0.5 * order[0]), (there, order[1]))]
    for first in there + np.radians((0.0, -25.0, 25.0, -50.0, 50.0, -80.0, 80.0)):
        for share in (0.4, 0.7, 1.0):
            at = bow[0] + share * order[0] * math.cos(first), bow[1] + share * order[0] * math.sin(first)
            ways.append(((first, share * order[0]), (math.atan2(aim[1] - at[1], aim[0] - at[0]), order[1])))
    return ways


def _slid(model, leg, target, most_mm):
    """The segment as far as the hull meets the target, and only if the bow's tip is what meets it."""
    heading, bow = leg.start.heading, leg.start.at(bow_mm(model))
    gone = 0.0
    while gone < most_mm:
        here = with_bow_at(model, (bow[0] + gone * math.cos(heading), bow[1] + gone * math.sin(heading)), heading)
        hull = outline(model, here)
        gap = hull.distance(target) - GAP_MM
        if gap < 1e-6:
            tip = Point(here.at(bow_mm(model)))
            is_tip = tip.distance(target) < GAP_MM + 0.3
            return Leg(leg.start, here) if is_tip and gone > 8.0 else None
        gone += gap
    return None


def rim_points(shape, step_mm=9.0):
    ring = shape.exterior
    return [ring.interpolate(each).coords[0] for each in np.arange(0.0, ring.length, step_mm)]


def shots(model, pose, cannons, lost, target, blockers):
    """Numbers of the cannons that have a good shot: in range by far, and past everything by far, at a stretch of the
    target and not a mere corner of it."""
    good = []
    for number, (_, reach) in enumerate(cannons, start=1):
        if number in lost:
            continue
        foot = pose.at(model.masts[number - 1].x_mm, model.masts[number - 1].y_mm)
        own = [_sail(mast, pose) for other, mast in enumerate(model.masts, 1) if other != number and other not in lost]
        clear = [_is_good_line(foot, point, BARS[reach], own, blockers) for point in rim_points(target, 2.0)]
        if _longest_run(clear) >= 4:
            good.append(number)
    return good


def _sail(mast, pose):
    """A mast with its sail, seen from above."""
    half = 1.0 if mast.sail is None else mast.sail.width_mm / 2.0
    along, across = (0.0, half) if mast.sail is not None and mast.sail.plane is SailPlane.ATHWART else (half, 0.0)
    return LineString([pose.at(mast.x_mm + k * along, mast.y_mm + k * across) for k in (-1.0, 1.0)])


def is_reachable(pose, target):
    """Whether anything of the target can be in range at all."""
    return target.distance(Point(pose.at(0.0))) < LONG_MM + 30.0


def _is_good_line(foot, point, reach_mm, own, blockers):
    line = LineString([foot, point])
    if line.length > reach_mm - SPARE_MM:
        return False
    return all(each.distance(line) > SAIL_MM for each in own) and all(
        each.distance(line) > LINE_MM for each in blockers
    )


def _longest_run(flags):
    best = run = 0
    for flag in (*flags, *flags):
        run = run + 1 if flag else 0
        best = max(best, run)
    return best
