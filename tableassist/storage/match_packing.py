"""Numbers as few bytes, and back to the last digit. What comes back is checked: it may be a stranger's."""

import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import msgspec
import numpy as np

from tableassist.errors import BadFileError
from tableassist.geometry.arrays import Floats
from tableassist.storage.table_problem import one_line

MOST_BYTES = 32_000_000
"""Of one block, unpacked: it holds two seconds."""
LEVEL = 6
LARGEST = 1e12
T = TypeVar("T")


def packed(entry: msgspec.Struct) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(entry), LEVEL)


def unpacked(content: bytes, kind: type[T], what: str) -> T:
    with damage_told(what):
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(content, MOST_BYTES)
        if not unpacker.eof:
            raise ValueError(f"more than {MOST_BYTES} bytes, or cut off")
        return msgspec.msgpack.decode(plain, type=kind)


class Columns(msgspec.Struct, array_like=True):
    """A table of floats, column by column, the bytes of alike weight together: so they pack best."""

    count: int
    """Of columns."""
    narrow: bool
    """Four bytes each, where that loses nothing."""
    content: bytes


def columns_of(values: Floats) -> Columns:
    """(N, C), which must be finite."""
    plain = np.ascontiguousarray(values.T, dtype="<f8")
    with np.errstate(over="ignore", under="ignore"):
        short = plain.astype("<f4")
    narrow = bool((short.astype("<f8") == plain).all())
    chosen = short if narrow else plain
    shuffled = np.ascontiguousarray(chosen.reshape(-1, 1).view(np.uint8).T)
    return Columns(values.shape[1], narrow, shuffled.tobytes())


def values_of(columns: Columns, rows: int, what: str) -> Floats:
    """(N, C)."""
    with damage_told(what):
        size = 4 if columns.narrow else 8
        if columns.count < 0 or len(columns.content) != rows * columns.count * size:
            raise ValueError(f"{len(columns.content)} bytes for {rows} rows of {columns.count} numbers")
        if rows * columns.count == 0:
            return np.zeros((rows, columns.count))
        shuffled = np.frombuffer(columns.content, dtype=np.uint8).reshape(size, -1)
        plain = np.ascontiguousarray(shuffled.T).view("<f4" if columns.narrow else "<f8").reshape(columns.count, rows)
        values = np.ascontiguousarray(plain.T, dtype=np.float64)
        if not (np.abs(values) <= LARGEST).all():
            raise ValueError("a number beyond reason")
        return values


@contextmanager
def damage_told(what: str) -> Iterator[None]:
    """Whatever goes wrong inside becomes one line that says which part is damaged."""
    try:
        yield
    except (
        zlib.error,
        struct.error,
        msgspec.MsgspecError,
        ValueError,
        LookupError,
        TypeError,
        ArithmeticError,
    ) as problem:
        words = one_line(str(problem))[:160]
        raise BadFileError(f"{what}: damaged, or not written by tableassist: {words}") from None
