"""Pictures from files: their claimed size, decoding within limits (in a child process if it may take long), folders.

A progressive JPEG of a few kilobytes can ask for a thousand passes over a hundred megapixels.
"""

import logging
import os
import re
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from typing import Final

import cv2
import numpy as np
from cv2.utils import logging as opencv_log

from tableassist.errors import SourceError
from tableassist.messages import Message, template
from tableassist.plain_file import check_plain_file
from tableassist.vision.camera.exif_focal import film_focal_mm
from tableassist.vision.camera.frame import Frame, Image

# A JPEG marker that is neither a stuffed byte, a fill byte nor a restart.
_JPEG_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
# Stands alone: what follows is the next marker, not a length.
_JPEG_LONE = 0x01
_JPEG_BARE = frozenset({_JPEG_LONE, 0xD8, 0xD9})
_JPEG_SCAN = 0xDA
# No honest picture has more; to walk through a million of them takes long, too.
_MOST_MARKERS = 10_000
# The start-of-frame markers; C4, C8 and CC lie between them and mean other things.
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}

_HEIC_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})


def read_claimed_size_px(data: bytes) -> tuple[int, int] | None:
    """(width, height) of a PNG, JPEG, BMP or WebP; None when it is none of them or is cut short."""
    try:
        if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR":
            width, height = struct.unpack_from(">II", data, 16)
        elif data.startswith(b"\xff\xd8"):
            return _jpeg_size_px(data)
        elif data.startswith(b"BM"):
            width, height = struct.unpack_from("<ii", data, 18)
        elif data.startswith(b"RIFF") and data[8:12] == b"WEBP":
            return _webp_size_px(data)
        else:
            return None
    except struct.error:
        return None
    return abs(width), abs(height)  # a BMP stored from the top down has a negative height


def is_heic(data: bytes) -> bool:
    """Return whether this is a picture as iPhones store it."""
    return data[4:8] == b"ftyp" and data[8:12] in _HEIC_BRANDS


def count_passes(data: bytes) -> int:
    """How often a decoder goes over the whole picture: once, but for each of a JPEG's scans."""
    if not data.startswith(b"\xff\xd8"):
        return 1
    scans, at = 0, 2
    for _ in range(_MOST_MARKERS):
        if (marker := _JPEG_MARKER.search(data, at)) is None:
            return max(1, scans)
        start = marker.start()
        kind = data[start + 1]
        scans += kind == _JPEG_SCAN
        length = 0 if kind in _JPEG_BARE else int.from_bytes(data[start + 2 : start + 4], "big")
        at = start + 2 + length
    return _MOST_MARKERS


def _jpeg_size_px(data: bytes) -> tuple[int, int] | None:
    at = 2
    for _ in range(_MOST_MARKERS):
        if (marker := _JPEG_MARKER.search(data, at)) is None:
            return None
        start = marker.start()
        if data[start + 1] in _JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", data, start + 5)
            return width, height
        if data[start + 1] == _JPEG_LONE:
            at = start + 2
            continue
        (length,) = struct.unpack_from(">H", data, start + 2)
        at = start + 2 + max(length, 2)
    return None


def _webp_size_px(data: bytes) -> tuple[int, int] | None:
    form = data[12:16]
    if form == b"VP8X":
        (low_width, high_width, low_height, high_height) = struct.unpack_from("<HBHB", data, 24)
        return 1 + low_width + (high_width << 16), 1 + low_height + (high_height << 16)
    if form == b"VP8L":
        (packed,) = struct.unpack_from("<I", data, 21)
        return 1 + (packed & 0x3FFF), 1 + (packed >> 14 & 0x3FFF)
    if form == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    return None


LIMIT_S: Final = 30.0
LIMIT_BYTES: Final = 3_000_000_000
"""The largest picture allowed, twice as its coefficients and once as its pixels, and what Python needs."""
_CONTEXT = get_context("spawn")


def decode_in_child(data: bytes, *, flags: int, origin: str, limit_s: float = LIMIT_S) -> Image | None:
    """None where it cannot be decoded, or not within the memory; SourceError where it takes too long."""
    ours, theirs = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=_decode, args=(theirs, limit_s), name="tableassist picture", daemon=True)
    process.start()
    theirs.close()
    try:
        ours.send_bytes(flags.to_bytes(4, "little") + data)
        if not ours.poll(limit_s):
            raise SourceError("{origin}: took longer than {seconds:g} s to decode", origin=origin, seconds=limit_s)
        height, width = np.frombuffer(ours.recv_bytes(), dtype=np.int64)
        return np.frombuffer(ours.recv_bytes(), dtype=np.uint8).reshape(height, width, 3)
    except (EOFError, ConnectionError, ValueError):
        return None  # it ended itself, or was ended for its memory
    finally:
        process.kill()
        process.join()
        ours.close()


