"""Where the hull need not be seen: what stands between it and the camera, or looks like no mat."""

import math
from collections.abc import Collection, Sequence

import cv2
import numpy as np

from tableassist.geometry.arrays import Floats, MatPoints3, PiecePoints
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.pieces.model import Mast, PieceModel
from tableassist.pieces.piece import MountKind, Piece, TagMount
from tableassist.vision.hull.patch import HullPatch, Layer
from tableassist.vision.hull.prism import SHIFT, hull_rings, moved

CARD_SHARE = 10 / 8
"""A tag's white card by its black square."""
PLATE_MARGIN_MM = 1.2
RIG_MARGIN_MM = 1.2
"""A mast stands in a hole that is wider than it, and its sail is bent."""
OTHERS_MARGIN_MM = 2.0
"""Other pieces' rigs lean too."""
STAFF_MM = 1.2

Neighbour = tuple[Piece, PlanarPose, Collection[int]]
"""Another piece, where it lies, and the numbers of its masts that stand."""


class Cover:
    """Draws what hides; `mask` is 1 where something may."""

    def __init__(self, patch: HullPatch) -> None:
        self.patch = patch
        self.mask = np.zeros(patch.shape, np.uint8)

    def add(self, rings: Floats, margin_mm: float) -> None:
        """The convex hull of some points of the patch, with a margin."""
        around = cv2.convexHull(rings.reshape(-1, 1, 2).astype(np.float32))
        fixed = np.rint(around * (1 << SHIFT)).astype(np.int32)
        cv2.fillPoly(self.mask, [fixed], 1, shift=SHIFT)
        width = max(1, round(2 * margin_mm * self.patch.px_per_mm))
        cv2.polylines(self.mask, [fixed], isClosed=True, color=1, thickness=width, shift=SHIFT)

    def add_plate(self, mount: TagMount, pose: PlanarPose, margin_mm: float = PLATE_MARGIN_MM) -> None:
        self.add(self.patch.points(MatPoints3(plate_corners(mount, pose))), margin_mm)

    def add_mast(self, mast: Mast, deck_mm: float, pose: PlanarPose, head: PlanarPose, margin_mm: float) -> None:
        """Its foot is fixed to the hull at `pose`; at the height of the plates it is where `head` puts it."""
        self.add(self.patch.points(MatPoints3(pole_points(mast, deck_mm, pose, head))), margin_mm)
        if mast.sail is not None:
            self.add(self.patch.points(MatPoints3(sail_corners(mast, deck_mm, pose, head))), margin_mm)

    def add_neighbour(self, neighbour: Neighbour) -> None:
        piece, pose, standing = neighbour
        model = piece.model
        self.add(hull_rings(self.patch, model.hull, pose, 0.0, model.height_mm), OTHERS_MARGIN_MM)
        for part in model.parts:
            self.add(hull_rings(self.patch, part.outline, pose, part.foot_mm, part.head_mm), OTHERS_MARGIN_MM)
        for segment in model.segments:
            self.add(hull_rings(self.patch, segment.ring, pose, 0.0, segment.top_mm), OTHERS_MARGIN_MM)
        for number, mast in enumerate(model.masts, start=1):
            if number in standing:
                self.add_mast(mast, model.height_mm, pose, pose, OTHERS_MARGIN_MM)
        for mount in piece.mounts:
            self.add_mount(mount, model, pose, pose, standing)

    def add_mount(
        self, mount: TagMount, model: PieceModel, pose: PlanarPose, head: PlanarPose, standing: Collection[int]
    ) -> None:
        """The plate where the tag was read, at `head`, and its staff down to the hull at `pose`."""
        if mount.kind is MountKind.MASTHEAD and mount.mast not in standing:
            return
        self.add_plate(mount, head)
        if mount.z_mm > model.height_mm + 2.0:
            foot = (*pose.place_one(mount.x_mm, mount.y_mm), model.height_mm)
            top = (*head.place_one(mount.x_mm, mount.y_mm), mount.z_mm)
            self.add(self.patch.points(MatPoints3(np.array([foot, top]))), STAFF_MM / 2 + 0.4)


