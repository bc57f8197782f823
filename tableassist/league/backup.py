"""Back up a league into one SQLite file, and restore it into any database, checked row by row."""

import hashlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import BigInteger, Connection, Engine, Table, delete, func, insert, select, text

from tableassist.errors import BadRequestError
from tableassist.league.league_folder import SETTINGS_FILE, LeagueFolder, LeagueSettings
from tableassist.league.storage.database import READING, migrate, open_engine, parse_database_url, url_without_password
from tableassist.league.storage.leases import read_database_clock, read_lease
from tableassist.league.storage.schema import METADATA, audit, evidence_parts, leagues, lease
from tableassist.store.files import bad_file, unreadable, unwritable

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


def tables_to_copy() -> list[Table]:
    """In the order in which they may be filled. Who runs the league now is nobody's memory."""
    return [table for table in METADATA.sorted_tables if table is not lease]


def snapshot_engine(engine: Engine) -> Engine:
    """For a connection whose transaction sees one moment, however long it takes and whoever writes meanwhile."""
    if engine.dialect.name == "postgresql":
        return engine.execution_options(isolation_level="REPEATABLE READ")
    return engine.execution_options(**{READING: True})


def copy_rows(source: Connection, target: Connection) -> Digests:
    """Of what was read."""
    digests = {}
    for table in tables_to_copy():
        digest = TableDigest()
        names = [column.name for column in table.columns]
        for rows in _iter_row_chunks(source, table):
            target.execute(insert(table), [dict(zip(names, row, strict=True)) for row in rows])
            digest = digest.with_rows(rows)
        digests[table.name] = digest
    return digests


def compute_digests(connection: Connection) -> Digests:
    digests = {}
    for table in tables_to_copy():
        digest = TableDigest()
        for rows in _iter_row_chunks(connection, table):
            digest = digest.with_rows(rows)
        digests[table.name] = digest
    return digests


def delete_rows(connection: Connection) -> None:
    connection.execute(delete(lease))
    for table in reversed(tables_to_copy()):
        connection.execute(delete(table))


def advance_row_numbers(connection: Connection) -> None:
    """PostgreSQL counts by itself, and does not know of rows that came with their number."""
    if connection.dialect.name != "postgresql":
        return
    for table in tables_to_copy():
        for column in table.primary_key.columns:
            if column.autoincrement is True and isinstance(column.type, BigInteger):
                newest = connection.execute(select(func.max(column))).scalar_one()
                names = {"table": table.name, "column": column.name, "next": (newest or 0) + 1}
                connection.execute(text("select setval(pg_get_serial_sequence(:table, :column), :next, false)"), names)


def _iter_row_chunks(connection: Connection, table: Table) -> Iterator[list[tuple[Any, ...]]]:
    size = LARGE_ROWS if table is evidence_parts else ROWS
    rows_read = connection.execution_options(yield_per=size).execute(select(table))
    for rows in rows_read.partitions():
        yield [tuple(row) for row in rows]


FILES_TABLE = "folder_files"
MOST_FILE_BYTES = 1_000_000


