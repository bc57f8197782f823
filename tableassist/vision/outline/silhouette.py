"""What of a view is piece and not mat: segmentation seeded by the tag, on the difference from the mat."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Flags, Floats, ImagePoints, PiecePoints
from tableassist.vision.outline.backdrop import Backdrop, difference
from tableassist.vision.outline.view import OutlineView, look_up

Labels = npt.NDArray[np.uint8]
FINE = 2
"""The crop is segmented this many times finer than its pixels, so that rims are not steps."""
LEVELS_PER_SIGMA = 6.0
MAT_SIGMAS, MAYBE_SIGMAS, SURE_SIGMAS = 1.5, 3.5, 8.0
ROUNDS = 2
AROUND_PX = 20
THIN_MM = 3.0
"""Narrower parts are lines on the mat, or spars; they are no part of an outline."""


@dataclass(frozen=True, slots=True, eq=False)
class Silhouette:
    """The piece in a view's crop, FINE times finer."""

    share: npt.NDArray[np.float32]
    """(FINE * H, FINE * W, 1): 1 for piece, 0 for mat."""
    likely: npt.NDArray[np.float32]
    """The same by each place's own difference from the mat, without its neighbours: views can be averaged."""
    contrast: float
    """How far the piece stands out from the mat, in sigmas of the mat's own noise."""
    touches_border: bool

    def at(self, backdrop: Backdrop, pixels: ImagePoints) -> tuple[Floats, Floats]:
        """(...) the share at places of the picture, and how likely each is piece by itself."""
        fine = ImagePoints((np.asarray(backdrop.in_crop(pixels)) + 0.5) * FINE - 0.5)
        return look_up(self.share, fine)[..., 0], look_up(self.likely, fine)[..., 0]

    def covered(self, grown_px: float) -> Flags:
        """(H, W) the crop's pixels that are piece, and those so near to it."""
        rows, columns = self.share.shape[0] // FINE, self.share.shape[1] // FINE
        coarse = cv2.resize(self.share[..., 0], (columns, rows), interpolation=cv2.INTER_AREA) > 0.1
        reach = round(grown_px)
        return cv2.dilate(coarse.astype(np.uint8), disc(reach)) > 0


def silhouette(
    view: OutlineView, backdrop: Backdrop, seeds: tuple[tuple[PiecePoints, float], ...], *, rough: bool = False
) -> Silhouette | None:
    """None where nothing but the seeds stands out. A seed is an outline at its height that is surely piece.

    `rough` will do to see where there is mat.
    """
    seen, mat = backdrop.seen.astype(np.float64), backdrop.mat.astype(np.float64)
    off = difference(seen, mat, backdrop.least_shade) / backdrop.noise
    finer = cv2.resize(off.astype(np.float32), None, fx=FINE, fy=FINE, interpolation=cv2.INTER_CUBIC)
    fine = np.asarray(finer, np.float32)
    strength = np.sqrt((cv2.GaussianBlur(fine, (0, 0), 0.5 * FINE) ** 2).mean(axis=-1))
    sure = np.zeros(strength.shape, np.uint8)
    for outline, z_mm in seeds:
        at = (np.asarray(backdrop.in_crop(view.image_points(outline, z_mm))) + 0.5) * FINE - 0.5
        cv2.fillPoly(sure, [np.rint(at).astype(np.int32)], 1)
    labels = (strength > MAYBE_SIGMAS).astype(np.uint8) | sure if rough else _cut(fine, strength, sure)
    opened = cv2.morphologyEx(labels, cv2.MORPH_OPEN, disc(0.5 * THIN_MM * FINE / view.mm_per_px))
    body = _seeded(np.asarray(opened, np.uint8), sure)
    if body is None:
        return None
    inner = cv2.erode(body, disc(FINE)) > 0
    contrast = float(np.median(strength[inner])) if inner.any() else 0.0
    rim = np.concatenate([body[0], body[-1], body[:, 0], body[:, -1]])
    likely = np.clip((strength - MAT_SIGMAS) / (2 * (MAYBE_SIGMAS - MAT_SIGMAS)), 0.0, 1.0)
    return Silhouette(body.astype(np.float32)[..., None], likely[..., None], contrast, bool(rim.any()))


def _cut(fine: npt.NDArray[np.float32], strength: npt.NDArray[np.float32], sure: Labels) -> Labels:
    """What is far from the mat and hangs together with a seed is piece, what is like the mat is mat; a graph cut
    decides between them."""
    labels = np.where(strength > MAYBE_SIGMAS, cv2.GC_PR_FGD, cv2.GC_PR_BGD).astype(np.uint8)
    labels[strength < MAT_SIGMAS] = cv2.GC_BGD
    far_off = (strength > SURE_SIGMAS).astype(np.uint8)
    strong = np.asarray(cv2.morphologyEx(far_off, cv2.MORPH_OPEN, disc(FINE)), np.uint8)
    body = _seeded(strong | sure, sure)
    if body is not None:
        labels[(body > 0) & (strong > 0)] = cv2.GC_FGD
    labels[sure > 0] = cv2.GC_FGD
    if not (labels == cv2.GC_BGD).any() or not (labels == cv2.GC_FGD).any():
        return (strength > MAYBE_SIGMAS).astype(np.uint8)
    picture = np.clip(128.0 + LEVELS_PER_SIGMA * fine, 0, 255).astype(np.uint8)
    cv2.setRNGSeed(0)  # its clusters begin at random places, and the same pictures must give the same outline
    box = _around(strength, sure)
    cut = np.ascontiguousarray(labels[box])
    cv2.grabCut(
        np.ascontiguousarray(picture[box]),
        cut,
        None,
        np.zeros((1, 65)),
        np.zeros((1, 65)),
        ROUNDS,
        cv2.GC_INIT_WITH_MASK,
    )  # type: ignore[call-overload]
    found = np.zeros_like(labels)
    found[box] = (cut == cv2.GC_FGD) | (cut == cv2.GC_PR_FGD)
    return found


def _around(strength: npt.NDArray[np.float32], sure: Labels) -> tuple[slice, slice]:
    """Rows and columns of all that may be piece, with mat round it: a graph cut of bare mat takes time for nothing."""
    body = _seeded((strength > MAYBE_SIGMAS).astype(np.uint8) | sure, sure)
    if body is None:
        return slice(None), slice(None)
    rows, columns = np.flatnonzero(body.any(axis=1)), np.flatnonzero(body.any(axis=0))
    return (
        slice(max(0, int(rows[0]) - AROUND_PX), int(rows[-1]) + 1 + AROUND_PX),
        slice(max(0, int(columns[0]) - AROUND_PX), int(columns[-1]) + 1 + AROUND_PX),
    )


def _seeded(labels: Labels, sure: Labels) -> Labels | None:
    """The parts that hold a seed, their holes filled."""
    _, parts = cv2.connectedComponents(labels, connectivity=4)
    kept = np.unique(parts[(sure > 0) & (labels > 0)])
    body = np.isin(parts, kept[kept > 0]).astype(np.uint8)
    if not body.any():
        return None
    rims, _ = cv2.findContours(body, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros_like(body)
    cv2.drawContours(filled, rims, -1, 1, cv2.FILLED)
    return filled


def disc(radius: float) -> Labels:
    reach = max(1, round(radius))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    return np.asarray(disc, np.uint8)
