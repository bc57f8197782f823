"""The focal length that a photograph states of itself."""

import logging
import struct

EXIF_START = b"Exif\x00\x00"
EXIF_TABLE, FOCAL_IN_FILM = 0x8769, 0xA405
SHORT, LONG = 3, 4
MOST_FILM_MM = 1000
SEARCHED_BYTES = 200_000


def film_focal_mm(jpeg: bytes) -> float | None:
    """The 35 mm equivalent focal length from a JPEG's EXIF data; None where it is not stated."""
    at = jpeg.find(EXIF_START, 0, SEARCHED_BYTES)
    if at < 0:
        return None
    data = jpeg[at + len(EXIF_START) : at + SEARCHED_BYTES]
    order = {b"II": "<", b"MM": ">"}.get(data[:2])
    if order is None:
        return None
    try:
        (first,) = struct.unpack_from(f"{order}I", data, 4)
        table = _entry(data, order, first, EXIF_TABLE)
        focal = None if table is None else _entry(data, order, table, FOCAL_IN_FILM)
    except struct.error:
        logging.getLogger(__name__).debug("EXIF data that ends too early", exc_info=True)
        return None
    return float(focal) if focal is not None and 0 < focal <= MOST_FILM_MM else None


def _entry(data: bytes, order: str, table: int, wanted: int) -> int | None:
    """The number that one table of a TIFF header holds under a tag."""
    (count,) = struct.unpack_from(f"{order}H", data, table)
    for place in range(table + 2, table + 2 + 12 * count, 12):
        tag, kind = struct.unpack_from(f"{order}HH", data, place)
        if tag == wanted and kind in {SHORT, LONG}:
            (value,) = struct.unpack_from(f"{order}{'H' if kind == SHORT else 'I'}", data, place + 8)
            return int(value)
    return None
