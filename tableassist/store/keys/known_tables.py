"""The tables that a reader knows: whoever signs under a name for the first time is remembered, and another key under
the same name is told."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated

import msgspec

from tableassist.errors import BadRequestError
from tableassist.store.files.problems import bad_file, not_ours, unreadable
from tableassist.store.files.safe_write import write_bytes_safely
from tableassist.store.keys.digits import fingerprint
from tableassist.store.keys.name_skeleton import name_skeleton

KNOWN_FILE = "known-tables.json"
FORMAT = 1
MOST_TABLES, MOST_NAME, MOST_FILE_BYTES = 10_000, 200, 10_000_000


class KnownTable(msgspec.Struct, frozen=True, kw_only=True):
    name: Annotated[str, msgspec.Meta(max_length=MOST_NAME)]
    public_key: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    first_seen: Annotated[str, msgspec.Meta(max_length=40)]
    """ISO 8601."""

    @property
    def public(self) -> bytes:
        return bytes.fromhex(self.public_key)

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.public)


class KnownFile(msgspec.Struct, frozen=True, kw_only=True):
    format: int
    tables: Annotated[list[KnownTable], msgspec.Meta(max_length=MOST_TABLES)]


class Acquaintance(Enum):
    NEW = "new"
    """Neither the name nor the key was seen before."""
    KNOWN = "known"
    """This key under this name."""
    OTHER_NAME = "other name"
    """A key that is known, under another name."""
    CHANGED_KEY = "changed key"
    """A name that is known, with another key."""


@dataclass(frozen=True, slots=True)
class Recognised:
    how: Acquaintance
    table: KnownTable | None
    """The one that is known; None of a new one."""


def tables_named(tables: Sequence[KnownTable], name: str) -> list[KnownTable]:
    """Those whose name looks the same: a name that differs only for a computer is no other table."""
    skeleton = name_skeleton(name)
    return [table for table in tables if name_skeleton(table.name) == skeleton]


def known_as(tables: Sequence[KnownTable], *, name: str, public: bytes) -> Recognised:
    """A name may stand for several keys, where the reader has said so."""
    same_key = [each for each in tables if each.public == public]
    same_name = tables_named(tables, name)
    if both := next((each for each in same_key if each in same_name), None):
        return Recognised(Acquaintance.KNOWN, both)
    if same_name:
        return Recognised(Acquaintance.CHANGED_KEY, same_name[-1])
    if same_key:
        return Recognised(Acquaintance.OTHER_NAME, same_key[0])
    return Recognised(Acquaintance.NEW, None)


def read_known_tables(folder: Path) -> tuple[KnownTable, ...]:
    """None are known where there is no file. A broken file is an error: it must not pass for an empty one."""
    path = folder / KNOWN_FILE
    try:
        with path.open("rb") as file:
            read = msgspec.json.decode(file.read(MOST_FILE_BYTES), type=KnownFile)
    except FileNotFoundError:
        return ()
    except OSError as problem:
        raise unreadable(path, problem) from None
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise not_ours(path, problem) from None
    if read.format != FORMAT:
        raise bad_file(f"{path}: format", "got {got}, expected {expected}", got=read.format, expected=FORMAT)
    return tuple(read.tables)


def write_known_tables(folder: Path, tables: Sequence[KnownTable]) -> None:
    content = msgspec.json.encode(KnownFile(format=FORMAT, tables=list(tables)))
    write_bytes_safely(folder / KNOWN_FILE, msgspec.json.format(content, indent=2) + b"\n")


def remembered(tables: Sequence[KnownTable], *, name: str, public: bytes, when: str) -> tuple[KnownTable, ...]:
    """With this one; nothing changes where it is known under this name."""
    if known_as(tables, name=name, public=public).how is Acquaintance.KNOWN:
        return tuple(tables)
    new = KnownTable(name=name[:MOST_NAME], public_key=public.hex(), first_seen=when)
    return (*tables, new)


def forgotten(tables: Sequence[KnownTable], which: str) -> tuple[KnownTable, ...]:
    """`which`: a name, or a fingerprint."""
    digits = which.replace(" ", "")
    left = tuple(each for each in tables if which != each.name and digits != each.fingerprint.replace(" ", ""))
    if len(left) == len(tables):
        raise BadRequestError("got '{which}', expected the name or fingerprint of a known table", which=which)
    return left
