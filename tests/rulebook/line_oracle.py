"""Line of fire by brute force: points every 0.25 mm on all of the target, each tried with a straight line.

Written apart from the engine and without any of its code: shapes come from the models' numbers, blockers by the rule
texts, and shapely says whether a line meets one.
"""

import math
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import LineString, Point, Polygon

STEP_MM = 0.25
BLOCKING_KINDS = {
    "spanish-main": {"ship", "sea-creature", "island"},
    "revolution": {"ship", "sea-creature", "island", "fog-bank"},
    "complete": {"ship", "sea-creature", "island", "fog-bank"},
}
FORT_BLOCKING_KINDS = {
    "spanish-main": {"sea-creature"},
    "revolution": {"sea-creature", "fog-bank"},
    "complete": {"fog-bank"},
}


@dataclass
class Lying:
    """A piece and where it lies."""

    piece: object
    x: float
    y: float
    heading: float

    def put(self, points):
        c, s = math.cos(self.heading), math.sin(self.heading)
        return [(self.x + c * px - s * py, self.y + s * px + c * py) for px, py in points]


def mast_lines(lying, number):
    mast = lying.piece.model.masts[number - 1]
    if mast.sail is None:
        arms = [((-0.75, 0.0), (0.75, 0.0)), ((0.0, -0.75), (0.0, 0.75))]
    else:
        turn = {"athwart": 90.0, "fore-and-aft": 0.0, "diagonal": 45.0}[str(mast.sail.plane)]
        half = mast.sail.width_mm / 2
        tip = (half * math.cos(math.radians(turn)), half * math.sin(math.radians(turn)))
        arms = [((-tip[0], -tip[1]), tip)]
    return [LineString(lying.put([(mast.x_mm + x, mast.y_mm + y) for x, y in arm])) for arm in arms]


def solids(lying):
    model = lying.piece.model
    outlines = [model.hull, *(part.outline for part in model.parts), *(segment.ring for segment in model.segments)]
    return [Polygon(lying.put(outline)) for outline in outlines]


def target_points(target, origin, reach):
    """Every quarter of a millimetre on everything that can be hit, and the nearest place, within reach."""
    model = target.piece.model
    lines = [solid.exterior for solid in solids(target)]
    lines += [line for number in range(1, len(model.masts) + 1) for line in mast_lines(target, number)]
    if len(model.bowsprit) > 1:
        lines.append(LineString(target.put(model.bowsprit)))
    places = []
    for line in lines:
        at = np.append(np.arange(0.0, line.length, STEP_MM), [line.length, line.project(Point(origin))])
        places.append(shapely.get_coordinates(shapely.line_interpolate_point(line, at)))
    points = np.concatenate(places)
    return points[np.hypot(*(points - origin).T) <= reach]


def blockers(shooter, mast, target, others, edition):
    """Geometry by whose it is. Own rig but the cannon's own mast; a creature's segments are none."""
    found = [
        ("own", line)
        for number in range(1, len(shooter.piece.model.masts) + 1)
        if number != mast
        for line in mast_lines(shooter, number)
    ]
    kinds = (FORT_BLOCKING_KINDS if shooter.piece.model.kind == "fort" else BLOCKING_KINDS)[edition]
    for other in others:
        if other is shooter or other is target or str(other.piece.model.kind) not in kinds:
            continue
        found += [(other.piece.id, solid) for solid in solids(other)]
        found += [
            (other.piece.id, line)
            for number in range(1, len(other.piece.model.masts) + 1)
            for line in mast_lines(other, number)
        ]
    return found


def seen(origin, mast, shooter, target, others, reach, edition="complete"):
    """Of all tried points within reach, which can be seen; None if none is within reach."""
    points = target_points(target, origin, reach)
    if len(points) == 0:
        return None
    walls = [geometry for _, geometry in blockers(shooter, mast, target, others, edition)]
    if not walls:
        return np.ones(len(points), dtype=bool)
    wall = shapely.geometrycollections(walls)
    shapely.prepare(wall)
    starts = np.broadcast_to(np.asarray(origin), points.shape)
    lines = shapely.linestrings(np.stack([starts, points], axis=1))
    return ~shapely.intersects(wall, lines)
