"""A lens for a camera that nobody has calibrated, with a plus-minus that says how little is known."""

import math

import numpy as np

from tableassist.errors import BadRequestError
from tableassist.vision.camera.lens import PARAMETERS, Lens, plain_lens

TYPICAL_VIEW_DEG = 69.0
"""Across the longer side: between the 60 of laptops and the 78 of conference cameras."""
TYPICAL_SHARE, STATED_SHARE = 0.13, 0.03
"""Sigma of the focal length where it is guessed, and where a maker or a picture's EXIF states it. Webcams run from 55
to 90 degrees, which is a focal length 30 % longer or shorter than the typical one."""
ASPECT_SHARE = 0.001
"""fx against fy: pixels are square."""
CENTRE_SHARE = 0.01
DISTORTION_SIGMA = {"k1": 0.08, "k2": 0.05}
FILM_DIAGONAL_MM = 43.27
"""Of the 36 x 24 mm film that "35 mm equivalent" speaks of."""


def typical_lens(width_px: int, height_px: int, *, view_deg: float | None = None, film_mm: float | None = None) -> Lens:
    """From a stated field of view across the longer side, from EXIF's 35 mm equivalent, or from neither."""
    if view_deg is not None and not 10.0 <= view_deg <= 150.0:
        raise BadRequestError("field of view: got {view_deg:g} degrees, expected 10 to 150", view_deg=view_deg)
    share = TYPICAL_SHARE if view_deg is None and film_mm is None else STATED_SHARE
    if view_deg is None and film_mm is not None:
        focal = film_mm * math.hypot(width_px, height_px) / FILM_DIAGONAL_MM
    else:
        focal = max(width_px, height_px) / 2 / math.tan(math.radians(view_deg or TYPICAL_VIEW_DEG) / 2)
    lens = plain_lens(width_px, height_px, focal)
    covariance = lens.covariance
    covariance[:2, :2] = (share * focal) ** 2
    covariance[:2, :2] += np.diag([(ASPECT_SHARE * focal) ** 2] * 2)
    covariance[2, 2] = covariance[3, 3] = (CENTRE_SHARE * max(width_px, height_px)) ** 2
    for name, sigma in DISTORTION_SIGMA.items():
        covariance[PARAMETERS.index(name), PARAMETERS.index(name)] = sigma**2
    return lens
