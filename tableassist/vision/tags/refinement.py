"""Corners to a hundredth of a pixel: the whole printed pattern is laid over the picture, not only its border.

The detector's corners come from the four outer edges: on a tag of 16 px they are 0.1 px off. Its id says what is
printed inside, so the picture of the tag is known but for eight numbers (where its corners lie), brightness, contrast
and the shading: a soft shadow multiplies the light by a smooth field, of second degree over the tag. They are fitted
together, for all tags of a frame at once, in light instead of grey levels: a lens blurs light, and only then does the
camera code it. The model is derived in docs/measurement-model.md, eq. 18 to 22:

    levels --_sample_levels--> levels at 24 x 24 places u of the tag, at H u in the picture
           --level_light--> light L(H u)                                                     (eq. 18)
    bits   --_draw_blurred--> p_b(u) and its slopes                                          (eq. 19)
    L(H u) - model = columns . (8 of the homography | contrast, brightness | 5 of shading)   (eq. 19b)
           --_solve_weighted, Tukey's weights--> step
           --_compose_step--> H <- H (I + [h])^-1, until the step is small
    all tags together --_weighted_median--> blur and tone exponent of the picture            (eq. 20)
    what is left --_compute_residuals, _correlate_residuals--> covariance of the eight numbers (eq. 21)
           --_corner_covariance--> of the corners                                            (eq. 22)

Inverse composition (Baker and Matthews, 2004): the picture is sampled at a fixed grid of the tag, and the step is taken
on the pattern's side. So the pattern and its slopes are computed once; only the sampling changes from step to step.

A ship's plate in a picture has as few as 16 x 16 pixels, so each choice here is about not fitting more than those tell:
shading only where it shows, the keystone held by a prior, blur and tone by all tags together.
"""

import math
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from tableassist.geometry import Flags, Floats, ImagePoints, Indices, normal_share_below
from tableassist.vision.tags.border import measure_edge_shift, shift_edges
from tableassist.vision.tags.grey_picture import Grey, GreyPicture
from tableassist.vision.tags.pattern import tag_pattern
from tableassist.vision.tags.response import USUAL_RESPONSE, ImageResponse
from tableassist.vision.tags.sighting import TagSighting
from tableassist.vision.tags.tone import FULL_LEVEL, level_light

