"""A hull's place to a part of a pixel: deck, walls and mat, drawn in their own colours, against the picture."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry.arrays import Flags, Floats
from tableassist.pieces.model import PieceModel
from tableassist.vision.hull.patch import HullPatch, Layer
from tableassist.vision.hull.prism import coverage, filled, hull_rings, moved

Colours = npt.NDArray[np.float32]
STEPS = 7
SETTLED = 3
"""After so many steps what is hidden no longer changes, so that the fit can come to rest."""
BLUR_PX = 0.7
"""Of a sharp picture, and of bringing it into the patch."""
REFERENCE_MM = 2.0
"""The colours of deck and mat are those of their rims, to about here."""
NOISE = 3.0
"""Grey levels that two places of the same thing differ by."""
SHADE = 0.20
"""Share of the light that differs between places beside each other: shadows."""
OUTLYING = 4.0
"""Squared sigmas of a pixel from which it counts less: a sail, a line printed on the mat."""
WALL_SHADE = 0.6
"""How bright a wall is by the deck, where nothing tells."""
MISDRAWN = 0.12
"""A rim is drawn off by so much of its contrast, at best: the blur is not known, nor every shade of its colours."""
SHARE_ALONE = 0.15
"""Neighbouring pixels err together, and so do whole sides: what one pixel tells is worth so much of a pixel."""
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
    """Mean of the rim pixels' robust squared sigmas."""
    pixels: float
    """How many of the rim's pixels were used."""
    visible: float
    """Share of the rim that nothing hides."""
    converged: bool


def fit_edge(patch: HullPatch, model: PieceModel, start: Floats, cared: Callable[[Floats], Layer]) -> EdgeFit | None:
    """From a start within about two pixels. `cared` tells, by the offset, where nothing hides the hull."""
    at = np.append(start, 0.0)
    found: _Normal | None = None
    held, step = np.eye(4), np.zeros(4)
    free = cared(at[:3])
    for count in range(STEPS):
        free = cared(at[:3]) if 0 < count <= SETTLED else free
        found = _linearised(patch, model, at, free)
        if found is None:
            return None
        held = found.matrix + WEAK + np.diag([0.0, 0.0, 0.0, SIZE_SIGMA**-2])
        step = np.linalg.solve(held, found.right - np.array([0.0, 0.0, 0.0, at[3] * SIZE_SIGMA**-2]))
        length = float(np.hypot(step[0], step[1]))
        step *= min(1.0, LONGEST_STEP_MM / max(length, 1e-9))
        at = at + step
    assert found is not None
    converged = bool(np.hypot(step[0], step[1]) < 0.15 and abs(step[2]) < 0.01)
    alone = np.linalg.solve(found.matrix + WEAK, found.right)
    size_alone = 1.0 + float(at[3] - step[3] + alone[3])
    return EdgeFit(at[:3], found.matrix, held, size_alone, found.cost, found.pixels, found.visible, converged)


@dataclass(frozen=True, slots=True, eq=False)
class _Normal:
    matrix: Floats
    right: Floats
    cost: float
    pixels: float
    visible: float


def _linearised(patch: HullPatch, model: PieceModel, at: Floats, cared: Layer) -> _Normal | None:
    hull = tuple((x * (1.0 + at[3]), y * (1.0 + at[3])) for x, y in model.hull)
    rings = hull_rings(patch, hull, moved(patch.pose, at[:3]), 0.0, model.height_mm)
    deck = cv2.GaussianBlur(filled(rings[1], patch.shape), (0, 0), BLUR_PX)
    wall = cv2.GaussianBlur(coverage(rings, patch.shape), (0, 0), BLUR_PX) - deck
    by_deck, by_wall = _slopes(deck), _slopes(wall)
    edge = np.hypot(*by_deck) + np.hypot(*by_wall)
    rim: Flags = edge > 0.03
    chosen: Flags = rim & (cared > 0)
    if chosen.sum() < LEAST_PIXELS:
        return None
    drawn = _drawn(patch, deck, wall, cared)
    off = (patch.colours - drawn.picture)[chosen].astype(np.float64)
    of_deck, of_wall = ((side - drawn.mat)[chosen].astype(np.float64) for side in (drawn.deck, drawn.wall))
    slopes = [of_deck * by_deck[way][chosen][:, None] + of_wall * by_wall[way][chosen][:, None] for way in (0, 1)]
    jacobian = _jacobian(patch, at, slopes[0], slopes[1], chosen)
    contrast = np.maximum(np.linalg.norm(of_deck, axis=-1), np.linalg.norm(of_wall, axis=-1))
    white = _whitener(drawn.picture[chosen].astype(np.float64), np.hypot(NOISE, MISDRAWN * contrast))
    residual, jacobian = white(off), white(jacobian)
    squared = (residual**2).sum(axis=-1)
    of_mat = np.hypot(by_deck[0] + by_wall[0], by_deck[1] + by_wall[1])
    known = _if_needed(drawn.deck_known, np.hypot(*by_deck)) * _if_needed(drawn.mat_known, of_mat)
    weight = SHARE_ALONE * known[chosen] / (1.0 + squared / OUTLYING)
    heavy = (jacobian * weight[:, None, None]).reshape(-1, 4)
    matrix, right = heavy.T @ jacobian.reshape(-1, 4), heavy.T @ residual.reshape(-1)
    cost = float((weight * squared).sum() / max(weight.sum(), 1e-9))
    visible = float((edge * cared)[rim].sum() / edge[rim].sum())
    return _Normal(matrix, right, cost, float(weight.sum()), visible)


