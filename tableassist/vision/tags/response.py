"""How a camera turns light into grey levels: the blur of its lens and its tone curve.

A lens blurs light, and the camera then codes it as `level = light^(1 / g)`, with g near 2.2. Half-way between two coded
levels is not half-way between two amounts of light, so white areas look too large and dark ones too small: at each
edge of a black square on white by a third of the blur. Measured in light instead, edges are where they belong.
"""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Floats

FULL_LEVEL = 255.0


@dataclass(frozen=True, slots=True)
class ImageResponse:
    blur_px: float
    """Sigma of the blur, interpolation between pixels included."""
    exponent: float
    """Light is the coded level, as a share of the full one, to this power."""


USUAL_RESPONSE = ImageResponse(0.6, 1.6)
"""To start from. The exponent lies between light that is not coded at all (1) and sRGB (2.2)."""


def light_of(levels: Floats, exponent: float) -> Floats:
    """Convert coded grey levels to light, scaled so that 255 stays 255."""
    shares = np.clip(levels, 0.0, FULL_LEVEL) / FULL_LEVEL
    return np.asarray(FULL_LEVEL * shares**exponent, dtype=np.float64)
