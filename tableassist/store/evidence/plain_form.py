"""The one plain form that zips, pictures and JSON of evidence have, so that every program reads the same in them."""

import json
import struct
import zipfile
import zlib
from pathlib import Path

from tableassist.store.files.problems import bad_file

ZIP_END, ZIP_HEADER = struct.Struct("<4s4H2LH"), struct.Struct("<4s5H3L2H")
ZIP_LISTED_BYTES = 46
"""What stands for each file in the list at the end of a zip, without its name."""
DESCRIBED_LATER = 0x8
"""A flag of a zip's file: its size stands behind it, where not every program looks."""
PNG_START = b"\x89PNG\r\n\x1a\n"
PNG_HEAD = struct.Struct(">IIBBBBB")
TRUE_COLOUR = (8, 2, 0, 0, 0)
"""Eight bits a colour, no transparency, no palette, nothing interlaced."""
PNG_CHUNKS = (b"IHDR", b"IDAT", b"IEND")
MOST_PICTURE_BYTES = 3 * 120_000_000 + 100_000
"""Unpacked: the largest picture that is read anywhere, and a byte a row."""


def check_zip_layout(archive: zipfile.ZipFile, path: Path) -> None:
    """Refuse a zip in which a byte belongs to no listed file, or that tells two programs two things: its files stand
    one behind the other from the first byte, each header says what the list at the end says, and the list is last."""
    with path.open("rb") as file:
        at = 0
        for entry in sorted(archive.infolist(), key=lambda entry: entry.header_offset):
            file.seek(at)
            kind, _, flags, packing, *_, crc, packed, size, name, extra = ZIP_HEADER.unpack(file.read(ZIP_HEADER.size))
            raw = entry.filename.encode()
            listed = (b"PK\3\4", entry.flag_bits, entry.compress_type, entry.CRC, entry.compress_size)
            same = (kind, flags, packing, crc, packed) == listed and (size, name) == (entry.file_size, len(raw))
            if entry.header_offset != at or not same or extra or flags & DESCRIBED_LATER or file.read(name) != raw:
                raise bad_file(f"{path}: {entry.filename:.80}", "not where and what the list at the zip's end says")
            at += ZIP_HEADER.size + len(raw) + entry.compress_size
        listed_bytes = sum(ZIP_LISTED_BYTES + len(entry.filename.encode()) for entry in archive.infolist())
        file.seek(at + listed_bytes)
        end = file.read(ZIP_END.size + 1)
    counts = len(archive.infolist()), listed_bytes, at
    if len(end) != ZIP_END.size or ZIP_END.unpack(end) != (b"PK\5\6", 0, 0, counts[0], *counts, 0):
        raise bad_file(path, "got bytes that belong to no file of the zip, expected none")


def is_plain_png(content: bytes) -> bool:
    """Whether this is one picture in the form that we write, and nothing else: no second frame, no text, no
    transparency, which a viewer would blend away, and no byte behind the picture's last row."""
    at, packed, head = len(PNG_START), list[bytes](), b""
    if not content.startswith(PNG_START):
        return False
    while at + 12 <= len(content):
        length, kind = int.from_bytes(content[at : at + 4], "big"), content[at + 4 : at + 8]
        body, at = content[at + 8 : at + 8 + length], at + 12 + length
        if kind not in PNG_CHUNKS or (kind == b"IHDR") is not (not head):
            return False
        if kind == b"IHDR":
            head = body
        elif kind == b"IDAT":
            packed.append(body)
        elif kind == b"IEND":
            return at == len(content) and not body and _fills_picture(head, b"".join(packed))
    return False


def _fills_picture(head: bytes, packed: bytes) -> bool:
    if len(head) != PNG_HEAD.size:
        return False
    width, height, *kind = PNG_HEAD.unpack(head)
    size = height * (1 + 3 * width)
    if tuple(kind) != TRUE_COLOUR or not 0 < size <= MOST_PICTURE_BYTES:
        return False
    unpacking, count = zlib.decompressobj(), 0
    try:
        while not unpacking.eof:
            row = unpacking.decompress(packed, 1 << 20)
            packed, count = unpacking.unconsumed_tail, count + len(row)
            if count > size or not (row or packed):
                return False
    except zlib.error:
        return False
    return count == size and not unpacking.unused_data and not packed


def repeated_name(content: bytes) -> str | None:
    """The first name that stands twice in one object of a JSON text: one program takes the first, another the last.
    None where there is none, or where it is no JSON, which its reader will tell."""
    repeated: list[str] = []

    def note_repeated(pairs: list[tuple[str, object]]) -> None:
        names = [name for name, _ in pairs]
        if len(set(names)) < len(names):
            repeated.append(next(name for name in names if names.count(name) > 1))

    try:
        json.loads(content, object_pairs_hook=note_repeated)
    except (ValueError, RecursionError):
        return None
    return repeated[0] if repeated else None
