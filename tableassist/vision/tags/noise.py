"""How far a corner lies from the true one, in pixels. Judged by coverage on pictures that others made.

What is added to the claim of a fit is in docs/measurement-model.md, eq. 22.
"""

import numpy as np

from tableassist.geometry import Floats
from tableassist.vision.tags.sighting import TagSighting

DETECTOR_SIGMA_PX = 0.018
DETECTOR_SIGMA_BY_SIDE = 0.25
"""The detector's corners come from the tag's outline alone: on a small one they are worse, in px times px of side."""
DETECTOR_SCALE_ERROR_PX = 0.085
"""Opposite edges of a tag move out or in together: gamma, sharpening and blur shift the edge between black and
white by about this much. It hardly moves a tag's centre, but it makes the tag look nearer or farther."""
PATTERN_SIGMA_BY_SIDE = 0.2
"""The fit of the whole pattern claims its own noise from what it leaves unexplained. What it cannot know is how the
grid of pixels falls on a small tag: px times px of side."""
PATTERN_SCALE_ERROR_PX = 0.025
# These hold for a good picture. A worse one shows it: where residuals are larger than this, the plus-minus grows.
PRINT_SHARE = 0.003
"""Printers feed paper too far or too short by this much: a tag's size says no more of its height than this."""
LEAST_SLANT = 0.2
_SIDES = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


def corner_covariance(corners_px: Floats, edge_sigma_px: Floats | float = DETECTOR_SCALE_ERROR_PX) -> Floats:
    """(..., 4, 2) corners as the detector gives them to the (..., 8, 8) covariance of their error; `edge_sigma_px`
    (...) is how far all edges of a tag may be shifted alike."""
    sigma = DETECTOR_SIGMA_PX + DETECTOR_SIGMA_BY_SIDE / _least_side(corners_px)
    return scale_error(corners_px, edge_sigma_px) + sigma[..., None, None] ** 2 * np.eye(8)


def edge_sigma_px(sighting: TagSighting) -> float:
    """How far all edges of a tag may be shifted outwards alike, by whatever placed its corners."""
    if sighting.noise is not None:
        return PATTERN_SCALE_ERROR_PX
    return DETECTOR_SCALE_ERROR_PX if sighting.edge_sigma_px is None else sighting.edge_sigma_px


def sighting_covariance(sighting: TagSighting) -> Floats:
    """(8, 8), by whatever placed the corners."""
    corners = np.asarray(sighting.corners)
    if sighting.noise is None:
        return corner_covariance(corners, edge_sigma_px(sighting))
    sigma = PATTERN_SIGMA_BY_SIDE / _least_side(corners)
    floor = scale_error(corners, PATTERN_SCALE_ERROR_PX) + sigma**2 * np.eye(8)
    return sighting.noise + floor


def with_sizes_compared(covariance: Floats, corners_px: Floats, share: float) -> Floats:
    """(..., 8, 8) of corners whose sizes were compared with those of other tags in the same picture: what makes all of
    them look larger is known then, and each for itself is off by no more than this share."""
    ways, sides = _ways_to_look_larger(corners_px)
    alone, known = _spread_along(ways, sides, 0.0, share), _spread_along(ways, sides, PATTERN_SCALE_ERROR_PX)
    smaller = covariance - known + alone
    return np.where(
        (alone.trace(axis1=-2, axis2=-1) < known.trace(axis1=-2, axis2=-1))[..., None, None], smaller, covariance
    )


def _least_side(corners_px: Floats) -> Floats:
    sides = corners_px - corners_px[..., [3, 0, 1, 2], :]
    return np.asarray(_length(sides).min(axis=-1), dtype=np.float64)


def _length(vectors: Floats) -> Floats:
    """Of (..., 2); np.linalg.norm takes much longer for a few."""
    x, y = vectors[..., 0], vectors[..., 1]
    return np.asarray(np.sqrt(x * x + y * y), dtype=np.float64)


def move_edges(corners_px: Floats, outward_px: float) -> Floats:
    """(..., 4, 2) corners whose four edges are moved outwards."""
    ways, _ = _ways_to_look_larger(corners_px)
    return np.asarray(corners_px + outward_px * ways.sum(axis=-1).reshape(corners_px.shape), dtype=np.float64)


def scale_error(corners_px: Floats, sigma_px: Floats | float, share: float = PRINT_SHARE) -> Floats:
    """(..., 8, 8) of corners that look farther apart: opposite edges, along the tag's x and along its y, move out or in
    by so much, and by so large a share."""
    return _spread_along(*_ways_to_look_larger(corners_px), sigma_px, share)


def _ways_to_look_larger(corners_px: Floats) -> tuple[Floats, Floats]:
    """(..., 8, 2) two ways: along the tag's x and along its y; and the sides (..., 2). An edge that moves by one takes
    its corners along the edges beside it, the farther the more slanting the tag is seen."""
    along = _SIDES.T @ corners_px
    sides = _length(along) / 2.0
    along = along / sides[..., None] / 2.0
    slant = np.abs(along[..., 0, 0] * along[..., 1, 1] - along[..., 0, 1] * along[..., 1, 0])
    ways = (_SIDES[:, None] * np.swapaxes(along, -1, -2)[..., None, :, :]).reshape(*corners_px.shape[:-2], 8, 2)
    return ways / np.maximum(slant, LEAST_SLANT)[..., None, None], sides


def _spread_along(ways: Floats, sides: Floats, sigma_px: Floats | float, share: float = PRINT_SHARE) -> Floats:
    sizes = np.sqrt(np.asarray(sigma_px)[..., None] ** 2 + (share * sides / 2.0) ** 2)
    ways = ways * sizes[..., None, :]
    return ways @ np.swapaxes(ways, -1, -2)
