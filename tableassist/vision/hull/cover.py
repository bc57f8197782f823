"""Where the hull need not be seen: what stands between it and the camera, or beside it and is no mat."""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence

import cv2
import numpy as np

from tableassist.geometry import Floats, MatPoints3, PiecePoints, PlanarPose
from tableassist.pieces import Mast, MountKind, Piece, PieceKind, PieceModel, TagMount
from tableassist.vision.hull.patch import HullPatch, Layer
from tableassist.vision.hull.prism import SHIFT, prism_points
from tableassist.vision.registration.mat_layout import MatTag

CARD_SHARE = 10 / 8
"""A tag's white card by its black square."""
PLATE_MARGIN_MM = 1.2
RIG_MARGIN_MM = 1.2
"""A mast stands in a hole that is wider than it, and its sail is bent."""
OTHERS_MARGIN_MM = 2.0
"""Other pieces' rigs lean too."""
STAFF_MARGIN_MM = 1.0
FAR_MM = 120.0
"""Beyond the patch: no piece's own parts, or what the camera sees of them over their hull, reach so far."""

BEYOND_PX = 1e4
BLEEDS_PX = 1.2
"""Colours run over an edge by so much: blur, and the coarse colours of a compressed picture."""

Neighbour = tuple[Piece, PlanarPose, Collection[int]]
"""Another piece, where it lies, and the numbers of its masts that stand."""


class HullCover:
    """Collects convex things above the mat, each by its corners and a margin, and draws them all."""

    def __init__(self) -> None:
        self._corners: list[Floats] = []
        self._margins: list[float] = []

    def add(self, corners: Floats, margin_mm: float) -> None:
        self._corners.append(corners.reshape(-1, 3))
        self._margins.append(margin_mm)

    def things(self) -> Iterator[tuple[Floats, float]]:
        """Corners (N, 3) and margin in mm of each."""
        return zip(self._corners, self._margins, strict=True)

    def drawn(self, patch: HullPatch) -> Layer:
        """(H, W) 1 where something may be."""
        mask = np.zeros(patch.shape, np.uint8)
        if not self._corners:
            return mask.astype(np.float32)
        px = patch.points(MatPoints3(np.concatenate(self._corners)))
        # What stands as high as the camera has no place in the picture, or one far beyond it.
        fixed = np.rint(np.clip(np.nan_to_num(px, nan=-BEYOND_PX), -BEYOND_PX, BEYOND_PX) * (1 << SHIFT)).astype(
            np.int32
        )
        ends = np.cumsum([len(each) for each in self._corners])
        for ring, margin in zip(np.split(fixed, ends[:-1]), self._margins, strict=True):
            around = cv2.convexHull(ring) if len(ring) > 2 else ring[:, None]
            cv2.fillConvexPoly(mask, around, 1, shift=SHIFT)
            width = max(1, round(2 * max(margin * patch.px_per_mm, BLEEDS_PX)))
            cv2.polylines(mask, [around], isClosed=True, color=1, thickness=width, shift=SHIFT)
        return mask.astype(np.float32)

    def add_mast(self, mast: Mast, deck_mm: float, foot: PlanarPose, head: PlanarPose, margin_mm: float) -> None:
        """Its foot stands on the hull at `foot`; its top is where the hull at `head` would have it."""
        self.add(pole_points(mast, deck_mm, foot, head), margin_mm)
        if mast.sail is not None:
            self.add(sail_corners(mast, deck_mm, foot, head), margin_mm)

    def add_mount(
        self, mount: TagMount, model: PieceModel, hull: PlanarPose, head: PlanarPose, standing: Collection[int]
    ) -> None:
        """The plate where the tag was read, by `head`, and its staff down to the hull."""
        if mount.kind is MountKind.MASTHEAD and mount.mast not in standing:
            return
        self.add(plate_corners(mount, head), PLATE_MARGIN_MM)
        if mount.z_mm > model.height_mm + 2.0:
            foot = (*hull.place_one(mount.x_mm, mount.y_mm), model.height_mm)
            top = (*head.place_one(mount.x_mm, mount.y_mm), mount.z_mm)
            self.add(np.array([foot, top]), STAFF_MARGIN_MM)

    def add_parts(
        self, model: PieceModel, pose: PlanarPose, margin_mm: float, *, only_overhanging: bool = False
    ) -> None:
        """`only_overhanging` leaves out the parts that touch other pieces at mat level."""
        for part in model.parts:
            if only_overhanging and part.touches:
                continue
            self.add(prism_points(part.outline, pose, part.foot_mm, part.head_mm), margin_mm)
        for segment in model.segments:
            self.add(prism_points(segment.ring, pose, 0.0, segment.top_mm), margin_mm)
        if model.bowsprit:
            ends = np.asarray(pose.place(PiecePoints(np.asarray(model.bowsprit, dtype=np.float64))))
            self.add(np.column_stack([ends, np.full(len(ends), model.height_mm)]), margin_mm)

    def add_piece(self, neighbour: Neighbour, margin_mm: float) -> None:
        piece, pose, standing = neighbour
        model = piece.model
        self.add(prism_points(model.hull, pose, 0.0, model.height_mm), margin_mm)
        self.add_parts(model, pose, margin_mm)
        for number, mast in enumerate(model.masts, start=1):
            if number in standing:
                self.add_mast(mast, model.height_mm, pose, pose, margin_mm)
        for mount in piece.mounts:
            self.add_mount(mount, model, pose, pose, standing)


