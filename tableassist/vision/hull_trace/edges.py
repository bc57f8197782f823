"""Where a picture shows the hull's edge along a contour, between pixels.

Across the contour a picture is modelled as flat levels joined by blurred steps: deck, wall, ground where the wall is
turned to the camera (its foot is the edge that counts), deck and ground where it is turned away (its upper edge hides
the foot). For every offset of the edge the levels follow by linear least squares, so what is left over is a function
of the offset alone, a profile likelihood; its least value is the edge and its curvature how well it is known.
"""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Flags, Floats
from tableassist.vision.hull_trace.tone import normal_cdf
from tableassist.vision.hull_trace.views import HullView
from tableassist.vision.outline.view import look_up

STEP_MM = 0.2
INNER_PX, OUTER_PX = 2.2, 2.8
FINE_INNER_PX, FINE_OUTER_PX = 1.3, 1.2
"""How much of the deck and of the ground beyond a profile takes in, in pixels beyond the steps."""
MODEL_SHARE = 0.03
"""Of the ground's light: planks, grain and compression that flat levels do not explain."""
MIN_CONTRAST = 6.0
"""Step at the edge in sigmas of a pixel: below, the edge is not to be told."""
MIN_STEP = 0.22
"""And as a share of the ground's light: less than this is a shadow's doing."""
RIDGES = (1e-3, 1e-3, 1.0, 1e-3, 4.0, 8.0)
"""How strongly levels are held at zero: deck, wall, deck's slope, ground, ground's slope and bend. A free slope of the
ground would take the place of a shift of the edge, for both look alike through the blur."""
LUMA = (0.114, 0.587, 0.299)
"""Of blue, green and red."""
TINT_WEIGHT = 0.35
"""Of the two colour differences against brightness."""
NARROW_WALL_PX = 0.35
"""A wall that looks narrower than this has no level of its own."""
SHADE_SLACK = 0.24
"""The ground just beyond the edge may differ from a shade of the bare ground by this share of it, in tint: colour is
stored blurred, and a red hull tinges what is beside it."""
FARTHER_PX, MAX_LIGHTER = (1.2, 2.6), 1.2
"""Ground a little farther out may be lighter than at the edge by this much. Where it is more, the edge found is that of
the shade in the corner below the hull: on ten path-traced ships the feet lay +0.08 mm out where it was less than 1.2
(400 edges, 0.19 mm rms), +0.23 at 1.2 to 1.3 and +0.50 at 1.4 to 1.6 (106 edges, 0.38 mm rms)."""
MAX_GROUND, MIN_GROUND = 1.2, 0.2
"""What lies beyond the edge must be as light as ground is, in shadow or out of it."""


