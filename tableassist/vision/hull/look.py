"""Where a hull lies by its own picture, as against where its tag says, for a piece at rest."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.messages import Message
from tableassist.pieces.piece import Piece
from tableassist.vision.camera.frame import Image
from tableassist.vision.hull.cover import Neighbour, others_cover, own_cover
from tableassist.vision.hull.edge_fit import WEAK, EdgeFit, fit_edge
from tableassist.vision.hull.mat_colour import foreground
from tableassist.vision.hull.patch import HullPatch, Layer, hull_patch
from tableassist.vision.hull.prism import coverage, hull_rings, moved, turned_about
from tableassist.vision.hull.search import best_place
from tableassist.vision.localisation.registration import Registration

NEAR_MM = 4.0
"""From here on round the predicted hull, what shows is taken for mat."""
STANDS_OUT = 6.0
"""Sigmas of the mat's colour by which a hull must differ from it."""
LEAST_VISIBLE = 0.25
MOST_SIGMA_MM = 1.5
MOST_SIGMA_RAD = math.radians(8.0)
FLOOR_MM = 0.20
FLOOR_RAD = math.radians(0.5)
FITS = 0.75
"""Share of what should be hull that is none of the mat, and of what should be mat that is."""
BAND_MM = (1.5, 6.0)
"""Round the hull, where there should be mat."""
NOWHERE = Message("the hull is not in the picture, or too small in it")
NO_MAT = Message("too little mat shows round the hull")
NO_CONTRAST = Message("the hull's colours are too much like the mat's")
HIDDEN = Message("too much of the hull is hidden")
UNSETTLED = Message("the hull's edge cannot be made out")


@dataclass(frozen=True, slots=True, eq=False)
class HullLook:
    """What the picture says about one hull. Where it cannot tell, the numbers mean nothing."""

    offset: Floats
    """(3,) x_mm, y_mm on the mat and heading_rad: where the hull is seen, minus the pose that was given."""
    covariance: Floats
    """(3, 3) of the offset, the model's own sigma included."""
    cannot_tell: Message | None = None
    size: float = 1.0
    """How large the hull looks by its model: 1.04 where the mat was printed at 96 %."""
    size_sigma: float = math.inf
    fit: float = 0.0
    """1: what should be hull is none of the mat, what should be mat is; 0: all of one of them is not so."""
    turned: bool = False
    """The hull lies the other way round about a tag: the tag was glued on half a turn round."""

    @property
    def fits(self) -> bool:
        """Whether the shape under the tag is this piece's; False for swapped plates, and a ship carried away."""
        return self.fit >= FITS


def look_at_hull(
    image: Image,
    registration: Registration,
    piece: Piece,
    pose: PlanarPose,
    masts_standing: Collection[int],
    others: Sequence[Neighbour] = (),
) -> HullLook:
    """`pose` is where the tags put the piece; `others` are the pieces that may stand before it or beside it."""
    first = _look(image, registration, piece, pose, masts_standing, others)
    if first.cannot_tell is None and first.fits:
        return first
    for mount in piece.mounts:
        round_the_tag = turned_about(pose, (mount.x_mm, mount.y_mm))
        other = _look(image, registration, piece, round_the_tag, masts_standing, others)
        if other.cannot_tell is None and other.fits and other.fit > first.fit + 0.2:
            return _as_seen_from(pose, round_the_tag, other)
    return first


def _cannot(why: Message, fit: float = 0.0) -> HullLook:
    return HullLook(np.zeros(3), np.diag([np.inf, np.inf, np.inf]), why, fit=fit)


def _as_seen_from(pose: PlanarPose, turned: PlanarPose, look: HullLook) -> HullLook:
    between = (turned.x_mm - pose.x_mm, turned.y_mm - pose.y_mm, math.pi)
    offset = look.offset + between
    offset[2] = math.remainder(offset[2], math.tau)
    return HullLook(offset, look.covariance, None, look.size, look.size_sigma, look.fit, turned=True)


