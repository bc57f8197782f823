"""Users, tables, tokens and invitations of a league, and the audit trail of what was done with them."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, Row, delete, insert, or_, select, update

from tableassist.errors import BadRequestError
from tableassist.league.broker.accounts import Account, AccountRole, check_table_name, hash_password
from tableassist.league.storage.schema import audit, clip_words, invitations, leagues, tables, tokens, users
from tableassist.store.league import JoinCode, Membership, check_name, new_join_code, sealed

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
    name = clip_words(name.strip(), 80)
    _check_new_user(connection, league, name, role)
    existing = _find_user(connection, league, name)
    if existing is None:
        user = User(secrets.token_hex(8), name, role, now_ms)
        row = {"id": user.id, "league": league, "name": name, "role": role.value, "added_ms": now_ms}
        connection.execute(insert(users).values(**row))
    elif existing.role is not role:
        raise BadRequestError("{name} is already a user, as {role}; revoke that first", name=name, role=existing.role)
    else:
        user = existing
        connection.execute(update(users).where(users.c.id == user.id).values(revoked_ms=None))
    on_the_bus = role is UserRole.SPECTATOR
    return user, create_user_token(connection, user.id, on_the_bus=on_the_bus, now_ms=now_ms, expires_ms=expires_ms)


def revoke_user(connection: Connection, league: str, name: str, *, now_ms: int) -> User:
    user = _find_user(connection, league, name)
    if user is None:
        raise BadRequestError("user: got '{name}', expected one of `league user list`", name=name[:80])
    connection.execute(update(users).where(users.c.id == user.id).values(revoked_ms=now_ms))
    revoke_user_tokens(connection, user.id, now_ms=now_ms)
    return user


def list_users(connection: Connection, league: str) -> Sequence[User]:
    query = USERS.where(users.c.league == league).order_by(users.c.name)
    return [_user_from_row(row) for row in connection.execute(query)]


def user_of_token(connection: Connection, token: str, *, now_ms: int) -> User | None:
    """None where it opens nothing, any more."""
    if not token or len(token) > MOST_TOKEN:
        return None
    good = tokens.c.revoked_ms.is_(None) & or_(tokens.c.expires_ms.is_(None), tokens.c.expires_ms > now_ms)
    theirs = (tokens.c.digest == token_digest(token)) & users.c.revoked_ms.is_(None)
    row = connection.execute(USERS.join(tokens, tokens.c.user == users.c.id).where(theirs & good)).one_or_none()
    return None if row is None else _user_from_row(row)


def _user_from_row(row: Row[str, str, str, int, int | None]) -> User:
    return User(row.id, row.name, UserRole(row.role), row.added_ms, row.revoked_ms)


def _find_user(connection: Connection, league: str, name: str) -> User | None:
    here = (users.c.league == league) & (users.c.name == clip_words(name.strip(), 80))
    row = connection.execute(USERS.where(here)).one_or_none()
    return None if row is None else _user_from_row(row)


def _check_new_user(connection: Connection, league: str, name: str, role: UserRole) -> None:
    if not name:
        raise BadRequestError("user: got no name, expected one")
    if role is UserRole.SPECTATOR:
        check_name(name, "spectator")
    if connection.execute(select(tables.c.id).where((tables.c.id == name) & (tables.c.league == league))).first():
        raise BadRequestError("user: got '{name}', expected another name: a table has that name", name=name)


TOKEN_BYTES = 24
MOST_TOKEN = 100


def token_digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def create_table_token(connection: Connection, table: str, *, now_ms: int, expires_ms: int | None) -> str:
    """Those given before no longer let it in."""
    revoke_table_tokens(connection, table, now_ms=now_ms)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    row = {"table": table, "broker_hash": hash_password(token), "made_ms": now_ms, "expires_ms": expires_ms}
    connection.execute(insert(tokens).values(digest=token_digest(token), **row))
    return token


def create_user_token(
    connection: Connection, user: str, *, on_the_bus: bool, now_ms: int, expires_ms: int | None
) -> str:
    token = secrets.token_urlsafe(TOKEN_BYTES)
    hashed = hash_password(token) if on_the_bus else ""
    row = {"user": user, "broker_hash": hashed, "made_ms": now_ms, "expires_ms": expires_ms}
    connection.execute(insert(tokens).values(digest=token_digest(token), **row))
    return token


def revoke_table_tokens(connection: Connection, table: str, *, now_ms: int) -> None:
    _revoke_tokens(connection, tokens.c.table == table, now_ms)


def revoke_user_tokens(connection: Connection, user: str, *, now_ms: int) -> None:
    _revoke_tokens(connection, tokens.c.user == user, now_ms)


def list_broker_accounts(connection: Connection, league: str, *, now_ms: int) -> Sequence[Account]:
    """Whom the broker lets in now, besides the hub itself: by the newest token of each that still holds."""
    good = tokens.c.revoked_ms.is_(None) & or_(tokens.c.expires_ms.is_(None), tokens.c.expires_ms > now_ms)
    has_hash = good & (tokens.c.broker_hash != "")
    of_tables = (
        select(tables.c.id, tokens.c.broker_hash)
        .join(tokens, tokens.c.table == tables.c.id)
        .where(has_hash & tables.c.removed_ms.is_(None) & (tables.c.league == league))
        .order_by(tokens.c.made_ms)
    )
    of_spectators = (
        select(users.c.name, tokens.c.broker_hash)
        .join(tokens, tokens.c.user == users.c.id)
        .where(has_hash & users.c.revoked_ms.is_(None) & (users.c.role == "spectator") & (users.c.league == league))
        .order_by(tokens.c.made_ms)
    )
    by_name = {user: Account(user, AccountRole.SPECTATOR, hashed) for user, hashed in connection.execute(of_spectators)}
    by_name |= {table: Account(table, AccountRole.TABLE, hashed) for table, hashed in connection.execute(of_tables)}
    return [by_name[user] for user in sorted(by_name)]


def _revoke_tokens(connection: Connection, whose: ColumnElement[bool], now_ms: int) -> None:
    still_good = tokens.c.revoked_ms.is_(None)
    connection.execute(update(tokens).where(whose, still_good).values(revoked_ms=now_ms))


@dataclass(frozen=True, slots=True)
class ListedTable:
    id: str
    title: str
    added_ms: int
    seen_ms: int | None
    clock_ahead_ms: int | None
    expires_ms: int | None
    """When its token ends; None for never."""


def ensure_league(connection: Connection, league: str, title: str, *, now_ms: int) -> None:
    if connection.execute(select(leagues.c.id).where(leagues.c.id == league)).one_or_none() is None:
        connection.execute(insert(leagues).values(id=league, title=clip_words(title), made_ms=now_ms))
    elif title:
        connection.execute(update(leagues).where(leagues.c.id == league).values(title=clip_words(title)))


def has_table(connection: Connection, table: str) -> bool:
    query = select(tables.c.id).where((tables.c.id == table) & tables.c.removed_ms.is_(None))
    return connection.execute(query).one_or_none() is not None


def add_table(connection: Connection, league: str, table: str, title: str, *, now_ms: int) -> None:
    """One that was removed comes back with its matches."""
    taken = select(users.c.id).where((users.c.name == check_table_name(table)) & (users.c.league == league))
    if connection.execute(taken).first() is not None:
        raise BadRequestError("table: got '{name}', expected another name: a user has that name", name=table)
    owner = connection.execute(select(tables.c.league).where(tables.c.id == table)).scalar_one_or_none()
    if owner is None:
        connection.execute(insert(tables).values(id=table, league=league, title=clip_words(title), added_ms=now_ms))
        return
    back = {"removed_ms": None, "league": league} | ({"title": clip_words(title)} if title else {})
    connection.execute(update(tables).where(tables.c.id == table).values(**back))


def remove_table(connection: Connection, table: str, *, now_ms: int) -> None:
    """What it told stays."""
    connection.execute(update(tables).where(tables.c.id == table).values(removed_ms=now_ms))
    revoke_table_tokens(connection, table, now_ms=now_ms)


def list_tables(connection: Connection, league: str) -> Sequence[ListedTable]:
    columns = (tables.c.id, tables.c.title, tables.c.added_ms, tables.c.seen_ms, tables.c.clock_ahead_ms)
    here = (tables.c.league == league) & tables.c.removed_ms.is_(None)
    good = (tokens.c.table == tables.c.id) & tokens.c.revoked_ms.is_(None)
    query = select(*columns, tokens.c.expires_ms).outerjoin(tokens, good).where(here).order_by(tables.c.id)
    return [*{row[0]: ListedTable(*row) for row in connection.execute(query)}.values()]


def table_titles(connection: Connection, league: str) -> Mapping[str, str]:
    """Of the tables that belong to it now."""
    here = (tables.c.league == league) & tables.c.removed_ms.is_(None)
    return {
        table: title or table for table, title in connection.execute(select(tables.c.id, tables.c.title).where(here))
    }


def note_table_seen(connection: Connection, table: str, *, seen_ms: int, clock_ahead_ms: int | None) -> None:
    seen = {"seen_ms": seen_ms, "clock_ahead_ms": clock_ahead_ms}
    connection.execute(update(tables).where(tables.c.id == table).values(**seen))


TRIES = 5
AGAIN_MS = 120_000


def create_invitation(connection: Connection, membership: Membership, *, now_ms: int, expires_ms: int) -> JoinCode:
    """An earlier invitation of the same table is no longer good."""
    gone = (invitations.c.expires_ms < now_ms) | (invitations.c.table == membership.table)
    connection.execute(delete(invitations).where(gone))
    code = new_join_code()
    while connection.execute(select(invitations.c.name).where(invitations.c.name == code.name)).first() is not None:
        code = new_join_code()
    row = {"name": code.name, "table": membership.table, "token": token_digest(membership.token)}
    times = {"made_ms": now_ms, "expires_ms": expires_ms, "tries_left": TRIES}
    connection.execute(insert(invitations).values(sealed=sealed(membership, code), **row, **times))
    return code


def fetch_invitation(connection: Connection, name: str, *, now_ms: int) -> tuple[str, bytes] | None:
    """The table and its sealed membership; None for one that is not there, over, used up or used."""
    this = invitations.c.name == name.upper()[:4]
    row = connection.execute(select(invitations).where(this).with_for_update()).one_or_none()
    if row is None or row.sealed is None or row.used_ms is not None or row.expires_ms <= now_ms or row.tries_left < 1:
        return None
    if row.fetched_ms is not None and now_ms - row.fetched_ms > AGAIN_MS:
        return None
    changed = {"tries_left": row.tries_left - 1, "fetched_ms": row.fetched_ms or now_ms}
    connection.execute(update(invitations).where(this).values(**changed))
    return row.table, row.sealed


def use_invitation(connection: Connection, table: str, *, now_ms: int) -> None:
    """The table is online: what was fetched for it is given to nobody else."""
    fetched = (invitations.c.table == table) & invitations.c.fetched_ms.is_not(None) & invitations.c.used_ms.is_(None)
    connection.execute(update(invitations).where(fetched).values(used_ms=now_ms, sealed=None))


def withdraw_invitations(connection: Connection, table: str) -> None:
    connection.execute(delete(invitations).where(invitations.c.table == table))


@dataclass(frozen=True, slots=True)
class AuditRow:
    at_ms: int
    who: str
    what: str
    about: str
    origin: str
    details: str


def note_audit(
    connection: Connection, *, at_ms: int, who: str, what: str, about: str = "", origin: str = "", details: str = ""
) -> None:
    row = {"who": who, "what": what, "about": about, "origin": origin, "details": details}
    connection.execute(insert(audit).values(at_ms=at_ms, **{name: clip_words(text) for name, text in row.items()}))


def list_audit(connection: Connection, *, most: int, about: str = "") -> Sequence[AuditRow]:
    """The newest first."""
    query = select(*(audit.c[name] for name in ("at_ms", "who", "what", "about", "origin", "details")))
    if about:
        query = query.where(audit.c.about == about)
    return [AuditRow(*row) for row in connection.execute(query.order_by(audit.c.id.desc()).limit(most))]


def prune_audit(connection: Connection, *, before_ms: int) -> int:
    return connection.execute(delete(audit).where(audit.c.at_ms < before_ms)).rowcount
