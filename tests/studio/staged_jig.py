"""The fitting-out sheet in the studio: paper, tags and lines; and a ship set on it by a hand that is a little off."""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry.frames import Floats, PlanarPose
from tableassist.pieces import Piece
from tableassist.studio.staging.staged_table import StagedPiece
from tableassist.studio.surfaces.faces import Colour, Face, PlacedTag, Placement, Solid, rotation_xyz
from tableassist.vision.mounts.jig import Jig, JigSlot, slot_lines, slot_patch

_PAPER: Colour = (232.0, 236.0, 238.0)
_LINE: Colour = (90.0, 84.0, 80.0)
_LINE_MM = 0.5
_MARGIN_MM = 10.0


@dataclass(frozen=True, slots=True)
class StagedJig:
    """The fitting-out sheet, lying on the mat."""

    jig: Jig
    x_mm: float
    y_mm: float
    """Where the sheet's own origin lies, its lower-left corner."""
    heading_rad: float = 0.0
    scale: float = 1.0
    """At which it was printed."""
    thickness_mm: float = 0.1

    @property
    def mat_from_jig(self) -> Placement:
        """From the sheet as it was printed; its upper side is 0."""
        turn = rotation_xyz(0.0, 0.0, self.heading_rad)
        return Placement(turn, np.array([self.x_mm, self.y_mm, self.thickness_mm]))

    def solids(self) -> tuple[Solid, ...]:
        """One sheet; what is printed on it lies in its plane and is painted after it."""
        jig, low, high = self.jig, -_MARGIN_MM, _MARGIN_MM
        rim = [(low, low), (jig.width_mm + high, low), (jig.width_mm + high, jig.height_mm + high)]
        faces = [_face(self, [*rim, (low, jig.height_mm + high)], _PAPER)]
        for slot in jig.slots:
            if slot.ground < 1.0:
                grey = tuple(slot.ground * level for level in _PAPER)
                faces.append(_face(self, list(slot_patch(jig, slot)), grey))
            for start, end in slot_lines(jig, slot):
                faces.append(_face(self, _stroke(start, end), _LINE))
        faces += [Face(tag.plate, _PAPER, tag=tag) for tag in _placed_tags(self)]
        return (Solid(tuple(faces), casts_shadow=False),)


def _placed_tags(staged: StagedJig) -> tuple[PlacedTag, ...]:
    placed = []
    for tag in staged.jig.tags.tags:
        at = Placement(
            rotation_xyz(0.0, 0.0, tag.yaw_rad), np.array([tag.x_mm * staged.scale, tag.y_mm * staged.scale, 0.0])
        )
        placed.append(PlacedTag(tag.family, tag.tag, tag.size_mm * staged.scale, staged.mat_from_jig.then(at)))
    return tuple(placed)


def set_on_jig(
    piece: Piece,
    bow_x_mm: float,
    staged: StagedJig,
    slot: JigSlot,
    *,
    ahead_mm: float = 0.0,
    aside_mm: float = 0.0,
    turn_rad: float = 0.0,
) -> StagedPiece:
    """The ship with her bow so far past the stop and to port of the line, and so much turned about her bow."""
    along = slot.heading_rad
    bow = np.array(
        [
            slot.x_mm * staged.scale + ahead_mm * math.cos(along) - aside_mm * math.sin(along),
            slot.y_mm * staged.scale + ahead_mm * math.sin(along) + aside_mm * math.cos(along),
            0.0,
        ]
    )
    x, y, _ = staged.mat_from_jig.place(bow[None])[0]
    heading = staged.heading_rad + along + turn_rad
    pose = PlanarPose(float(x) - bow_x_mm * math.cos(heading), float(y) - bow_x_mm * math.sin(heading), heading)
    return StagedPiece(piece, pose, lift_mm=staged.thickness_mm)


def _face(staged: StagedJig, outline: list[tuple[float, float]], colour: Colour) -> Face:
    flat = np.array(outline) * staged.scale
    points: Floats = staged.mat_from_jig.place(np.column_stack([flat, np.zeros(len(flat))]))
    return Face(points, colour)


def _stroke(start: tuple[float, float], end: tuple[float, float]) -> list[tuple[float, float]]:
    """A line as a thin rectangle, counter-clockwise."""
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    wx, wy = -uy * _LINE_MM / 2, ux * _LINE_MM / 2
    return [
        (start[0] - wx, start[1] - wy),
        (end[0] - wx, end[1] - wy),
        (end[0] + wx, end[1] + wy),
        (start[0] + wx, start[1] + wy),
    ]
