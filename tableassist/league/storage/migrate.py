"""Brings a database up to the schema of this version, when the hub or a command opens it."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from tableassist.errors import BadFileError
from tableassist.league.storage.engine import shown

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 0x7A_B1_EA_55
"""PostgreSQL's advisory lock: two hubs that start together migrate one after the other. SQLite's transaction is one."""


def migrate(engine: Engine) -> None:
    """All in one transaction: whole, or not at all. BadFileError for a database of a newer version."""
    config = alembic_config()
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        found = revision_of(connection)
        known = {each.revision for each in ScriptDirectory.from_config(config).walk_revisions()}
        if found is not None and found not in known:
            newest = ScriptDirectory.from_config(config).get_current_head()
            raise BadFileError(
                "{database}: got schema {found}, expected {newest} or older: made by a newer Table Assist; update",
                database=shown(engine.url),
                found=found,
                newest=newest,
            )
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def revision_of(connection: Connection) -> str | None:
    """None for a database without our schema."""
    return MigrationContext.configure(connection).get_current_revision()


def alembic_config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
