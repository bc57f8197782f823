"""One hull in one picture: the patch round it, what hides it, and which of its pixels are no mat."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Flags, Floats, PlanarPose
from tableassist.messages import Message
from tableassist.pieces import Piece
from tableassist.vision.camera.frame import Image
from tableassist.vision.hull.cover import Neighbour, others_cover, own_cover
from tableassist.vision.hull.mat_colour import foreground
from tableassist.vision.hull.patch import HullPatch, Layer, hull_patch
from tableassist.vision.hull.prism import coverage, filled, hull_rings, moved
from tableassist.vision.registration.registration import Registration

NEAR_MM = 4.0
"""From here on round the predicted hull, what shows is taken for mat."""
STANDS_OUT = 6.0
"""Sigmas of the mat's colour by which a hull must differ from it."""
RIM_MM = 0.8
"""So near the rim a pixel is of two colours."""
BAND_MM = (1.5, 6.0)
"""Round the hull, where there should be mat."""
LEAST_MM2, LEAST_SEEN = 14.0, 0.3
"""A sector of which less is seen, or a smaller share, has no say."""
EMPTY = 0.4
"""Share of the deck, as far as it is seen."""
UNSEEN = 0.6
NOWHERE = Message("the hull is not in the picture, or too small in it")
NO_MAT = Message("too little mat shows round the hull")
NO_CONTRAST = Message("the hull cannot be told apart from the mat where it should be")


@dataclass(frozen=True, slots=True, eq=False)
class HullView:
    patch: HullPatch
    piece: Piece
    standing: Collection[int]
    free: Layer
    """1 where no other piece is."""
    evidence: Layer
    """-1 for surely mat to 1 for surely something else."""
    here: Layer
    """`cared` at no offset."""
    stands_out: float
    """By how many sigmas of the mat's colour the hull differs from it."""

    def cared(self, offset: Floats) -> Layer:
        """1 where nothing hides a hull that is off by so much."""
        cover = own_cover(self.patch, self.piece, moved(self.patch.pose, offset), self.standing)
        return np.asarray(self.free * (1.0 - cover), np.float32)

    def fit_at(self, offset: Floats) -> float:
        """0 to 1: the least of some shares, of the deck's thirds that are no mat, and of the band round the hull,
        ahead, astern and on both sides, that is; at most UNSEEN where too little of the deck is seen."""
        patch, model = self.patch, self.piece.model
        cared = self.cared(offset) > 0
        rings = hull_rings(patch, model.hull, moved(patch.pose, offset), 0.0, model.height_mm)
        hull, deck = coverage(rings, patch.shape, fine=2), filled(rings[1], patch.shape, fine=2)
        core = cv2.erode(deck, square(RIM_MM * patch.px_per_mm)) > 0.9
        inner, outer = (cv2.dilate(hull, square(mm * patch.px_per_mm)) for mm in BAND_MM)
        band = (inner < 0.01) & (outer > 0.5)
        ahead, astern, port = self.sectors(offset)
        between = ~ahead & ~astern
        on_deck = [self._share(self.evidence > 0, core & part, cared) for part in (ahead, between, astern)]
        sides = (ahead, astern, between & port, between & ~port)
        around = [self._share(self.evidence < 0, band & part, cared) for part in sides]
        shares = [share for share in (*on_deck, *around) if share is not None]
        return min(shares) if any(share is not None for share in on_deck) else min([UNSEEN, *shares])

    def is_empty_at(self, offset: Floats) -> bool:
        """Whether what is seen where the deck should be is mat, most of it."""
        patch, model = self.patch, self.piece.model
        rings = hull_rings(patch, model.hull, moved(patch.pose, offset), 0.0, model.height_mm)
        core = filled(rings[1], patch.shape, fine=2) > 0.9
        share = self._share(self.evidence > 0, core, self.cared(offset) > 0, least=0.0)
        return share is not None and share < EMPTY

    def sectors(self, offset: Floats) -> tuple[Flags, Flags, Flags]:
        """Pixels ahead and astern of the middle third, and those to port."""
        x, y = self.patch.grid_mm()
        c, s = np.cos(offset[2]), np.sin(offset[2])
        along = c * (x - offset[0]) + s * (y - offset[1])
        aside = c * (y - offset[1]) - s * (x - offset[0])
        low, high = (pick(px for px, _ in self.piece.model.hull) for pick in (min, max))
        middle, third = (low + high) / 2, (high - low) / 6
        return along > middle + third, along < middle - third, aside > 0

    def _share(self, yes: Flags, part: Flags, cared: Flags, least: float = LEAST_SEEN) -> float | None:
        """None where too little of the part is seen."""
        seen = part & cared
        enough = max(LEAST_MM2 * self.patch.px_per_mm**2, least * float(part.sum()))
        return float(yes[seen].mean()) if seen.sum() > enough else None


def hull_view(
    image: Image,
    registration: Registration,
    piece: Piece,
    pose: PlanarPose,
    standing: Collection[int],
    others: Sequence[Neighbour],
    least_contrast: float = STANDS_OUT,
) -> HullView | Message:
    """Or why there is none."""
    model = piece.model
    patch = hull_patch(image, registration, model, pose)
    if patch is None:
        return NOWHERE
    free = np.asarray(patch.inside * (1.0 - others_cover(patch, others)), np.float32)
    here = np.asarray(free * (1.0 - own_cover(patch, piece, pose, standing)), np.float32)
    seen = here > 0
    share = coverage(hull_rings(patch, model.hull, pose, 0.0, model.height_mm), patch.shape, fine=2)
    near, wide = (cv2.dilate(share, square(times * NEAR_MM * patch.px_per_mm)) for times in (1, 2))
    found = foreground(patch.colours, (near < 0.01) & seen, (wide > 0.9) & seen, least=0.1 * float(share.sum()))
    if found is None:
        return NO_MAT
    evidence, stands_out = found
    if stands_out < least_contrast:
        return NO_CONTRAST
    return HullView(patch, piece, standing, free, evidence, here, stands_out)


def square(radius_px: float) -> npt.NDArray[np.uint8]:
    side = 2 * max(1, round(radius_px)) + 1
    return np.ones((side, side), np.uint8)
