"""One picture as a source of one frame; and the decoding that all pictures share."""

from pathlib import Path

import cv2
import numpy as np

from tableassist.capture.opencv_log import quiet_opencv
from tableassist.capture.picture_size import claimed_size_px
from tableassist.capture.plain_file import plain_file_size
from tableassist.errors import SourceError
from tableassist.vision.camera.frame import Frame, Image

PICTURE_SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".webp"})

# Above any camera of a table, and below what would fill the memory.
LIMIT_MEGAPIXELS = 120
# The largest picture allowed, uncompressed with four bytes a pixel, and its header.
_LIMIT_BYTES = LIMIT_MEGAPIXELS * 4_000_000 + 65_536

# The pixels as the sensor stored them: EXIF orientation is NOT applied. A camera profile (optical centre,
# distortion) is one of the sensor; a phone that decides to turn its picture would move the optical centre
# under the profile, and a half turn does so unseen, since the size stays the same. The mat's tags tell
# which way is up, so measuring never needs the turn.
_AS_STORED = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION


class PictureSource:
    live = False

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self._path: Path | None = path

    def read(self) -> Frame | None:
        path, self._path = self._path, None
        if path is None:
            return None
        return Frame(image=read_picture(path), t_ns=0, number=0, camera=self.name)

    def close(self) -> None:
        self._path = None


def read_picture(path: Path) -> Image:
    size = plain_file_size(path)
    if size > _LIMIT_BYTES:
        raise SourceError(f"{path}: a picture of {size} bytes is refused, expected at most {_LIMIT_BYTES}")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(f"{path}: cannot be read ({error.strerror or error})") from error
    return decode_picture(data, origin=str(path))


def decode_picture(data: bytes, *, origin: str) -> Image:
    """The picture in these bytes; the size it claims is checked before anything is decoded."""
    size_px = claimed_size_px(data)
    if size_px is None:
        raise SourceError(f"{origin}: not a picture that can be read, expected PNG, JPEG, BMP or WebP")
    width, height = size_px
    if min(width, height) < 1:
        raise SourceError(f"{origin}: claims {width} x {height} pixels, expected at least one")
    if width * height > LIMIT_MEGAPIXELS * 1_000_000:
        raise SourceError(f"{origin}: claims {width} x {height} pixels, expected at most {LIMIT_MEGAPIXELS} megapixels")
    try:
        with quiet_opencv():
            decoded = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), _AS_STORED)
    except cv2.error:
        decoded = None
    # OpenCV's type stubs leave out that it returns None for a picture it cannot decode.
    image: Image | None = None if decoded is None else np.asarray(decoded, dtype=np.uint8)
    if image is None:
        raise SourceError(f"{origin}: the picture is damaged or cut short")
    return image