def mat_tag_neighbours(tags: Iterable[MatTag]) -> tuple[Neighbour, ...]:
    """The mat's own tags as neighbours of no height: what shows there is neither mat nor ship.

    A white card beside a hull would otherwise count for whatever larger ship would cover it, and for sails.
    """
    out = []
    for tag in tags:
        half = tag.size_mm * CARD_SHARE / 2
        card = ((-half, -half), (half, -half), (half, half), (-half, half))
        model = PieceModel("mat tag", PieceKind.CARD, card, 0.0, (), (), None, 0.0)
        name = f"mat tag {tag.tag}"
        out.append((Piece(name, name, model, None, (), ()), PlanarPose(tag.x_mm, tag.y_mm, tag.yaw_rad), ()))
    return tuple(out)


def own_cover(patch: HullPatch, piece: Piece, hull: PlanarPose, standing: Collection[int]) -> Layer:
    """What of the piece itself hides its hull, which lies at `hull`: 1 where it may.

    The plates are where their tags were read, whatever the hull does. A rig that leans has its feet on the hull and
    its heads by the plate; one that stands upright beside a plate that was pushed has both on the hull.
    """
    cover = HullCover()
    model, given = piece.model, patch.pose
    for mount in piece.mounts:
        cover.add_mount(mount, model, hull, given, standing)
    for number, mast in enumerate(model.masts, start=1):
        if number in standing:
            cover.add_mast(mast, model.height_mm, hull, leaning(piece, mast, hull, given), RIG_MARGIN_MM)
            if hull != given:
                cover.add_mast(mast, model.height_mm, hull, hull, RIG_MARGIN_MM)
    cover.add_parts(model, hull, RIG_MARGIN_MM)
    return cover.drawn(patch)


def others_cover(patch: HullPatch, others: Sequence[Neighbour]) -> Layer:
    cover = HullCover()
    near = FAR_MM + max(patch.shape) / patch.px_per_mm
    for neighbour in others:
        if math.hypot(neighbour[1].x_mm - patch.pose.x_mm, neighbour[1].y_mm - patch.pose.y_mm) < near:
            cover.add_piece(neighbour, OTHERS_MARGIN_MM)
    return cover.drawn(patch)


def leaning(piece: Piece, mast: Mast, hull: PlanarPose, given: PlanarPose) -> PlanarPose:
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
    """(4, 3) of the white card."""
    half = mount.size_mm * CARD_SHARE / 2
    c, s = half * math.cos(mount.yaw_rad), half * math.sin(mount.yaw_rad)
    corners = ((-c + s, -s - c), (c + s, s - c), (c - s, s + c), (-c - s, -s + c))
    return np.array([(*pose.place_one(mount.x_mm + x, mount.y_mm + y), mount.z_mm) for x, y in corners])


def pole_points(mast: Mast, deck_mm: float, foot: PlanarPose, head: PlanarPose) -> Floats:
    """(2, 3) foot and top."""
    low, high = foot.place_one(mast.x_mm, mast.y_mm), head.place_one(mast.x_mm, mast.y_mm)
    return np.array([(*low, deck_mm), (*high, mast.top_mm)])


def sail_corners(mast: Mast, deck_mm: float, foot: PlanarPose, head: PlanarPose) -> Floats:
    """(4, 3): two at the sail's foot, two at its head."""
    assert mast.sail is not None
    sail = mast.sail
    (low_x, low_y), (high_x, high_y) = (pose.place_one(mast.x_mm, mast.y_mm) for pose in (foot, head))
    half = sail.width_mm / 2
    end_x, end_y = foot.place_one(half * sail.direction[0], half * sail.direction[1])
    along_x, along_y = end_x - foot.x_mm, end_y - foot.y_mm
    corners = []
    for z, side in ((sail.foot_mm, 1.0), (sail.foot_mm, -1.0), (sail.head_mm, -1.0), (sail.head_mm, 1.0)):
        share = (z - deck_mm) / max(mast.top_mm - deck_mm, 1.0)
        x, y = low_x + share * (high_x - low_x), low_y + share * (high_y - low_y)
        corners.append((x + side * along_x, y + side * along_y, z))
    return np.array(corners)
