"""A name for a file or folder that every system takes, made of words that people write."""

import unicodedata
from typing import Final

FORBIDDEN: Final = frozenset('<>:"/\\|?*')
"""On Windows; the slash everywhere."""
RESERVED: Final = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"}
)
"""Devices of Windows, whatever follows the first dot."""
MOST_BYTES: Final = 120
"""Of 255 that a disk takes, so that there is room for an ending, and for a folder around it."""


def allowed_name(words: str, *, most_bytes: int = MOST_BYTES) -> str:
    """Never empty. Words that are allowed already stay as they are."""
    plain = unicodedata.normalize("NFC", words)
    letters = ("-" if each in FORBIDDEN else each if each.isprintable() else " " for each in plain)
    name = _short(" ".join("".join(letters).split()), most_bytes).strip(". ")
    if name.split(".", 1)[0].rstrip().casefold() in RESERVED:
        name = f"_{name}"
    return name or "_"


def _short(name: str, most_bytes: int) -> str:
    return name.encode("utf-8")[:most_bytes].decode("utf-8", "ignore")
