"""A lens at another size of the same picture."""

from dataclasses import replace

import numpy as np

from tableassist.errors import BadRequestError
from tableassist.vision.camera.lens import Lens


def scaled_lens(lens: Lens, width_px: int, height_px: int) -> Lens:
    """For pictures shrunk or enlarged as a whole; refused where the aspect is another, for then some was cut off.

    Pixel (0, 0) is a pixel's centre, so it is the picture's corner at (-0.5, -0.5) that stays.
    """
    if (lens.width_px, lens.height_px) == (width_px, height_px):
        return lens
    if width_px * lens.height_px != height_px * lens.width_px:
        raise BadRequestError(
            "camera profile: made for {made_for}, got pictures of {got}, expected that size or one of exactly the same "
            "aspect",
            made_for=f"{lens.width_px}x{lens.height_px}",
            got=f"{width_px}x{height_px}",
        )
    scale = width_px / lens.width_px
    by_scale = np.array([scale] * 4 + [1.0] * 8)
    return replace(
        lens,
        width_px=width_px,
        height_px=height_px,
        fx=lens.fx * scale,
        fy=lens.fy * scale,
        cx=(lens.cx + 0.5) * scale - 0.5,
        cy=(lens.cy + 0.5) * scale - 0.5,
        covariance=lens.covariance * np.outer(by_scale, by_scale),
    )