def own_cover(patch: HullPatch, piece: Piece, hull: PlanarPose, standing: Collection[int]) -> Layer:
    """What of the piece itself hides its hull, which lies at `hull`: 1 where it may.

    The plates are where their tags were read, whatever the hull does. A rig that leans has its feet on the hull and
    its heads by the plate; one that stands upright beside a plate that was pushed has both on the hull.
    """
    cover = Cover(patch)
    model, given = piece.model, patch.pose
    for mount in piece.mounts:
        cover.add_mount(mount, model, hull, given, standing)
    for number, mast in enumerate(model.masts, start=1):
        if number in standing:
            cover.add_mast(mast, model.height_mm, hull, _leaning(piece, mast, hull, given), RIG_MARGIN_MM)
            if hull != given:
                cover.add_mast(mast, model.height_mm, hull, hull, RIG_MARGIN_MM)
    for part in model.parts:
        cover.add(hull_rings(patch, part.outline, hull, part.foot_mm, part.head_mm), RIG_MARGIN_MM)
    for segment in model.segments:
        cover.add(hull_rings(patch, segment.ring, hull, 0.0, segment.top_mm), RIG_MARGIN_MM)
    if model.bowsprit:
        ends = np.asarray(hull.place(PiecePoints(np.asarray(model.bowsprit, dtype=np.float64))))
        cover.add(patch.points(MatPoints3(np.column_stack([ends, np.full(len(ends), model.height_mm)]))), RIG_MARGIN_MM)
    return cover.mask.astype(np.float32)


def others_cover(patch: HullPatch, others: Sequence[Neighbour]) -> Layer:
    cover = Cover(patch)
    near = AROUND_OTHERS_MM + max(patch.shape) / patch.px_per_mm
    for neighbour in others:
        apart = math.hypot(neighbour[1].x_mm - patch.pose.x_mm, neighbour[1].y_mm - patch.pose.y_mm)
        if apart < near:
            cover.add_neighbour(neighbour)
    return cover.mask.astype(np.float32)


AROUND_OTHERS_MM = 120.0


def _leaning(piece: Piece, mast: Mast, hull: PlanarPose, given: PlanarPose) -> PlanarPose:
    """Where the head of a mast is, if the rig leans as one from the hull to the plate."""
    plate = max((mount.z_mm for mount in piece.mounts), default=0.0)
    deck = piece.model.height_mm
    share = min(1.0, (mast.top_mm - deck) / max(plate - deck, 1.0))
    return PlanarPose(
        hull.x_mm + share * (given.x_mm - hull.x_mm),
        hull.y_mm + share * (given.y_mm - hull.y_mm),
        hull.heading_rad,
    )


def plate_corners(mount: TagMount, pose: PlanarPose) -> Floats:
    half = mount.size_mm * CARD_SHARE / 2
    c, s = math.cos(mount.yaw_rad), math.sin(mount.yaw_rad)
    square = half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) @ np.array([[c, s], [-s, c]])
    middle = np.array([mount.x_mm, mount.y_mm])
    flat = np.asarray(pose.place(PiecePoints(square + middle)))
    return np.column_stack([flat, np.full(4, mount.z_mm)])


def pole_points(mast: Mast, deck_mm: float, foot: PlanarPose, head: PlanarPose) -> Floats:
    low, high = foot.place_one(mast.x_mm, mast.y_mm), head.place_one(mast.x_mm, mast.y_mm)
    return np.array([(*low, deck_mm), (*high, mast.top_mm)])


def sail_corners(mast: Mast, deck_mm: float, foot: PlanarPose, head: PlanarPose) -> Floats:
    """(4, 3): port and starboard at the foot, starboard and port at the head."""
    assert mast.sail is not None
    sail = mast.sail
    low, high = pole_points(mast, deck_mm, foot, head)
    along = foot.rotation @ np.array(sail.direction) * sail.width_mm / 2
    share = (np.array([sail.foot_mm, sail.head_mm]) - deck_mm) / max(mast.top_mm - deck_mm, 1.0)
    middle = low[:2] + share[:, None] * (high[:2] - low[:2])
    flat = np.stack([middle[0] + along, middle[0] - along, middle[1] - along, middle[1] + along])
    return np.column_stack([flat, np.repeat([sail.foot_mm, sail.head_mm], 2)])


def placed(patch: HullPatch, offset: Floats) -> PlanarPose:
    """Where the hull is, if it is off by so much in the piece's frame."""
    return moved(patch.pose, offset)
