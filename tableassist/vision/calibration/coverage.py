"""Where in the picture corners were seen, and from which sides."""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Indices
from tableassist.messages import template
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.lens_fit.target import CalibrationView

COLUMNS, ROWS = 6, 4
LEAST_IN_CELL = 3
TILTED_RAD = math.radians(15.0)
TILTS = ("flat", "left", "right", "top", "bottom")
"""Which side of the board is farther away than the rest, or none."""
PARTS = (
    (template("top left"), template("top middle"), template("top right")),
    (template("upper left"), template("upper middle"), template("upper right")),
    (template("lower left"), template("lower middle"), template("lower right")),
    (template("bottom left"), template("bottom middle"), template("bottom right")),
)
"""Of the picture: a row of it each, two columns for each place across."""


@dataclass(frozen=True, slots=True, eq=False)
class Coverage:
    cells: Indices
    """(ROWS, COLUMNS) corners seen in each part of the picture."""
    tilts: tuple[int, ...]
    """How many views of each of TILTS."""

    @property
    def covered(self) -> float:
        """The share of the picture's parts that hold corners."""
        return float((self.cells >= LEAST_IN_CELL).mean())

    @property
    def missing_tilts(self) -> tuple[str, ...]:
        return tuple(name for name, count in zip(TILTS, self.tilts, strict=True) if count == 0)

    @property
    def emptiest(self) -> str:
        """The part of the picture (one of PARTS) that most lacks corners; "" where none does."""
        if (self.cells >= LEAST_IN_CELL).all():
            return ""
        row, column = np.unravel_index(int(self.cells.argmin()), self.cells.shape)
        return PARTS[int(row)][int(column) // 2]


def coverage_of(views: tuple[CalibrationView, ...], poses: tuple[CameraPose, ...]) -> Coverage:
    cells = np.zeros((ROWS, COLUMNS), dtype=np.intp)
    for view in views:
        column = np.clip((view.px[:, 0] + 0.5) / view.width_px * COLUMNS, 0, COLUMNS - 1).astype(np.intp)
        row = np.clip((view.px[:, 1] + 0.5) / view.height_px * ROWS, 0, ROWS - 1).astype(np.intp)
        np.add.at(cells, (row, column), 1)
    kinds = [tilt_of(pose) for pose in poses]
    return Coverage(cells, tuple(kinds.count(name) for name in TILTS))


def tilt_of(pose: CameraPose) -> str:
    """By the side of the target that lies farther from the camera, as the picture shows it."""
    normal = pose.rotation[:, 2] * math.copysign(1.0, pose.rotation[2, 2])
    across, down = math.asin(max(-1.0, min(1.0, normal[0]))), math.asin(max(-1.0, min(1.0, normal[1])))
    if max(abs(across), abs(down)) < TILTED_RAD:
        return "flat"
    # On the plane, depth grows along -normal's sideways part.
    if abs(across) >= abs(down):
        return "left" if across > 0 else "right"
    return "top" if down > 0 else "bottom"
