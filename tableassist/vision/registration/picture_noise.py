"""How noisy this picture is, by what its mat tags look like: their shapes, whatever their places.

The factor on the corners' covariance is that of docs/measurement-model.md, eq. 55 and 56.
"""

import numpy as np

from tableassist.geometry import Flags, Floats
from tableassist.vision.registration.mat_view import Equations

PLACE_NUMBERS = 3
"""Of a tag's eight numbers: x, y and yaw tell where it lies. The other five tell of its shape and size."""
SHAPE_NUMBERS = 8 - PLACE_NUMBERS
MIDDLE = 4.35
"""The median of a sum of five squares."""
ENOUGH = 5
"""Tags of which the middle one speaks for the picture; fewer are taken all together."""
PRIOR, PRIOR_NUMBERS = 4.0, 6.0
"""Pictures are noisier than the model more often than not: by this on average of seven path-traced ones. It counts as
so many numbers, so that a few tags that agree by chance claim no more than they can know."""


def picture_noise(equations: Equations, kept: Flags, *, is_clean: bool) -> float:
    """By how much the variance of the kept tags' corners exceeds the noise model's; never below 1. `is_clean` where
    none of them is wrong; else the middle one speaks for all."""
    shapes = split_squares(equations)[1][kept]
    count = len(shapes)
    if count >= ENOUGH and not is_clean:
        return max(1.0, float(np.median(shapes)) / MIDDLE)
    pooled = (float(shapes.sum()) + PRIOR * PRIOR_NUMBERS) / (SHAPE_NUMBERS * count + PRIOR_NUMBERS - 4.0)
    return max(1.0, pooled)


def split_squares(equations: Equations) -> tuple[Floats, Floats]:
    """The (T,) sums of squares of the whitened residuals: what other places of the tags would explain, and the rest."""
    axes, _ = np.linalg.qr(equations.whiten @ equations.by_place[..., :PLACE_NUMBERS])
    white = equations.white
    place = ((axes.transpose(0, 2, 1) @ white[..., None])[..., 0] ** 2).sum(axis=1)
    return place, np.maximum((white**2).sum(axis=1) - place, 0.0)
