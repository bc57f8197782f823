"""One PostgreSQL for all tests of a process; each test has a database of its own."""

from contextlib import closing

import pytest

from tests.league.servers import PostgresServer


@pytest.fixture(scope="session")
def postgres():
    with closing(PostgresServer()) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    """The address of a database without a league, of both kinds."""
    return _new(request, tmp_path, empty=False)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database(request, tmp_path):
    """Without even a schema."""
    return _new(request, tmp_path, empty=True)


def _new(request, tmp_path, *, empty):
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'league.db'}"
    return request.getfixturevalue("postgres").new_database(empty=empty)
