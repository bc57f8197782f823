"""Where, between pixels, an outline's rim lies in one view: half-way between the piece's colour and the mat's."""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Flags, Floats, PiecePoints
from tableassist.vision.outline.backdrop import MOST_SHADE, Backdrop, difference
from tableassist.vision.outline.hidden import Cover
from tableassist.vision.outline.view import OutlineView

STEP_MM = 0.1
REACH_MM = 3.6
NEAR_PX, FAR_PX = 0.9, 1.9
"""Beyond the rim's own blur, where the piece's colour and the mat's are taken, in pixels from the rim."""
ROUNDS = 3
MAT_SIGMAS = 5.0
"""What differs from the mat by more than this is not the mat."""
PIECE_SIGMAS = 5.0
"""And what differs by less is not the piece."""
RINGING, RINGING_TALL = 0.3, 0.25
"""Of the step at the rim: compression, sharpening and a shadow of another tint leave that much beside it.
Less is granted to a tall piece, whose deck and sails have edges of their own."""
WALL_SHARE, WALL_DOUBT = 0.3, 0.5
"""A wall that is turned to the camera, and too narrow to show its own colour, blurs the rim: what is seen lies between
its foot and its upper edge, by its colour. Its foot is this share of it farther out, with this sigma."""
LEAST_SHARE = 0.7
"""Of the places within and beyond that must be free of plates and sails."""
FARTHEST_MM = BESIDE_MM = 2.2


@dataclass(frozen=True, slots=True, eq=False)
class SeenRim:
    """(N,) for the points of a contour."""

    offset_mm: Floats
    """Outward from the contour; NaN where this view does not show the rim."""
    sigma_mm: Floats
    """By the picture's noise, and by what a narrow wall below the rim may add."""
    covered: Flags
    """Where a plate or a sail lies over the rim, or so near that it may."""


@dataclass(frozen=True, slots=True, eq=False)
class Sampled:
    """A view along lines across a contour: (N, T) places, from within to beyond, at the height of the rim."""

    along: Floats
    """(T,) mm from the contour."""
    seen: Floats
    mat: Floats
    covered: Flags
    px_mm: Floats
    """(N,) how many mm across the rim a pixel is."""
    backdrop: Backdrop


def sampled(
    view: OutlineView,
    backdrop: Backdrop,
    contour: PiecePoints,
    outward: Floats,
    *,
    top_mm: float,
    covers: tuple[Cover, ...],
) -> Sampled:
    along = np.arange(-REACH_MM, REACH_MM + STEP_MM / 2, STEP_MM)
    places = contour[:, None, :] + along[None, :, None] * outward[:, None, :]
    heights = view.rim_heights(contour, outward, top_mm)
    pixels = view.image_points(PiecePoints(places), np.broadcast_to(heights[:, None], places.shape[:2]))
    seen, mat = backdrop.colours(pixels)
    covered = np.zeros(places.shape[:2], dtype=bool)
    for cover in covers:
        covered |= cover.hides(view, pixels)
    run = np.linalg.norm(np.asarray(pixels[:, -1]) - np.asarray(pixels[:, 0]), axis=-1)
    return Sampled(along, seen, mat, covered, 2 * REACH_MM / np.maximum(run, 1e-6), backdrop)


