"""Where a picture shows the hull's edge along a contour, between pixels.

Across the contour a picture is modelled as levels joined by blurred steps: deck, wall, ground where the wall is turned
to the camera (its foot is the edge that counts), deck and ground where it is turned away (its upper edge hides the
foot). With `s` the distance outward from the edge, `Phi` the blurred step, `w` the width of the wall in the picture and
light as a share of the lit ground's (docs/measurement-model.md, eq. 34a),

    I(s) = a D(s) + b W(s) + c D(s) max(-s - w, 0) + g G(s) + g' G(s) max(s, 0) - k G(s) exp(-max(s, 0) / r)    (34a)
    G = Phi(s),  D = 1 - Phi(s + w),  W = 1 - G - D

The last term is the shade in the corner below the wall: a lamp that the wall hides in part, and half of the sky. Seen
through the blur it looks like an edge farther out, so its strength is not fitted freely but has a prior, like all
levels. For every offset of the edge the levels then follow by linear least squares, so what is left over, with the
price of the priors, is a function of the offset alone. Its least value is the edge and its curvature how well it is
known: less well where a little more or less shade explains the picture equally.
"""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Flags, Floats
from tableassist.vision.hull_trace.views import HullView
from tableassist.vision.outline.view import look_up
from tableassist.vision.tags.tone import LUMA, normal_cdf

STEP_MM = 0.2
INNER_PX, OUTER_PX = 1.4, 2.0
"""How much of the hull and of the ground beyond it a profile takes in, in pixels from the edge."""
CARD_OUTER_PX = 1.2
"""Where the hull stands on the tongue of a wake plate, whose print is near."""
MAX_WALL_PX = 2.0
"""Of a wide wall no more than this is used: a rail along the deck may have a colour of its own."""
MODEL_SHARE = 0.03
"""Of the ground's light: planks, grain and compression that levels do not explain."""
NOISE_POWER = 0.45
"""Noise is even in coded levels, which are light to the power of about 1/1.8: it grows with light to this power."""
MIN_STEP = 0.1
"""At the edge, as a share of the ground's light there. A weaker one is not told from planks and shadows."""
CHROMA_BLUR_PX = 1.0
"""Files keep colour at half the sharpness of brightness."""
TINT_NOISE = 2.5
"""How much worse colour differences fit than brightness: compression takes most from them."""
MIN_WALL_PX = 2.0
"""A wall that looks as wide as this shows its own colour in its middle."""
NARROW_WALL_PX = 0.35
"""A wall that looks narrower than this has no level of its own."""
CORNER_SHADE_MM = 0.7
"""Reach r of the shade in the corner: a lamp 0.2 to 0.5 m wide at 1.5 m, hidden in part by a wall of 5 mm."""
LEVEL_MEANS = (0.6, 0.6, 0.0, 1.0, 0.0, 0.06)
LEVEL_SIGMAS = (0.8, 0.8, 0.08, 0.3, 0.06, 0.1)
"""Of deck, wall, deck's slope per mm, ground, ground's slope per mm and corner shade, as shares of the ground near by.
Colours of hulls are anything; shade changes by some per cent a millimetre; a wall hides 0 to a fifth of the light."""
TINT_SIGMAS = (0.3, 0.3, 0.03, 0.06, 0.02, 0.02)
"""Of the two colour differences; their means are 0. Shade nearly keeps the ground's tint; that tells it from a hull."""
WALL_TINT_SIGMA = 0.06
"""How far the tint of a wall may differ from that of the other walls, in units of the lit ground."""
SHADE_AREA_MM = 0.025
"""Shade that eq. 34a does not describe, share of light times width: it moves an edge by this over its contrast. By
edges at their true places on twenty path-traced ships: 0.25 mm at contrasts below 0.2, 0.06 mm at 0.6."""
MIN_GROUND, MAX_GROUND = 0.6, 1.5
"""What is beyond the edge must be ground, lit or in shadow, compared with the ground near by."""
GROUND_REACH_MM = 2.5
"""How far out the ground goes that edges are compared with."""
DARKEST_GROUND = 0.15
"""As a share of the lit ground: shadows are lighter."""
MAX_TINT = 0.3
"""And tinted no more than this share of its light beyond the ground's tint: a red hull tinges what is next to it."""
MIN_CLEAR = 0.4
"""Share of a profile that nothing hides."""


