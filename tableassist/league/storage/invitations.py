"""Invitations for tables: what is sent to whoever names one is sealed, and only the rest of the code opens it.

Good once: within two minutes the same answer may be fetched again, for an answer may be lost on its way; from the
moment that the table is online nothing is given out any more.
"""

from sqlalchemy import Connection, delete, insert, select, update

from tableassist.formats.league.join_code import JoinCode, Membership, new_join_code, sealed
from tableassist.league.storage.tables import invitations
from tableassist.league.storage.tokens import token_digest

TRIES = 5
AGAIN_MS = 120_000


def invite(connection: Connection, membership: Membership, *, now_ms: int, expires_ms: int) -> JoinCode:
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
