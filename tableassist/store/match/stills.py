"""Pictures of a match that are kept as the camera gave them, to the last bit: those that somebody argued about. The
video loses a little of every picture."""

import hashlib
import logging
import re
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np

from tableassist.errors import BadFileError
from tableassist.plain_file import read_plain_file
from tableassist.store.files.safe_write import write_bytes_safely
from tableassist.vision.camera.frame import Image

STILL = re.compile(r"still-(\d{1,19})\.png")
STILL_FILES = "still-[0-9]*.png"
MOST_STILLS = 300
MOST_BYTES = 100_000_000
SIGNATURE = b"\x89PNG\r\n\x1a\n"
PNG_HEAD = struct.Struct(">8s4x4sII")
QUICK = [cv2.IMWRITE_PNG_COMPRESSION, 1]


def still_name(t_ns: int) -> str:
    return f"still-{t_ns}.png"


def still_times(folder: Path) -> frozenset[int]:
    """Of the moments that have one."""
    found = (STILL.fullmatch(path.name) for path in folder.glob(STILL_FILES))
    return frozenset(int(match[1]) for match in found if match is not None)


def write_still(folder: Path, t_ns: int, image: Image) -> str | None:
    """Its SHA-256; None where it is there already, or where there are as many as a match may have. BadFileError where
    the disk does not take it."""
    known = still_times(folder)
    if t_ns < 0 or t_ns in known or len(known) >= MOST_STILLS:
        return None
    ok, encoded = cv2.imencode(".png", np.ascontiguousarray(image), QUICK)
    assert ok
    content = encoded.tobytes()
    write_bytes_safely(folder / still_name(t_ns), content)
    return hashlib.sha256(content).hexdigest()


def still_digest(folder: Path, t_ns: int) -> str | None:
    """Of the file as it is; None where it cannot be read."""
    try:
        return hashlib.sha256(read_plain_file(folder / still_name(t_ns), MOST_BYTES)).hexdigest()
    except BadFileError as problem:
        logging.getLogger(__name__).debug("%s", problem)
        return None


def read_still(folder: Path, t_ns: int, size_px: tuple[int, int]) -> Image | None:
    """None where there is none of this size: a stranger's file is not unpacked before it says how large it is."""
    try:
        content = read_plain_file(folder / still_name(t_ns), MOST_BYTES)
        kind, chunk, width, height = PNG_HEAD.unpack_from(content)
    except (BadFileError, struct.error) as problem:
        logging.getLogger(__name__).debug("%s", problem)
        return None
    if kind != SIGNATURE or chunk != b"IHDR" or (width, height) != size_px or not _is_whole(content):
        return None
    try:
        image = cv2.imdecode(np.frombuffer(content, dtype=np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as problem:
        logging.getLogger(__name__).debug("%s", problem)
        return None
    return None if image is None or image.shape != (height, width, 3) else np.asarray(image, dtype=np.uint8)


def _is_whole(content: bytes) -> bool:
    """Every part has its right sum, up to the end: the library would go on with half a picture, and print."""
    at = len(SIGNATURE)
    while at + 12 <= len(content):
        size, name = int.from_bytes(content[at : at + 4], "big"), content[at + 4 : at + 8]
        end = at + 12 + size
        if end > len(content) or zlib.crc32(content[at + 4 : end - 4]) != int.from_bytes(content[end - 4 : end], "big"):
            return False
        if name == b"IEND":
            return end == len(content)
        at = end
    return False


def forget_stills(folder: Path, before_ns: int) -> None:
    for t_ns in still_times(folder):
        if t_ns < before_ns:
            (folder / still_name(t_ns)).unlink(missing_ok=True)