def make_backup(engine: Engine, folder: LeagueFolder, out: Path) -> Digests:
    """Whole, and read again, before it takes its name. The hub may run meanwhile."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=".backup-") as work:
            new = Path(work) / "backup"
            new.touch(mode=0o600)
            digests = _fill_backup(engine, new)
            _write_files_table(new, _read_folder_files(folder))
            _check_backup(new)
            with new.open("rb") as file:
                os.fsync(file.fileno())
            new.replace(out)
    except OSError as problem:
        raise unwritable(out, problem) from None
    return digests


def restore_league(source: Path, folder: LeagueFolder, database: str, *, force: bool) -> Digests:
    """`database`: empty for what the folder says. BadRequestError where something is there and `force` is not said."""
    with tempfile.TemporaryDirectory(prefix="restore-") as work:
        copy = Path(work) / "backup"
        try:
            shutil.copyfile(source, copy)
        except OSError as problem:
            raise unreadable(source, problem) from None
        _check_backup(copy, source)
        files = _read_files_table(copy)
        settings = _settings_to_restore(files, folder, database)
        _check_folder(folder, files, force=force)
        kept = open_engine(parse_database_url(str(copy)))
        target = open_engine(parse_database_url(settings.database or folder.database))
        try:
            folder.make()
            migrate(kept)
            migrate(target)
            digests = _restore_rows(kept, target, force=force)
        finally:
            kept.dispose()
            target.dispose()
    _write_files(folder, files)
    folder.keep(settings)
    return digests


def _fill_backup(engine: Engine, path: Path) -> Digests:
    target = open_engine(parse_database_url(str(path)))
    try:
        migrate(target)
        with snapshot_engine(engine).begin() as source, target.begin() as connection:
            digests = copy_rows(source, connection)
        with target.begin() as connection:
            if compute_digests(connection) != digests:
                raise bad_file(path, "the copy is not what was read")
    finally:
        target.dispose()
    return digests


def _restore_rows(kept: Engine, target: Engine, *, force: bool) -> Digests:
    where = url_without_password(target.url)
    with kept.begin() as source, target.begin() as connection:
        for league in connection.execute(select(leagues.c.id)).scalars().all():
            lease_holder = read_lease(connection, league)
            if lease_holder is not None and lease_holder.until_ms > read_database_clock(connection):
                raise BadRequestError("{database}: a hub is using it; stop the hub first", database=where)
        there = (select(func.count()).select_from(table) for table in tables_to_copy() if table not in (leagues, audit))
        rows = sum(connection.execute(counting).scalar_one() for counting in there)
        if rows and not force:
            raise BadRequestError(
                "{database}: got {rows} rows, expected an empty database, or --force to replace them",
                database=where,
                rows=rows,
            )
        delete_rows(connection)
        digests = copy_rows(source, connection)
        advance_row_numbers(connection)
        if compute_digests(connection) != digests:
            raise bad_file(Path(where), "what was written is not what the backup holds; nothing was changed")
    return digests


def _read_folder_files(folder: LeagueFolder) -> Mapping[str, bytes]:
    certificates = folder.certificates
    paths = [folder.settings_file, certificates.authority, *sorted(folder.keys.glob("*"))]
    return {path.relative_to(folder.path).as_posix(): path.read_bytes() for path in paths if path.is_file()}


def _write_files_table(backup: Path, files: Mapping[str, bytes]) -> None:
    with closing(sqlite3.connect(backup)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        with database:
            database.execute(f"CREATE TABLE {FILES_TABLE} (name TEXT PRIMARY KEY, data BLOB NOT NULL)")
            database.executemany(f"INSERT INTO {FILES_TABLE} VALUES (?, ?)", files.items())


def _read_files_table(backup: Path) -> Mapping[str, bytes]:
    with closing(sqlite3.connect(backup)) as database:
        return dict(database.execute(f"SELECT name, data FROM {FILES_TABLE}"))


def _check_backup(path: Path, shown_as: Path | None = None) -> None:
    shown_path = shown_as or path
    try:
        with closing(sqlite3.connect(path)) as database:
            [(answer,)] = database.execute("PRAGMA integrity_check").fetchmany(1)
            names = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
            sizes = database.execute(f"SELECT max(length(data)) FROM {FILES_TABLE}").fetchone()
    except sqlite3.Error as problem:
        raise bad_file(shown_path, "no backup of a league: {problem}", problem=str(problem)) from None
    if answer != "ok" or "alembic_version" not in names or (sizes[0] or 0) > MOST_FILE_BYTES:
        raise bad_file(shown_path, "a backup that is damaged: {answer}", answer=str(answer)[:200])


def _settings_to_restore(files: Mapping[str, bytes], folder: LeagueFolder, database: str) -> LeagueSettings:
    kept = msgspec.json.decode(files.get(SETTINGS_FILE, b"{}"), type=LeagueSettings)
    chosen = database or (folder.settings().database if folder.settings_file.exists() else "")
    return msgspec.structs.replace(kept, database=chosen)


def _check_folder(folder: LeagueFolder, files: Mapping[str, bytes], *, force: bool) -> None:
    for name, data in files.items():
        path = folder.path / name
        if not _is_league_file(name):
            raise BadRequestError("backup: got the file '{name}', expected keys and settings", name=name[:200])
        if name != SETTINGS_FILE and path.exists() and path.read_bytes() != data and not force:
            raise BadRequestError(
                "{path}: already contains another key, expected none, or --force to replace it", path=path
            )


def _is_league_file(name: str) -> bool:
    """Nothing is written outside the folder, whoever made the backup."""
    parts = Path(name).parts
    return name in (SETTINGS_FILE, "broker/tls/authority.crt") or (len(parts) == 2 and parts[0] == "keys")


def _write_files(folder: LeagueFolder, files: Mapping[str, bytes]) -> None:
    try:
        for name, data in files.items():
            if name == SETTINGS_FILE:
                continue
            path = folder.path / name
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            path.unlink(missing_ok=True)
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(data)
    except OSError as problem:
        raise unwritable(folder.path, problem) from None
