"""All rows of one database into another, whichever engines they are, and a digest that shows that they are the same."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import BigInteger, Connection, Engine, Table, delete, func, insert, select, text

from tableassist.league.storage.engine import READING
from tableassist.league.storage.tables import METADATA, evidence_parts, lease

ROWS, LARGE_ROWS = 500, 20
"""At a time: nothing goes through memory whole."""
DIGEST = 1 << 256


@dataclass(frozen=True, slots=True)
class TableDigest:
    """Of the rows in any order: databases sort words differently."""

    rows: int = 0
    digest: int = 0

    def with_rows(self, rows: Sequence[Sequence[Any]]) -> "TableDigest":
        added = sum(int.from_bytes(hashlib.sha256(msgspec.msgpack.encode([*row])).digest(), "big") for row in rows)
        return TableDigest(self.rows + len(rows), (self.digest + added) % DIGEST)


Digests = Mapping[str, TableDigest]


def copied_tables() -> list[Table]:
    """In the order in which they may be filled. Who runs the league now is nobody's memory."""
    return [each for each in METADATA.sorted_tables if each is not lease]


def snapshot(engine: Engine) -> Engine:
    """For a connection whose transaction sees one moment, however long it takes and whoever writes meanwhile."""
    if engine.dialect.name == "postgresql":
        return engine.execution_options(isolation_level="REPEATABLE READ")
    return engine.execution_options(**{READING: True})


def copy_rows(source: Connection, target: Connection) -> Digests:
    """Of what was read."""
    digests = {}
    for table in copied_tables():
        digest = TableDigest()
        names = [column.name for column in table.columns]
        for rows in _chunks(source, table):
            target.execute(insert(table), [dict(zip(names, row, strict=True)) for row in rows])
            digest = digest.with_rows(rows)
        digests[table.name] = digest
    return digests


def digests_of(connection: Connection) -> Digests:
    digests = {}
    for table in copied_tables():
        digest = TableDigest()
        for rows in _chunks(connection, table):
            digest = digest.with_rows(rows)
        digests[table.name] = digest
    return digests


def delete_rows(connection: Connection) -> None:
    connection.execute(delete(lease))
    for table in reversed(copied_tables()):
        connection.execute(delete(table))


def number_on(connection: Connection) -> None:
    """PostgreSQL counts by itself, and does not know of rows that came with their number."""
    if connection.dialect.name != "postgresql":
        return
    for table in copied_tables():
        for column in table.primary_key.columns:
            if column.autoincrement is True and isinstance(column.type, BigInteger):
                newest = connection.execute(select(func.max(column))).scalar_one()
                names = {"table": table.name, "column": column.name, "next": (newest or 0) + 1}
                connection.execute(text("select setval(pg_get_serial_sequence(:table, :column), :next, false)"), names)


def _chunks(connection: Connection, table: Table) -> Iterator[list[tuple[Any, ...]]]:
    size = LARGE_ROWS if table is evidence_parts else ROWS
    found = connection.execution_options(yield_per=size).execute(select(table))
    for rows in found.partitions():
        yield [tuple(row) for row in rows]