GRID = 24
LARGEST_PX = 32.0
EDGE = 1.14
"""The grid ends within the white rim, in units in which the black square ends at 1."""
STEPS = 5
STEP_TOLERANCE = 1e-3
SHADE_STEPS = 2
"""Steps in which tags may turn out to be shaded: the first is off by the corners' errors."""
SAME_DRAWING = 0.02
"""Of half a side: after a step no larger, the pattern is drawn as blurred as before, to a hundredth."""
BLUR_RANGE_PX = (0.4, 2.5)
EXPONENT_RANGE = (0.8, 2.8)
MIN_LIGHT = 1e-3
"""Share of the full light below which a coded level is only noise."""
OUTLIER = 4.0
LEAST_SPREAD = 0.07
"""Of the contrast: residuals up to four times this are believed, larger ones are a mast or a finger on the tag."""
MIN_SHADE = 0.06
"""Of the contrast: where the light changes by more than this over the tag, its shading is fitted too. Ten times what
noise feigns; on evenly lit tags free shading would only cost precision."""
FINER_SHADE = 0.15
"""Share of the shading's size that each of the four fields of third degree has: one sigma. They are not fitted, but a
shadow's edge has them, and the claim allows for them. On plates in a ship's soft shadow, in path-traced pictures, the
four together measured 0.3 of the shading."""
MOST_MOVE_PX = 0.8
"""The detector itself is off by so much on the smallest tags."""
MIN_TAGS_FOR_RESPONSE = 6
"""Fewer tags do not tell the blur and the tone of the whole picture: they stay as they were."""
MIN_TAGS_FOR_SHIFT = 3
"""Large tags whose borders speak for the picture; fewer only where nothing is known yet."""
RESPONSE_GAIN = 0.7
"""Share of a step of blur and tone that is taken: they are solved for one after the other."""
FIXED = 1e12
"""A ridge that holds a number at zero."""
KEYSTONE = 0.006
"""How far a tag may look like a keystone: half its side over the camera's distance, times the sine of the slant. Small
tags show no more than this, and hold too few pixels to tell; left free, a shadow's edge would pass for it."""
KEYSTONE_NOISE = 0.1
"""Of the contrast: what a sample may be off, its neighbours alike, when it is weighed against that."""
MOST_MOVE = 0.35
"""Of a module: farther from the detector's corners is another minimum."""
MOST_RESIDUAL = 0.2
"""Of the contrast: the pattern does not explain the picture, so the detector's corners are kept."""
SURE_RESIDUAL, SURE_MOVE = 0.1, 1.6
"""A pattern that explains the picture so well is where it seems, even this many modules from the detector's corners:
a quad that a shadow or a neighbour has drawn out is that wrong, and another minimum never fits like this."""
MOST_CONTRARY = 0.012
"""Of all samples: a finger or a mast on a tag makes black of white or white of black. Where there is more of both than
this, a module and a half each, another tag lies in its place."""
LAGS = 9
"""Residuals farther apart than this on the grid are taken to be independent."""
CORNERS = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
_APART: Indices = np.abs(np.subtract.outer(np.arange(GRID), np.arange(GRID)))
_LAG_TRUST = np.maximum(1.0 - np.arange(GRID) / LAGS, 0.0)
_ROOT_OF_TURN = math.sqrt(2 * math.pi)
_AXIS = np.linspace(-EDGE, EDGE, GRID)
_X, _Y = (axis.ravel() for axis in np.meshgrid(_AXIS, _AXIS))
_GRID = np.column_stack([_X, _Y, np.ones_like(_X)])
_U, _V = _X / EDGE, _Y / EDGE
_SHADES = np.stack([_U, _V, 1.5 * _U**2 - 0.5, _U * _V, 1.5 * _V**2 - 0.5])
"""(5, N) Legendre polynomials of first and second degree: their sizes say how far the light departs from even."""
_FINER_SHADES = np.stack(
    [2.5 * _U**3 - 1.5 * _U, (1.5 * _U**2 - 0.5) * _V, _U * (1.5 * _V**2 - 0.5), 2.5 * _V**3 - 1.5 * _V]
)
"""(4, N) those of third degree, which are not fitted."""
_LIGHT = 8
"""Columns of the fit: eight of the homography, then contrast and brightness, then those of the shading."""
_SHADING = _LIGHT + 2
_COLUMNS = _SHADING + len(_SHADES)
_CORNERS = np.column_stack([CORNERS, np.ones(4)])
"""Homogeneous, as homographies take them."""
_CORNERS_BY_STEP = np.array(
    [
        [[x, y, 1.0, 0.0, 0.0, 0.0, -x * x, -x * y], [0.0, 0.0, 0.0, x, y, 1.0, -x * y, -y * y]]
        for x, y in CORNERS.tolist()
    ]
)
"""(4, 2, 8): how the corners, in the tag's units, answer to the eight numbers of a step."""


@dataclass(frozen=True, slots=True, eq=False)
class Refined:
    sightings: tuple[TagSighting, ...]
    response: ImageResponse
    """Of this picture, a start for the next one of the same camera."""


def refine(
    grey: Grey | GreyPicture,
    sightings: tuple[TagSighting, ...],
    response: ImageResponse = USUAL_RESPONSE,
    *,
    most_move: float = MOST_MOVE,
) -> Refined:
    """Place the corners of small tags by their whole pattern. On large ones the grid is coarser than the pixels: they
    keep the detector's edges, less what the tone curve shifts them by."""
    is_small = [side_px(sighting) <= LARGEST_PX for sighting in sightings]
    small = tuple(sighting for sighting, fits in zip(sightings, is_small, strict=True) if fits)
    large = tuple(sighting for sighting, fits in zip(sightings, is_small, strict=True) if not fits)
    response = _update_edge_shift(grey, large, response, tells_tone=len(small) < MIN_TAGS_FOR_RESPONSE)
    fitted = _fit_patterns(grey, small, response, most_move) if small else Refined((), response)
    shift = response.edge_shift
    from_small = iter(fitted.sightings)
    from_large = iter(large if shift is None else (shift_edges(sighting, shift) for sighting in large))
    return Refined(tuple(next(from_small if fits else from_large) for fits in is_small), fitted.response)


