"""How far a corner lies from the true one, in pixels. Judged by coverage on pictures that others made."""

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.vision.tags.sighting import TagSighting

DETECTOR_SIGMA_PX = 0.012
DETECTOR_SIGMA_BY_SIDE = 0.25
"""The detector's corners come from the tag's outline alone: on a small one they are worse, in px times px of side."""
DETECTOR_SCALE_ERROR_PX = 0.085
"""Opposite edges of a tag move out or in together: gamma, sharpening and blur shift the edge between black and
white by about this much. It hardly moves a tag's centre, but it makes the tag look nearer or farther."""
PATTERN_SIGMA_BY_SIDE = 0.08
"""The fit of the whole pattern claims its own noise from what it leaves unexplained. What it cannot know is how the
grid of pixels falls on a small tag: px times px of side."""
PATTERN_SCALE_ERROR_PX = 0.025
# These hold for a good picture. A worse one shows it: where residuals are larger than this, the plus-minus grows.
PRINT_SHARE = 0.003
"""Printers feed paper too far or too short by this much: a tag's size says no more of its height than this."""
LEAST_SLANT = 0.2
_SIDES = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


def corner_covariance(corners_px: Floats) -> Floats:
    """(..., 4, 2) corners as the detector gives them to the (..., 8, 8) covariance of their error."""
    sigma = DETECTOR_SIGMA_PX + DETECTOR_SIGMA_BY_SIDE / _least_side(corners_px)
    return scale_error(corners_px, DETECTOR_SCALE_ERROR_PX) + sigma[..., None, None] ** 2 * np.eye(8)


def sighting_covariance(sighting: TagSighting) -> Floats:
    """(8, 8), by whatever placed the corners."""
    corners = np.asarray(sighting.corners)
    if sighting.noise is None:
        return corner_covariance(corners)
    sigma = PATTERN_SIGMA_BY_SIDE / _least_side(corners)
    floor = scale_error(corners, PATTERN_SCALE_ERROR_PX) + sigma**2 * np.eye(8)
    return sighting.noise + floor


def with_sizes_compared(covariance: Floats, corners_px: Floats, share: float) -> Floats:
    """(..., 8, 8) of corners whose sizes were compared with those of other tags in the same picture: what makes all of
    them look larger is known then, and each for itself is off by no more than this share."""
    alone = scale_error(corners_px, 0.0, share)
    known = scale_error(corners_px, PATTERN_SCALE_ERROR_PX)
    smaller = covariance - known + alone
    return np.where(
        (alone.trace(axis1=-2, axis2=-1) < known.trace(axis1=-2, axis2=-1))[..., None, None], smaller, covariance
    )


def _least_side(corners_px: Floats) -> Floats:
    sides = np.linalg.norm(corners_px - np.roll(corners_px, 1, axis=-2), axis=-1)
    return np.asarray(sides.min(axis=-1), dtype=np.float64)


def scale_error(corners_px: Floats, sigma_px: float, share: float = PRINT_SHARE) -> Floats:
    """Two ways to look larger: along the tag's x and along its y. An edge that moves by one takes its corners along the
    edges beside it, the farther the more slanting the tag is seen."""
    along_x = corners_px[..., 1, :] + corners_px[..., 2, :] - corners_px[..., 0, :] - corners_px[..., 3, :]
    along_y = corners_px[..., 2, :] + corners_px[..., 3, :] - corners_px[..., 0, :] - corners_px[..., 1, :]
    sides = np.stack([np.linalg.norm(along_x, axis=-1), np.linalg.norm(along_y, axis=-1)], axis=-1) / 2.0
    along_x, along_y = along_x / sides[..., :1] / 2.0, along_y / sides[..., 1:] / 2.0
    slant = np.abs(along_x[..., 0] * along_y[..., 1] - along_x[..., 1] * along_y[..., 0])
    ways = np.stack([_SIDES[:, :1] * along_x[..., None, :], _SIDES[:, 1:] * along_y[..., None, :]], axis=-1)
    ways = ways.reshape(*corners_px.shape[:-2], 8, 2) / np.maximum(slant, LEAST_SLANT)[..., None, None]
    sizes = np.sqrt(sigma_px**2 + (share * sides / 2.0) ** 2)
    ways = ways * sizes[..., None, :]
    return ways @ np.swapaxes(ways, -1, -2)
