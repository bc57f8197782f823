"""Which masts of a ship stand, as far as the picture tells."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Flags, Floats, MatPoints3, PlanarPose
from tableassist.messages import Message, template
from tableassist.pieces import Mast, Piece
from tableassist.vision.camera.frame import Image
from tableassist.vision.hull.bleeding import Labels, bled_into
from tableassist.vision.hull.cover import HullCover, Neighbour, leaning, pole_points, sail_corners
from tableassist.vision.hull.edge_fit import drawn_at
from tableassist.vision.hull.look import HIDDEN, HullLook, in_piece
from tableassist.vision.hull.look import SURE as SURE_HULL
from tableassist.vision.hull.prism import SHIFT, coverage, hull_rings, moved
from tableassist.vision.hull.view import HullView, hull_view, square
from tableassist.vision.registration.registration import Registration

POLE_MM = 1.3
PLAY_MM = 1.0
"""A mast stands a little askew in its hole: what is seen so near its sail may be the sail's."""
CORE_MM = 0.8
"""So far inside its outline a sail is seen wherever it stands within its play. One that is seen edge on has no such
part, and nobody can tell that it is gone."""
LEAST_MM2 = 5.0
"""Of a sail with its mast, seen where no other mast that stands could be seen."""
STANDS, GONE, GONE_AROUND = 0.5, 0.15, 0.12
"""Of its pixels that are known: more are something else than mat and hull; fewer are, and fewer round it too."""
SURE, SURE_GONE = 8.0, 3.0
"""Logarithm of the odds from which on it is told that it stands, and that it is off, which is asked and not believed at
once. With 5 for the first, a few square millimetres of a neighbour's sail were a mast: 2 of 96 masts that were gone, of
which 8 leaves one. It costs 2 of 100 masts that stand."""
OTHER_MM2, MAT_MM2, DECK_MM2 = 1.0, 1.0, 0.35
"""What a square millimetre adds to the logarithm of the odds. A sail may have the deck's colour, so bare deck says
less than bare mat."""
NOISE, SHADE, SAME_SHADE = 6.0, 0.35, 0.10
"""Grey levels, and share of light, that a deck differs by from itself nearby; and that a sail of its hue does."""
OTHER, SAME = 12.0, 3.0
"""Squared sigmas from the deck's colour: beyond, and within."""
RIM_MM = 0.8, 1.2, 3.0
"""So near the hull's rim nothing is told: at least, where the hull was not made out, and at most, for one that is badly
known."""
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
    if not masts or (look is not None and (look.turned or not look.fits)):
        return unknown
    every = tuple(unknown)
    view = hull_view(image, registration, piece, pose, every, others, least_contrast=0.0)
    if isinstance(view, Message):
        return unknown
    offset = np.zeros(3)
    if look is not None and look.cannot_tell is None:
        offset = in_piece(look.offset, pose)
    regions = [_region(view, mast, moved(pose, offset)) for mast in masts]
    rigs = _Rigs(_seen_labels(view, offset, _rim_mm(look), regions), regions, view.patch.px_per_mm)
    found = {number: rigs.seen(number - 1) for number in every}
    if not _shows_what_is_gone(look, found):
        return {number: MastSeen.CANNOT_TELL if seen is MastSeen.GONE else seen for number, seen in found.items()}
    return found


def _shows_what_is_gone(look: HullLook | None, found: Mapping[int, MastSeen]) -> bool:
    """Where the hull is not made out for blur, darkness or compression, a sail that does not show may be there too. Not
    so where the hull is merely hidden, what shows of it fits, and another of her sails shows plainly."""
    if look is None or look.cannot_tell is None:
        return True
    return look.cannot_tell == HIDDEN and look.fit >= SURE_HULL and MastSeen.STANDS in found.values()


def _rim_mm(look: HullLook | None) -> float:
    least, usual, most = RIM_MM
    return usual if look is None or look.cannot_tell is not None else min(most, max(least, 2.0 * look.sigma_mm))


