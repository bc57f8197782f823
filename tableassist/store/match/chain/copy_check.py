"""Whether a match's readers yield what stands in its rows: they are run on the match, and on a copy that is built anew
from the rows alone, with trees and indexes of our own."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import zip_longest
from pathlib import Path

from tableassist.messages import Message
from tableassist.store.match.chain.digests import ROW_TABLES
from tableassist.store.match.chain.finding import MatchFinding, differs
from tableassist.store.match.database import ReadOnlyDatabase, create_database
from tableassist.store.match.reader import MatchReader
from tableassist.store.match.schema import transaction

NAMED_TABLES = ("meta", "files", "parts")
"""Whose rows are known by a name, not by a number."""
CHAIN_TABLES = ("chain", "heads")
PARTS_OF_TIME = 8
"""Into so many the match is cut for the readers that are asked for a part of it."""


def check_copy(folder: Path) -> Iterator[MatchFinding]:
    with ExitStack() as opened:
        copy = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="tableassist-")))
        _rebuild(folder, copy)
        ours, theirs = (opened.enter_context(closing(MatchReader(each))) for each in (copy, folder))
        for right, shown in zip_longest(_readings(ours), _readings(theirs)):
            if right != shown:
                what = (right or shown or ("",))[0]
                yield differs("the database shows other {what} than stand in its rows", what=what)
                return


def _rebuild(folder: Path, copy: Path) -> None:
    with closing(ReadOnlyDatabase(folder)) as source, source.snapshot(), closing(create_database(copy)) as target:
        target.execute("PRAGMA synchronous = OFF")
        with transaction(target):
            for table in (*NAMED_TABLES, *ROW_TABLES, *CHAIN_TABLES):
                _copy_rows(source, target, table)


def _copy_rows(source: ReadOnlyDatabase, target: sqlite3.Connection, table: str) -> None:
    order = "" if table in NAMED_TABLES else " ORDER BY rowid"
    for row in source.each_row(f"SELECT * FROM {table} NOT INDEXED{order}"):
        target.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def _readings(reader: MatchReader) -> Iterator[tuple[Message, object]]:
    """All that replay, report and exports ask a match for, byte by byte."""
    notes, first_ns, last_ns = reader.notes, reader.first_ns, reader.last_ns
    yield Message("facts"), (notes.facts(), notes.bundle())
    yield Message("pictures"), (notes.segments(), notes.stills(), notes.photos())
    yield Message("marks"), notes.marks()
    yield Message("edits"), notes.edits()
    yield Message("acts"), notes.acts()
    yield Message("overrulings"), notes.overrulings()
    yield Message("turns"), reader.turns()
    for table, read in ((Message("events"), notes.events), (Message("verdicts"), notes.ruling_changes)):
        yield table, read()
        for part in range(PARTS_OF_TIME):
            ends = tuple(first_ns + (last_ns - first_ns) * (part + end) // PARTS_OF_TIME for end in (0, 1))
            yield table, read((ends[0], ends[1]))
    for content in reader.stored():
        yield Message("frames"), content
