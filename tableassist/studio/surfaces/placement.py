"""Where a thing of its own frame is in space."""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """`mat_from_something` in space."""

    rotation: Floats
    shift: Floats

    def place(self, points: Floats) -> Floats:
        """(N, 3) to (N, 3) on the mat."""
        return points @ self.rotation.T + self.shift

    def then(self, inner: "Placement") -> "Placement":
        """`mat_from_inner`, where `inner` is placed on what this places."""
        return Placement(self.rotation @ inner.rotation, self.rotation @ inner.shift + self.shift)


def rotation_xyz(roll_rad: float, pitch_rad: float, yaw_rad: float) -> Floats:
    """Roll about x first, then pitch about y, then yaw about z."""
    cr, sr = math.cos(roll_rad), math.sin(roll_rad)
    cp, sp = math.cos(pitch_rad), math.sin(pitch_rad)
    cy, sy = math.cos(yaw_rad), math.sin(yaw_rad)
    about_x = np.array([[1.0, 0.0, 0.0], [0.0, cr, -sr], [0.0, sr, cr]])
    about_y = np.array([[cp, 0.0, sp], [0.0, 1.0, 0.0], [-sp, 0.0, cp]])
    about_z = np.array([[cy, -sy, 0.0], [sy, cy, 0.0], [0.0, 0.0, 1.0]])
    return np.asarray(about_z @ about_y @ about_x, dtype=np.float64)