def _update_edge_shift(
    grey: Grey | GreyPicture, large: tuple[TagSighting, ...], response: ImageResponse, *, tells_tone: bool
) -> ImageResponse:
    """Measure anew what the tone curve shifts edges by, where enough large tags are seen or it was never measured."""
    if not large or (response.edge_shift is not None and len(large) < MIN_TAGS_FOR_SHIFT):
        return response
    shift = measure_edge_shift(grey, large, response.blur_px)
    if shift is None:
        return response
    exponent = float(np.clip(shift.exponent, *EXPONENT_RANGE)) if tells_tone else response.exponent
    return replace(response, exponent=exponent, edge_shift=shift)


def _fit_patterns(
    grey: Grey | GreyPicture, small: tuple[TagSighting, ...], response: ImageResponse, most_move: float
) -> Refined:
    rough = np.stack([np.asarray(sighting.corners) for sighting in small])
    bits = [tag_pattern(sighting.family, sighting.tag) for sighting in small]
    homographies = _fit_homographies(rough)
    light, drawn = _Light(np.zeros(len(small), dtype=bool), None), None
    for step_number in range(STEPS):
        fit = _fit_step(grey, homographies, bits, response, light, drawn, may_be_shaded=step_number < SHADE_STEPS)
        homographies = _compose_step(homographies, fit.step)
        drawn = fit.drawn if not fit.blur_step and np.abs(fit.step).max() < SAME_DRAWING else None
        newly = fit.light.shaded & ~light.shaded
        light = fit.light
        response = _step_response(response, fit.blur_step, fit.tone_step)
        if step_number >= 1 and not newly.any() and np.abs(fit.step).max() < STEP_TOLERANCE:
            break
    return Refined(_accept_fits(small, rough, homographies, fit, most_move), response)


def _step_response(response: ImageResponse, blur_step: float, tone_step: float) -> ImageResponse:
    if not blur_step and not tone_step:
        return response
    blur_px = float(np.clip(response.blur_px * math.exp(RESPONSE_GAIN * blur_step), *BLUR_RANGE_PX))
    exponent = float(np.clip(response.exponent * math.exp(RESPONSE_GAIN * tone_step), *EXPONENT_RANGE))
    return replace(response, blur_px=blur_px, exponent=exponent)


def side_px(sighting: TagSighting) -> float:
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = sighting.corners.tolist()
    sides = ((x0 - x3, y0 - y3), (x1 - x0, y1 - y0), (x2 - x1, y2 - y1), (x3 - x2, y3 - y2))
    return sum(math.sqrt(x * x + y * y) for x, y in sides) / 4


@dataclass(frozen=True, slots=True, eq=False)
class _Light:
    shaded: Flags
    """(T,) where the shading across the tag is fitted."""
    weight: Floats | None
    """(T, N) how much each sample is believed, by the step before."""


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    step: Floats
    """(T, 8) change of the homography, in the tag's units."""
    drawn: Floats
    """As `_draw_blurred` has it."""
    light: "_Light"
    blur_step: float
    """Change of the blur's logarithm that the tags of the frame agree on."""
    tone_step: float
    """And of the tone exponent's."""
    columns: Floats
    """(T, C, N): how each sample answers to the homography's eight numbers and to those of the light."""
    miss: Floats
    """(T, N) what was not explained before the step, in light from 0 to 255."""
    contrast: Floats
    """(T, 1)."""
    answer: Floats
    """(T, C)."""
    inverse: Floats
    """(T, C, C) of the normal matrix."""
    keystone_ridge: Floats
    """(T, 2)."""
    tone: Floats
    """(T, 2) or (T, 7) contrast and brightness, and the shading's coefficients, in light."""