def _decode(connection: "Connection[bytes, bytes]", limit_s: float) -> None:
    _limit_process(limit_s)
    message = connection.recv_bytes()
    flags, data = int.from_bytes(message[:4], "little"), np.frombuffer(message, dtype=np.uint8, offset=4)
    cv2.setNumThreads(1)
    image = cv2.imdecode(data, flags)
    if image is None:
        return
    connection.send_bytes(np.array(image.shape[:2], dtype=np.int64).tobytes())
    connection.send_bytes(image.tobytes())


def _limit_process(limit_s: float) -> None:
    """Also where the parent was killed meanwhile. Nothing is told on the terminal: the parent tells."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    if sys.platform != "win32":
        import resource  # noqa: PLC0415  Windows has none

        resource.setrlimit(resource.RLIMIT_AS, (LIMIT_BYTES, LIMIT_BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (round(limit_s) + 1, round(limit_s) + 2))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


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


def check_claimed(origin: str | Path, width: int, height: int, most: int = LIMIT_MEGAPIXELS) -> None:
    """That a picture or a video does not claim more pixels than it may, before memory is taken for them."""
    if width * height > most * 1_000_000:
        form = template("{origin}: has {width} x {height} pixels, expected at most {most} megapixels")
        raise SourceError(form, origin=origin, width=width, height=height, most=most)


def decode_picture(
    data: bytes, *, origin: str, may_take_long: bool = True, max_megapixels: int = LIMIT_MEGAPIXELS
) -> Image:
    """The picture in these bytes; the size it claims is checked before anything is decoded. One that takes long is
    decoded in a process of its own, within limits; a live stream's (`may_take_long=False`) is refused."""
    size_px = read_claimed_size_px(data)
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
        form = template("{origin}: has {width} x {height} pixels, expected at least one")
        raise SourceError(form, origin=origin, width=width, height=height)
    check_claimed(origin, width, height, max_megapixels)
    work = width * height * count_passes(data)
    if work > QUICK_PIXELS and not may_take_long:
        raise SourceError("{origin}: a picture that takes too long to decode is refused", origin=origin)
    # A child process of ours is watched already.
    in_child = work > QUICK_PIXELS and parent_process() is None
    decoded = decode_in_child(data, flags=_AS_STORED, origin=origin) if in_child else _decode_here(data, origin)
    if decoded is None:
        raise SourceError("{origin}: the picture is damaged or cut short", origin=origin)
    return decoded


def _decode_here(data: bytes, origin: str) -> Image | None:
    try:
        with quiet_opencv():
            decoded = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), _AS_STORED)
    except cv2.error:
        log.debug("%s", origin, exc_info=True)
        return None
    return None if decoded is None else np.asarray(decoded, dtype=np.uint8)


FRAMES_PER_S = 30.0
_DIGITS = re.compile(r"([0-9]+)")


class PictureFolder:
    live = False

    def __init__(self, folder: Path) -> None:
        self.name = folder.absolute().name
        self._pictures = _list_pictures(folder)
        self._number = 0

    def read(self) -> Frame | None:
        if self._number >= len(self._pictures):
            return None
        number = self._number
        self._number += 1
        t_ns = round(number * 1_000_000_000 / FRAMES_PER_S)
        return Frame(image=read_picture(self._pictures[number]), t_ns=t_ns, number=number, camera=self.name)

    def close(self) -> None:
        self._pictures = ()


def _list_pictures(folder: Path) -> tuple[Path, ...]:
    try:
        inside = list(folder.iterdir())
    except OSError as error:
        raise SourceError(
            "{folder}: cannot be listed ({problem})", folder=folder, problem=error.strerror or str(error)
        ) from error
    # Names that begin with a dot are left out: some systems put a hidden twin beside each picture.
    pictures = [path for path in inside if path.suffix.lower() in PICTURE_SUFFIXES and not path.name.startswith(".")]
    if not pictures:
        suffixes = tuple(sorted(PICTURE_SUFFIXES))
        raise SourceError("{folder}: contains no pictures, expected {suffixes}", folder=folder, suffixes=suffixes)
    return tuple(sorted(pictures, key=_counting_order))


def _counting_order(path: Path) -> tuple[list[tuple[int, str]], str]:
    """Puts `shot2` before `shot10`; the name itself settles `a01` against `a1`."""
    # Splitting by a group alternates text and digits, so numbers only ever meet numbers.
    parts = _DIGITS.split(path.name.casefold())
    return [(int(part), "") if turn % 2 else (0, part) for turn, part in enumerate(parts)], path.name


_CHANGING = Lock()
_FOUND: list[int] = []
"""The level that each found who is inside: it is one for the whole program, so the last to leave restores the first."""


@contextmanager
def quiet_opencv() -> Iterator[None]:
    """Silences OpenCV's C++ log, where a failure is expected and told as a SourceError instead."""
    with _CHANGING:
        _FOUND.append(opencv_log.setLogLevel(opencv_log.LOG_LEVEL_SILENT))
    try:
        yield
    finally:
        with _CHANGING:
            opencv_log.setLogLevel(_FOUND.pop())
