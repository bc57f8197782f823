"""Digests of a match's rows, in a form that any program can make again: docs/match-folder.md describes it."""

import hashlib
import struct
from collections.abc import Iterable, Mapping

ROW_TABLES = (
    "settings",
    "blocks",
    "segments",
    "words",
    "events",
    "questions",
    "rulings",
    "edits",
    "overrulings",
    "marks",
    "acts",
    "stills",
    "photos",
)
"""Whose rows are chained, by their numbers. `parts` are named by their own digest, `meta` and `files` have one each."""
NOTHING_BEFORE = "0" * 64


def row_bytes(row: Iterable[object]) -> bytes:
    """Each cell by its kind and length, so that no two rows are written alike."""
    return b"".join(map(_cell_bytes, row)) + b"\n"


def _cell_bytes(cell: object) -> bytes:
    match cell:
        case None:
            return b"n;"
        case int():
            return b"i%d;" % cell
        case float():
            return b"f" + struct.pack(">d", cell)
        case str():
            text = cell.encode("utf-8", "surrogatepass")
            return b"t%d:%s" % (len(text), text)
        case bytes():
            return b"b%d:%s" % (len(cell), cell)
    raise TypeError(f"{type(cell).__name__} is no cell of a database")


def digest_of_rows(rows: Iterable[Iterable[object]]) -> str:
    digest = hashlib.sha256()
    for row in rows:
        digest.update(row_bytes(row))
    return digest.hexdigest()


def digest_of_facts(facts: Mapping[str, str]) -> str:
    """Of the table `meta`."""
    return digest_of_rows(sorted(facts.items()))


def link_digest(before: str, body: str) -> str:
    """`before`: of the link before, NOTHING_BEFORE of the first."""
    return hashlib.sha256(f"{before}\n{body}".encode("utf-8", "surrogatepass")).hexdigest()