@dataclass(frozen=True, slots=True, eq=False)
class _Residuals:
    """What is left unexplained where the fit ends."""

    answer_by_sample: Floats
    """(T, N, 8): how the step answers to the grey level of each sample."""
    answer_by_keystone: Floats
    """(T, 8, 2): how it answers to a keystone of the usual size."""
    answer_by_shading: Floats
    """(T, 4, 8): how it answers to shading of third degree of the usual size; (T, 0, 8) where no tag is shaded."""
    left: Floats
    """(T, N) what is not explained, in grey levels, by how much it is believed."""
    variance: Floats
    """(T,) of what is not explained."""
    residual: Floats
    """(T,) its robust RMS, as a share of the contrast."""
    contrary: Floats
    """(T,) the share of samples that are white for black and of those that are black for white, the lesser of both."""


def _fit_step(
    grey: Grey | GreyPicture,
    homographies: Floats,
    bits: list[Floats],
    response: ImageResponse,
    light: _Light,
    drawn: Floats | None,
    *,
    may_be_shaded: bool,
) -> _Fit:
    """Solve one Gauss-Newton step of eq. 19b.

    `drawn` is the blurred pattern of the last step where it still holds. Where no tag was found to be shaded so far,
    and none `may_be_shaded`, the light is taken as even.
    """
    levels, inside = _sample_levels(grey, homographies)
    seen = level_light(levels, response.exponent)
    tells_response = len(bits) >= MIN_TAGS_FOR_RESPONSE
    if drawn is None:
        drawn = _draw_blurred(bits, homographies, response.blur_px, tells_blur=tells_response)
    pattern, by_x, by_y, *by_blur = drawn
    before = inside if light.weight is None else light.weight
    if may_be_shaded or light.shaded.any():
        tones, tone, shaded = _fit_shaded_light(pattern, seen, before, light.shaded)
    else:
        tones, tone = _fit_even_light(pattern, seen, before)
        shaded = light.shaded
    contrast = np.maximum(tone[:, :1], 1.0)
    model = (tone[:, None] @ tones)[:, 0]
    miss = seen - model
    weight = inside * _weigh_by_tukey(miss, LEAST_SPREAD * contrast)
    # Most pictures have no shaded tag, and then the columns of the shading need not be carried along.
    used = _COLUMNS if shaded.any() else _SHADING
    local_contrast = tone[:, :1] if used == _SHADING else tone[:, :1] + tone[:, 2:] @ _SHADES
    columns = np.empty((len(bits), used, GRID * GRID))
    _fill_step_columns(by_x * local_contrast, by_y * local_contrast, columns)
    columns[:, _LIGHT:] = tones[:, : used - _LIGHT]
    ridge, pull = np.zeros((len(bits), used)), np.zeros((len(bits), used))
    ridge[~shaded, _SHADING:] = FIXED
    ridge[:, 6:8] = (KEYSTONE_NOISE * contrast / KEYSTONE) ** 2
    pull[:, 6:8] = ridge[:, 6:8] * homographies[:, 2, :2]
    blur_step = tone_step = 0.0
    if tells_response:
        # Blur and tone belong to the frame, not to each tag: their columns only say which way they should change.
        common = np.stack([by_blur[0] * local_contrast, _slope_by_exponent(model)], axis=1)
        held = np.zeros((len(bits), common.shape[1]))
        with_common = (np.concatenate(pair, axis=1) for pair in ((columns, common), (ridge, held), (pull, held)))
        every, *firmly = with_common
        free, free_inverse = _solve_weighted(every, miss, weight, *firmly)
        blur_step, tone_step = (
            _weighted_median(free[:, at], free_inverse[:, at, at] * contrast[:, 0] ** 2) for at in (used, used + 1)
        )
        miss = miss - blur_step * common[:, 0] - tone_step * common[:, 1]
    answer, inverse = _solve_weighted(columns, miss, weight, ridge, pull)
    return _Fit(
        step=answer[:, :8],
        drawn=drawn,
        light=_Light(shaded, weight),
        blur_step=blur_step,
        tone_step=tone_step,
        columns=columns,
        miss=miss,
        contrast=contrast,
        answer=answer,
        inverse=inverse,
        keystone_ridge=ridge[:, 6:8],
        tone=tone,
    )


def _slope_by_exponent(model: Floats) -> Floats:
    """(T, N) how the residual answers to the logarithm of the tone exponent g (eq. 20).

    Light is `L = F (c / F)^g` of a coded level c, with F = 255, so dL / d log g = L log(L / F). A larger exponent
    changes what is seen, not the model, hence the sign. The model's light is used, which has no noise.
    """
    shares = np.clip(model / FULL_LEVEL, MIN_LIGHT, 1.0)
    return np.asarray(-FULL_LEVEL * shares * np.log(shares), dtype=np.float64)


