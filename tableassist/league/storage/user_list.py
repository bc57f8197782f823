"""Those who run the evening: admins and judges, who come to the desk, and spectators, who listen on the bus."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection, Row, insert, or_, select, update

from tableassist.errors import BadRequestError
from tableassist.formats.league.topics import check_name
from tableassist.league.storage.schema.columns import fitting
from tableassist.league.storage.tables import tables, tokens, users
from tableassist.league.storage.tokens import MOST_TOKEN, new_user_token, revoke_user_tokens, token_digest

USERS = select(users.c.id, users.c.name, users.c.role, users.c.added_ms, users.c.revoked_ms)


class UserRole(StrEnum):
    ADMIN = "admin"
    """Runs the evening: pairings, results, users; and may do what a judge may."""
    JUDGE = "judge"
    SPECTATOR = "spectator"
    """A screen or a program that only listens on the bus."""


@dataclass(frozen=True, slots=True)
class User:
    id: str
    name: str
    role: UserRole
    added_ms: int
    revoked_ms: int | None = None


def add_user(
    connection: Connection, league: str, name: str, role: UserRole, *, now_ms: int, expires_ms: int | None
) -> tuple[User, str]:
    """The user and a token. One of this name and role who is there already, or was revoked, is given a new one."""
    name = fitting(name.strip(), 80)
    _check(connection, league, name, role)
    found = _by_name(connection, league, name)
    if found is None:
        user = User(secrets.token_hex(8), name, role, now_ms)
        row = {"id": user.id, "league": league, "name": name, "role": role.value, "added_ms": now_ms}
        connection.execute(insert(users).values(**row))
    elif found.role is not role:
        raise BadRequestError("{name} is a user already, as {role}; revoke that first", name=name, role=found.role)
    else:
        user = found
        connection.execute(update(users).where(users.c.id == user.id).values(revoked_ms=None))
    on_the_bus = role is UserRole.SPECTATOR
    return user, new_user_token(connection, user.id, on_the_bus=on_the_bus, now_ms=now_ms, expires_ms=expires_ms)


def revoke_user(connection: Connection, league: str, name: str, *, now_ms: int) -> User:
    found = _by_name(connection, league, name)
    if found is None:
        raise BadRequestError("user: got '{name}', expected one of `league user list`", name=name[:80])
    connection.execute(update(users).where(users.c.id == found.id).values(revoked_ms=now_ms))
    revoke_user_tokens(connection, found.id, now_ms=now_ms)
    return found


def listed_users(connection: Connection, league: str) -> Sequence[User]:
    asked = USERS.where(users.c.league == league).order_by(users.c.name)
    return [_user(row) for row in connection.execute(asked)]


def user_of_token(connection: Connection, token: str, *, now_ms: int) -> User | None:
    """None where it opens nothing, any more."""
    if not token or len(token) > MOST_TOKEN:
        return None
    good = tokens.c.revoked_ms.is_(None) & or_(tokens.c.expires_ms.is_(None), tokens.c.expires_ms > now_ms)
    theirs = (tokens.c.digest == token_digest(token)) & users.c.revoked_ms.is_(None)
    row = connection.execute(USERS.join(tokens, tokens.c.user == users.c.id).where(theirs & good)).one_or_none()
    return None if row is None else _user(row)


def _user(row: Row[str, str, str, int, int | None]) -> User:
    return User(row.id, row.name, UserRole(row.role), row.added_ms, row.revoked_ms)


def _by_name(connection: Connection, league: str, name: str) -> User | None:
    here = (users.c.league == league) & (users.c.name == fitting(name.strip(), 80))
    row = connection.execute(USERS.where(here)).one_or_none()
    return None if row is None else _user(row)


def _check(connection: Connection, league: str, name: str, role: UserRole) -> None:
    if not name:
        raise BadRequestError("user: got no name, expected one")
    if role is UserRole.SPECTATOR:
        check_name(name, "spectator")
    if connection.execute(select(tables.c.id).where((tables.c.id == name) & (tables.c.league == league))).first():
        raise BadRequestError("user: got '{name}', expected another name: a table is called so", name=name)
