"""A tag seen in a picture."""

from dataclasses import dataclass

from tableassist.geometry.arrays import Floats, ImagePoints


@dataclass(frozen=True, slots=True, eq=False)
class TagSighting:
    """`corners` (4, 2) are the corners of the black square in the order of `tag_corners`."""

    family: str
    tag: int
    corners: ImagePoints
    margin: float
    """Contrast between the bits and their threshold, in grey levels: high is sure."""
    hamming: int
    """Bits corrected."""
    noise: Floats | None = None
    """(8, 8) covariance of the corners by the fit of the pattern; None where only the detector placed them."""
    mirrored: bool = False
    """Read only in the mirror picture: the camera's picture is turned left to right, and nothing can be measured."""
