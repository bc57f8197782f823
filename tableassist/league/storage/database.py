"""Open the database of a league (PostgreSQL or an SQLite file) and migrate it to this version's schema."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from tableassist.errors import BadFileError, BadRequestError, fault_words

BUSY_S = 15
CONNECT_S = 5
READING = "tableassist_reading"
LOST = (OperationalError, InterfaceError, PoolTimeoutError)
"""What is raised while the server is away or the disk is full: worth trying again."""


def parse_database_url(typed: str) -> URL:
    """As a person types it: `postgresql://user:password@host/name`, `sqlite:///league.db`, or a file."""
    if "://" not in typed:
        return URL.create("sqlite", database=str(Path(typed)))
    try:
        url = make_url(typed)
    except (ArgumentError, ValueError):
        raise _bad_database_url(typed) from None
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == "sqlite" and url.database:
        return url
    raise _bad_database_url(typed)


def url_without_password(url: URL) -> str:
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
def read_only(engine: Engine) -> Iterator[Connection]:
    """A transaction that only reads: in SQLite it neither waits for the writer nor holds it up."""
    with engine.execution_options(**{READING: True}).begin() as connection:
        yield connection


def is_connection_lost(problem: Exception) -> bool:
    """Whether the database is away, so that the same may work later; false for what it refuses."""
    if isinstance(problem, DBAPIError) and problem.connection_invalidated:
        return True
    return isinstance(problem, LOST)


def describe_database_error(problem: Exception) -> str:
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


def _bad_database_url(typed: str) -> BadRequestError:
    name = typed.split("://", maxsplit=1)[0][:40]
    return BadRequestError(
        "--database: got '{name}://...', expected postgresql://user:password@host/name, sqlite:///league.db or a file",
        name=name,
    )


MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 0x7A_B1_EA_55
"""PostgreSQL's advisory lock: two hubs that start together migrate one after the other. SQLite's transaction is one."""


def migrate(engine: Engine) -> None:
    """All in one transaction: whole, or not at all. BadFileError for a database of a newer version."""
    config = alembic_config()
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        current = read_revision(connection)
        revisions = {revision.revision for revision in ScriptDirectory.from_config(config).walk_revisions()}
        if current is not None and current not in revisions:
            newest = ScriptDirectory.from_config(config).get_current_head()
            raise BadFileError(
                "{database}: got schema {found}, expected {newest} or older: made by a newer Table Assist; update",
                database=url_without_password(engine.url),
                found=current,
                newest=newest,
            )
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def read_revision(connection: Connection) -> str | None:
    """None for a database without our schema."""
    return MigrationContext.configure(connection).get_current_revision()


def alembic_config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