def _compute_residuals(fit: _Fit) -> _Residuals:
    weight = fit.light.weight
    assert weight is not None
    left = fit.miss - (fit.answer[:, None] @ fit.columns)[:, 0]
    variance = (weight * left**2).sum(axis=1) / np.maximum(weight.sum(axis=1) - _COLUMNS, 1.0)
    half = fit.contrast / 2
    answer_by_sample = (fit.columns * weight[:, None]).transpose(0, 2, 1) @ fit.inverse[:, :, :8]
    return _Residuals(
        answer_by_sample=answer_by_sample,
        answer_by_keystone=KEYSTONE * fit.keystone_ridge[:, None] * fit.inverse[:, :8, 6:8],
        answer_by_shading=_unfitted_shading(fit) @ answer_by_sample,
        left=left * np.sqrt(weight),
        variance=variance,
        # A picture without any noise is no picture of a tag: it is covered by pure black.
        residual=np.where(variance > 0.0, np.sqrt(variance) / fit.contrast[:, 0], np.inf),
        contrary=np.minimum((fit.miss > half).mean(axis=1), (fit.miss < -half).mean(axis=1)),
    )


def _step_covariance(rest: _Residuals) -> Floats:
    """(T, 8, 8) of eq. 21. Neighbouring samples err alike: they share pixels, and compression smooths over several.

    A step answers to the samples by A, so its covariance is A' (variance x likeness) A. Likeness along rows and columns
    is a product, R (x) R, which two small products apply without the matrix of all pairs of samples ever being built.
    """
    alike = _correlate_residuals(rest.left)
    by_rows = rest.answer_by_sample.reshape(-1, GRID, GRID * 8)
    down = (alike @ by_rows).reshape(-1, GRID, GRID, 8)
    smoothed = (alike @ down).reshape(-1, GRID * GRID, 8)
    covariance = rest.answer_by_sample.transpose(0, 2, 1) @ smoothed * rest.variance[:, None, None]
    covariance += rest.answer_by_keystone @ rest.answer_by_keystone.transpose(0, 2, 1)
    covariance += rest.answer_by_shading.transpose(0, 2, 1) @ rest.answer_by_shading
    return np.asarray(covariance, dtype=np.float64)


def _unfitted_shading(fit: _Fit) -> Floats:
    """(T, 4, N) light that fields of third degree may add, one sigma each; (T, 0, N) where no tag is shaded."""
    if not fit.light.shaded.any():
        return np.empty((len(fit.tone), 0, GRID * GRID))
    evenly_lit = fit.columns[:, _LIGHT] + np.maximum(fit.tone[:, 1:2], 0.0) / fit.contrast
    shade = np.sqrt((fit.tone[:, 2:] ** 2).sum(axis=1))
    return np.asarray(FINER_SHADE * shade[:, None, None] * (evenly_lit[:, None] * _FINER_SHADES), dtype=np.float64)


def _correlate_residuals(left: Floats) -> Floats:
    """R of eq. 21, (GRID, GRID): how alike residuals are along either axis of the grid, from all tags of the picture.

    By the distance between samples alone, and fading to nothing at LAGS (Bartlett's weights): so R is never negative in
    any direction, which estimated correlations may be.
    """
    grids = left.reshape(-1, GRID, GRID)
    grids = grids / np.sqrt((grids**2).mean(axis=(1, 2), keepdims=True) + 1e-12)
    turned = grids.transpose(0, 2, 1)
    pairs = (grids @ turned + turned @ grids).sum(axis=0)  # of each two rows, and of each two columns
    by_lag = np.bincount(_APART.ravel(), pairs.ravel())
    # Nothing is left of a tag that is covered by pure black. Two rows that lie apart are two pairs.
    total = by_lag[0] or 1.0
    alike = _LAG_TRUST * by_lag / (2.0 * total)
    alike[0] = 1.0
    return np.asarray(alike[_APART], dtype=np.float64)


