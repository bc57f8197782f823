"""What can be seen of a target from a point, past blockers. Exact: no direction is sampled to decide.

Along one direction the nearest point of the target decides: if it is hidden, so is all behind it. The nearest
target edge and the nearest blocker edge can change places only at the directions of a corner, of a crossing
of a target edge with a blocker edge, or of a target edge with the circle of reach. Between two neighbouring
such directions the answer is the same throughout, so one look in the middle of each settles it.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tableassist.geometry.arrays import Floats

LEAST_SPAN_RAD = 1e-9
"""Directions closer than this are one."""
EXTRA_LOOKS = 3
"""Looks within each span, an odd number so that its middle is one; the others only refine the clearance."""


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """One row a direction, each within reach of the target."""

    direction: Floats
    """(N, 2) unit vectors."""
    target_mm: Floats
    """(N,) to the target."""
    span_rad: Floats
    """(N,) how much of the target's width this look stands for."""
    blocker: npt.NDArray[np.intp]
    """(N,) the first blocker before the target, -1 if none."""
    blocker_mm: Floats
    """(N,) to that blocker."""

    @property
    def is_clear(self) -> npt.NDArray[np.bool_]:
        return self.blocker < 0

    @property
    def visible_share(self) -> float:
        """The part of the target's width within reach that can be seen."""
        whole = float(self.span_rad.sum())
        return float(self.span_rad[self.is_clear].sum()) / whole if whole > 0 else 0.0


def look(
    origin: tuple[float, float],
    target: Floats,
    blockers: Floats,
    owner: npt.NDArray[np.intp],
    reach_mm: float,
) -> Looks:
    """`target` (T, 2, 2) and `blockers` (B, 2, 2) are edges on the mat; `owner` (B,) says whose edge each is."""
    aim = _aim(origin, target)
    target_local = _turned(target - origin, -aim)
    blockers_local = _turned(blockers - origin, -aim)
    spans = _spans(target_local, blockers_local, reach_mm)
    middles, widths = _middles(spans)
    direction = np.column_stack([np.cos(middles), np.sin(middles)])
    target_mm = _first_hit(direction, target_local)[0]
    in_reach = target_mm <= reach_mm
    direction, target_mm, widths = direction[in_reach], target_mm[in_reach], widths[in_reach]
    blocker_mm, edge = _first_hit(direction, blockers_local)
    stopped = blocker_mm < target_mm
    blocker = np.where(stopped, owner[edge] if len(owner) else -1, -1)
    return Looks(_turned(direction, aim), target_mm, widths, blocker, np.where(stopped, blocker_mm, np.inf))


def _aim(origin: tuple[float, float], target: Floats) -> float:
    middle = target.reshape(-1, 2).mean(axis=0) - origin
    return math.atan2(middle[1], middle[0])


def _turned(points: Floats, angle_rad: float) -> Floats:
    c, s = math.cos(angle_rad), math.sin(angle_rad)
    turned: Floats = points @ np.array([[c, s], [-s, c]])
    return turned


def _spans(target: Floats, blockers: Floats, reach_mm: float) -> Floats:
    """The sorted directions at which the answer may change, within the target's width."""
    corners = _direction(target.reshape(-1, 2))
    candidates = [
        corners,
        _direction(blockers.reshape(-1, 2)),
        _direction(_crossings(target, blockers)),
        _direction(_on_circle(target, reach_mm)),
    ]
    angles = np.sort(np.concatenate(candidates))
    within: Floats = angles[(angles >= corners.min()) & (angles <= corners.max())]
    return within


def _direction(points: Floats) -> Floats:
    return np.arctan2(points[:, 1], points[:, 0])


def _middles(angles: Floats) -> tuple[Floats, Floats]:
    """Looks in each span, the exact middle among them, each with its share of the span."""
    widths = np.diff(angles)
    real = widths > LEAST_SPAN_RAD
    fractions = (np.arange(EXTRA_LOOKS) + 0.5) / EXTRA_LOOKS
    looks = angles[:-1][real, None] + widths[real, None] * fractions
    return looks.ravel(), np.repeat(widths[real] / EXTRA_LOOKS, EXTRA_LOOKS)


def _cross(a: Floats, b: Floats) -> Floats:
    crossed: Floats = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return crossed


def _first_hit(direction: Floats, edges: Floats) -> tuple[Floats, npt.NDArray[np.intp]]:
    """Distance to the first edge along each direction, and which; infinite where none is met."""
    if len(edges) == 0:
        return np.full(len(direction), np.inf), np.zeros(len(direction), dtype=np.intp)
    start, along = edges[:, 0], edges[:, 1] - edges[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        slant = _cross(direction[:, None], along[None])
        distance = _cross(start, along)[None] / slant
        place = _cross(start[None], direction[:, None]) / slant
        hit = (distance >= 0) & (place >= 0) & (place <= 1)
    distance = np.where(hit, distance, np.inf)
    first = distance.argmin(axis=1)
    return distance[np.arange(len(direction)), first], first


def _crossings(edges: Floats, others: Floats) -> Floats:
    """(K, 2) the points where two edges cross."""
    if len(others) == 0:
        return np.zeros((0, 2))
    a, u = edges[:, None, 0], (edges[:, 1] - edges[:, 0])[:, None]
    b, v = others[None, :, 0], (others[:, 1] - others[:, 0])[None]
    with np.errstate(divide="ignore", invalid="ignore"):
        slant = _cross(u, v)
        s, t = _cross(b - a, v) / slant, _cross(b - a, u) / slant
        crossing = (s >= 0) & (s <= 1) & (t >= 0) & (t <= 1)
    points: Floats = (a + np.where(crossing, s, 0.0)[..., None] * u)[crossing]
    return points


def _on_circle(edges: Floats, radius: float) -> Floats:
    """(K, 2) the points of edges at just `radius` from the origin."""
    start, along = edges[:, 0], edges[:, 1] - edges[:, 0]
    a = (along**2).sum(axis=1)
    half_b = (start * along).sum(axis=1)
    c = (start**2).sum(axis=1) - radius**2
    inside = half_b**2 - a * c
    usable = (a > 0) & (inside >= 0)
    root = np.sqrt(np.where(usable, inside, 0.0))
    points = []
    for sign in (-1.0, 1.0):
        place = (-half_b + sign * root) / np.where(a > 0, a, 1.0)
        on = usable & (place >= 0) & (place <= 1)
        points.append((start + place[:, None] * along)[on])
    return np.concatenate(points)
