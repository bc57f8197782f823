"""Which frames of a video or camera to scan: those in which the piece lies still in a place of its own."""

import math
from dataclasses import dataclass

from tableassist.geometry import PlanarPose, wrap_rad

STILL_NS = 400_000_000
STILL_MM, STILL_RAD = 0.3, math.radians(0.5)
APART_MM, APART_RAD = 12.0, math.radians(20.0)
"""A place that tells something new."""


@dataclass(frozen=True, slots=True)
class Placements:
    """As a value: `seen` gives the next one."""

    taken: tuple[PlanarPose, ...] = ()
    resting: PlanarPose | None = None
    since_ns: int = 0

    def seen(self, pose: PlanarPose | None, t_ns: int) -> tuple["Placements", bool]:
        """With this frame's pose; and whether to take the frame."""
        if pose is None or self.resting is None or not near(pose, self.resting, STILL_MM, STILL_RAD):
            return Placements(self.taken, pose, t_ns), False
        new = not any(near(pose, other, APART_MM, APART_RAD) for other in self.taken)
        if t_ns - self.since_ns < STILL_NS or not new:
            return self, False
        return Placements((*self.taken, pose), self.resting, self.since_ns), True


def near(one: PlanarPose, other: PlanarPose, mm: float, rad: float) -> bool:
    apart = math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
    return apart < mm and abs(wrap_rad(one.heading_rad - other.heading_rad)) < rad
