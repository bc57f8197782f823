"""The fitting-out sheet: its own tags round the border, and slots that a ship is set into, bow at a stop."""

import math
from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry import Floats
from tableassist.vision.registration.mat_layout import MatLayout, MatTag

JIG_FAMILY = "36h11"
FIRST_JIG_TAG = 570
LINE_HALF_MM = 0.25
GREY_GROUND = 0.5
Point = tuple[float, float]
PRINT_SIGMA_MM = 0.05
"""How far a printer puts a tag from its place, apart from the scale of the whole page."""


@dataclass(frozen=True, slots=True)
class JigSlot:
    """Where the bow tip touches the stop, and which way the keel points: the heading, towards the bow."""

    name: str
    x_mm: float
    y_mm: float
    heading_rad: float
    ground: float = 1.0
    """Of the paper where the ship lies, as a share of white: hulls that are lost on white stand out on grey."""


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
    keel_clear_aft_mm: float = 0.0
    keel_clear_ahead_mm: float = 0.0
    stop_clear_mm: float = 0.0
    """How much of keel line and stop, from where they meet, is blank: nothing is printed where the hull's edge is."""
    patch_aft_mm: float = 72.0
    patch_ahead_mm: float = 10.0
    patch_half_mm: float = 18.5
    """Of the ground that a slot has a shade of its own for."""

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
        JigSlot("2", width - 57, half_up + 48, math.pi / 2, GREY_GROUND),
        JigSlot("3", middle - 45, half_up + 24, math.pi),
        JigSlot("4", 57.0, half_up - 48, -math.pi / 2, GREY_GROUND),
    )
    return Jig(width, height, MatLayout(width, height, tags, PRINT_SIGMA_MM), slots, 92.0, 9.0, 16.0, 70.0, 5.0, 9.0)


def slot_lines(jig: Jig, slot: JigSlot) -> tuple[tuple[Point, Point], ...]:
    """The lines of a slot that are printed, each from end to end on the sheet: keel line, then stop."""
    along = ((-jig.keel_aft_mm, -jig.keel_clear_aft_mm), (jig.keel_clear_ahead_mm, jig.keel_ahead_mm))
    across = ((-jig.stop_half_mm, -jig.stop_clear_mm), (jig.stop_clear_mm, jig.stop_half_mm))
    keel = (((start, 0.0), (end, 0.0)) for start, end in along)
    stop = (((0.0, start), (0.0, end)) for start, end in across)
    return tuple((on_slot(slot, *start), on_slot(slot, *end)) for start, end in (*keel, *stop))


def on_slot(slot: JigSlot, ahead_mm: float, port_mm: float) -> Point:
    """Where on the sheet something is that lies so far ahead of the stop and to port of the keel line."""
    c, s = math.cos(slot.heading_rad), math.sin(slot.heading_rad)
    return slot.x_mm + ahead_mm * c - port_mm * s, slot.y_mm + ahead_mm * s + port_mm * c


def slot_patch(jig: Jig, slot: JigSlot) -> tuple[Point, ...]:
    """The corners of the ground on which a ship lies in this slot, counter-clockwise."""
    ends, half = (-jig.patch_aft_mm, jig.patch_ahead_mm), jig.patch_half_mm
    places = ((ends[0], -half), (ends[1], -half), (ends[1], half), (ends[0], half))
    return tuple(on_slot(slot, *place) for place in places)


def printed_areas(jig: Jig) -> tuple[Floats, ...]:
    """(4, 2) each: the lines of the sheet near which ships are laid, as they are printed, in mm."""
    areas = []
    for slot in jig.slots:
        for start, end in slot_lines(jig, slot):
            along = np.subtract(end, start)
            wide = np.array([-along[1], along[0]]) / np.hypot(*along) * LINE_HALF_MM
            areas.append(np.array([start - wide, end - wide, end + wide, start + wide]))
    return tuple(areas)


A4_JIG = _a4_jig()


def _first_print(jig: Jig) -> Jig:
    """The sheet as it was printed at first: lines under the hull, all white. Its tags and slots are the same."""
    slots = tuple(replace(slot, ground=1.0) for slot in jig.slots)
    return replace(
        jig,
        slots=slots,
        keel_ahead_mm=8.0,
        stop_half_mm=12.0,
        keel_clear_aft_mm=0.0,
        keel_clear_ahead_mm=0.0,
        stop_clear_mm=0.0,
    )


FIRST_A4_JIG = _first_print(A4_JIG)
