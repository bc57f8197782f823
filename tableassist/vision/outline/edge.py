"""Where, between pixels, an outline's rim lies in one view: half-way between the piece's colour and the mat's."""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Flags, Floats, PiecePoints
from tableassist.vision.outline.backdrop import MOST_SHADE, Backdrop, difference
from tableassist.vision.outline.hidden import Cover
from tableassist.vision.outline.view import OutlineView
from tableassist.vision.tags.tone import LUMA, level_light

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
WALL_SHARE = 0.3
"""A wall that is turned to the camera, and too narrow to show its own colour, blurs the rim: what is seen lies between
its foot and its upper edge, by its colour. Its foot is about this share of it farther out; `joint` solves for it."""
LEAST_SHARE = 0.7
"""Of the places within and beyond that must be free of plates and sails."""
MIN_FACING = 0.2
"""Cosine between a tall piece's wall and the way to the camera: only the foot of a wall that faces the camera is
measured. Sails and plates stand above the hull, so in the picture they lie behind it and hide the far side; and the
far side is seen at the height of the deck, which is not known well."""
SHADOW_DOUBT_PX = 0.5
"""How far a shadow moves the rim, per its darkness against the step at the rim: it is darker close to the piece."""
LIT_SHARE = 0.93
MIN_LUMA_SIGMAS = 4.0
COLOUR_DOUBT_PX = 0.6
"""How far a rim that only colour shows may be off."""
FARTHEST_MM = BESIDE_MM = 2.2


@dataclass(frozen=True, slots=True, eq=False)
class SeenRim:
    """(N,) for the points of a contour."""

    offset_mm: Floats
    """Outward from the contour; NaN where this view does not show the rim."""
    sigma_mm: Floats
    """By the picture's noise, and by a shadow beside the rim."""
    covered: Flags
    """Where a plate or a sail lies over the rim, or so near that it may."""
    rise: Floats
    """How far the rim moves outward on the mat per mm that the upper edge is higher; 0 where the foot is seen."""
    narrow_mm: Floats
    """How much of a wall turned to the camera is too narrow to show its own colour."""
    shaded: Flags
    """Where the mat beyond the rim is in shadow."""


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
    usable: Flags
    """(N,) whether the rim can be told here at all; see MIN_FACING."""
    backdrop: Backdrop


