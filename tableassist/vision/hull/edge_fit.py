"""A hull's place to a part of a pixel: deck, walls and mat, drawn in their own colours, against the picture."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Flags, Floats
from tableassist.pieces import PieceModel
from tableassist.vision.hull.patch import HullPatch, Layer
from tableassist.vision.hull.prism import coverage, filled, hull_rings, inset, moved

Colours = npt.NDArray[np.float32]
STEPS = 8
HIDDEN_AT = (0, 2)
"""The steps at which what is hidden is worked out; later it no longer changes, so that the fit can come to rest."""
SETTLED = 3
SLOWER = 0.7
"""Later steps are cut to this share, for a fit that goes to and fro."""
AT_REST = 0.3
"""The last step's squared length in sigmas."""
BLUR_PX = 0.7
"""Of a sharp picture, and of bringing it into the patch."""
REFERENCE_MM = 2.0
"""The colours of deck and mat are those of their rims, to about here."""
AROUND_MM = 8.0
"""What lies farther from the rim has no say."""
NOISE = 3.0
"""Grey levels that two places of the same thing differ by."""
SHADE, MAT_SHADE = 0.20, 0.60
"""Share of the light that differs between places beside each other: on the hull, and on the mat, which lies in the
hull's own shadow."""
OUTLYING = 4.0
"""Squared sigmas of a pixel from which it counts less: a sail, a line printed on the mat."""
WALL_SHADE = 0.6
"""How bright a wall is by the deck, where nothing tells."""
RAIL_MM = 0.8
"""A deck's rim often has a colour of its own: a rail, a printed border, bare white card."""
RIDGE = 0.02
"""How little rail or wall there may be near a pixel for their colours to be taken from the deck's."""
MISDRAWN = 0.12
"""A rim is drawn off by so much of its contrast, at best: the blur is not known, nor every shade of its colours."""
SHARE_ALONE = 0.36
"""Neighbouring pixels err together, and so do whole sides: what one pixel tells is worth so much of a pixel where one
is a millimetre. By the errors seen a finer picture gains little: rails and shadows do the same in millimetres."""
SIZE_SIGMA = 0.015
"""A hull's size by its model and the print's scale: as a share."""
WEAK = np.diag([1e-3, 1e-3, 1.0, 1e-3])
"""Nothing is known beforehand, but where the picture says nothing either the fit must not run away."""
LONGEST_STEP_MM = 1.5
LEAST_PIXELS = 12


@dataclass(frozen=True, slots=True, eq=False)
class EdgeFit:
    """Over (x_mm, y_mm, heading_rad) in the piece's frame, and the size as a share."""

    offset: Floats
    """(3,)"""
    normal: Floats
    """(4, 4) information of the picture alone."""
    held: Floats
    """(4, 4) with what is known of the size beforehand."""
    size_alone: float
    """Of the hull by its model's, by the picture alone."""
    cost: float
    """Mean of the rim pixels' squared sigmas, those that count less counted less."""
    visible: float
    """Share of the rim that nothing hides."""
    at_rest: bool
    """Whether the fit has come to an end."""


def fit_edge(whole: HullPatch, model: PieceModel, start: Floats, cared: Callable[[Floats], Layer]) -> EdgeFit | None:
    """From a start within about two pixels. `cared` tells, by the offset, where nothing hides the hull."""
    rings = hull_rings(whole, model.hull, moved(whole.pose, start), 0.0, model.height_mm)
    part = whole.around(rings, AROUND_MM)
    patch = whole.cropped(*part)
    at = np.append(start, 0.0)
    found: _Normal | None = None
    free, held, step = patch.inside, WEAK, np.zeros(4)
    for count in range(STEPS):
        free = cared(at[:3])[part] if count in HIDDEN_AT else free
        found = _linearised(patch, model, at, free)
        if found is None:
            return None
        held = found.matrix + WEAK + np.diag([0.0, 0.0, 0.0, SIZE_SIGMA**-2])
        step = np.linalg.solve(held, found.right - np.array([0.0, 0.0, 0.0, at[3] * SIZE_SIGMA**-2]))
        step *= min(1.0 if count < SETTLED else SLOWER, LONGEST_STEP_MM / max(float(np.hypot(*step[:2])), 1e-9))
        at = at + step
        at_rest = float(step @ held @ step) < AT_REST
        if at_rest and count >= SETTLED:
            break
    assert found is not None
    alone = np.linalg.solve(found.matrix + WEAK, found.right)
    size_alone = 1.0 + float(at[3] - step[3] + alone[3])
    return EdgeFit(at[:3], found.matrix, held, size_alone, found.cost, found.visible, at_rest)


