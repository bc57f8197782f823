"""Numbers as few bytes, and back to the last digit. What comes back is checked: it may be a stranger's."""

import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Floats
from tableassist.store.files.problems import bad_file, library_words

MOST_BYTES = 32_000_000
"""Of one block, unpacked: it holds two seconds."""
LEVEL = 6
LARGEST = 1e12
WHOLE, LARGEST_WHOLE = 2, 32767
DAMAGE = (zlib.error, struct.error, msgspec.MsgspecError, ValueError, LookupError, TypeError, ArithmeticError)
T = TypeVar("T")


def packed(entry: msgspec.Struct) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(entry), LEVEL)


def unpacked(content: bytes, kind: type[T], what: str) -> T:
    with damage_as_bad_file(what):
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(content, MOST_BYTES)
        if not unpacker.eof:
            raise ValueError(f"more than {MOST_BYTES} bytes, or cut off")
        return msgspec.msgpack.decode(plain, type=kind)


class PackedColumns(msgspec.Struct, array_like=True):
    """A table of floats, column by column, the bytes of alike weight together: so they pack best."""

    count: int
    """Of columns."""
    narrow: bool | int
    """Floats of four bytes where that loses nothing; WHOLE where all are whole numbers, and small."""
    content: bytes


def columns_of(values: Floats) -> PackedColumns:
    """(N, C), which must be finite."""
    plain = np.ascontiguousarray(values.T, dtype="<f8")
    with np.errstate(over="ignore", under="ignore"):
        short = plain.astype("<f4")
    narrow = bool((short.astype("<f8") == plain).all())
    return PackedColumns(values.shape[1], narrow, _shuffled(short if narrow else plain))


def whole_columns_of(values: Floats) -> PackedColumns:
    """(N, C) of whole numbers within LARGEST_WHOLE."""
    whole = np.ascontiguousarray(values.T).astype(np.int32)
    # Small ones of either sign first: their upper bytes are then alike.
    return PackedColumns(values.shape[1], WHOLE, _shuffled(((whole << 1) ^ (whole >> 31)).astype("<u2")))


def values_of(columns: PackedColumns, rows: int, what: str) -> Floats:
    """(N, C)."""
    with damage_as_bad_file(what):
        kind = {0: "<f8", 1: "<f4", WHOLE: "<u2"}[int(columns.narrow)]
        size = np.dtype(kind).itemsize
        if columns.count < 0 or len(columns.content) != rows * columns.count * size:
            raise ValueError(f"{len(columns.content)} bytes for {rows} rows of {columns.count} numbers")
        if rows * columns.count == 0:
            return np.zeros((rows, columns.count))
        shuffled = np.frombuffer(columns.content, dtype=np.uint8).reshape(size, -1)
        plain = np.ascontiguousarray(shuffled.T).view(kind).reshape(columns.count, rows)
        if columns.narrow == WHOLE:
            plain = (plain >> 1).astype(np.int32) ^ -(plain & 1).astype(np.int32)
        values = np.ascontiguousarray(plain.T, dtype=np.float64)
        if not (np.abs(values) <= LARGEST).all():
            raise ValueError("a number beyond reason")
        return values


def _shuffled(numbers: npt.NDArray[np.generic]) -> bytes:
    return np.ascontiguousarray(numbers.reshape(-1, 1).view(np.uint8).T).tobytes()


@contextmanager
def damage_as_bad_file(what: str) -> Iterator[None]:
    """Whatever goes wrong inside becomes one line that says which part is damaged."""
    try:
        yield
    except DAMAGE as problem:
        words = library_words(problem)
        raise bad_file(what, "damaged, or not written by tableassist: {problem}", problem=words) from None
