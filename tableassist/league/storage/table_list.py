"""The league itself and the tables that belong to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update

from tableassist.errors import BadRequestError
from tableassist.league.broker.accounts import check_table_name
from tableassist.league.storage.schema.columns import fitting
from tableassist.league.storage.tables import leagues, tables, tokens, users
from tableassist.league.storage.tokens import revoke_table_tokens


@dataclass(frozen=True, slots=True)
class ListedTable:
    id: str
    title: str
    added_ms: int
    seen_ms: int | None
    clock_ahead_ms: int | None
    expires_ms: int | None
    """When its token ends; None for never."""


def see_to_league(connection: Connection, league: str, title: str, *, now_ms: int) -> None:
    if connection.execute(select(leagues.c.id).where(leagues.c.id == league)).one_or_none() is None:
        connection.execute(insert(leagues).values(id=league, title=fitting(title), made_ms=now_ms))
    elif title:
        connection.execute(update(leagues).where(leagues.c.id == league).values(title=fitting(title)))


def has_table(connection: Connection, table: str) -> bool:
    asked = select(tables.c.id).where((tables.c.id == table) & tables.c.removed_ms.is_(None))
    return connection.execute(asked).one_or_none() is not None


def add_table(connection: Connection, league: str, table: str, title: str, *, now_ms: int) -> None:
    """One that was removed comes back with its matches."""
    taken = select(users.c.id).where((users.c.name == check_table_name(table)) & (users.c.league == league))
    if connection.execute(taken).first() is not None:
        raise BadRequestError("table: got '{name}', expected another name: a user is called so", name=table)
    known = connection.execute(select(tables.c.league).where(tables.c.id == table)).scalar_one_or_none()
    if known is None:
        connection.execute(insert(tables).values(id=table, league=league, title=fitting(title), added_ms=now_ms))
        return
    back = {"removed_ms": None, "league": league} | ({"title": fitting(title)} if title else {})
    connection.execute(update(tables).where(tables.c.id == table).values(**back))


def remove_table(connection: Connection, table: str, *, now_ms: int) -> None:
    """What it told stays."""
    connection.execute(update(tables).where(tables.c.id == table).values(removed_ms=now_ms))
    revoke_table_tokens(connection, table, now_ms=now_ms)


def listed_tables(connection: Connection, league: str) -> Sequence[ListedTable]:
    columns = (tables.c.id, tables.c.title, tables.c.added_ms, tables.c.seen_ms, tables.c.clock_ahead_ms)
    here = (tables.c.league == league) & tables.c.removed_ms.is_(None)
    good = (tokens.c.table == tables.c.id) & tokens.c.revoked_ms.is_(None)
    asked = select(*columns, tokens.c.expires_ms).outerjoin(tokens, good).where(here).order_by(tables.c.id)
    return [*{row[0]: ListedTable(*row) for row in connection.execute(asked)}.values()]


def table_titles(connection: Connection, league: str) -> Mapping[str, str]:
    """Of the tables that belong to it now."""
    here = (tables.c.league == league) & tables.c.removed_ms.is_(None)
    return {
        table: title or table for table, title in connection.execute(select(tables.c.id, tables.c.title).where(here))
    }


def note_seen(connection: Connection, table: str, *, seen_ms: int, clock_ahead_ms: int | None) -> None:
    seen = {"seen_ms": seen_ms, "clock_ahead_ms": clock_ahead_ms}
    connection.execute(update(tables).where(tables.c.id == table).values(**seen))