@dataclass(frozen=True, slots=True, eq=False)
class EdgeCosts:
    """For the points of a contour in one picture: how badly each offset explains what is seen."""

    offsets_mm: Floats
    """(E,)."""
    cost: Floats
    """(N, E): sum of squares in sigmas, three colours together."""
    gain: Floats
    """(N, E): how much better than ground without an edge; 0 where there is no usable edge."""
    usable: Flags
    """(N, E): where the levels that go with an offset are those of an edge against ground."""
    contrast: Floats
    """(N, E): between hull and ground, as a share of the ground's light."""
    step: Floats
    """(N, E): the same with colour for as little as it counts in the fit."""
    is_top: Flags
    """(N,): the edge is the deck's and hides the foot."""
    hidden: Flags
    """(N,): masked, or out of the crop."""
    drift_mm: Floats
    """(N,): how far outward the deck's edge seems to move for each mm of height."""
    pixels: Floats
    """(N,): how many pixels a profile is long."""


def edge_costs(
    view: HullView,
    contour: Floats,
    normals: Floats,
    *,
    height_mm: float,
    flare_mm: float,
    masked: Flags,
    search_mm: float,
    foot_mm: Floats | None = None,
    wall_tint: Floats | None = None,
    ground_mm: float | None = None,
) -> EdgeCosts:
    """Compare every offset within `search_mm` of the contour.

    `foot_mm`: (N,) how high what the hull stands on is above the sheet; `wall_tint`: (2,) colour differences of the
    walls as shares of their brightness, where that is known; `ground_mm`: how far out from the contour it is ground for
    certain, if nearer than what is searched.
    """
    drift = (view.drift(contour, 0.0) * normals).sum(axis=-1)
    is_top = drift * height_mm + flare_mm > 0.0
    low = np.zeros(len(contour)) if foot_mm is None else foot_mm
    wall_mm = np.where(is_top, 0.0, np.maximum(-drift * (height_mm - low) - flare_mm, 0.0))
    base_z = np.where(is_top, height_mm, low)
    # The deck's edge is `flare` farther out than the foot; what is reported is the foot's offset.
    shift = np.where(is_top, flare_mm, 0.0)
    per_mm = _pixels_per_mm(view, contour, normals, base_z)
    shape = _Shape.of(wall_mm, per_mm, view.tone.blur_px, low > 0.0)
    along = np.arange(-shape.inner_mm.max() - search_mm, shape.outer_mm.max() + search_mm + STEP_MM / 2, STEP_MM)
    places = contour[:, None] + (along[None, :, None] + shift[:, None, None]) * normals[:, None]
    at = view.pixels(places, base_z[:, None])
    seen, ground = view.colours(at)
    light = _brightness_and_tint(seen / np.maximum(ground, 1e-3))
    clear = look_up(masked.astype(np.float32)[..., None], at)[..., 0] < 0.25
    clear &= view.inside(at)
    offsets = np.arange(-search_mm, search_mm + STEP_MM / 4, STEP_MM / 2)
    # In a shadow everything is darker alike: levels, planks and noise are shares of the light that there is.
    beyond = along - (search_mm if ground_mm is None else ground_mm)
    shade = _local_shade(light[..., 0], clear & (beyond > 0.0) & (beyond < GROUND_REACH_MM))
    is_dark = shade < DARKEST_GROUND
    noise = view.noise / float(np.median(ground)) * shade**NOISE_POWER / shade
    sigma = np.hypot(noise, MODEL_SHARE)
    cost, gain, usable, contrast, step = _compare(
        light / shade[:, None, None], clear, along, offsets, shape, sigma, wall_tint
    )
    hidden = clear[:, (along > -0.9) & (along < 0.7)].mean(axis=1) < 0.75
    usable &= ~(hidden | is_dark)[:, None]
    gain = np.where(usable, np.maximum(gain, 0.0), 0.0)
    return EdgeCosts(offsets, cost, gain, usable, contrast, step, is_top, hidden, drift, shape.length_mm * per_mm)


