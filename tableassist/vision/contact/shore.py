"""How far the real edge of a flat piece is from its outline, near a contact.

A printed island is as exact as the hand that cut it out: 0.3 mm (one sigma), the largest part of a docking's
plus-minus. But its edge is in plain view to both sides of the place where a ship touches it. So the edge is measured
there, in the picture that is judged, and carried on to the contact as far as a hand's wandering allows
(docs/measurement-model.md, eq. 15 and 16). A card is thin: no lean and no wall enters.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import Polygon

from tableassist.geometry.arrays import Flags, Floats, ImagePoints, MatPoints
from tableassist.vision.camera.frame import Image
from tableassist.vision.contact.shapes import FLAT_MM, draw_cover, footprint
from tableassist.vision.hull.cover import HullCover, Neighbour
from tableassist.vision.hull_trace.tone import Tone, light_of, measure_tone, normal_cdf
from tableassist.vision.outline.view import look_up
from tableassist.vision.registration.registration import Registration

REACH_MM = 16.0
"""Along the edge, to both sides of the contact: farther away the hand has forgotten where it was."""
STEP_MM = 1.0
"""Between profiles: about a pixel, so that their noise is their own."""
HALF_PROFILE_PX = 3.0
PROFILE_STEP_PX = 0.25
MAX_OFFSET_PX, OFFSET_STEP_PX = 1.6, 0.05
"""Where along a profile the edge is searched: a cut is not farther off."""
MIN_STRAIGHT_MM = 1.5
"""Half the length of edge over which its direction is taken; a profile counts only where the edge is about straight."""
COVER_MARGIN_MM = 1.5
MIN_STEP_SIGMAS = 8.0
"""An edge counts where the step from shore to mat is this many times what is left unexplained."""
PROFILE_SIGMA_PX = 0.12
"""Of one profile, beside its own noise: printed grain, cloth and JPEG blocks."""
MAX_ODD_SIGMAS = 3.0
"""Profiles farther from their neighbours crossed something else: a shadow's border, a coin."""
MIN_PROFILES = 6
COMMON_SIGMA_MM = 0.08
"""What all profiles share: tone, the card's own thickness, the mat's scale."""
STEADY_SHARE, WANDER_MM = 0.3, 4.0
"""Of a cut's variance, the part that is the same all round; the rest changes over this length (one sigma of a Gaussian
correlation): a hand with scissors wanders over some ten millimetres."""
MAX_OFFSET_SIGMAS = 4.0
"""An edge farther from its outline is not a careless cut: it is another piece, or lies elsewhere."""


@dataclass(frozen=True, slots=True)
class ShoreLook:
    """How far the edge is outside its outline at the contact, across it; below zero: inside."""

    offset_mm: float
    sigma_mm: float


def look_at_shore(
    image: Image,
    registration: Registration,
    flat: Neighbour,
    contact: Floats,
    others: Sequence[Neighbour],
    tag_squares: Iterable[ImagePoints],
) -> ShoreLook | None:
    """Measure where the edge of a flat piece is at `contact` (2,), mat mm; None where the picture does not show it.

    `others` may hide the edge; `tag_squares` are the mat's tags in the picture, by which its tone is measured.
    """
    piece, pose, _ = flat
    model = piece.model
    if model.height_mm > FLAT_MM or model.sigma_mm <= 0:
        return None
    shape = footprint(model, pose)
    if not isinstance(shape, Polygon) or image.ndim != 3:
        return None
    rim = _rim_near(shape, contact)
    profiles = _profiles(registration, rim, model.height_mm)
    if profiles is None:
        return None
    shown = _is_shown(image, registration, profiles.pixels, others)
    if int(shown.sum()) < MIN_PROFILES:
        return None
    tone = measure_tone(image, tag_squares)
    offsets_px, sigmas_px = _edges(image, profiles.pixels[shown], tone)
    scale = profiles.px_per_mm[shown]
    return _predict(rim.along_mm[shown], offsets_px / scale, sigmas_px / scale, model.sigma_mm)


@dataclass(frozen=True, slots=True, eq=False)
class _Rim:
    """Places along an edge near a contact."""

    along_mm: Floats
    """(N,) from the contact."""
    points: Floats
    """(N, 2) on the mat."""
    outward: Floats
    """(N, 2) unit normals."""


def _rim_near(shape: Polygon, contact: Floats) -> _Rim:
    ring = shapely.normalize(shape).exterior
    ring = ring if ring.is_ccw else ring.reverse()
    at = ring.project(shapely.Point(contact))
    along = np.arange(-REACH_MM, REACH_MM + STEP_MM / 2, STEP_MM)

    def places(shift: float) -> Floats:
        distances = np.mod(at + along + shift, ring.length)
        return shapely.get_coordinates(shapely.line_interpolate_point(ring, distances))

    tangent = places(MIN_STRAIGHT_MM) - places(-MIN_STRAIGHT_MM)
    tangent /= np.maximum(np.hypot(*tangent.T), 1e-9)[:, None]
    return _Rim(along, places(0.0), np.column_stack([tangent[:, 1], -tangent[:, 0]]))


@dataclass(frozen=True, slots=True, eq=False)
class _Profiles:
    pixels: Floats
    """(N, S, 2) across the edge as the picture shows it, from inside to outside."""
    px_per_mm: Floats
    """(N,) pixels across the edge for each millimetre on the mat."""