@dataclass(frozen=True, slots=True, eq=False)
class _Normal:
    matrix: Floats
    right: Floats
    cost: float
    visible: float


def drawn_at(patch: HullPatch, model: PieceModel, offset: Floats, cared: Layer) -> "Drawn":
    """A hull that is off by so much, in the colours that it has there."""
    return _drawn(patch, _layers(patch, model, np.append(offset, 0.0)), cared)


def _layers(patch: HullPatch, model: PieceModel, at: Floats) -> tuple[Layer, Layer, Layer]:
    """Shares of deck, rail and wall in each pixel."""
    hull = tuple((x * (1.0 + at[3]), y * (1.0 + at[3])) for x, y in model.hull)
    pose = moved(patch.pose, at[:3])
    rings = hull_rings(patch, hull, pose, 0.0, model.height_mm)
    inner = hull_rings(patch, inset(hull, RAIL_MM), pose, model.height_mm, model.height_mm)[1]
    deck = _blurred(filled(inner, patch.shape))
    rail = _blurred(filled(rings[1], patch.shape)) - deck
    wall = _blurred(coverage(rings, patch.shape)) - deck - rail
    return deck, rail, wall


def _linearised(patch: HullPatch, model: PieceModel, at: Floats, cared: Layer) -> _Normal | None:
    layers = _layers(patch, model, at)
    by_deck, by_rail, by_wall = (_slopes(layer) for layer in layers)
    edge = np.hypot(by_deck[0] + by_rail[0], by_deck[1] + by_rail[1]) + np.hypot(*by_wall)
    rim: Flags = edge > 0.03
    chosen: Flags = rim & (cared > 0)
    if chosen.sum() < LEAST_PIXELS:
        return None
    visible = float((edge * cared)[rim].sum() / edge[rim].sum())
    drawn = _drawn(patch, layers, cared)
    matrix, right, cost = _weighed(patch, at, drawn, (by_deck, by_rail, by_wall), chosen)
    return _Normal(matrix, right, cost, visible)


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A hull as it should look, and what it is made of."""

    deck: Colours
    rail: Colours
    wall: Colours
    mat: Colours
    mat_share: Layer
    picture: Colours
    deck_share: Layer
    deck_known: Layer
    """0 to 1: how much there was of it to take its colour from."""
    mat_known: Layer


Slopes = tuple[Layer, Layer]
"""Of a layer, by a pixel to the right and by one down."""


def _weighed(
    patch: HullPatch, at: Floats, drawn: Drawn, slopes: tuple[Slopes, Slopes, Slopes], chosen: Flags
) -> tuple[Floats, Floats, float]:
    """Normal matrix (4, 4), its right side (4,), and the mean squared sigmas that are left."""
    sides = [(side[chosen] - drawn.mat[chosen]).astype(np.float64) for side in (drawn.deck, drawn.rail, drawn.wall)]
    tilts = np.array([[slope[way][chosen] for way in (0, 1)] for slope in slopes], np.float64)
    by_u, by_v = np.einsum("knc,kwn->wnc", np.array(sides), tilts)
    jacobian = _jacobian(patch, at, by_u, by_v, chosen)
    picture = drawn.picture[chosen].astype(np.float64)
    contrast = np.sqrt(np.max([(side**2).sum(axis=-1) for side in sides], axis=0))
    off = np.concatenate([jacobian, (patch.colours[chosen] - picture)[:, :, None]], axis=-1)
    shade = SHADE + (MAT_SHADE - SHADE) * drawn.mat_share[chosen].astype(np.float64)
    white = _whitened(off, picture, np.hypot(NOISE, MISDRAWN * contrast), shade)
    squared = (white[..., 4] ** 2).sum(axis=-1)
    known = np.where(np.hypot(*tilts[0]) > 0.02, drawn.deck_known[chosen], 1.0)
    known *= np.where(np.hypot(*tilts.sum(axis=0)) > 0.02, drawn.mat_known[chosen], 1.0)
    weight = SHARE_ALONE * patch.px_per_mm**-3 * known / (1.0 + squared / OUTLYING)
    flat = white.reshape(-1, 5)
    normal = (flat * np.repeat(weight, 3)[:, None]).T @ flat
    cost = float((weight * squared).sum() / max(float(weight.sum()), 1e-9))
    return normal[:4, :4], normal[:4, 4], cost


def _blurred(layer: Layer) -> Layer:
    return np.asarray(cv2.GaussianBlur(layer, (0, 0), BLUR_PX), np.float32)


def _slopes(layer: Layer) -> Slopes:
    across, down = (cv2.Sobel(layer, cv2.CV_32F, *way, scale=0.125) for way in ((1, 0), (0, 1)))
    return np.asarray(across, np.float32), np.asarray(down, np.float32)


def _drawn(patch: HullPatch, shares: tuple[Layer, Layer, Layer], cared: Layer) -> Drawn:
    """Deck, rail, wall and mat in the colours that they have nearby, and the picture that they make."""
    deck, rail, wall = shares
    mat = 1.0 - deck - rail - wall
    sigma = REFERENCE_MM * patch.px_per_mm
    of_deck, deck_known = _nearby(patch, deck, cared, sigma)
    of_mat, mat_known = _nearby(patch, mat, cared, sigma)
    without = deck[..., None] * of_deck + mat[..., None] * of_mat
    of_rail, of_wall = _thin(rail, wall, cared, patch.colours - without, of_deck, sigma)
    picture = without + rail[..., None] * of_rail + wall[..., None] * of_wall
    return Drawn(of_deck, of_rail, of_wall, of_mat, mat, picture, deck, deck_known, mat_known)


def _thin(
    rail: Layer, wall: Layer, cared: Layer, left: Colours, of_deck: Colours, sigma: float
) -> tuple[Colours, Colours]:
    """The colours of two strips that may be thinner than a pixel, from what deck and mat leave: least squares over
    the neighbourhood of each pixel."""
    sums = np.dstack([cared * rail * rail, cared * rail * wall, cared * wall * wall])
    both, mixed, own = np.moveaxis(np.asarray(cv2.GaussianBlur(sums, (0, 0), sigma)), -1, 0)
    a, b, c = (both + RIDGE)[..., None], mixed[..., None], (own + RIDGE)[..., None]
    of_rail = cv2.GaussianBlur((cared * rail)[..., None] * left, (0, 0), sigma) + RIDGE * of_deck
    of_wall = cv2.GaussianBlur((cared * wall)[..., None] * left, (0, 0), sigma) + RIDGE * WALL_SHADE * of_deck
    scale = 1.0 / (a * c - b * b)
    solved = ((c * of_rail - b * of_wall) * scale, (a * of_wall - b * of_rail) * scale)
    bounded = [np.clip(colour, 0.0, 255.0).astype(np.float32) for colour in solved]
    return bounded[0], bounded[1]


def _nearby(patch: HullPatch, share: Layer, cared: Layer, sigma: float) -> tuple[Colours, Layer]:
    """The mean colour of pixels that are wholly of one kind, near each pixel; and 0 to 1, whether there are any."""
    pure = cv2.erode((share > 0.97).astype(np.float32), np.ones((3, 3), np.uint8)) * cared
    mass = np.asarray(cv2.GaussianBlur(pure, (0, 0), sigma), np.float32)
    total = cv2.GaussianBlur(patch.colours * pure[..., None], (0, 0), sigma)
    mean = (total / np.maximum(mass, 1e-6)[..., None]).astype(np.float32)
    return mean, np.clip(mass / 0.05, 0.0, 1.0).astype(np.float32)


def _whitened(vectors: Floats, colours: Floats, noise: Floats, shade: Floats) -> Floats:
    """(N, 3, K) by noise, alike in all directions, and by shade, which is along each pixel's own colour (N, 3)."""
    length = np.sqrt((colours**2).sum(axis=-1))
    along = colours / np.maximum(length, 1e-6)[:, None]
    shrink = 1.0 - noise / np.hypot(noise, shade * length)
    inner = shrink[:, None] * (along[:, :, None] * vectors).sum(axis=1)
    return np.asarray((vectors - along[:, :, None] * inner[:, None, :]) / noise[:, None, None], np.float64)


def _jacobian(patch: HullPatch, at: Floats, by_u: Floats, by_v: Floats, chosen: Flags) -> Floats:
    """d(colour)/d(x, y, heading, size) of the chosen pixels, whose picture has these slopes: (N, 3, 4)."""
    x, y = (np.broadcast_to(side, patch.shape)[chosen] for side in patch.grid_mm())
    arm_x, arm_y = (x - at[0])[:, None], (y - at[1])[:, None]
    by_x, by_y = -by_u * patch.px_per_mm, by_v * patch.px_per_mm
    return np.stack([by_x, by_y, by_y * arm_x - by_x * arm_y, by_x * arm_x + by_y * arm_y], axis=-1)
