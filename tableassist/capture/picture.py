"""One picture as a source of one frame; and the decoding that all pictures share."""

import logging
from multiprocessing import parent_process
from pathlib import Path

import cv2
import numpy as np

from tableassist.capture.decode_child import decoded_in_child
from tableassist.capture.opencv_log import quiet_opencv
from tableassist.capture.picture_size import claimed_size_px, is_heic, passes_over
from tableassist.errors import SourceError
from tableassist.messages import Message, template
from tableassist.plain_file import check_plain_file
from tableassist.vision.camera.exif_focal import film_focal_mm
from tableassist.vision.camera.frame import Frame, Image

log = logging.getLogger(__name__)
PICTURE_SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".webp"})

# Above any camera of a table, and below what would fill the memory.
LIMIT_MEGAPIXELS = 120
QUICK_PIXELS = 60_000_000
"""Decoded within about two seconds. Counted once for each pass: a progressive JPEG of a phone has about ten."""
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
        data = _bytes_of(path)
        image = decode_picture(data, origin=str(path))
        return Frame(image=image, t_ns=0, number=0, camera=self.name, film_mm=film_focal_mm(data))

    def close(self) -> None:
        self._path = None


def picture_file_size(path: Path) -> int:
    """In bytes; SourceError where something else stands there."""
    return check_plain_file(path, expected=Message("a picture or a video"), error=SourceError)


def read_picture(path: Path) -> Image:
    return decode_picture(_bytes_of(path), origin=str(path))


def _bytes_of(path: Path) -> bytes:
    size = picture_file_size(path)
    if size > _LIMIT_BYTES:
        form = template("{path}: a picture of {size} bytes is refused, expected at most {most}")
        raise SourceError(form, path=path, size=size, most=_LIMIT_BYTES)
    try:
        return path.read_bytes()
    except OSError as error:
        raise SourceError(
            "{path}: cannot be read ({problem})", path=path, problem=error.strerror or str(error)
        ) from error


def check_claimed(origin: str | Path, width: int, height: int) -> None:
    """That a picture or a video does not claim more pixels than it may, before memory is taken for them."""
    if width * height > LIMIT_MEGAPIXELS * 1_000_000:
        form = template("{origin}: claims {width} x {height} pixels, expected at most {most} megapixels")
        raise SourceError(form, origin=origin, width=width, height=height, most=LIMIT_MEGAPIXELS)


def decode_picture(data: bytes, *, origin: str, may_take_long: bool = True) -> Image:
    """The picture in these bytes; the size it claims is checked before anything is decoded. One that takes long is
    decoded in a process of its own, within limits; a live stream's (`may_take_long=False`) is refused."""
    size_px = claimed_size_px(data)
    if size_px is None and is_heic(data):
        raise SourceError(
            "{origin}: a HEIC picture, expected JPEG or PNG: on an iPhone choose Settings > Camera > Formats > Most "
            "Compatible, or send the photo as JPEG",
            origin=origin,
        )
    if size_px is None:
        raise SourceError("{origin}: not a picture that can be read, expected PNG, JPEG, BMP or WebP", origin=origin)
    width, height = size_px
    if min(width, height) < 1:
        form = template("{origin}: claims {width} x {height} pixels, expected at least one")
        raise SourceError(form, origin=origin, width=width, height=height)
    check_claimed(origin, width, height)
    work = width * height * passes_over(data)
    if work > QUICK_PIXELS and not may_take_long:
        raise SourceError("{origin}: a picture that takes too long to decode is refused", origin=origin)
    # A child process of ours is watched already.
    in_child = work > QUICK_PIXELS and parent_process() is None
    decoded = decoded_in_child(data, flags=_AS_STORED, origin=origin) if in_child else _decoded_here(data, origin)
    if decoded is None:
        raise SourceError("{origin}: the picture is damaged or cut short", origin=origin)
    return decoded


def _decoded_here(data: bytes, origin: str) -> Image | None:
    try:
        with quiet_opencv():
            decoded = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), _AS_STORED)
    except cv2.error:
        log.debug("%s", origin, exc_info=True)
        return None
    return None if decoded is None else np.asarray(decoded, dtype=np.uint8)
