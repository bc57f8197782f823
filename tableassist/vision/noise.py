"""How far a detected corner lies from the true one, in pixels."""

import numpy as np

from tableassist.geometry.arrays import Floats

CORNER_SIGMA_PX = 0.06
"""Independent error of each corner coordinate of a tag that is well read."""
SWELL_SIGMA_PX = 0.12
"""All four corners of a tag move out or in together: gamma, sharpening and blur shift the edge between black and
white by about this much. It hardly moves a tag's centre, but it makes the tag look nearer or farther."""


def corner_covariance(corners_px: Floats) -> Floats:
    """(..., 4, 2) corners to the (..., 8, 8) covariance of their error."""
    out_from_centre = corners_px - corners_px.mean(axis=-2, keepdims=True)
    length = np.linalg.norm(out_from_centre, axis=-1, keepdims=True)
    swell = (out_from_centre / np.maximum(length, 1e-9)).reshape(*corners_px.shape[:-2], 8)
    covariance: Floats = SWELL_SIGMA_PX**2 * swell[..., :, None] * swell[..., None, :]
    return covariance + CORNER_SIGMA_PX**2 * np.eye(8)