def seen_rim(
    view: OutlineView,
    backdrop: Backdrop,
    contour: PiecePoints,
    outward: Floats,
    *,
    top_mm: float,
    covers: tuple[Cover, ...],
    ringing: float = RINGING,
    farthest_mm: float = FARTHEST_MM,
) -> SeenRim:
    lines = sampled(view, backdrop, contour, outward, top_mm=top_mm, covers=covers)
    along, covered, px_mm = lines.along, lines.covered, lines.px_mm
    offset = np.zeros(len(contour))
    known = np.ones(len(contour), dtype=bool)
    slope = np.ones(len(contour))
    for _ in range(ROUNDS):
        offset, slope, known = _crossing(lines, offset, ringing)
    at = np.clip(np.rint((offset + REACH_MM) / STEP_MM), 0, len(along) - 1).astype(int)
    under = covered[np.arange(len(contour)), at] | covered[:, len(along) // 2]
    known &= ~under & (np.abs(offset) < farthest_mm)
    beside = covered[:, (along > -BESIDE_MM) & (along < 0.5 * BESIDE_MM)].any(axis=1)
    wall = view.wall_mm(contour, outward, top_mm)
    narrow = np.minimum(wall, np.maximum((NEAR_PX + FAR_PX) * px_mm - wall, 0.0))
    sigma = np.hypot(1.0 / np.maximum(slope, 1e-6), WALL_DOUBT * narrow)
    offset = offset + WALL_SHARE * narrow
    return SeenRim(np.where(known, offset, np.nan), np.where(known, sigma, np.inf), under | (beside & ~known))


def _crossing(lines: Sampled, start: Floats, ringing: float) -> tuple[Floats, Floats, Flags]:
    """The crossing nearest to `start`, its slope in noise sigmas a mm, and whether piece is within and mat beyond."""
    noise, least = lines.backdrop.noise, lines.backdrop.least_shade
    along, seen, mat, covered, px_mm = lines.along, lines.seen, lines.mat, lines.covered, lines.px_mm
    gap = along[None, :] - start[:, None]
    near, far = NEAR_PX * px_mm[:, None], FAR_PX * px_mm[:, None]
    # A plate's white beside the rim would pass for the piece's colour, and pull the half-way level to it.
    inner, outer = (gap <= -near) & (gap >= -far), (gap >= near) & (gap <= far)
    within, beyond = inner & ~covered, outer & ~covered
    mat_beyond = _mean(mat, beyond)
    shade = (_mean(seen, beyond) * mat_beyond).sum(axis=-1) / np.maximum((mat_beyond**2).sum(axis=-1), 1.0)
    # Near the rim the mat may lie in the piece's own shadow; its pattern goes on in it, only darker.
    clear = seen - np.clip(shade, least, MOST_SHADE)[:, None, None] * mat
    piece, outside = _mean(clear, within), _mean(clear, beyond)
    step = (piece - outside) / noise
    size = np.linalg.norm(step, axis=-1)
    level = ((clear - outside[:, None]) / noise * (step / np.maximum(size, 1e-9)[:, None] ** 2)[:, None]).sum(axis=-1)
    offset, steep = _nearest_fall(level, along, start)
    left = np.linalg.norm(outside / noise, axis=-1)
    is_mat = left < np.maximum(MAT_SIGMAS * np.sqrt(3.0), ringing * size)
    off_mat = difference(_mean(seen, within), _mean(mat, within), least) / noise
    is_piece = (np.linalg.norm(off_mat, axis=-1) / np.sqrt(3.0) > PIECE_SIGMAS) | (size > 4 * PIECE_SIGMAS)
    enough = (within.sum(axis=1) > LEAST_SHARE * inner.sum(axis=1)) & (
        beyond.sum(axis=1) > LEAST_SHARE * outer.sum(axis=1)
    )
    return offset, steep * size, enough & is_mat & is_piece & (size > PIECE_SIGMAS) & (steep > 0)


def _mean(colours: Floats, chosen: Flags) -> Floats:
    weight = chosen / np.maximum(chosen.sum(axis=1, keepdims=True), 1)
    return np.asarray(np.einsum("nt,ntc->nc", weight, colours), dtype=np.float64)


def _nearest_fall(level: Floats, along: Floats, start: Floats) -> tuple[Floats, Floats]:
    """Where the level falls through a half nearest to `start`, and how steeply a mm; slope 0 where it never does."""
    falls = (level[:, :-1] >= 0.5) & (level[:, 1:] < 0.5)
    drop = np.maximum(level[:, :-1] - level[:, 1:], 1e-9)
    at = along[:-1] + STEP_MM * (level[:, :-1] - 0.5) / drop
    distance = np.where(falls, np.abs(at - start[:, None]), np.inf)
    best = distance.argmin(axis=1)
    rows = np.arange(len(level))
    found = np.isfinite(distance[rows, best])
    wide = 4
    low, high = np.clip(best - wide, 0, level.shape[1] - 1), np.clip(best + wide, 0, level.shape[1] - 1)
    steep = (level[rows, low] - level[rows, high]) / np.maximum((high - low) * STEP_MM, STEP_MM)
    return np.where(found, at[rows, best], start), np.where(found, steep, 0.0)