def _local_shade(luma: Floats, is_ground: Flags) -> Floats:
    """(N,) light of the ground beyond the profiles' edges, as a share of the lit ground's."""
    total = (luma * is_ground).sum(axis=1) / np.maximum(is_ground.sum(axis=1), 1)
    return np.clip(np.where(is_ground.any(axis=1), total, 1.0), 0.1, 1.2)


def measure_wall_tint(
    view: HullView, contour: Floats, normals: Floats, height_mm: float, masked: Flags
) -> tuple[Floats, Floats]:
    """Colour differences (M, 2) and brightness (M,) in the middle of the walls that are turned to the camera."""
    drift = (view.drift(contour, 0.0) * normals).sum(axis=-1)
    wide = -drift * height_mm * view.px_per_mm > MIN_WALL_PX
    if not wide.any():
        return np.zeros((0, 2)), np.zeros(0)
    at = view.pixels(contour[wide], 0.5 * height_mm)
    seen, ground = view.colours(at)
    light = _brightness_and_tint(seen / np.maximum(ground, 1e-3))
    clear = (look_up(masked.astype(np.float32)[..., None], at)[..., 0] < 0.25) & view.inside(at)
    return light[clear, 1:], light[clear, 0]


def _brightness_and_tint(light: Floats) -> Floats:
    """(..., 3) brightness, and how far blue and red differ from it."""
    luma = light @ LUMA
    return np.concatenate([luma[..., None], light[..., [0, 2]] - luma[..., None]], axis=-1)


