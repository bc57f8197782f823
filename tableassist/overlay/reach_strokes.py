"""What each cannon of a ship reaches, at the distances that the rulings used, with their plus-minus."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import shapely

from tableassist.geometry import Floats, PiecePoints, PlanarPose, plus_minus
from tableassist.overlay.drawing import Ink, Point, Stroke
from tableassist.overlay.piece_strokes import points_of
from tableassist.pieces import CannonRange
from tableassist.rulebook import Ruling
from tableassist.rulebook.engine import RANGE
from tableassist.scene.placed_piece import PlacedPiece

Circle = tuple[float, float, float]
INKS = {CannonRange.SHORT: Ink.REACH_SHORT, CannonRange.LONG: Ink.REACH_LONG}
BAND_STEP_MM = 0.05
"""The band's width goes in steps: a sigma that changes by less is not redrawn."""
OUTLINE_DIGITS = 6
"""Of millimetres: where cannons stand on their ship is the same wherever she lies, but for the last digits."""
QUARTER = 24
"""Corners of a quarter circle."""


@dataclass(slots=True)
class _Reach:
    circle: Circle
    kind: CannonRange
    nearest_mm: float
    """How far the target that is closest to the edge lies from it."""
    sigma_mm: float
    """Of that target's distance."""


def reach_strokes(ship: PlacedPiece, rulings: tuple[Ruling, ...]) -> Iterator[Stroke]:
    """Faintly each cannon's own reach, and what all short and all long ones reach together."""
    reaches = _reaches(ship, rulings)
    if len(reaches) > 1:
        yield from _circles(tuple(reach.circle for reach in reaches))
    for kind, ink in INKS.items():
        alike = [reach for reach in reaches if reach.kind is kind]
        if alike:
            sigma_mm = min(alike, key=lambda reach: reach.nearest_mm).sigma_mm
            band_mm = BAND_STEP_MM * round(plus_minus(sigma_mm) / BAND_STEP_MM)
            yield from _outlines(tuple(reach.circle for reach in alike), ship.pose.pose, ink, band_mm)


def _reaches(ship: PlacedPiece, rulings: tuple[Ruling, ...]) -> list[_Reach]:
    kinds = {cannon.number: cannon.reach for cannon in ship.piece.cannons}
    found: dict[int, _Reach] = {}
    for ruling in rulings:
        if ruling.rule != RANGE.id or ruling.witness is None or ruling.cannon is None or ruling.limit_mm is None:
            continue
        apart_mm = abs((ruling.measured_mm or 0.0) - ruling.limit_mm)
        known = found.get(ruling.cannon)
        if known is None or apart_mm < known.nearest_mm:
            # A musketeer's gun is on no card; it is always short.
            kind = kinds.get(ruling.cannon, CannonRange.SHORT)
            circle = (*ruling.witness.start, ruling.limit_mm)
            found[ruling.cannon] = _Reach(circle, kind, apart_mm, ruling.sigma_mm or 0.0)
    return list(found.values())


@cache
def _unit_circle() -> Floats:
    """(N, 2)."""
    return _ring(shapely.buffer(shapely.Point(0.0, 0.0), 1.0, quad_segs=QUARTER))


def _ring(polygon: shapely.Polygon) -> Floats:
    return np.asarray(shapely.get_coordinates(polygon.exterior)[:-1], dtype=np.float64)


@lru_cache(maxsize=64)
def _circles(circles: tuple[Circle, ...]) -> tuple[Stroke, ...]:
    """Each by itself; all worked out at once."""
    x, y, radius = np.array(circles).T[..., None]
    unit_x, unit_y = _unit_circle().T
    rounds = zip((x + radius * unit_x).tolist(), (y + radius * unit_y).tolist(), strict=True)
    points = (tuple(zip(*each, strict=True)) for each in rounds)
    return tuple(Stroke(each, Ink.REACH_EACH, closed=True, filled=False, piece=None) for each in points)


@lru_cache(maxsize=64)
def _circle(circle: Circle, ink: Ink, band_mm: float) -> Stroke:
    x, y, radius = circle
    round_it = points_of(radius * _unit_circle() + (x, y))
    return Stroke(round_it, ink, closed=True, filled=False, piece=None, band_mm=band_mm)


@lru_cache(maxsize=64)
def _outlines(circles: tuple[Circle, ...], at: PlanarPose, ink: Ink, band_mm: float) -> tuple[Stroke, ...]:
    """Of overlapping circles about a ship that lies there; one stroke for each part that stands apart."""
    if len(circles) == 1:
        return (_circle(circles[0], ink, band_mm),)
    c, s = math.cos(at.heading_rad), math.sin(at.heading_rad)
    away = ((x - at.x_mm, y - at.y_mm, radius) for x, y, radius in circles)
    hers = ((c * x + s * y, c * y - s * x, radius) for x, y, radius in away)
    parts = _union(tuple((round(x, OUTLINE_DIGITS), round(y, OUTLINE_DIGITS), radius) for x, y, radius in hers))
    placed = (points_of(at.place(part)) for part in parts)
    return tuple(Stroke(points, ink, closed=True, filled=False, piece=None, band_mm=band_mm) for points in placed)


@lru_cache(maxsize=64)
def _union(circles: tuple[Circle, ...]) -> tuple[PiecePoints, ...]:
    """The outlines of all parts, in the ship's own frame: she takes them along."""
    by_radius: dict[float, list[Point]] = {}
    for x, y, radius in circles:
        by_radius.setdefault(radius, []).append((x, y))
    rounds = [shapely.buffer(shapely.MultiPoint(some), radius, quad_segs=QUARTER) for radius, some in by_radius.items()]
    union = rounds[0] if len(rounds) == 1 else shapely.union_all(rounds)
    parts = [part for part in shapely.get_parts(union) if isinstance(part, shapely.Polygon) and not part.is_empty]
    return tuple(PiecePoints(_ring(part)) for part in parts)
