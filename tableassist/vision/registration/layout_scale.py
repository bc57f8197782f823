"""Whether the mat's tags look as large as they should beside the distances between them; and what it costs if not.

A layout that is 1 % too large puts the camera 1 % too high, and nothing else in the picture tells but the tags, which
then look too large. Every distance on the mat is wrong by as much.
"""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats
from tableassist.vision.registration.mat_view import Estimate
from tableassist.vision.tags.noise import PATTERN_SCALE_ERROR_PX, PRINT_SHARE

DETECTED_SHRINK_PX, DETECTED_SHRINK_SIGMA_PX = 0.10, 0.08
"""Blur shifts the edge between black and white into the black, since cameras store dark tones stretched: half a tag
looks so much too small where only the detector placed its corners. Measured: 0.07 to 0.12 px in seven path-traced
pictures, 0.18 in five by another renderer, 0.0 in the studio, which blurs stored tones."""
DOUBTED_FROM, DOUBTED_WHOLLY = 1.0, 2.0
"""Sigmas of the tags' size: from here on their size is believed a little, from there on wholly."""


def scale_error(px: Floats, expected: Floats) -> float:
    """The middle one of the tags' (T, 4, 2) sizes against what was expected of them, less 1."""
    return float(np.median(_reach(px) / _reach(expected))) - 1.0


@dataclass(frozen=True, slots=True)
class TagSizeError:
    """By which share printed tags are larger than stated, and how well that is known."""

    share: float
    sigma: float


TRUE_SIZE = TagSizeError(0.0, 0.0)


def measured_size_error(odd_size: float, expected: Floats, *, only_detected: bool) -> TagSizeError:
    """Of the mat's tags against the distances between them, without what blur does to their looks. `odd_size` is their
    scale error, `expected` (T, 4, 2) px."""
    half_px = float(np.median(_reach(expected))) / math.sqrt(2.0)
    shrink = DETECTED_SHRINK_PX if only_detected else 0.0
    sigma_px = DETECTED_SHRINK_SIGMA_PX if only_detected else PATTERN_SCALE_ERROR_PX
    return TagSizeError(odd_size + shrink / half_px, float(np.hypot(sigma_px / half_px, PRINT_SHARE)))


def doubted_scale(measured: TagSizeError) -> float:
    """By what share, as a sigma, the distances between the mat's tags may be wrong, by how large the tags look."""
    sigmas = abs(measured.share) / measured.sigma
    doubt = float(np.clip((sigmas - DOUBTED_FROM) / (DOUBTED_WHOLLY - DOUBTED_FROM), 0.0, 1.0))
    return abs(measured.share) * doubt


def kit_size_error(measured: TagSizeError, prior_sigma: float) -> TagSizeError:
    """Of everything printed with the mat's tags, the pieces' tags for one: what the mat's tags show, and what was known
    of the print beforehand (no error, give or take `prior_sigma`), weighed by their variances."""
    if prior_sigma == 0.0:
        return TRUE_SIZE
    weight = prior_sigma**2 / (prior_sigma**2 + measured.sigma**2)
    return TagSizeError(weight * measured.share, math.sqrt(weight) * measured.sigma)


def scale_column(at: Estimate, centre: Floats, sigma: float) -> Floats:
    """(6 + M, 1): how pose and lens shift answer if all distances on the mat from `centre` (3,) are off by `sigma`."""
    column = np.zeros((6 + len(at.lens_shift), 1))
    column[3:6, 0] = sigma * (at.pose.rotation @ centre + at.pose.translation)
    return column


def _reach(corners: Floats) -> Floats:
    """(T,) px from a tag's middle to its corners."""
    arms = corners - corners.mean(axis=1, keepdims=True)
    return np.asarray(np.linalg.norm(arms, axis=2).mean(axis=1), dtype=np.float64)
