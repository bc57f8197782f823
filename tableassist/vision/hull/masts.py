"""Which masts of a ship stand, as far as the picture tells."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry.arrays import Flags, Floats, MatPoints3
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.messages import Message, template
from tableassist.pieces.model import Mast
from tableassist.pieces.piece import Piece
from tableassist.vision.camera.frame import Image
from tableassist.vision.hull.cover import HullCover, Neighbour, leaning, pole_points, sail_corners
from tableassist.vision.hull.edge_fit import drawn_at
from tableassist.vision.hull.look import HullLook, in_piece
from tableassist.vision.hull.patch import HullPatch
from tableassist.vision.hull.prism import SHIFT, coverage, hull_rings, moved
from tableassist.vision.hull.view import HullView, hull_view, square
from tableassist.vision.registration.registration import Registration

POLE_MM = 1.3
SAIL_MM = 0.8
"""Thickness."""
PLAY_MM = 1.0
"""A mast stands a little askew in its hole."""
LEAST_MM2 = 9.0
LEAST_PIXELS = 16
"""Of a sail with its mast, seen before what is no part of the rig."""
STANDS, GONE = 0.7, 0.07
"""Of its pixels that are known: more are something else than mat and hull; fewer are."""
NOISE, SHADE, SAME_SHADE = 6.0, 0.35, 0.10
"""Grey levels, and share of light, that a deck differs by from itself nearby; and that a sail of its hue does."""
OTHER, SAME = 12.0, 3.0
"""Squared sigmas from the deck's colour: beyond, and within."""
BARE_DECK = 3.0
"""Deck alone, whose colour a sail may have, must show in so many times more pixels than mat to tell that it is bare."""
MAT = -0.3
"""Evidence below this is mat, and no dark sail."""


class MastSeen(StrEnum):
    STANDS = template("stands")
    GONE = template("gone")
    CANNOT_TELL = template("cannot tell")

    @property
    def words(self) -> Message:
        return Message(self.value)


def masts_seen(
    image: Image,
    registration: Registration,
    piece: Piece,
    pose: PlanarPose,
    others: Sequence[Neighbour] = (),
    look: HullLook | None = None,
) -> Mapping[int, MastSeen]:
    """By the masts' numbers. With a look at the hull that told its offset, the masts are looked for on the hull."""
    masts = piece.model.masts
    unknown = dict.fromkeys(range(1, len(masts) + 1), MastSeen.CANNOT_TELL)
    if look is not None and (look.turned or not look.fits):
        return unknown
    every = tuple(unknown)
    view = hull_view(image, registration, piece, pose, every, others)
    if isinstance(view, Message):
        return unknown
    offset = np.zeros(3)
    if look is not None and look.cannot_tell is None:
        offset = in_piece(look.offset, pose)
    labels = _labels(view, offset)
    free = view.free * (1.0 - _plates(view, moved(pose, offset)))
    regions = [_region(view, mast, moved(pose, offset)) for mast in masts]
    return {number: _seen(view.patch, labels, free > 0, regions, number - 1) for number in every}


def _labels(view: HullView, offset: Floats) -> npt.NDArray[np.int8]:
    """1 for what is neither mat nor hull, -1 for deck, -2 for mat, 0 for what may be anything."""
    patch, model = view.patch, view.piece.model
    drawn = drawn_at(patch, model, offset, view.cared(offset))
    off = patch.colours - drawn.deck
    length = np.linalg.norm(drawn.deck, axis=-1)
    along = (off * drawn.deck).sum(axis=-1) / np.maximum(length, 1.0)
    aside = ((off**2).sum(axis=-1) - along**2) / NOISE**2
    other, same = (aside + along**2 / (NOISE**2 + (shade * length) ** 2) for shade in (SHADE, SAME_SHADE))
    rings = hull_rings(patch, model.hull, moved(patch.pose, offset), 0.0, model.height_mm)
    hull = coverage(rings, patch.shape, fine=2)
    inner = cv2.erode(hull, square(0.8 * patch.px_per_mm)) > 0.9
    outer = cv2.dilate(hull, square(0.8 * patch.px_per_mm)) < 0.1
    labels = np.zeros(patch.shape, np.int8)
    labels[outer & (view.evidence > 0)] = 1
    labels[outer & (view.evidence < MAT)] = -2
    known = inner & (drawn.deck_known > 0.5) & (drawn.deck_share > 0.9)
    labels[known & (other > OTHER)] = 1
    labels[known & (same < SAME)] = -1
    return labels


