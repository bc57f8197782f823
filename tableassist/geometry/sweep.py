"""What a convex outline sweeps when it slides straight ahead. Many slides at once."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from tableassist.geometry.arrays import Flags, Floats

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


def slider(points: Floats) -> Slider:
    """Of the convex hull of the points."""
    ring = np.asarray(shapely.get_coordinates(shapely.convex_hull(shapely.multipoints(points))))[:-1]
    if not Polygon(ring).exterior.is_ccw:
        ring = ring[::-1]
    ring = np.roll(ring, -int(ring[:, 1].argmin()), axis=0)
    top = int(ring[:, 1].argmax())
    return Slider(ring[: top + 1], np.concatenate([ring[top:], ring[:1]]))


def swept(outline: Slider, start: Floats, heading_rad: Floats, length_mm: Floats) -> Polygons:
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


def carried(outline: Slider, heading_rad: float, start: Floats, end: Floats) -> Polygons:
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


def is_free(
    outlines: tuple[Slider, ...], start: Floats, heading_rad: Floats, length_mm: Floats, blocked: BaseGeometry
) -> Flags:
    """(N,) whether none of the outlines meets `blocked` on its slide; prepare `blocked` to make it fast."""
    free: Flags = np.ones(len(start), dtype=np.bool_)
    if blocked.is_empty:
        return free
    for outline in outlines:
        at = np.flatnonzero(free)
        free[at] = ~shapely.intersects(blocked, swept(outline, start[at], heading_rad[at], length_mm[at]))
    return free
