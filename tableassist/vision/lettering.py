"""Words on a drawn picture, in OpenCV's own letters, which are ASCII only."""

import cv2

from tableassist.messages import Text, say
from tableassist.vision.camera.frame import Image

Colour = tuple[int, int, int]
"""Blue, green, red."""
INK: Colour = (40, 40, 40)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_SPELT = str.maketrans(
    {"±": "+-", "°": " deg", "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"}
)


def in_ascii(words: Text) -> str:
    return say(words).translate(_SPELT).encode("ascii", "replace").decode()


def write(
    canvas: Image, words: Text, at: tuple[int, int], *, size: float = 0.5, ink: Colour = INK, bold: int = 1
) -> None:
    """`at` is the lower left of the first letter."""
    cv2.putText(canvas, in_ascii(words), at, _FONT, size, ink, bold, cv2.LINE_AA)


def written_width(words: Text, size: float, bold: int) -> int:
    return int(cv2.getTextSize(in_ascii(words), _FONT, size, bold)[0][0])
