"""The size that a picture file claims, and how often it is gone over, without decoding it."""

import re
import struct

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


def claimed_size_px(data: bytes) -> tuple[int, int] | None:
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
    """Whether this is a picture as iPhones store it."""
    return data[4:8] == b"ftyp" and data[8:12] in _HEIC_BRANDS


def passes_over(data: bytes) -> int:
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
