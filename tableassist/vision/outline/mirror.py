"""What one side of a hull tells of the other: ships are built alike to port and starboard."""

import math
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import Polygon

from tableassist.geometry import Flags, Floats, PiecePoints
from tableassist.pieces import PieceModel
from tableassist.vision.outline.curve import stretches

ALIKE_MM = 0.25
"""Sigma of the two sides of one hull against each other: cards are bent and glued by hand."""
MODEL_ALIKE_MM = 0.2
KEEL_MM, KEEL_RAD = 1.5, math.radians(4.0)
"""Sigma of the keel as the tag gives it, before the ship was fitted out."""
LEAST_PAIRS = 12
MOST_UNLIKE_MM = 0.6
"""Sides that differ by more, RMS, say nothing of each other."""
REACH_MM = 2.5
"""A side that would have to move farther than this is not hidden but misjudged."""
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class KeelLine:
    """The line y = `off_mm` + `turn_rad` * x that the two sides are alike about."""

    off_mm: float
    turn_rad: float
    sigma_mm: float
    """Of a point that was mirrored in it."""

    def mirrored(self, points: Floats) -> Floats:
        along = np.array([math.cos(self.turn_rad), math.sin(self.turn_rad)])
        middle = np.array([0.0, self.off_mm])
        arms = np.asarray(points) - middle
        return np.asarray(middle + 2.0 * (arms @ along)[:, None] * along - arms, dtype=np.float64)


def is_even(model: PieceModel) -> bool:
    """Whether the model's own two sides are alike."""
    hull = Polygon(model.hull)
    other = Polygon([(x, -y) for x, y in model.hull])
    return hull.symmetric_difference(other).area < MODEL_ALIKE_MM * hull.length


def keel_of(points: PiecePoints, normals: Floats, known: Flags) -> KeelLine | None:
    """By where both sides are known; None where too little is, or where they are not alike."""
    keel = KeelLine(0.0, 0.0, ALIKE_MM)
    rms = 0.0
    for _ in range(ROUNDS):
        off = _across(points, normals, known, keel)
        pairs = np.flatnonzero(known & np.isfinite(off))
        if len(pairs) < LEAST_PAIRS:
            return None
        # A keel shifted by d moves the mirror image of a point by 2 d across it, and turned by a, by 2 a x.
        rows = np.column_stack([2.0 * normals[pairs, 1], 2.0 * normals[pairs, 1] * points[pairs, 0]])
        weight = 1.0 / np.maximum(np.abs(off[pairs]), 0.3)
        prior = np.diag([(0.3 / KEEL_MM) ** 2, (0.3 / KEEL_RAD) ** 2])
        normal = (rows * weight[:, None]).T @ rows + prior
        gone = np.array([keel.off_mm, keel.turn_rad])
        step = np.linalg.solve(normal, -(rows * weight[:, None]).T @ off[pairs] - prior @ gone)
        keel = KeelLine(keel.off_mm + float(step[0]), keel.turn_rad + float(step[1]), ALIKE_MM)
        rms = math.sqrt(float(np.mean(off[pairs] ** 2)))
    if rms > MOST_UNLIKE_MM:
        return None
    return KeelLine(keel.off_mm, keel.turn_rad, max(ALIKE_MM, rms))


def filled(points: PiecePoints, normals: Floats, known: Flags, keel: KeelLine) -> tuple[PiecePoints, Flags]:
    """The unknown points moved to where the other side says they are, and which of them were."""
    off = _across(points, normals, known, keel)
    told = ~known & np.isfinite(off)
    moved = np.asarray(points) + np.where(told, off, 0.0)[:, None] * normals
    return PiecePoints(moved), told


def _across(points: PiecePoints, normals: Floats, known: Flags, keel: KeelLine) -> Floats:
    """(N,) how far outward the mirrored rim of the other side lies, NaN where that is not known."""
    count = len(points)
    runs = [
        keel.mirrored(points[np.arange(start, start + length) % count])
        for start, length in stretches(~known)
        if length >= 2
    ]
    nothing = np.full(count, np.nan)
    if not runs:
        return nothing
    other = shapely.MultiLineString([run.tolist() for run in runs])
    ends = np.stack([points - REACH_MM * normals, points + REACH_MM * normals], axis=1)
    met = np.asarray(shapely.intersection(shapely.linestrings(ends), other))
    off = nothing
    for index, place in enumerate(met):
        at = shapely.get_coordinates(place)
        if len(at):
            far = (at - points[index]) @ normals[index]
            off[index] = far[np.abs(far).argmin()]
    return off