def _fit_shaded_light(pattern: Floats, seen: Floats, weight: Floats, shaded: Flags) -> tuple[Floats, Floats, Flags]:
    """Contrast, brightness and the shading's coefficients: columns (T, 7, N), their sizes (T, 7), and which tags are
    shaded. A shadow multiplies ink and paper alike, so the shading's columns are fields times what evenly lit ink and
    paper would show."""
    even, flat = _fit_even_light(pattern, seen, weight)
    tones = np.empty((len(pattern), 2 + len(_SHADES), GRID * GRID))
    tones[:, :2] = even
    contrast = np.maximum(flat[:, :1], 1.0)
    evenly_lit = pattern + np.maximum(flat[:, 1:], 0.0) / contrast
    np.multiply(evenly_lit[:, None], _SHADES, out=tones[:, 2:])
    free, _ = _solve_weighted(tones, seen, weight)
    shaded = shaded | (np.sqrt((free[:, 2:] ** 2).sum(axis=1)) / contrast[:, 0] > MIN_SHADE)
    level = np.zeros_like(free)
    level[:, :2] = flat
    return tones, np.where(shaded[:, None], free, level), shaded


def _fit_even_light(pattern: Floats, seen: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """Contrast and brightness of evenly lit tags: columns (T, 2, N) and their sizes (T, 2), in closed form."""
    total = weight.sum(axis=1) + 1e-9
    weighted = weight * pattern
    mean_pattern, mean_seen = weighted.sum(axis=1) / total, (weight * seen).sum(axis=1) / total
    spread = (weighted * pattern).sum(axis=1) / total - mean_pattern**2
    contrast = ((weighted * seen).sum(axis=1) / total - mean_pattern * mean_seen) / np.maximum(spread, 1e-9)
    columns = np.stack([pattern, np.ones_like(pattern)], axis=1)
    return columns, np.stack([contrast, mean_seen - contrast * mean_pattern], axis=1)


def _solve_weighted(
    columns: Floats, values: Floats, weight: Floats, ridge: Floats | None = None, pull: Floats | None = None
) -> tuple[Floats, Floats]:
    """Weighted least squares for each tag by columns (T, K, N), and the inverse of its normal matrix. A ridge pulls to
    pull / ridge."""
    weighted = columns * weight[:, None]
    normal = weighted @ columns.transpose(0, 2, 1)
    slope = weighted @ values[..., None]
    size = normal.shape[-1]
    diagonal = np.einsum("tii->ti", normal)  # a view: what is added to it is added to the matrix
    diagonal += 1e-9 * (diagonal.sum(axis=1, keepdims=True) / size + 1e-12)
    if ridge is not None and pull is not None:
        diagonal += ridge
        slope += pull[..., None]
    inverse = np.linalg.inv(normal)
    answer = (inverse @ slope)[..., 0]
    return np.asarray(answer, dtype=np.float64), np.asarray(inverse, dtype=np.float64)


def _weigh_by_tukey(miss: Floats, least_spread: Floats) -> Floats:
    middle = miss.shape[1] // 2  # of an even number; np.median looks for nothing else, and takes longer
    sizes = np.partition(np.abs(miss), (middle - 1, middle), axis=1)[:, middle - 1 : middle + 1]
    spread = np.maximum(1.4826 * (sizes.sum(axis=1, keepdims=True) / 2), least_spread)
    kept = np.clip(1.0 - (miss / (OUTLIER * spread)) ** 2, 0.0, None) ** 2
    return np.asarray(kept, dtype=np.float64)


def _weighted_median(steps: Floats, variances: Floats) -> float:
    """The weighted median: one odd tag does not change the frame's blur."""
    order = np.argsort(steps)
    share = np.cumsum((1.0 / variances)[order])
    middle = float(steps[order][np.searchsorted(share, share[-1] / 2)])
    return float(np.clip(middle, -0.4, 0.4))


def _fill_step_columns(by_x: Floats, by_y: Floats, out: Floats) -> None:
    """Into the first eight of (T, ..., N): how the picture changes with each of the eight numbers of a homography near
    the identity."""
    out[:, 0], out[:, 1], out[:, 2] = by_x * _X, by_x * _Y, by_x
    out[:, 3], out[:, 4], out[:, 5] = by_y * _X, by_y * _Y, by_y
    along = -(out[:, 0] + out[:, 4])
    out[:, 6], out[:, 7] = along * _X, along * _Y


def _draw_blurred(bits: list[Floats], homographies: Floats, blur_px: float, *, tells_blur: bool) -> Floats:
    """Pattern, its slopes along x and y, and, if that is asked, its change with the logarithm of the blur, at the grid:
    (T, N) each.

    A Gaussian blur of squares is a product of error functions along x and y: quick, and exact where the tag is not
    seen at a slant.
    """
    spread = blur_px**2 * _blur_per_pixel(homographies)
    sigma = np.sqrt(spread[:, (0, 1), (0, 1)])
    sizes = {len(each) for each in bits}
    if len(sizes) == 1:
        return _draw_family(np.array(bits)[:, ::-1], sigma, spread[:, 0, 1], tells_blur=tells_blur)
    out = np.empty((4 if tells_blur else 3, len(bits), GRID * GRID))
    for size in sizes:
        alike = [index for index, each in enumerate(bits) if len(each) == size]
        rows = np.array([bits[index] for index in alike])[:, ::-1]
        out[:, alike] = _draw_family(rows, sigma[alike], spread[alike, 0, 1], tells_blur=tells_blur)
    return out


def _draw_family(rows: Floats, sigma: Floats, sigma_xy: Floats, *, tells_blur: bool) -> Floats:
    """`rows` (T, m, m), the lowest first, have two white modules round the black; the outermost reach on for ever.

    `sigma_xy` is the blur's covariance along a slanting tag's axes: blur spreads like heat, so to first order it adds
    as much of the pattern's mixed second derivative.
    """
    count = len(rows)
    both = _module_shares(rows.shape[1], sigma.T.ravel(), tells_blur=tells_blur)
    across_x, slope_x, *blur_x = (part[:count].transpose(0, 2, 1) for part in both)
    across_y, slope_y, *blur_y = (part[count:] for part in both)
    along_x, sloped_x = rows @ across_x, rows @ slope_x
    parts = [
        across_y @ along_x + sigma_xy[:, None, None] * (slope_y @ sloped_x),
        across_y @ sloped_x,
        slope_y @ along_x,
        *(by_y @ along_x + across_y @ (rows @ by_x) for by_x, by_y in zip(blur_x, blur_y, strict=True)),
    ]
    return np.stack(parts).reshape(len(parts), count, -1)


def _module_shares(modules: int, sigma: Floats, *, tells_blur: bool) -> tuple[Floats, ...]:
    """(T, GRID, m): the share of each module at each place of the axis, its slope, and, if that is asked, its change
    with the blur."""
    score = _distances_to_edges(modules) / sigma[:, None, None]
    density = np.exp(-0.5 * score**2) / _ROOT_OF_TURN
    slope = -density / sigma[:, None, None]
    blurring = (_differences(-density * score, 0.0),) if tells_blur else ()
    return _differences(normal_share_below(score), 1.0), _differences(slope, 0.0), *blurring


@cache
def _distances_to_edges(modules: int) -> Floats:
    """(GRID, m - 1) from each place of the axis to each edge between two modules."""
    edges = (np.arange(1, modules) - modules / 2) * 2.0 / (modules - 4)
    return np.asarray(edges - _AXIS[:, None], dtype=np.float64)


def _differences(values: Floats, last: float) -> Floats:
    """(T, N, m) from (T, N, m - 1): of each value from the one before; the first from 0, and `last` after them."""
    out = np.empty((*values.shape[:2], values.shape[2] + 1))
    out[..., 0] = values[..., 0]
    np.subtract(values[..., 1:], values[..., :-1], out=out[..., 1:-1])
    np.subtract(last, values[..., -1], out=out[..., -1])
    return out


def _fit_homographies(corners: Floats) -> Floats:
    """(T, 3, 3): image from tag, by the four corners."""
    equations = np.zeros((len(corners), 8, 8))
    equations[:, 0::2, 0:2] = equations[:, 1::2, 3:5] = CORNERS
    equations[:, 0::2, 2] = equations[:, 1::2, 5] = 1.0
    equations[:, 0::2, 6:] = -corners[..., :1] * CORNERS
    equations[:, 1::2, 6:] = -corners[..., 1:] * CORNERS
    answer = np.linalg.solve(equations, corners.reshape(-1, 8)[..., None])[..., 0]
    return np.concatenate([answer, np.ones((len(corners), 1))], axis=1).reshape(-1, 3, 3)


def _compose_step(homographies: Floats, step: Floats) -> Floats:
    change = np.concatenate([step, np.zeros((len(step), 1))], axis=1).reshape(-1, 3, 3) + np.eye(3)
    moved = homographies @ np.linalg.inv(change)
    return moved / moved[:, 2:, 2:]


def _apply_homographies(homographies: Floats, points: Floats) -> Floats:
    """(T, N, 2) from homogeneous points (N, 3)."""
    solid = points @ homographies.transpose(0, 2, 1)
    return solid[..., :2] / solid[..., 2:]


def _sample_levels(picture: Grey | GreyPicture, homographies: Floats) -> tuple[Floats, Floats]:
    """Grey levels at the grid's places between pixels (T, N), and 1 where the place lies in the picture, else 0."""
    solid = homographies @ _GRID.T
    places = solid[:, :2] / solid[:, 2:]
    low, high = places.min(axis=2), places.max(axis=2)
    grey = picture.between(low, high) if isinstance(picture, GreyPicture) else picture
    flat = places.astype(np.float32)
    levels = cv2.remap(grey, flat[:, 0], flat[:, 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    height, width = grey.shape
    if low.min() >= 0 and high[:, 0].max() <= width - 1 and high[:, 1].max() <= height - 1:
        return levels.astype(np.float64), np.ones(levels.shape)
    inside = (places >= 0).all(axis=1) & (places[:, 0] <= width - 1) & (places[:, 1] <= height - 1)
    return levels.astype(np.float64), inside.astype(np.float64)


def _blur_per_pixel(homographies: Floats) -> Floats:
    """(T, 2, 2): the covariance, in the tag's units, of a round blur of one pixel."""
    by_tag = (
        homographies[:, :2, :2] - homographies[:, :2, 2:] * homographies[:, 2:, :2]
    )  # d(pixel)/d(tag) at its centre
    inverse = np.linalg.inv(by_tag)
    return np.asarray(inverse @ inverse.transpose(0, 2, 1), dtype=np.float64)


def _accept_fits(
    sightings: tuple[TagSighting, ...], rough: Floats, homographies: Floats, fit: _Fit, most_move: float
) -> tuple[TagSighting, ...]:
    corners, rest = _apply_homographies(homographies, _CORNERS), _compute_residuals(fit)
    covariance = _corner_covariance(homographies, _step_covariance(rest))
    out = []
    for index, sighting in enumerate(sightings):
        moved = float(np.linalg.norm(corners[index] - rough[index], axis=1).max())
        module = side_px(sighting) / (len(tag_pattern(sighting.family, sighting.tag)) - 4)
        reach = max(most_move * module, min(MOST_MOVE_PX, 0.6 * module))
        if rest.residual[index] < SURE_RESIDUAL:
            reach = max(reach, SURE_MOVE * module)
        fits = rest.residual[index] < MOST_RESIDUAL and rest.contrary[index] < MOST_CONTRARY
        good = np.isfinite(corners[index]).all() and fits and moved < reach
        out.append(
            replace(sighting, corners=ImagePoints(corners[index]), noise=covariance[index]) if good else sighting
        )
    return tuple(out)


def _corner_covariance(homographies: Floats, covariance: Floats) -> Floats:
    """(T, 8, 8) in pixels, from that of the step in the tag's units: J_H C_H J_H' of eq. 22."""
    solid = _CORNERS @ homographies.transpose(0, 2, 1)
    px = solid[..., :2] / solid[..., 2:]
    by_tag = (homographies[:, None, :2, :2] - px[..., None] * homographies[:, None, 2:, :2]) / solid[..., 2:, None]
    jacobian = (by_tag @ _CORNERS_BY_STEP[None]).reshape(len(homographies), 8, 8)
    return np.asarray(jacobian @ covariance @ jacobian.transpose(0, 2, 1), dtype=np.float64)
