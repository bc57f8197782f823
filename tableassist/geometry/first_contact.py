"""An outline that slides straight without turning: what it sweeps, and where it first meets another. Exact."""

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from tableassist.geometry.arrays import Floats

ALONG = 1e-9
"""A share of an edge's length, by which an edge's end counts as on it."""


def edges_of(outline: BaseGeometry) -> Floats:
    """(E, 2, 2): of all rings of polygons."""
    rings = [
        np.asarray(ring.coords) for part in shapely.get_parts(outline) for ring in (part.exterior, *part.interiors)
    ]
    return np.concatenate([np.stack([ring[:-1], ring[1:]], axis=1) for ring in rings])


def swept_area(outline: BaseGeometry, dx_mm: float, dy_mm: float) -> BaseGeometry:
    """All that the outline covers on its way: at both ends, and what each edge passes over."""
    edges = edges_of(outline)
    shift = np.array([dx_mm, dy_mm])
    corners = np.stack([edges[:, 0], edges[:, 1], edges[:, 1] + shift, edges[:, 0] + shift], axis=1)
    slides = [Polygon(corner) for corner in corners]
    there = shapely.transform(outline, lambda points: points + shift)
    area: BaseGeometry = shapely.union_all([outline, there, *(slide for slide in slides if slide.area > 0)])
    return area


def first_contact_mm(moving: BaseGeometry, fixed: BaseGeometry, direction: tuple[float, float]) -> float | None:
    """How far `moving` slides along a unit vector until it touches `fixed`; None if it never does, 0 if they touch
    and it would press on. What it only leaves does not count."""
    if shapely.intersects(moving, fixed) and not _presses_on(moving, fixed, direction):
        return None
    own, obstacle = edges_of(moving), edges_of(fixed)
    ahead = np.asarray(direction)
    distances = np.concatenate([_along(own[:, 0], obstacle, ahead), _along(obstacle[:, 0], own, -ahead)])
    if shapely.intersects(moving, fixed):
        return 0.0
    return float(distances.min()) if len(distances) else None


def _presses_on(moving: BaseGeometry, fixed: BaseGeometry, direction: tuple[float, float]) -> bool:
    step = np.asarray(direction) * 1e-3
    common = shapely.area(shapely.intersection(moving, fixed))
    next_common = shapely.area(shapely.intersection(shapely.transform(moving, lambda points: points + step), fixed))
    return bool(next_common > common + 1e-9)


def _along(points: Floats, edges: Floats, direction: Floats) -> Floats:
    """How far from each point along the direction each edge lies, where it is hit; 1-D, those that are."""
    start, run = edges[:, 0], edges[:, 1] - edges[:, 0]
    across = run[:, 0] * direction[1] - run[:, 1] * direction[0]
    slanted = np.abs(across) > 1e-12 * np.maximum(np.hypot(run[:, 0], run[:, 1]), 1e-12)
    start, run, across = start[slanted], run[slanted], across[slanted]
    gap = start[None] - points[:, None]
    far = (run[None, :, 0] * gap[..., 1] - run[None, :, 1] * gap[..., 0]) / across
    share = (direction[0] * gap[..., 1] - direction[1] * gap[..., 0]) / across
    hit = (far >= -ALONG) & (share >= -ALONG) & (share <= 1.0 + ALONG)
    return np.asarray(np.maximum(far[hit], 0.0), dtype=np.float64)
