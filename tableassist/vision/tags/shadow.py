"""Tags with the edge of a lamp's shadow across them: white paper in the shadow is as dark as grey in the light.

The detector takes a tag's black and white to be one even pair, or a slope. A shadow multiplies both; on a logarithmic
scale it only adds, and less than lies between black and white, so there the tag is whole again.
"""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import ImagePoints
from tableassist.vision.tags.noise import scale_error
from tableassist.vision.tags.pattern import modules_of
from tableassist.vision.tags.refinement import LARGEST_PX, refine, side_px
from tableassist.vision.tags.sighting import TagSighting
from tableassist.vision.tags.tag_window import tag_window

Grey = npt.NDArray[np.uint8]

BLACK_LEVEL = 6.0
"""Grey levels under which the scale is even, not logarithmic: there is only noise."""
BORNE_OUT = 0.75
"""Correlation of the print with what is seen, on the logarithmic scale: the shadow's edge costs a tenth or two."""
SHADOW_SIGMA_PX, SHADOW_SCALE_PX = 0.1, 0.5
"""How far corners lie off that were found on the logarithmic scale, each for itself and outwards together: it moves
every edge towards the black. From shadows of a half to a fifth of the light."""
SHADOW_NOISE = 2.0
"""By which the variance of a fit grows whose light had to be evened out."""
_LEVELS = 255 * np.log1p(np.arange(256) / BLACK_LEVEL) / np.log1p(255 / BLACK_LEVEL)
_SCALE = _LEVELS.round().astype(np.uint8)


def evened(grey: Grey) -> Grey:
    """On the logarithmic scale."""
    return np.asarray(cv2.LUT(grey, _SCALE), dtype=np.uint8)


def is_borne_out(even: Grey, sighting: TagSighting) -> bool:
    """Whether the whole print is there. Dark noise grows on this scale, and may look like a tag to the detector."""
    window = tag_window(even, sighting)
    if window is None:
        return False
    return float(np.corrcoef(window.sharp[window.inside], window.seen[window.inside])[0, 1]) > BORNE_OUT


def placed_in_shadow(grey: Grey, sighting: TagSighting) -> TagSighting:
    """A tag found in the evened picture, with corners as good as the shadow lets them be, and noise that says so."""
    if side_px(sighting) <= LARGEST_PX:
        fitted = _fitted(grey, sighting)
        if fitted.noise is not None:
            return replace(fitted, noise=fitted.noise * SHADOW_NOISE)
    corners = np.asarray(sighting.corners)
    noise = scale_error(corners, SHADOW_SCALE_PX) + SHADOW_SIGMA_PX**2 * np.eye(8)
    return replace(sighting, corners=ImagePoints(corners), noise=noise)


def _fitted(grey: Grey, sighting: TagSighting) -> TagSighting:
    corners, reach = np.asarray(sighting.corners), side_px(sighting)
    low = np.maximum(np.floor(corners.min(axis=0) - reach).astype(int), 0)
    high = np.ceil(corners.max(axis=0) + reach).astype(int) + 1
    part = _evenly_lit(grey[low[1] : high[1], low[0] : high[0]], sighting)
    (fitted,) = refine(part, (replace(sighting, corners=ImagePoints(corners - low)),)).sightings
    return replace(fitted, corners=ImagePoints(np.add(fitted.corners, low)))


def _evenly_lit(grey: Grey, sighting: TagSighting) -> Grey:
    """The picture with the paper's white alike everywhere within this tag's reach: the brightest within two modules."""
    module_px = side_px(sighting) / modules_of(sighting.family)
    size = 2 * round(module_px) + 1
    near = cv2.dilate(cv2.GaussianBlur(grey, (0, 0), 1.0), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
    white = cv2.GaussianBlur(near.astype(np.float32), (0, 0), size / 4)
    return np.clip(grey * (200.0 / np.maximum(white, BLACK_LEVEL)), 0, 255).astype(np.uint8)
