"""How a camera turns sharp black and white into grey levels: the blur of its lens, its tone curve, and what both do to
the edges that the detector finds."""

from dataclasses import dataclass

from tableassist.vision.tags.border import EdgeShift


@dataclass(frozen=True, slots=True)
class ImageResponse:
    blur_px: float
    """Sigma of the blur, interpolation between pixels included."""
    exponent: float
    """Light is the coded level, as a share of the full one, to this power."""
    edge_shift: EdgeShift | None = None
    """Of the detector's edges on large tags; None before any were measured."""


USUAL_RESPONSE = ImageResponse(0.6, 1.6)
"""To start from. The exponent lies between light that is not coded at all (1) and sRGB (2.2)."""