def _look(
    image: Image,
    registration: Registration,
    piece: Piece,
    pose: PlanarPose,
    standing: Collection[int],
    others: Sequence[Neighbour],
) -> HullLook:
    patch = hull_patch(image, registration, piece.model, pose)
    if patch is None:
        return _cannot(NOWHERE)
    free = patch.inside * (1.0 - others_cover(patch, others))

    def cared(offset: Floats) -> Layer:
        return np.asarray(free * (1.0 - own_cover(patch, piece, moved(pose, offset), standing)), np.float32)

    here = cared(np.zeros(3))
    rings = hull_rings(patch, piece.model.hull, pose, 0.0, piece.model.height_mm)
    share = coverage(rings, patch.shape, fine=2)
    near = cv2.dilate(share, _square(NEAR_MM * patch.px_per_mm))
    known = foreground(patch, (near < 0.01) & (here > 0), (share > 0.9) & (here > 0))
    if known is None:
        return _cannot(NO_MAT)
    evidence, stands_out = known
    if stands_out < STANDS_OUT:
        return _cannot(NO_CONTRAST)
    found = best_place(patch, piece.model, evidence, here)
    found = best_place(patch, piece.model, evidence, cared(found.offset))
    edge = fit_edge(patch, piece.model, found.offset, cared)
    if edge is None or edge.visible < LEAST_VISIBLE:
        return _cannot(HIDDEN)
    fit = _fit(patch, piece, edge, evidence, cared(edge.offset))
    return _judged(piece, pose, edge, fit)


def _square(radius_px: float) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    side = 2 * max(1, round(radius_px)) + 1
    return np.ones((side, side), np.uint8)


def _fit(patch: HullPatch, piece: Piece, edge: EdgeFit, evidence: Layer, cared: Layer) -> float:
    """The smaller of two shares: of the hull that is no mat, and of the band round it that is."""
    rings = hull_rings(patch, piece.model.hull, moved(patch.pose, edge.offset), 0.0, piece.model.height_mm)
    share = coverage(rings, patch.shape, fine=2)
    core = (cv2.erode(share, _square(0.8 * patch.px_per_mm)) > 0.9) & (cared > 0)
    inner, outer = (cv2.dilate(share, _square(mm * patch.px_per_mm)) for mm in BAND_MM)
    band = (inner < 0.01) & (outer > 0.5) & (cared > 0)
    if core.sum() < 10 or band.sum() < 10:
        return 0.0
    return float(min((evidence[core] > 0).mean(), (evidence[band] < 0).mean()))


def _judged(piece: Piece, pose: PlanarPose, edge: EdgeFit, fit: float) -> HullLook:
    covariance, size, size_sigma = _uncertainty(piece, edge)
    turn = np.eye(3)
    turn[:2, :2] = pose.rotation
    offset, on_mat = turn @ edge.offset, turn @ covariance @ turn.T
    sigma_mm = math.sqrt(float(np.linalg.eigvalsh(on_mat[:2, :2])[-1]))
    if not edge.converged or sigma_mm > MOST_SIGMA_MM or on_mat[2, 2] > MOST_SIGMA_RAD**2:
        return _cannot(UNSETTLED if not edge.converged else HIDDEN, fit)
    return HullLook(offset, on_mat, None, size, size_sigma, fit)


def _uncertainty(piece: Piece, edge: EdgeFit) -> tuple[Floats, float, float]:
    """The offset's covariance in the piece's frame; and the size by the picture alone, with its sigma."""
    covariance: Floats = np.linalg.inv(edge.held)[:3, :3]
    model = piece.model
    reach = max(math.hypot(x, y) for x, y in model.hull)
    own = model.sigma_mm / math.sqrt(2.0)
    covariance = covariance + np.diag([
        FLOOR_MM**2 + own**2, FLOOR_MM**2 + own**2, FLOOR_RAD**2 + (own / reach) ** 2
    ])  # fmt: skip
    alone = np.linalg.inv(edge.normal + WEAK)
    size = edge.size_alone
    sigma = math.sqrt(float(alone[3, 3]) + (FLOOR_MM**2 + own**2) / reach**2)
    return covariance, size, sigma
