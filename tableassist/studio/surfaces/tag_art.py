"""What is printed for a tag: its modules, upright, with the white quiet zone.

Upright means as OpenCV's dictionaries draw it, and as the staged photographs' truth has it at yaw 0.
The AprilTag 3 library counts the corners of the same print from its upper right (its own idea of upright
is turned by 180 degrees); the test of the upright direction holds that difference.
"""

from functools import lru_cache

import cv2
import numpy as np

from tableassist.errors import BadRequestError
from tableassist.geometry import Floats
from tableassist.vision.camera.frame import Image

_FAMILIES = {
    "36h11": (cv2.aruco.DICT_APRILTAG_36h11, 8),
    "25h9": (cv2.aruco.DICT_APRILTAG_25h9, 7),
    "16h5": (cv2.aruco.DICT_APRILTAG_16h5, 6),
}


def _family(family: str) -> tuple[int, int]:
    dictionary_id = _FAMILIES.get(family.removeprefix("tag"))
    if dictionary_id is None:
        raise BadRequestError(
            "tag family {family!r} is not known, expected one of {families}", family=family, families=tuple(_FAMILIES)
        )
    return dictionary_id


def modules_across(family: str) -> int:
    """Modules along the side of the black square."""
    return _family(family)[1]


def plate_side_mm(family: str, size_mm: float) -> float:
    """The white card that carries the tag: its quiet zone of one module, and a rim for the scissors."""
    across = modules_across(family)
    return size_mm * (across + 2) / across + 0.06 * size_mm


@lru_cache(maxsize=1024)
def tag_modules(family: str, tag: int) -> Image:
    """(n + 2, n + 2) of 0 and 255, one per module, the quiet zone included; row 0 is the top."""
    dictionary, across = _family(family)
    dictionary_id = cv2.aruco.getPredefinedDictionary(dictionary)
    if not 0 <= tag < len(dictionary_id.bytesList):
        raise BadRequestError(
            "tag {tag} is not in family {family}, which has {count}",
            tag=tag,
            family=family,
            count=len(dictionary_id.bytesList),
        )
    black = cv2.aruco.generateImageMarker(dictionary_id, tag, across)
    modules = np.full((across + 2, across + 2), 255, np.uint8)
    modules[1:-1, 1:-1] = black
    modules.setflags(write=False)
    return modules


@lru_cache(maxsize=1024)
def tag_texture(family: str, tag: int, texels: int) -> Image:
    """The modules, each `texels` wide.

    Looked up with linear interpolation, an edge between two modules becomes a ramp one texel wide, centred on
    the edge: the exact coverage of a sample as wide as a texel. So choose texels as wide as the samples.
    """
    wide = np.kron(tag_modules(family, tag), np.ones((texels, texels), np.uint8))
    wide.setflags(write=False)
    return wide


def square_corners(size_mm: float) -> Floats:
    """(4, 3) in the tag's frame: lower left, lower right, upper right, upper left as it is read."""
    half = size_mm / 2.0
    return np.array([[-half, -half, 0.0], [half, -half, 0.0], [half, half, 0.0], [-half, half, 0.0]])