def _slopes(layer: Layer) -> tuple[Layer, Layer]:
    """By a pixel to the right and one down."""
    return cv2.Sobel(layer, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(layer, cv2.CV_32F, 0, 1, scale=0.125)


def _if_needed(known: Layer, slope: Layer) -> Layer:
    return np.where(slope > 0.02, known, np.float32(1.0))


@dataclass(frozen=True, slots=True, eq=False)
class _Drawn:
    deck: Colours
    wall: Colours
    mat: Colours
    picture: Colours
    deck_known: Layer
    """0 to 1: how much there was of it to take its colour from."""
    mat_known: Layer


def _drawn(patch: HullPatch, deck: Layer, wall: Layer, cared: Layer) -> _Drawn:
    """Each of the three in the colour that it has nearby, and the picture that they make."""
    mat = 1.0 - deck - wall
    sigma = REFERENCE_MM * patch.px_per_mm
    of_deck, deck_known = _nearby(patch, deck, cared, sigma)
    of_mat, mat_known = _nearby(patch, mat, cared, sigma)
    left = patch.colours - deck[..., None] * of_deck - mat[..., None] * of_mat
    share = wall * cared
    mass = cv2.GaussianBlur(share * wall, (0, 0), sigma)[..., None] + 0.01
    of_wall = (cv2.GaussianBlur(share[..., None] * left, (0, 0), sigma) + 0.01 * WALL_SHADE * of_deck) / mass
    of_wall = np.clip(of_wall, 0.0, 255.0)
    picture = deck[..., None] * of_deck + wall[..., None] * of_wall + mat[..., None] * of_mat
    return _Drawn(of_deck, of_wall, of_mat, picture, deck_known, mat_known)


def _nearby(patch: HullPatch, share: Layer, cared: Layer, sigma: float) -> tuple[Colours, Layer]:
    """The mean colour of pixels that are wholly of one kind, near each pixel; and 0 to 1, whether there are any."""
    pure = cv2.erode((share > 0.97).astype(np.float32), np.ones((3, 3), np.uint8)) * cared
    mass = cv2.GaussianBlur(pure, (0, 0), sigma)
    mean = cv2.GaussianBlur(patch.colours * pure[..., None], (0, 0), sigma) / np.maximum(mass, 1e-6)[..., None]
    return mean, np.clip(mass / 0.05, 0.0, 1.0)


def _whitener(colours: Floats, noise: Floats) -> Callable[[Floats], Floats]:
    """By noise, alike in all directions, and by shade, which is along each pixel's own colour: (N, 3[, K]) vectors."""
    length = np.linalg.norm(colours, axis=-1)
    along = colours / np.maximum(length, 1e-6)[:, None]
    shrink = 1.0 - noise / np.hypot(noise, SHADE * length)

    def white(vectors: Floats) -> Floats:
        if vectors.ndim == 2:
            return (vectors - (shrink * (along * vectors).sum(axis=-1))[:, None] * along) / noise[:, None]
        inner = shrink[:, None] * np.einsum("nc,nck->nk", along, vectors)
        return (vectors - along[:, :, None] * inner[:, None, :]) / noise[:, None, None]

    return white


def _jacobian(patch: HullPatch, at: Floats, by_u: Floats, by_v: Floats, chosen: Flags) -> Floats:
    """d(colour)/d(x, y, heading, size) of the chosen pixels, whose picture has these slopes: (N, 3, 4)."""
    x, y = (np.broadcast_to(side, patch.shape)[chosen] for side in patch.grid_mm())
    arm_x, arm_y = (x - at[0])[:, None], (y - at[1])[:, None]
    by_x, by_y = -by_u * patch.px_per_mm, by_v * patch.px_per_mm
    return np.stack([by_x, by_y, by_y * arm_x - by_x * arm_y, by_x * arm_x + by_y * arm_y], axis=-1)
