"""Outlines that slide straight: what they sweep, where they first meet another, how deep two overlap. Exact."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from tableassist.geometry.frames import Flags, Floats

Polygons = npt.NDArray[np.object_]


@dataclass(frozen=True, slots=True, eq=False)
class Slider:
    """A convex outline in the frame of the point that is followed, x ahead, cut into what leads and what trails."""

    leading: Floats
    """(F, 2) from the lowest y round the front to the highest."""
    trailing: Floats
    """(R, 2) from the highest y round the back to the lowest."""

    @property
    def radius_mm(self) -> float:
        """No point of the outline is farther from the point that is followed."""
        points = np.concatenate([self.leading, self.trailing])
        return float(np.hypot(points[:, 0], points[:, 1]).max())


def make_slider(points: Floats) -> Slider:
    """Of the convex hull of the points."""
    ring = np.asarray(shapely.get_coordinates(shapely.convex_hull(shapely.multipoints(points))))[:-1]
    if not Polygon(ring).exterior.is_ccw:
        ring = ring[::-1]
    ring = np.roll(ring, -int(ring[:, 1].argmin()), axis=0)
    top = int(ring[:, 1].argmax())
    return Slider(ring[: top + 1], np.concatenate([ring[top:], ring[:1]]))


def sweep_slides(outline: Slider, start: Floats, heading_rad: Floats, length_mm: Floats) -> Polygons:
    """One polygon for each slide from `start` (N, 2) along `heading_rad` (N,) over `length_mm` (N,)."""
    count = len(start)
    ahead = np.broadcast_to(outline.leading, (count, *outline.leading.shape)).copy()
    ahead[:, :, 0] += length_mm[:, None]
    behind = np.broadcast_to(outline.trailing, (count, *outline.trailing.shape))
    local = np.concatenate([ahead, behind], axis=1)
    c, s = np.cos(heading_rad)[:, None], np.sin(heading_rad)[:, None]
    x = start[:, :1] + c * local[..., 0] - s * local[..., 1]
    y = start[:, 1:] + s * local[..., 0] + c * local[..., 1]
    return np.asarray(shapely.polygons(np.stack([x, y], axis=-1)))


def sweep_straight(outline: Slider, heading_rad: float, start: Floats, end: Floats) -> Polygons:
    """One polygon for each straight way from `start` (N, 2) to `end` (N, 2) of an outline that keeps its heading,
    whichever way it goes: its front lies at the end, its back at the start, and its widest points at both."""
    c, s = np.cos(heading_rad), np.sin(heading_rad)
    ring = np.concatenate([outline.leading[:-1], outline.trailing[:-1]]) @ np.array([[c, s], [-s, c]])
    gone = end - start
    aside = gone[:, :1] * ring[:, 1] - gone[:, 1:] * ring[:, 0]
    right, left = aside.argmin(axis=1)[:, None], aside.argmax(axis=1)[:, None]
    turn = np.arange(len(ring) + 2)
    is_behind = turn > (left - right) % len(ring)
    corners = ring[(right + turn - is_behind) % len(ring)]
    return np.asarray(shapely.polygons(corners + np.where(is_behind[..., None], start[:, None], end[:, None])))


def find_free_slides(
    outlines: tuple[Slider, ...], start: Floats, heading_rad: Floats, length_mm: Floats, blocked: BaseGeometry
) -> Flags:
    """(N,) whether none of the outlines meets `blocked` on its slide; prepare `blocked` to make it fast."""
    free: Flags = np.ones(len(start), dtype=np.bool_)
    if blocked.is_empty:
        return free
    for outline in outlines:
        at = np.flatnonzero(free)
        free[at] = ~shapely.intersects(blocked, sweep_slides(outline, start[at], heading_rad[at], length_mm[at]))
    return free


ALONG = 1e-9
"""A share of an edge's length, by which an edge's end counts as on it."""


def list_edges(outline: BaseGeometry) -> Floats:
    """(E, 2, 2): of all rings of polygons."""
    rings = [
        np.asarray(ring.coords) for part in shapely.get_parts(outline) for ring in (part.exterior, *part.interiors)
    ]
    return np.concatenate([np.stack([ring[:-1], ring[1:]], axis=1) for ring in rings])


def sweep_area(outline: BaseGeometry, dx_mm: float, dy_mm: float) -> BaseGeometry:
    """All that the outline covers on its way: at both ends, and what each edge passes over."""
    edges = list_edges(outline)
    shift = np.array([dx_mm, dy_mm])
    corners = np.stack([edges[:, 0], edges[:, 1], edges[:, 1] + shift, edges[:, 0] + shift], axis=1)
    slides = [Polygon(corner) for corner in corners]
    there = shapely.transform(outline, lambda points: points + shift)
    area: BaseGeometry = shapely.union_all([outline, there, *(slide for slide in slides if slide.area > 0)])
    return area


def measure_first_contact_mm(moving: BaseGeometry, fixed: BaseGeometry, direction: tuple[float, float]) -> float | None:
    """How far `moving` slides along a unit vector until it touches `fixed`; None if it never does, 0 if they touch
    and it would press on. What it only leaves does not count."""
    if shapely.intersects(moving, fixed) and not _presses_on(moving, fixed, direction):
        return None
    own, obstacle = list_edges(moving), list_edges(fixed)
    ahead = np.asarray(direction)
    distances = np.concatenate(
        [_distances_along(own[:, 0], obstacle, ahead), _distances_along(obstacle[:, 0], own, -ahead)]
    )
    if shapely.intersects(moving, fixed):
        return 0.0
    return float(distances.min()) if len(distances) else None


def _presses_on(moving: BaseGeometry, fixed: BaseGeometry, direction: tuple[float, float]) -> bool:
    step = np.asarray(direction) * 1e-3
    common = shapely.area(shapely.intersection(moving, fixed))
    next_common = shapely.area(shapely.intersection(shapely.transform(moving, lambda points: points + step), fixed))
    return bool(next_common > common + 1e-9)


def _distances_along(points: Floats, edges: Floats, direction: Floats) -> Floats:
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


Direction = tuple[float, float]


def measure_overlap(one: BaseGeometry, other: BaseGeometry) -> tuple[float, Direction] | None:
    """The least thickness of what both cover, and the direction across it; None where they have no area in common.

    A convex outline is thinnest across one of its own edges, so those are tried, and no grid of directions: a sliver
    40 mm long looks 1.7 mm thick from only 2.5 degrees off.
    """
    common = shapely.intersection(one, other)
    if common.area <= 0:
        return None
    hull = shapely.get_coordinates(shapely.convex_hull(common))
    along = np.diff(hull, axis=0)
    lengths = np.hypot(along[:, 0], along[:, 1])
    along = along[lengths > 1e-9] / lengths[lengths > 1e-9, None]
    across = np.column_stack([-along[:, 1], along[:, 0]])
    widths = np.ptp(hull @ across.T, axis=0)
    thinnest = int(widths.argmin())
    return float(widths[thinnest]), (float(across[thinnest, 0]), float(across[thinnest, 1]))