def _pixels_per_mm(view: HullView, contour: Floats, normals: Floats, z: Floats) -> Floats:
    here = np.asarray(view.pixels(contour - 0.5 * normals, z))
    there = np.asarray(view.pixels(contour + 0.5 * normals, z))
    return np.asarray(np.linalg.norm(there - here, axis=-1), dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class _Shape:
    """Of the profiles: (N,) each."""

    wall_mm: Floats
    per_mm: Floats
    blur_mm: Floats
    inner_mm: Floats
    """How far inward a profile reaches."""
    outer_mm: Floats

    @classmethod
    def of(cls, wall_mm: Floats, per_mm: Floats, blur_px: float, on_card: Flags) -> "_Shape":
        outer_px = np.where(on_card, CARD_OUTER_PX, OUTER_PX)
        inner_px = np.where(
            wall_mm * per_mm > INNER_PX, np.minimum(wall_mm * per_mm, MAX_WALL_PX), wall_mm * per_mm + INNER_PX
        )
        return cls(wall_mm, per_mm, blur_px / per_mm, inner_px / per_mm, outer_px / per_mm)

    @property
    def length_mm(self) -> Floats:
        return self.inner_mm + self.outer_mm

    @property
    def is_narrow(self) -> Flags:
        return self.wall_mm * self.per_mm < NARROW_WALL_PX


def _compare(
    light: Floats,
    clear: Flags,
    along: Floats,
    offsets: Floats,
    shape: _Shape,
    sigma: Floats,
    wall_tint: Floats | None,
) -> tuple[Floats, Floats, Flags, Floats, Floats]:
    """(N, E) costs, how much better than without an edge, whether the levels are an edge's, its contrast, and that with
    colour for less.

    `light` is (N, T, 3) as shares of ground.
    """
    from_edge = along[None, None, :] - offsets[None, :, None]
    window = (from_edge > -shape.inner_mm[:, None, None]) & (from_edge < shape.outer_mm[:, None, None])
    weight = (window & clear[:, None, :]).astype(np.float64)
    step = along[1] - along[0]
    count = np.maximum(weight.sum(axis=-1), 1.0)
    expected = np.maximum((shape.length_mm / step)[:, None], 1.0)
    # Samples are closer than pixels, and one pixel must not count as several. Profiles differ by a sample or two.
    per_sample = (step * shape.per_mm)[:, None] * expected / count / sigma[:, None] ** 2
    sharp = _basis(from_edge, shape, shape.blur_mm)
    soft = _basis(from_edge, shape, np.hypot(shape.blur_mm, CHROMA_BLUR_PX / shape.per_mm))
    levels, cost = _solve_levels(sharp, soft, weight * per_sample[..., None], light, wall_tint)
    plain = np.stack([np.ones_like(from_edge), from_edge], axis=-1)
    _, without = _solve_plain(plain, weight * per_sample[..., None], light)
    inside = np.where(shape.is_narrow[:, None, None], levels[..., 0, :], levels[..., 1, :])
    ground = levels[..., 3, :]
    contrast = _contrast(inside, ground, levels[..., 5, 0])
    step = _contrast(inside, ground, levels[..., 5, 0], 1.0 / TINT_NOISE)
    tint = np.abs(ground[..., 1:]).max(axis=-1)
    usable = (count > MIN_CLEAR * expected) & (ground[..., 0] > MIN_GROUND) & (ground[..., 0] < MAX_GROUND)
    usable &= (tint < MAX_TINT) & (contrast > MIN_STEP)
    return cost, without - cost, usable, contrast, step


def _contrast(inside: Floats, ground: Floats, corner_shade: Floats, tint_share: float = 1.0) -> Floats:
    """(N, E) how far the hull's levels (N, E, 3) are from the ground's at every strength of the shade in the corner.

    A light hull on light ground with a dark corner between them shows the corner's outer end, not the hull's foot.
    """
    low, high = ground[..., 0] - np.maximum(corner_shade, 0.0), ground[..., 0] - np.minimum(corner_shade, 0.0)
    luma = np.maximum(np.maximum(low - inside[..., 0], inside[..., 0] - high), 0.0)
    tint = tint_share * np.moveaxis(inside - ground, -1, 0)[1:]
    return np.asarray(np.linalg.norm(np.stack([luma, *tint]), axis=0))


def _basis(from_edge: Floats, shape: _Shape, blur_mm: Floats) -> Floats:
    """(N, E, T, 6) what each level of eq. 34a adds to a profile."""
    blur, wall = blur_mm[:, None, None], shape.wall_mm[:, None, None]
    ground = normal_cdf(from_edge / blur)
    deck = 1.0 - normal_cdf((from_edge + wall) / blur)
    side = 1.0 - ground - deck
    narrow = shape.is_narrow[:, None, None]
    beyond = np.maximum(from_edge, 0.0)
    return np.stack(
        [
            np.where(narrow, deck + side, deck),
            np.where(narrow, 0.0, side),
            deck * np.maximum(-from_edge - wall, 0.0),
            ground,
            ground * beyond,
            -ground * np.exp(-beyond / CORNER_SHADE_MM),
        ],
        axis=-1,
    )


def _solve_levels(
    sharp: Floats, soft: Floats, weight: Floats, light: Floats, wall_tint: Floats | None
) -> tuple[Floats, Floats]:
    """(N, E, 6, 3) levels by least squares with their priors, and (N, E) what is left over, priors included.

    `sharp` and `soft` are the bases of brightness and of tint. A wall's tint goes with its brightness, so brightness is
    solved first.
    """
    levels = np.empty((*sharp.shape[:2], sharp.shape[-1], 3))
    mean = np.broadcast_to(np.array(LEVEL_MEANS), levels.shape[:3])
    levels[..., 0], total = _solve_channel(sharp, weight, light[..., 0], mean, np.array(LEVEL_SIGMAS))
    for channel in (1, 2):
        sigmas, mean = np.array(TINT_SIGMAS), np.zeros(levels.shape[:3])
        if wall_tint is not None:
            sigmas[1] = WALL_TINT_SIGMA
            mean[..., 1] = wall_tint[channel - 1] * np.clip(levels[..., 1, 0], 0.0, 1.5)
        levels[..., channel], left_over = _solve_channel(
            soft, weight / TINT_NOISE**2, light[..., channel], mean, sigmas
        )
        total += left_over
    return levels, total


def _solve_channel(basis: Floats, weight: Floats, light: Floats, mean: Floats, sigmas: Floats) -> tuple[Floats, Floats]:
    weighted = basis * weight[..., None]
    held = sigmas**-2.0
    normal = np.einsum("netp,netq->nepq", weighted, basis, optimize=True) + np.diag(held)
    pull = np.einsum("netp,nt->nep", weighted, light, optimize=True) + held * mean
    found = np.linalg.solve(normal, pull[..., None])[..., 0]
    squares = np.einsum("net,nt->ne", weight, light**2, optimize=True) + (held * mean**2).sum(axis=-1)
    return found, squares - (found * pull).sum(axis=-1)


def _solve_plain(basis: Floats, weight: Floats, light: Floats) -> tuple[Floats, Floats]:
    """The same for a line, level and slope, without priors."""
    weighted = basis * weight[..., None]
    normal = np.einsum("netp,netq->nepq", weighted, basis, optimize=True) + 1e-6 * np.eye(basis.shape[-1])
    right = np.einsum("netp,ntc->nepc", weighted, light, optimize=True)
    found = np.linalg.solve(normal, right)
    squares = np.einsum("net,ntc->ne", weight, light**2, optimize=True)
    return found, squares - (found * right).sum(axis=(-2, -1))


@dataclass(frozen=True, slots=True, eq=False)
class SeenEdges:
    """(N,) for the points of a contour in one picture."""

    offset_mm: Floats
    """Outward; NaN where this picture does not show the edge."""
    sigma_mm: Floats
    contrast: Floats
    """Between hull and ground, as a share of the ground's light."""
    is_top: Flags
    drift_mm: Floats


def nearest_edges(costs: EdgeCosts, expected_mm: Floats, reach_mm: float) -> SeenEdges:
    """The best edge within reach of where it is expected, by a parabola through the least cost."""
    near = np.abs(costs.offsets_mm[None] - expected_mm[:, None]) <= reach_mm
    cost = np.where(near & costs.usable, costs.cost, np.inf)
    best = cost.argmin(axis=1)
    rows = np.arange(len(cost))
    last = len(costs.offsets_mm) - 1
    inner = np.clip(best, 1, last - 1)
    left, here, right = (costs.cost[rows, inner + k] for k in (-1, 0, 1))
    step = float(costs.offsets_mm[1] - costs.offsets_mm[0])
    bend = left - 2.0 * here + right
    found = np.isfinite(cost[rows, best]) & (best > 0) & (best < last) & (bend > 1e-9)
    # At the border of what is allowed there is no least value.
    found &= near[rows, inner - 1] & near[rows, inner + 1]
    shift = 0.5 * step * (left - right) / np.maximum(bend, 1e-9)
    found &= np.abs(shift) <= step
    # The noise is what the profiles themselves leave unexplained: that of this picture, and more where it fits worse.
    left_over = here / costs.pixels
    usual = float(np.median(left_over[found])) if found.any() else 1.0
    sigma = np.sqrt(2.0 * step * step / np.maximum(bend, 1e-9) * np.maximum(left_over, max(usual, 1.0)))
    contrast = np.maximum(costs.contrast[rows, inner], MIN_STEP)
    sigma = np.hypot(sigma, SHADE_AREA_MM / contrast)
    offset = np.where(found, costs.offsets_mm[inner] + shift, np.nan)
    return SeenEdges(offset, sigma, contrast, costs.is_top, costs.drift_mm)
