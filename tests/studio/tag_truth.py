"""The truth of a rendered picture: where each tag's corners are, and how much of it is hidden."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tableassist.geometry.frames import Floats, ImagePoints, MatPoints3
from tableassist.studio.optics import StudioCamera
from tableassist.studio.rendering.canvas import newell_normals
from tableassist.studio.rendering.hand import FOREARM, HOLDING, SPREAD, hand_plane, limb_heights
from tableassist.studio.rendering.render import Staged, staged_solids
from tableassist.studio.staging.staged_table import StagedHand, StagedTable, place_mat_tag, place_mount, standing_mounts
from tableassist.studio.surfaces.faces import Face, PlacedTag
from tests.studio.staged_sheets import StagedTag

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


@dataclass(frozen=True, slots=True, eq=False)
class _Covers:
    """All faces on the table, with what is needed to leave most of them out quickly."""

    faces: tuple[Face, ...]
    normals: Floats
    low_px: Floats
    high_px: Floats
    top_mm: Floats

    def near(self, points: Floats, seen_px: Floats) -> list[int]:
        """Those that overlap the points in the picture and are not wholly lower than them."""
        apart = (self.low_px > seen_px.max(axis=0)) | (self.high_px < seen_px.min(axis=0))
        return list(np.flatnonzero(~apart.any(axis=1) & (self.top_mm > points[:, 2].min())))


def _loose_tags(table: StagedTable) -> list[StagedTag]:
    return [one for one in table.laid if isinstance(one, StagedTag)]


def placed_tags(table: StagedTable) -> tuple[PlacedTag, ...]:
    on_pieces = [place_mount(staged, mount) for staged in table.pieces for mount in standing_mounts(staged)]
    on_mat = [place_mat_tag(tag) for tag in table.mat.tags]
    return (*on_mat, *on_pieces, *(tag.placed() for tag in _loose_tags(table)))


def tag_truths(table: StagedTable, camera: StudioCamera) -> tuple[TagTruth, ...]:
    covers = _covers(table, camera)
    return tuple(_truth(tag, covers, table, camera) for tag in placed_tags(table))


def _covers(table: StagedTable, camera: StudioCamera) -> _Covers | None:
    staged: tuple[Staged, ...] = (*table.pieces, *table.clutter, *_loose_tags(table))
    faces = tuple(face for one in staged for solid in staged_solids(one) for face in solid.faces)
    if not faces:
        return None
    points = np.concatenate([face.points for face in faces])
    starts = np.cumsum([0, *(len(face.points) for face in faces)])[:-1]
    seen = camera.project(MatPoints3(points))
    return _Covers(
        faces,
        newell_normals(faces),
        np.minimum.reduceat(seen, starts, axis=0),
        np.maximum.reduceat(seen, starts, axis=0),
        np.maximum.reduceat(points[:, 2], starts),
    )


def _truth(tag: PlacedTag, covers: _Covers | None, table: StagedTable, camera: StudioCamera) -> TagTruth:
    corners = camera.project(tag.corners)
    size = np.array([camera.width_px, camera.height_px])
    inside = bool((corners >= -0.5).all() and (corners <= size - 0.5).all())
    eye = camera.centre
    points = _points_on(tag)
    hidden = np.zeros(len(points), np.bool_)
    if covers is not None:
        for i in covers.near(points, corners):
            hidden |= _hides(covers.faces[i], covers.normals[i], eye, points)
    for hand in table.hands:
        hidden |= hand_covers(hand, eye, points)
    facing = float(tag.mat_from_tag.rotation[:, 2] @ (eye - tag.mat_from_tag.shift)) > 0.0
    return TagTruth(tag.family, tag.tag, corners, inside, float(hidden.mean()), facing)


def _points_on(tag: PlacedTag) -> Floats:
    """Spread evenly over the black square."""
    spread = (np.arange(_GRID) + 0.5) / _GRID - 0.5
    grid = np.stack(np.meshgrid(spread, spread), axis=-1).reshape(-1, 2) * tag.size_mm
    return tag.mat_from_tag.place(np.column_stack([grid, np.zeros(len(grid))]))


def _hides(face: Face, normal: Floats, eye: Floats, points: Floats) -> npt.NDArray[np.bool_]:
    """Which points (N, 3) have the face between them and the eye."""
    rays = points - eye
    towards = rays @ normal
    safe = np.where(np.abs(towards) < 1e-9, 1e-9, towards)
    share = float((face.points[0] - eye) @ normal) / safe
    between = (share > 0.0) & (share < _CLEAR_OF_TAG)
    if not between.any():
        return between
    met = eye + share[:, None] * rays
    flat = [axis for axis in range(3) if axis != int(np.argmax(np.abs(normal)))]
    return between & _inside(face.points[:, flat], met[:, flat])


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


def hand_covers(hand: StagedHand, eye: Floats, points: Floats) -> npt.NDArray[np.bool_]:
    """Which of the points (N, 3) on the mat the hand hides from the eye."""
    share = (hand.height_mm - eye[2]) / (points[:, 2] - eye[2])
    met = eye + share[:, None] * (points - eye)
    plane = hand_plane(hand)
    local = (met - plane.shift) @ plane.rotation
    x, y = local[:, 0].astype(np.float32), local[:, 1].astype(np.float32)
    limbs = (*(SPREAD if hand.spread else HOLDING), FOREARM)
    return (limb_heights(limbs, x, y) > 0) & (points[:, 2] < hand.height_mm)
