"""Changing an outline by hand, as values: points that move, come and go, and a history to step back in."""

import math
from dataclasses import dataclass
from itertools import pairwise

from shapely import Polygon

from tableassist.geometry import PiecePoints
from tableassist.pieces import Point

Outline = tuple[Point, ...]
LEAST_POINTS = 3
MOST_STEPS = 200


@dataclass(frozen=True, slots=True)
class OutlineHistory:
    """The outline as it is now, and as it was."""

    now: Outline
    past: tuple[Outline, ...] = ()
    future: tuple[Outline, ...] = ()

    def done(self, outline: Outline) -> "OutlineHistory":
        if outline == self.now:
            return self
        return OutlineHistory(outline, (*self.past, self.now)[-MOST_STEPS:])

    def undone(self) -> "OutlineHistory":
        if not self.past:
            return self
        return OutlineHistory(self.past[-1], self.past[:-1], (self.now, *self.future))

    def redone(self) -> "OutlineHistory":
        if not self.future:
            return self
        return OutlineHistory(self.future[0], (*self.past, self.now), self.future[1:])


def outline_of(points: PiecePoints) -> Outline:
    return tuple((float(x), float(y)) for x, y in points)


def nearest_point(outline: Outline, at: Point, within_mm: float) -> int | None:
    """The index of the point under the pointer; None where there is none so near."""
    far = [math.dist(point, at) for point in outline]
    best = min(range(len(outline)), key=far.__getitem__)
    return best if far[best] <= within_mm else None


def nearest_edge(outline: Outline, at: Point, within_mm: float) -> tuple[int, Point] | None:
    """Where a new point belongs: its index, and its place on the edge."""
    best: tuple[float, int, Point] | None = None
    for index, (one, other) in enumerate(pairwise((*outline, outline[0])), start=1):
        spot = _on_edge(one, other, at)
        far = math.dist(spot, at)
        if best is None or far < best[0]:
            best = (far, index, spot)
    return None if best is None or best[0] > within_mm else (best[1], best[2])


def moved(outline: Outline, index: int, to: Point) -> Outline:
    return (*outline[:index], to, *outline[index + 1 :])


def added(outline: Outline, index: int, at: Point) -> Outline:
    return (*outline[:index], at, *outline[index:])


def removed(outline: Outline, index: int) -> Outline:
    """Without the point; the same where too few would be left."""
    return outline if len(outline) <= LEAST_POINTS else (*outline[:index], *outline[index + 1 :])


def is_simple(outline: Outline) -> bool:
    """An outline that crosses itself has no inside, and cannot be saved."""
    body = Polygon(outline)
    return bool(body.is_valid and body.area > 0)


def _on_edge(one: Point, other: Point, at: Point) -> Point:
    along = (other[0] - one[0], other[1] - one[1])
    length = along[0] ** 2 + along[1] ** 2
    share = 0.0 if length == 0 else ((at[0] - one[0]) * along[0] + (at[1] - one[1]) * along[1]) / length
    share = min(1.0, max(0.0, share))
    return one[0] + share * along[0], one[1] + share * along[1]