def _seen_labels(view: HullView, offset: Floats, rim_mm: float, regions: list[npt.NDArray[np.uint8]]) -> Labels:
    """0 also where other things hide the masts, or lend the mat beside them their colour: a white plate's rim looks
    like a sail."""
    patch, model, hull_at = view.patch, view.piece.model, moved(view.patch.pose, offset)
    rings = hull_rings(patch, model.hull, hull_at, 0.0, model.height_mm)
    hull, rim = coverage(rings, patch.shape, fine=2), square(rim_mm * patch.px_per_mm)
    outer: Flags = cv2.dilate(hull, rim) < 0.1
    labels = _labels(view, offset, cv2.erode(hull, rim) > 0.9, outer)
    plates: Flags = _plates(view, hull_at) > 0
    labels[(view.free == 0) | plates] = 0
    rigged: Flags = cv2.dilate(np.maximum.reduce(regions), square(PLAY_MM * patch.px_per_mm)) > 0
    labels[bled_into(labels, plates, rigged)] = 0
    labels[bled_into(labels, ~outer, rigged) & outer] = 0
    return labels


def _labels(view: HullView, offset: Floats, inner: Flags, outer: Flags) -> Labels:
    """By each pixel's own colour. `inner` and `outer` are well within the hull, and well outside."""
    patch, model = view.patch, view.piece.model
    drawn = drawn_at(patch, model, offset, view.cared(offset))
    off = patch.colours - drawn.deck
    length = np.linalg.norm(drawn.deck, axis=-1)
    along = (off * drawn.deck).sum(axis=-1) / np.maximum(length, 1.0)
    aside = ((off**2).sum(axis=-1) - along**2) / NOISE**2
    other, same = (aside + along**2 / (NOISE**2 + (shade * length) ** 2) for shade in (SHADE, SAME_SHADE))
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


class _Rigs:
    """All sets of masts that may stand, each weighed by what it explains of the picture: what is neither mat nor hull
    near its sails, and mat or deck that is seen where a sail would hide it."""

    def __init__(self, labels: Labels, regions: list[npt.NDArray[np.uint8]], px_per_mm: float) -> None:
        play, core = square(PLAY_MM * px_per_mm), square(CORE_MM * px_per_mm)
        wide = np.stack([cv2.dilate(region, play) for region in regions])
        part: Flags = wide.any(axis=0) & (labels != 0)
        self._px_per_mm2 = px_per_mm**2
        self._labels = labels[part]
        self._own = np.stack([region[part] > 0 for region in regions])
        """(masts, N) where each is seen, if it stands."""
        self._wide = wide[:, part] > 0
        core_of = np.stack([cv2.erode(region, core)[part] > 0 for region in regions])
        found = np.where(self._labels > 0, OTHER_MM2, 0.0)
        missed = np.where(self._labels == -2, MAT_MM2, np.where(self._labels == -1, DECK_MM2, 0.0))
        self._sets = np.array(list(product((False, True), repeat=len(regions))))
        score = (self._sets @ self._wide) @ found - (self._sets @ core_of) @ missed
        self._score = score / self._px_per_mm2
        self._best: Flags = self._sets[int(self._score.argmax())]

    def seen(self, mast: int) -> MastSeen:
        """By its index."""
        stands = self._sets[:, mast]
        odds = float(self._score[stands].max() - self._score[~stands].max())
        others = self._best.copy()
        others[mast] = False
        alone = ~(others @ self._wide)
        own, around = (self._labels[part[mast] & alone] for part in (self._own, self._wide))
        if len(own) < LEAST_MM2 * self._px_per_mm2:
            return MastSeen.CANNOT_TELL
        share, share_around = (float((each > 0).mean()) for each in (own, around))
        if odds > SURE and share > STANDS:
            return MastSeen.STANDS
        gone = odds < -SURE_GONE and share < GONE and share_around < GONE_AROUND
        return MastSeen.GONE if gone else MastSeen.CANNOT_TELL
