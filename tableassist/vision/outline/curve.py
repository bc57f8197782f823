"""Closed curves in the piece's frame: even steps, outward directions, smoothing, gaps, fewer points."""

import math

import numpy as np
import shapely
from shapely import Polygon

from tableassist.geometry import Flags, Floats, PiecePoints

COURSE_STEPS = 10
"""Along a rim, to see where it is heading."""
STRAIGHTEST = 0.7
"""A rim that heads off by more than 45 degrees has a corner at the end of what is seen."""


def even_steps(points: PiecePoints, step_mm: float) -> PiecePoints:
    """Points along the closed curve, about `step_mm` apart, counter-clockwise."""
    ring = np.asarray(points)
    if signed_area(points) < 0:
        ring = ring[::-1]
    closed = np.concatenate([ring, ring[:1]])
    run = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(closed, axis=0), axis=1))])
    count = max(12, round(run[-1] / step_mm))
    at = np.arange(count) * run[-1] / count
    return PiecePoints(np.column_stack([np.interp(at, run, closed[:, k]) for k in range(2)]))


def signed_area(points: PiecePoints) -> float:
    x, y = np.asarray(points).T
    return 0.5 * float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())


def smoothed(values: Floats, sigma_steps: float) -> Floats:
    """Values along a closed curve, (N,) or (N, K)."""
    from scipy.ndimage import gaussian_filter1d  # noqa: PLC0415  slow to load, and no window needs it to open

    return gaussian_filter1d(values, sigma_steps, axis=0, mode="wrap")


def outward(points: PiecePoints, sigma_steps: float) -> Floats:
    """(N, 2) unit normals of a counter-clockwise curve, of its course over some steps."""
    course = smoothed(np.roll(points, -1, axis=0) - np.roll(points, 1, axis=0), sigma_steps)
    normal = np.stack([course[:, 1], -course[:, 0]], axis=1)
    return np.asarray(normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9), dtype=np.float64)


def bridged(points: PiecePoints, known: Flags) -> PiecePoints:
    """The closed curve, its unknown stretches replaced by arcs that go on as it does on both sides, or by lines."""
    filled = np.array(points, dtype=np.float64)
    count = len(filled)
    for start, length in stretches(known):
        if length >= count:
            break
        before, after = (start - 1) % count, (start + length) % count
        chord = filled[after] - filled[before]
        leaving = _course(filled, known, before, -1, chord)
        arriving = _course(filled, known, after, 1, chord)
        t = (np.arange(1, length + 1) / (length + 1))[:, None]
        arc = (2 * t**3 - 3 * t**2 + 1) * filled[before] + (3 * t**2 - 2 * t**3) * filled[after]
        arc += (t**3 - 2 * t**2 + t) * leaving + (t**3 - t**2) * arriving
        line = (1 - t) * filled[before] + t * filled[after]
        bulge = (arc - line) @ np.array([chord[1], -chord[0]])
        # A cove that nobody saw is not made up.
        filled[np.arange(start, start + length) % count] = np.where(bulge[:, None] > 0.0, arc, line)
    return PiecePoints(filled)


def _course(points: Floats, known: Flags, end: int, way: int, chord: Floats) -> Floats:
    """Where the curve is heading at the end of a known stretch, as long as the chord; the chord where it turns off."""
    count = len(points)
    back = end
    for step in range(1, COURSE_STEPS + 1):
        at = (end + way * step) % count
        if not known[at]:
            break
        back = at
    course = (points[back] - points[end]) * way
    long, far = float(np.linalg.norm(course)), float(np.linalg.norm(chord))
    if long < 1e-6 or far < 1e-6 or float(course @ chord) < STRAIGHTEST * long * far:
        return chord
    return np.asarray(course * (far / long), dtype=np.float64)


def stretches(known: Flags) -> tuple[tuple[int, int], ...]:
    """The unknown stretches of a closed curve: index of the first unknown point, and how many follow each other."""
    count = len(known)
    if known.all() or not known.any():
        return () if known.all() else ((0, count),)
    first = int(np.flatnonzero(known)[0])
    turned = np.roll(known, -first)
    ends = np.flatnonzero(np.diff(np.concatenate([[1], turned.astype(int), [1]])))
    pairs = zip(ends[::2], ends[1::2], strict=True)
    return tuple(((int(start) + first) % count, int(end - start)) for start, end in pairs)


def trusted(known: Flags, *, gap: int, margin: int, least: int) -> Flags:
    """Without the ends of known stretches that border on gaps longer than `gap`, and without stretches below `least`:
    what hides a rim also tinges what is beside it."""
    sure = known.copy()
    count = len(known)
    for start, length in stretches(known):
        if gap < length < count:
            sure[np.arange(start - margin, start + length + margin) % count] = False
    for start, length in stretches(~sure):
        if length < least:
            sure[np.arange(start, start + length) % count] = False
    return sure


def simplified(points: PiecePoints, tolerance_mm: float, most: int) -> PiecePoints:
    """Fewer corners, none farther than the tolerance from the curve (Douglas-Peucker), counter-clockwise."""
    tolerance = tolerance_mm
    while True:
        simpler = Polygon(points).simplify(tolerance, preserve_topology=True)
        corners = shapely.get_coordinates(simpler)[:-1]
        if len(corners) <= most:
            break
        tolerance *= 1.5
    if signed_area(PiecePoints(corners)) < 0:
        corners = corners[::-1]
    return PiecePoints(corners)


def bend_mm(length_mm: float) -> float:
    """How far a gently bent rim leaves the chord of a stretch that nobody saw: a circle of 40 mm, on average."""
    half = min(0.5 * length_mm, 40.0)
    return 0.7 * (40.0 - math.sqrt(1600.0 - half * half))


def inward_mm(points: PiecePoints, ring: PiecePoints) -> Floats:
    """(N,) how deep the points lie within a closed curve; 0 for those outside."""
    body = Polygon(ring)
    places = shapely.points(np.asarray(points))
    deep = shapely.distance(places, body.exterior)
    return np.where(shapely.contains(body, places), deep, 0.0)
