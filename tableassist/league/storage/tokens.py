"""Tokens of tables and users: only digests are kept, with an end, and can be revoked."""

import hashlib
import secrets
from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, insert, or_, select, update

from tableassist.league.broker.accounts import Account, AccountRole, broker_hash
from tableassist.league.storage.tables import tables, tokens, users

TOKEN_BYTES = 24
MOST_TOKEN = 100


def token_digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def new_table_token(connection: Connection, table: str, *, now_ms: int, expires_ms: int | None) -> str:
    """Those given before no longer let it in."""
    revoke_table_tokens(connection, table, now_ms=now_ms)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    row = {"table": table, "broker_hash": broker_hash(token), "made_ms": now_ms, "expires_ms": expires_ms}
    connection.execute(insert(tokens).values(digest=token_digest(token), **row))
    return token


def new_user_token(connection: Connection, user: str, *, on_the_bus: bool, now_ms: int, expires_ms: int | None) -> str:
    token = secrets.token_urlsafe(TOKEN_BYTES)
    hashed = broker_hash(token) if on_the_bus else ""
    row = {"user": user, "broker_hash": hashed, "made_ms": now_ms, "expires_ms": expires_ms}
    connection.execute(insert(tokens).values(digest=token_digest(token), **row))
    return token


def revoke_table_tokens(connection: Connection, table: str, *, now_ms: int) -> None:
    _revoke(connection, tokens.c.table == table, now_ms)


def revoke_user_tokens(connection: Connection, user: str, *, now_ms: int) -> None:
    _revoke(connection, tokens.c.user == user, now_ms)


def accounts(connection: Connection, league: str, *, now_ms: int) -> Sequence[Account]:
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
    found = {user: Account(user, AccountRole.SPECTATOR, hashed) for user, hashed in connection.execute(of_spectators)}
    found |= {table: Account(table, AccountRole.TABLE, hashed) for table, hashed in connection.execute(of_tables)}
    return [found[user] for user in sorted(found)]


def _revoke(connection: Connection, whose: ColumnElement[bool], now_ms: int) -> None:
    still_good = tokens.c.revoked_ms.is_(None)
    connection.execute(update(tokens).where(whose, still_good).values(revoked_ms=now_ms))
