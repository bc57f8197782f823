"""The fitting-out sheet: its own tags round the border, and slots that a ship is set into, bow at a stop."""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.vision.registration.mat_layout import MatLayout, MatTag

JIG_FAMILY = "36h11"
FIRST_JIG_TAG = 570
LINE_HALF_MM = 0.25
PRINT_SIGMA_MM = 0.05
"""How far a printer puts a tag from its place, apart from the scale of the whole page."""


@dataclass(frozen=True, slots=True)
class JigSlot:
    """Where the bow tip touches the stop, and which way the keel points: the heading, towards the bow."""

    name: str
    x_mm: float
    y_mm: float
    heading_rad: float


@dataclass(frozen=True, slots=True)
class Jig:
    """A sheet in mm: origin at its lower-left corner, x right, y up, as printed. Everything drawn lies within it."""

    width_mm: float
    height_mm: float
    tags: MatLayout
    slots: tuple[JigSlot, ...]
    keel_aft_mm: float
    """How far the keel line runs from the stop to the stern: past the ship, so that it can be sighted along."""
    keel_ahead_mm: float
    """How far it runs on before the stop."""
    stop_half_mm: float
    """Half the length of the stop line, which stands square to the keel."""

    def slot(self, name: str) -> JigSlot | None:
        return next((slot for slot in self.slots if slot.name == name), None)


def _a4_jig() -> Jig:
    # A4 and Letter have 259 x 190 mm in common inside margins of 10 mm.
    width, height, size, edge = 259.0, 190.0, 30.0, 19.0
    left, middle, right = edge, width / 2, width - edge
    low, half_up, high = edge, height / 2, height - edge
    places = (
        (left, high),
        (middle, high),
        (right, high),
        (right, half_up),
        (right, low),
        (middle, low),
        (left, low),
        (left, half_up),
    )
    tags = tuple(MatTag(JIG_FAMILY, FIRST_JIG_TAG + k, size, x, y, 0.0) for k, (x, y) in enumerate(places))
    # Like the vanes of a windmill, so that no two keel lines cross.
    slots = (
        JigSlot("1", middle + 45, half_up - 24, 0.0),
        JigSlot("2", width - 57, half_up + 48, math.pi / 2),
        JigSlot("3", middle - 45, half_up + 24, math.pi),
        JigSlot("4", 57.0, half_up - 48, -math.pi / 2),
    )
    return Jig(width, height, MatLayout(width, height, tags, PRINT_SIGMA_MM), slots, 92.0, 8.0, 12.0)


def printed_areas(jig: Jig) -> tuple[Floats, ...]:
    """(4, 2) each: the lines of the sheet on which ships are laid, as they are printed, in mm."""
    areas = []
    for slot in jig.slots:
        c, s = math.cos(slot.heading_rad), math.sin(slot.heading_rad)
        turn = np.array([[c, s], [-s, c]])
        half = LINE_HALF_MM
        for low, high in (
            ((-jig.keel_aft_mm, -half), (jig.keel_ahead_mm, half)),
            ((-half, -jig.stop_half_mm), (half, jig.stop_half_mm)),
        ):
            box = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
            areas.append(box @ turn + (slot.x_mm, slot.y_mm))
    return tuple(areas)


A4_JIG = _a4_jig()
