"""How far a corner lies from the true one, in pixels. Judged by coverage on pictures that others made."""

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.vision.sighting import TagSighting

DETECTOR_SIGMA_PX = 0.003
DETECTOR_SIGMA_BY_SIDE = 0.25
"""The detector's corners come from the tag's outline alone: on a small one they are worse, in px times px of side."""
DETECTOR_SWELL_PX = 0.12
"""All four corners of a tag move out or in together: gamma, sharpening and blur shift the edge between black and
white by about this much. It hardly moves a tag's centre, but it makes the tag look nearer or farther."""
PATTERN_GAIN = 0.65
"""The fit of the whole pattern claims its noise from its residuals, which are in part rounding that averages out."""
PATTERN_SIGMA_PX = 0.003
PATTERN_SWELL_PX = 0.06
# These hold for a good picture. A worse one shows it: where residuals are larger than this, the plus-minus grows.


def corner_covariance(corners_px: Floats) -> Floats:
    """(..., 4, 2) corners as the detector gives them to the (..., 8, 8) covariance of their error."""
    sides = np.linalg.norm(corners_px - np.roll(corners_px, 1, axis=-2), axis=-1)
    sigma = DETECTOR_SIGMA_PX + DETECTOR_SIGMA_BY_SIDE / sides.min(axis=-1)
    covariance: Floats = _swell(corners_px, DETECTOR_SWELL_PX) + sigma[..., None, None] ** 2 * np.eye(8)
    return covariance


def sighting_covariance(sighting: TagSighting) -> Floats:
    """(8, 8), by whatever placed the corners."""
    corners = np.asarray(sighting.corners)
    if sighting.noise is None:
        return corner_covariance(corners)
    floor = _swell(corners, PATTERN_SWELL_PX) + PATTERN_SIGMA_PX**2 * np.eye(8)
    covariance: Floats = PATTERN_GAIN * sighting.noise + floor
    return covariance


def _swell(corners_px: Floats, sigma_px: float) -> Floats:
    out_from_centre = corners_px - corners_px.mean(axis=-2, keepdims=True)
    length = np.linalg.norm(out_from_centre, axis=-1, keepdims=True)
    swell = (out_from_centre / np.maximum(length, 1e-9)).reshape(*corners_px.shape[:-2], 8)
    covariance: Floats = sigma_px**2 * swell[..., :, None] * swell[..., None, :]
    return covariance
