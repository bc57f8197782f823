"""The fitting-out sheet in the studio: paper, tags and lines; and a ship set on it by a hand that is a little off."""

import math

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.pieces.piece import Piece
from tableassist.studio.staging.staged_table import StagedJig, StagedPiece
from tableassist.studio.surfaces.faces import Colour, Face, Solid
from tableassist.studio.surfaces.placed_tag import PlacedTag
from tableassist.studio.surfaces.placement import Placement, rotation_xyz
from tableassist.vision.mounts.jig import JigSlot

_PAPER: Colour = (232.0, 236.0, 238.0)
_LINE: Colour = (90.0, 84.0, 80.0)
_LINE_MM = 0.5
_MARGIN_MM = 10.0


def jig_solids(staged: StagedJig) -> tuple[Solid, ...]:
    """One sheet; what is printed on it lies in its plane and is painted after it."""
    jig, low, high = staged.jig, -_MARGIN_MM, _MARGIN_MM
    rim = [(low, low), (jig.width_mm + high, low), (jig.width_mm + high, jig.height_mm + high)]
    faces = [_face(staged, [*rim, (low, jig.height_mm + high)], _PAPER)]
    for slot in jig.slots:
        for start, end in (jig.keel_line(slot), jig.stop_line(slot)):
            faces.append(_face(staged, _stroke(start, end), _LINE))
    faces += [Face(tag.plate, _PAPER, tag=tag) for tag in placed_jig_tags(staged)]
    return (Solid(tuple(faces), casts_shadow=False),)


def placed_jig_tags(staged: StagedJig) -> tuple[PlacedTag, ...]:
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