def _plates(view: HullView, hull: PlanarPose) -> npt.NDArray[np.float32]:
    """What may hide a mast: plates, and parts of the hull that stand up."""
    cover = HullCover()
    model, given = view.piece.model, view.patch.pose
    for mount in view.piece.mounts:
        cover.add_mount(mount, model, hull, given, view.standing)
    cover.add_parts(model, hull, PLAY_MM)
    return cover.drawn(view.patch)


def _region(view: HullView, mast: Mast, hull: PlanarPose) -> npt.NDArray[np.uint8]:
    """1 where the mast with its sail is, if it stands."""
    patch, deck = view.patch, view.piece.model.height_mm
    head = leaning(view.piece, mast, hull, patch.pose)
    mask = np.zeros(patch.shape, np.uint8)
    pole = patch.points(MatPoints3(pole_points(mast, deck, hull, head)))
    _line(mask, pole, POLE_MM * patch.px_per_mm)
    if mast.sail is not None:
        sail = patch.points(MatPoints3(sail_corners(mast, deck, hull, head)))
        around = cv2.convexHull(np.rint(sail * (1 << SHIFT)).astype(np.int32))
        cv2.fillConvexPoly(mask, around, 1, shift=SHIFT)
    return mask


def _line(mask: npt.NDArray[np.uint8], ends: Floats, width_px: float) -> None:
    start, end = (tuple(round(part * (1 << SHIFT)) for part in point) for point in ends)
    cv2.line(mask, (start[0], start[1]), (end[0], end[1]), 1, max(1, round(width_px)), shift=SHIFT)


def _seen(
    patch: HullPatch, labels: npt.NDArray[np.int8], free: Flags, regions: list[npt.NDArray[np.uint8]], index: int
) -> MastSeen:
    """By the pixels of this mast that no other could fill."""
    play = square(PLAY_MM * patch.px_per_mm)
    rest = np.zeros(patch.shape, np.uint8)
    for number, region in enumerate(regions):
        if number != index:
            rest |= region
    alone = free & (cv2.dilate(rest, play) == 0)
    known = alone & (labels != 0)
    own = regions[index] > 0
    least = max(LEAST_PIXELS, LEAST_MM2 * patch.px_per_mm**2)
    if (own & known).sum() < least:
        return MastSeen.CANNOT_TELL
    if _most(labels, own, known, play.shape[0] // 2, least) > STANDS:
        return MastSeen.STANDS
    wide = (cv2.dilate(regions[index], play) > 0) & known
    gone = max(float((labels[own & known] > 0).mean()), float((labels[wide] > 0).mean())) < GONE
    bare = (labels[own & known] == -2).sum() + (labels[own & known] == -1).sum() / BARE_DECK
    return MastSeen.GONE if gone and bare >= least else MastSeen.CANNOT_TELL


def _most(labels: npt.NDArray[np.int8], own: Flags, known: Flags, play: int, least: float) -> float:
    """The largest share of the mast's pixels that are no background, wherever it stands within its play."""
    rows, columns = np.nonzero(own)
    best = 0.0
    for down in (-play, 0, play):
        for right in (-play, 0, play):
            at = (np.clip(rows + down, 0, own.shape[0] - 1), np.clip(columns + right, 0, own.shape[1] - 1))
            sure = known[at]
            if sure.sum() >= least:
                best = max(best, float((labels[at][sure] > 0).mean()))
    return best
