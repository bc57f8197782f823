"""Opens the database of a league: PostgreSQL, or an SQLite file."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from tableassist.errors import BadRequestError, fault_words

BUSY_S = 15
CONNECT_S = 5
READING = "tableassist_reading"
LOST = (OperationalError, InterfaceError, PoolTimeoutError)
"""What is raised while the server is away or the disk is full: worth trying again."""


def database_url(typed: str) -> URL:
    """As a person types it: `postgresql://user:password@host/name`, `sqlite:///league.db`, or a file."""
    if "://" not in typed:
        return URL.create("sqlite", database=str(Path(typed)))
    try:
        url = make_url(typed)
    except (ArgumentError, ValueError):
        raise _not_a_database(typed) from None
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == "sqlite" and url.database:
        return url
    raise _not_a_database(typed)


def shown(url: URL) -> str:
    """Without its password."""
    return url.render_as_string(hide_password=True).replace("postgresql+psycopg", "postgresql")


def open_engine(url: URL) -> Engine:
    """Nothing is asked of the database yet: one that is away now may come back."""
    if url.get_backend_name() == "sqlite":
        _make_for_owner(Path(str(url.database)))
        engine = create_engine(url, connect_args={"timeout": BUSY_S, "check_same_thread": False})
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    arguments = {"connect_timeout": CONNECT_S, "application_name": "tableassist league"}
    return create_engine(url, pool_pre_ping=True, pool_size=8, max_overflow=8, pool_timeout=20, connect_args=arguments)


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that only reads: in SQLite it neither waits for the writer nor holds it up."""
    with engine.execution_options(**{READING: True}).begin() as connection:
        yield connection


def is_lost(problem: Exception) -> bool:
    """Whether the database is away, so that the same may work later; false for what it refuses."""
    if isinstance(problem, DBAPIError) and problem.connection_invalidated:
        return True
    return isinstance(problem, LOST)


def database_words(problem: Exception) -> str:
    """What the database itself says, in one line: SQLAlchemy adds the statement and its values."""
    return fault_words(getattr(problem, "orig", None) or problem)


def _make_for_owner(path: Path) -> None:
    """Nobody else on this computer reads it, wherever it lies."""
    with suppress(OSError):  # told when it is opened
        path.touch(mode=0o600)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    if not isinstance(connection, sqlite3.Connection):
        return
    connection.isolation_level = None  # transactions are begun below; Python's own way commits before some statements
    for line in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", f"busy_timeout = {BUSY_S * 1000}"):
        connection.execute(f"PRAGMA {line}")


def _begin_sqlite(connection: Connection) -> None:
    """A transaction that begins by reading and then writes is refused where another wrote in between; so one that may
    write says so at once, and waits its turn."""
    reads = connection.get_execution_options().get(READING, False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _not_a_database(typed: str) -> BadRequestError:
    name = typed.split("://", maxsplit=1)[0][:40]
    return BadRequestError(
        "--database: got '{name}://...', expected postgresql://user:password@host/name, sqlite:///league.db or a file",
        name=name,
    )
