"""The database of a league: one schema in both engines, migrated once, never downwards."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import insert, inspect, select, text
from sqlalchemy.exc import IntegrityError

from tableassist.errors import BadFileError, BadRequestError
from tableassist.league.storage.database import (
    migrate,
    open_engine,
    parse_database_url,
    read_only,
    url_without_password,
)
from tableassist.league.storage.schema import METADATA, leagues, tables


@pytest.fixture
def engine(empty_database):
    engine = open_engine(parse_database_url(empty_database))
    yield engine
    engine.dispose()


def test_the_migrations_make_the_schema_that_the_code_asks(engine):
    migrate(engine)
    with read_only(engine) as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        assert set(METADATA.tables) <= set(inspect(connection).get_table_names())


def test_hubs_that_start_together_migrate_one_after_the_other(empty_database):
    engines = [open_engine(parse_database_url(empty_database)) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(migrate, engines)] == [None] * 4
    for engine in engines:
        engine.dispose()


def test_a_database_of_a_newer_version_is_refused_in_words_and_left_alone(engine):
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("update alembic_version set version_num = '9999'"))
    with pytest.raises(BadFileError, match=r"got schema 9999, expected \d+ or older: made by a newer"):
        migrate(engine)
    with engine.begin() as connection:
        assert connection.execute(text("select version_num from alembic_version")).scalar_one() == "9999"


def test_a_row_that_points_nowhere_is_refused(engine):
    migrate(engine)
    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.execute(insert(tables).values(id="table-1", league="none", added_ms=1))


def test_a_reader_does_not_wait_for_a_writer(engine):
    migrate(engine)
    with engine.begin() as writing:
        writing.execute(insert(leagues).values(id="ours", made_ms=1))
        with read_only(engine) as connection:
            assert connection.execute(select(leagues.c.id)).all() == []


def test_addresses_as_people_type_them():
    assert parse_database_url("postgres://a:b@host/x").drivername == "postgresql+psycopg"
    assert parse_database_url("night.db").database == "night.db"
    assert url_without_password(parse_database_url("postgresql://a:secret@host/x")) == "postgresql://a:***@host/x"
    for typed in ("mysql://a:secret@host/x", "sqlite://"):
        with pytest.raises(BadRequestError, match="expected postgresql://") as told:
            parse_database_url(typed)
        assert "secret" not in str(told.value)