@dataclass(frozen=True, slots=True, eq=False)
class EdgeCosts:
    """For the points of a contour in one picture: how badly each offset explains what is seen."""

    offsets_mm: Floats
    """(E,)."""
    cost: Floats
    """(N, E): sum of squares in sigmas, three colours together."""
    usable: Flags
    """(N, E): where the levels that go with an offset are those of an edge against ground."""
    contrast: Floats
    """(N, E): the step at the edge, in sigmas of a pixel."""
    shade: Floats
    """(N, E): the light of the ground beyond the edge, as a share of that of bare lit ground."""
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
    fine: bool,
) -> EdgeCosts:
    """`fine`: the contour is within half a millimetre of the edge."""
    drift = (view.drift(contour, 0.0) * normals).sum(axis=-1)
    is_top = drift * height_mm + flare_mm > 0.0
    wall_mm = np.where(is_top, 0.0, -drift * height_mm - flare_mm)
    base_z = np.where(is_top, height_mm, 0.0)
    # The deck's edge is `flare` farther out than the foot; what is reported is the foot's offset.
    shift = np.where(is_top, flare_mm, 0.0)
    per_mm = _pixels_per_mm(view, contour, normals, base_z)
    reach_in = float(wall_mm.max()) + INNER_PX / float(np.median(per_mm)) + search_mm
    reach_out = OUTER_PX / float(np.median(per_mm)) + search_mm
    along = np.arange(-reach_in, reach_out + STEP_MM / 2, STEP_MM)
    places = contour[:, None] + (along[None, :, None] + shift[:, None, None]) * normals[:, None]
    at = view.pixels(places, base_z[:, None])
    seen, ground = view.colours(at)
    light = seen / np.maximum(ground, 1e-3)
    # Pictures are stored with colour at half the sharpness of brightness, so brightness decides.
    luma = light @ np.array(LUMA)
    light = np.concatenate([luma[..., None], TINT_WEIGHT * (light[..., [0, 2]] - luma[..., None])], axis=-1)
    clear = look_up(masked.astype(np.float32)[..., None], at)[..., 0] < 0.25
    clear &= view.inside(at)
    offsets = np.arange(-search_mm, search_mm + STEP_MM / 4, STEP_MM / 2)
    sigma = np.hypot(view.noise / float(np.median(ground)), MODEL_SHARE)
    wall_px = wall_mm * per_mm
    if fine:
        wide = wall_px > FINE_INNER_PX
        pixels = FINE_OUTER_PX + np.where(wide, np.minimum(wall_px, 1.5 * FINE_INNER_PX), wall_px + FINE_INNER_PX)
    else:
        pixels = wall_px + INNER_PX + OUTER_PX + 2.0 * search_mm * per_mm
    cost, usable, contrast, shade = _profile(
        light, clear, along, offsets, wall_mm, per_mm, view.tone.blur_px / per_mm, sigma, search_mm, pixels, fine=fine
    )
    middle = np.abs(along) < 0.9
    hidden = clear[:, middle].mean(axis=1) < 0.75
    return EdgeCosts(offsets, cost, usable & ~hidden[:, None], contrast, shade, is_top, hidden, drift, pixels)


def _pixels_per_mm(view: HullView, contour: Floats, normals: Floats, z: Floats) -> Floats:
    here = np.asarray(view.pixels(contour - 0.5 * normals, z))
    there = np.asarray(view.pixels(contour + 0.5 * normals, z))
    return np.asarray(np.linalg.norm(there - here, axis=-1), dtype=np.float64)


def _profile(
    light: Floats,
    clear: Flags,
    along: Floats,
    offsets: Floats,
    wall_mm: Floats,
    per_mm: Floats,
    blur_mm: Floats,
    sigma: float,
    search_mm: float,
    pixels: Floats,
    *,
    fine: bool,
) -> tuple[Floats, Flags, Floats, Floats]:
    """(N, E) costs, whether they are an edge's, the step's contrast and the shade beyond it.

    `light` is (N, T, 3) as shares of ground.
    """
    blur = blur_mm[:, None, None]
    outer_px = FINE_OUTER_PX if fine else OUTER_PX
    from_edge = along[None, None, :] - offsets[None, :, None]
    ground_part = normal_cdf(from_edge / blur)
    wall = wall_mm[:, None, None]
    deck_part = 1.0 - normal_cdf((from_edge + wall) / blur)
    wall_part = 1.0 - ground_part - deck_part
    inner, outer_mm = (INNER_PX / per_mm)[:, None, None], (outer_px / per_mm)[:, None, None]
    if fine:
        # Close to the foot ground is darker than farther out, in the corner's own shade: only the nearest is used.
        # The same within: a rail along the deck's edge may have the wall's colour or one of its own.
        blur_in = (FINE_INNER_PX / per_mm)[:, None, None]
        wide = wall > blur_in
        window = (from_edge > -np.where(wide, np.minimum(wall, 1.5 * blur_in), wall + blur_in)) & (from_edge < outer_mm)
    else:
        # One window for all offsets: each must explain the same samples, or an edge could be moved out of sight.
        here = along[None, None, :]
        window = (here > -(search_mm + wall + inner)) & (here < search_mm + outer_mm)
    weight = (window & clear[:, None, :]).astype(np.float64)
    narrow = (wall_mm * per_mm < NARROW_WALL_PX)[:, None, None]
    basis = np.stack(
        [
            np.where(narrow, deck_part + wall_part, deck_part),
            np.where(narrow, 0.0, wall_part),
            deck_part * np.maximum(-from_edge - wall, 0.0),
            ground_part,
            ground_part * np.maximum(from_edge, 0.0),
            np.zeros_like(ground_part) if fine else ground_part * np.maximum(from_edge, 0.0) ** 2,
        ],
        axis=-1,
    )
    weighted = basis * weight[..., None]
    normal = np.einsum("netp,netq->nepq", weighted, basis) + np.diag(RIDGES)
    right = np.einsum("netp,ntc->nepc", weighted, light)
    levels = np.linalg.solve(normal, right)
    fitted = np.einsum("netp,nepc->netc", basis, levels)
    squares = ((light[:, None] - fitted) ** 2).sum(axis=-1) * weight
    count = np.maximum(weight.sum(axis=-1), 1.0)
    wanted = (pixels / per_mm)[:, None] / (along[1] - along[0])
    # Samples are closer than pixels, and one pixel must not count as several.
    per_sample = ((along[1] - along[0]) * per_mm)[:, None]
    cost = squares.sum(axis=-1) / count * wanted * per_sample / sigma**2
    inner = np.where(narrow[..., 0, None], levels[..., 0, :], levels[..., 1, :])
    outer = levels[..., 3, :]
    step = np.linalg.norm(inner - outer, axis=-1)
    shade = outer[..., 0]
    tint = np.abs(outer[..., 1:]).max(axis=-1) / TINT_WEIGHT
    farther = (from_edge > FARTHER_PX[0] / per_mm[:, None, None]) & (from_edge < FARTHER_PX[1] / per_mm[:, None, None])
    farther &= clear[:, None, :]
    beyond = (farther * light[:, None, :, 0]).sum(axis=-1) / np.maximum(farther.sum(axis=-1), 1)
    enough = count > 0.4 * wanted
    usable = enough & (shade > MIN_GROUND) & (shade < MAX_GROUND) & (tint < SHADE_SLACK * np.maximum(shade, 0.4))
    # Behind the edge between deck and wall it gets light again: that is no foot.
    usable &= beyond < MAX_LIGHTER * np.maximum(shade, 0.05)
    usable &= (step > MIN_STEP) & (step > MIN_CONTRAST * sigma / 3.0)
    return cost, usable, step / sigma, shade