def _profiles(registration: Registration, rim: _Rim, z_mm: float) -> _Profiles | None:
    tangent = np.column_stack([-rim.outward[:, 1], rim.outward[:, 0]])
    middle, outside, ahead = (
        np.asarray(registration.image_from_mat(MatPoints(rim.points + step), z_mm))
        for step in (0.0, rim.outward, tangent)
    )
    edge = ahead - middle
    edge /= np.maximum(np.hypot(*edge.T), 1e-9)[:, None]
    across = np.column_stack([edge[:, 1], -edge[:, 0]])
    scale = np.einsum("nk,nk->n", outside - middle, across)
    if not np.isfinite(middle).all() or (np.abs(scale) < 0.2).any():
        return None
    across *= np.sign(scale)[:, None]
    steps = np.arange(-HALF_PROFILE_PX, HALF_PROFILE_PX + PROFILE_STEP_PX / 2, PROFILE_STEP_PX)
    return _Profiles(middle[:, None] + steps[None, :, None] * across[:, None], np.abs(scale))


def _is_shown(image: Image, registration: Registration, pixels: Floats, others: Sequence[Neighbour]) -> Flags:
    """(N,) whether a profile is inside the picture, and no piece stands before it."""
    low, high = np.floor(pixels.min(axis=(0, 1))).astype(int) - 2, np.ceil(pixels.max(axis=(0, 1))).astype(int) + 3
    size = high - low
    cover = HullCover()
    for neighbour in others:
        cover.add_piece(neighbour, COVER_MARGIN_MM)
    mask = draw_cover(cover, registration, low.astype(np.float64), (int(size[1]), int(size[0])))
    at = np.rint(pixels - low).astype(int)
    hidden = mask[at[..., 1], at[..., 0]].any(axis=1)
    edges = np.array([image.shape[1], image.shape[0]]) - 2.0
    inside = ((pixels > 1.0) & (pixels < edges)).all(axis=(1, 2))
    return np.asarray(~hidden & inside, bool)


def _edges(image: Image, pixels: Floats, tone: Tone) -> tuple[Floats, Floats]:
    """(N,) where along its profile each edge is, in pixels outward, and its sigma; infinite where there is no edge.

    In light, as the tone has it, a blurred step is (shore) Phi((d - s) / blur) + (mat) (1 - Phi): two levels that are
    solved for, and the place d that leaves least (eq. 15).
    """
    low, high = np.floor(pixels.min(axis=(0, 1))).astype(int) - 3, np.ceil(pixels.max(axis=(0, 1))).astype(int) + 4
    low, high = np.maximum(low, 0), np.minimum(high, [image.shape[1], image.shape[0]])
    light = light_of(image[low[1] : high[1], low[0] : high[0]], tone.exponent)
    levels = look_up(light, ImagePoints(pixels - low))
    count, samples, _ = levels.shape
    along = np.arange(samples) * PROFILE_STEP_PX - HALF_PROFILE_PX
    places = np.arange(-MAX_OFFSET_PX, MAX_OFFSET_PX + OFFSET_STEP_PX / 2, OFFSET_STEP_PX)
    left = np.empty((len(places), count))
    steps = np.empty((len(places), count))
    for index, place in enumerate(places):
        shore = normal_cdf((place - along) / tone.blur_px)
        design = np.column_stack([shore, 1.0 - shore])
        solution = np.linalg.pinv(design) @ levels
        left[index] = ((levels - design @ solution) ** 2).sum(axis=(1, 2))
        steps[index] = np.sqrt(((solution[:, 0] - solution[:, 1]) ** 2).sum(axis=-1))
    best = left.argmin(axis=0)
    rows = np.arange(count)
    inner = np.clip(best, 1, len(places) - 2)
    before, here, after = left[inner - 1, rows], left[inner, rows], left[inner + 1, rows]
    bend = np.maximum(before - 2.0 * here + after, 1e-15)
    offset = places[inner] + OFFSET_STEP_PX * np.clip((before - after) / (2.0 * bend), -0.5, 0.5)
    # Samples lie closer than pixels: so many of them say the same.
    alike = 1.0 / PROFILE_STEP_PX
    variance = here / max(1, 3 * samples - 7)
    sigma = np.sqrt(alike * 2.0 * variance * OFFSET_STEP_PX**2 / bend + PROFILE_SIGMA_PX**2)
    step = steps[inner, rows]
    odd = (best != inner) | (step < MIN_STEP_SIGMAS * np.sqrt(variance))
    return offset, np.where(odd, np.inf, sigma)


def _predict(along: Floats, offsets: Floats, sigmas: Floats, cut_sigma_mm: float) -> ShoreLook | None:
    """The offset at the contact, by the offsets to both sides of it: a Gaussian process along the edge (eq. 16)."""
    good = np.isfinite(sigmas)
    if int(good.sum()) < MIN_PROFILES:
        return None
    middle = float(np.median(offsets[good]))
    spread = np.hypot(sigmas, cut_sigma_mm)
    good &= np.abs(offsets - middle) < MAX_ODD_SIGMAS * spread
    if int(good.sum()) < MIN_PROFILES:
        return None
    along, offsets, sigmas = along[good], offsets[good], sigmas[good]
    variance = cut_sigma_mm**2

    def correlation(apart: Floats) -> Floats:
        return STEADY_SHARE + (1.0 - STEADY_SHARE) * np.exp(-0.5 * (apart / WANDER_MM) ** 2)

    measured = variance * correlation(along[:, None] - along) + np.diag(sigmas**2) + COMMON_SIGMA_MM**2
    towards = variance * correlation(along)
    gain = np.linalg.solve(measured, towards)
    offset, left = float(gain @ offsets), variance - float(gain @ towards)
    if abs(offset) > MAX_OFFSET_SIGMAS * cut_sigma_mm:
        return None
    return ShoreLook(offset, math.sqrt(max(left, 0.0)))