def sampled(
    view: OutlineView,
    backdrop: Backdrop,
    contour: PiecePoints,
    outward: Floats,
    *,
    top_mm: float,
    covers: tuple[Cover, ...],
    tall: bool = False,
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
    towards = view.camera_mm[:2] - view.pose.place(contour)
    facing = view.faces_camera(contour, outward) / np.maximum(np.linalg.norm(towards, axis=-1), 1e-6)
    usable = facing > MIN_FACING if tall else np.ones(len(contour), dtype=bool)
    return Sampled(along, seen, mat, covered, 2 * REACH_MM / np.maximum(run, 1e-6), usable, backdrop)


def seen_rim(
    view: OutlineView,
    backdrop: Backdrop,
    contour: PiecePoints,
    outward: Floats,
    *,
    top_mm: float,
    covers: tuple[Cover, ...],
    tall: bool = False,
    exponent: float = 1.0,
    farthest_mm: float = FARTHEST_MM,
) -> SeenRim:
    """`exponent`: how grey levels follow light, see `tone`."""
    lines = sampled(view, backdrop, contour, outward, top_mm=top_mm, covers=covers, tall=tall)
    along, covered, px_mm = lines.along, lines.covered, lines.px_mm
    crossing = _Crossing.none(len(contour))
    for _ in range(ROUNDS):
        crossing = _find_crossing(lines, crossing.offset_mm, exponent, tall=tall)
    offset, known = crossing.offset_mm, crossing.known
    at = np.clip(np.rint((offset + REACH_MM) / STEP_MM), 0, len(along) - 1).astype(int)
    under = covered[np.arange(len(contour)), at] | covered[:, len(along) // 2]
    known = known & ~under & lines.usable & (np.abs(offset) < farthest_mm)
    beside = covered[:, (along > -BESIDE_MM) & (along < 0.5 * BESIDE_MM)].any(axis=1)
    wall = view.wall_mm(contour, outward, top_mm)
    narrow = np.minimum(wall, np.maximum((NEAR_PX + FAR_PX) * px_mm - wall, 0.0))
    doubt = px_mm * np.hypot(
        SHADOW_DOUBT_PX * crossing.shadow, np.where(crossing.colour_only & (not tall), COLOUR_DOUBT_PX, 0.0)
    )
    sigma = np.hypot(1.0 / np.maximum(crossing.slope, 1e-6), doubt)
    facing = view.faces_camera(contour, outward) > 0.0
    rise = np.where(facing, 0.0, (outward * view.slant(contour, top_mm)).sum(axis=-1))
    return SeenRim(
        np.where(known, offset + WALL_SHARE * narrow, np.nan),
        np.where(known, sigma, np.inf),
        lines.usable & (under | (beside & ~known)),
        rise,
        narrow,
        crossing.shade < LIT_SHARE,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Crossing:
    """(N,) where lines cross from piece to mat."""

    offset_mm: Floats
    slope: Floats
    """In noise sigmas a mm."""
    known: Flags
    """Whether there is piece within and mat beyond."""
    shade: Floats
    """Share of its light that the mat beyond keeps."""
    shadow: Floats
    """The light it lost, against the step at the rim."""
    colour_only: Flags
    """Where piece and mat are equally bright."""

    @classmethod
    def none(cls, count: int) -> "_Crossing":
        nothing = np.zeros(count)
        nowhere = np.zeros(count, dtype=bool)
        return cls(nothing, nothing, nowhere, nothing, nothing, nowhere)


def _find_crossing(lines: Sampled, start: Floats, exponent: float, *, tall: bool) -> _Crossing:
    """The crossing nearest to `start`."""
    ringing = RINGING_TALL if tall else RINGING
    noise, least = lines.backdrop.noise, lines.backdrop.least_shade
    along, covered, px_mm = lines.along, lines.covered, lines.px_mm
    gap = along[None, :] - start[:, None]
    near, far = NEAR_PX * px_mm[:, None], FAR_PX * px_mm[:, None]
    # A plate's white beside the rim would pass for the piece's colour, and pull the half-way level to it.
    inner, outer = (gap <= -near) & (gap >= -far), (gap >= near) & (gap <= far)
    within, beyond = inner & ~covered, outer & ~covered
    mat_beyond = _mean(lines.mat, beyond)
    shade = (_mean(lines.seen, beyond) * mat_beyond).sum(axis=-1) / np.maximum((mat_beyond**2).sum(axis=-1), 1.0)
    # Near the rim the mat may lie in the piece's own shadow; its pattern goes on in it, only darker.
    shaded_mat = np.clip(shade, least, MOST_SHADE)[:, None, None] * lines.mat
    clear = lines.seen - shaded_mat
    outside = _mean(clear, beyond)
    step = (_mean(clear, within) - outside) / noise
    size = np.linalg.norm(step, axis=-1)
    # What is half-way is decided in light, not in coded levels, and by brightness where that changes at the rim:
    # cameras and JPEG store colour at half the resolution, blurred after coding, so its half-way level is elsewhere.
    luma = level_light(lines.seen @ LUMA, exponent) - level_light(shaded_mat @ LUMA, exponent)
    luma_step = np.abs(step @ (LUMA * noise)) / float(noise @ LUMA)
    by_luma = _levels(luma[..., None], within, beyond)
    # The shaded side of a hull may be as bright as the mat, whatever their colours.
    light = level_light(lines.seen, exponent) - level_light(shaded_mat, exponent)
    by_colour = _levels(light if tall else clear / noise, within, beyond)
    colour_only = np.full(len(luma_step), fill_value=True) if tall else luma_step < MIN_LUMA_SIGMAS
    level = np.where(colour_only[:, None], by_colour, by_luma)
    offset, steep = _nearest_fall(level, along, start)
    left = np.linalg.norm(outside / noise, axis=-1)
    is_mat = left < np.maximum(MAT_SIGMAS * np.sqrt(3.0), ringing * size)
    off_mat = difference(_mean(lines.seen, within), _mean(lines.mat, within), least) / noise
    is_piece = (np.linalg.norm(off_mat, axis=-1) / np.sqrt(3.0) > PIECE_SIGMAS) | (size > 4 * PIECE_SIGMAS)
    enough = (within.sum(axis=1) > LEAST_SHARE * inner.sum(axis=1)) & (
        beyond.sum(axis=1) > LEAST_SHARE * outer.sum(axis=1)
    )
    known = enough & is_mat & is_piece & (size > PIECE_SIGMAS) & (steep > 0)
    lost = np.clip(1.0 - shade, 0.0, 1.0) * np.linalg.norm(mat_beyond / noise, axis=-1)
    return _Crossing(offset, steep * size, known, shade, lost / np.maximum(size, 1e-6), colour_only)


def _levels(values: Floats, within: Flags, beyond: Flags) -> Floats:
    """(N, T) how far the way from the mat's values (0) to the piece's (1), for (N, T, C) values."""
    outside = _mean(values, beyond)
    step = _mean(values, within) - outside
    square = np.maximum((step**2).sum(axis=-1), 1e-9)
    return np.asarray(((values - outside[:, None]) * step[:, None]).sum(axis=-1) / square[:, None], dtype=np.float64)


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
