"""The truth of a rendered picture: where each tag's corners are, and how much of it is hidden."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tableassist.geometry.arrays import Floats, ImagePoints
from tableassist.studio.facets import newell_normals
from tableassist.studio.hand import hand_covers
from tableassist.studio.optics import StudioCamera
from tableassist.studio.placed_tags import PlacedTag, placed_tags
from tableassist.studio.render import Staged, staged_solids
from tableassist.studio.solids import Face
from tableassist.studio.staged_table import StagedTable

_GRID = 15
"""Points along each side of a tag at which it is asked what hides it."""
_CLEAR_OF_TAG = 1.0 - 1e-5
"""A face must be nearer than the tag by more than this, or it is the card that the tag is printed on."""


@dataclass(frozen=True, slots=True, eq=False)
class TagTruth:
    family: str
    tag: int
    corners: ImagePoints
    """(4, 2) px: lower left, lower right, upper right, upper left as the tag is read upright."""
    wholly_inside: bool
    hidden_share: float
    """Share of the black square that other things hide, 0 to 1."""
    faces_camera: bool


def tag_truths(table: StagedTable, camera: StudioCamera) -> tuple[TagTruth, ...]:
    faces = _possible_covers(table)
    return tuple(_truth(tag, faces, table, camera) for tag in placed_tags(table))


def _possible_covers(table: StagedTable) -> list[Face]:
    staged: tuple[Staged, ...] = (*table.pieces, *table.clutter, *table.free_tags)
    return [face for one in staged for solid in staged_solids(one) for face in solid.faces]


def _truth(tag: PlacedTag, faces: list[Face], table: StagedTable, camera: StudioCamera) -> TagTruth:
    corners = camera.project(tag.corners)
    size = np.array([camera.width_px, camera.height_px])
    inside = bool((corners >= -0.5).all() and (corners <= size - 0.5).all())
    spread = (np.arange(_GRID) + 0.5) / _GRID - 0.5
    grid = np.stack(np.meshgrid(spread, spread), axis=-1).reshape(-1, 2) * tag.size_mm
    points = tag.mat_from_tag.place(np.column_stack([grid, np.zeros(len(grid))]))
    eye = camera.centre
    hidden = np.zeros(len(points), np.bool_)
    for face in faces:
        if face.points[:, 2].max() > points[:, 2].min():  # what lies lower than the tag cannot hide it
            hidden |= _hides(face, eye, points)
    for hand in table.hands:
        hidden |= hand_covers(hand, eye, points)
    facing = float(tag.mat_from_tag.rotation[:, 2] @ (eye - tag.mat_from_tag.shift)) > 0.0
    return TagTruth(tag.family, tag.tag, corners, inside, float(hidden.mean()), facing)


def _hides(face: Face, eye: Floats, points: Floats) -> npt.NDArray[np.bool_]:
    """Which points (N, 3) have the face between them and the eye."""
    normal = newell_normals([face])[0]
    rays = points - eye
    towards = rays @ normal
    safe = np.where(np.abs(towards) < 1e-9, 1e-9, towards)
    share = float((face.points[0] - eye) @ normal) / safe
    between = (share > 0.0) & (share < _CLEAR_OF_TAG)
    if not between.any():
        return between
    met = eye + share[:, None] * rays
    flat = [axis for axis in range(3) if axis != int(np.argmax(np.abs(normal)))]
    covered: npt.NDArray[np.bool_] = between & _inside(face.points[:, flat], met[:, flat])
    return covered


def _inside(ring: Floats, points: Floats) -> npt.NDArray[np.bool_]:
    """Even-odd rule, for outlines of any shape."""
    inside = np.zeros(len(points), np.bool_)
    for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        if a[1] == b[1]:
            continue
        level = (points[:, 1] >= min(a[1], b[1])) & (points[:, 1] < max(a[1], b[1]))
        crossing = a[0] + (points[:, 1] - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
        inside ^= level & (points[:, 0] < crossing)
    return inside