@dataclass(frozen=True, slots=True, eq=False)
class SeenEdges:
    """(N,) for the points of a contour in one picture."""

    offset_mm: Floats
    """Outward; NaN where this picture does not show the edge."""
    sigma_mm: Floats
    shade: Floats
    is_top: Flags
    drift_mm: Floats


def nearest_edges(costs: EdgeCosts, expected_mm: Floats, reach_mm: float) -> SeenEdges:
    """The best edge within reach of where it is expected, by a parabola through the least cost."""
    near = np.abs(costs.offsets_mm[None] - expected_mm[:, None]) <= reach_mm
    open_ = near & costs.usable
    cost = np.where(open_, costs.cost, np.inf)
    best = cost.argmin(axis=1)
    rows = np.arange(len(cost))
    last = len(costs.offsets_mm) - 1
    inner = np.clip(best, 1, last - 1)
    left, here, right = (costs.cost[rows, inner + k] for k in (-1, 0, 1))
    step = float(costs.offsets_mm[1] - costs.offsets_mm[0])
    bend = left - 2.0 * here + right
    found = np.isfinite(cost[rows, best]) & (best > 0) & (best < last) & (bend > 1e-9)
    # At the border of what is allowed there is no least value.
    found &= (
        np.take_along_axis(near, (inner - 1)[:, None], 1)[:, 0]
        & np.take_along_axis(near, (inner + 1)[:, None], 1)[:, 0]
    )
    shift = 0.5 * step * (left - right) / np.maximum(bend, 1e-9)
    found &= np.abs(shift) <= step
    # The noise is what the profiles themselves leave unexplained: that of this picture, and more where it fits worse.
    left_over = here / costs.pixels
    usual = float(np.median(left_over[found])) if found.any() else 1.0
    sigma = np.sqrt(2.0 * step * step / np.maximum(bend, 1e-9) * np.maximum(left_over, usual))
    offset = np.where(found, costs.offsets_mm[inner] + shift, np.nan)
    return SeenEdges(offset, sigma, costs.shade[rows, inner], costs.is_top, costs.drift_mm)
