"""The lease against a second hub: one row, renewed by the hub that runs the league, by the database's own clock."""

import os
import time
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, text, update

from tableassist.league.storage.schema import clip_words, lease

LEASE_MS = 15_000


@dataclass(frozen=True, slots=True)
class Holder:
    hub: str
    host: str
    process: int
    since_ms: int
    until_ms: int


def read_database_clock(connection: Connection) -> int:
    """Two hubs on two computers have two clocks; the database has one."""
    if connection.dialect.name == "postgresql":
        return int(connection.execute(text("select extract(epoch from clock_timestamp()) * 1000")).scalar_one())
    return time.time_ns() // 1_000_000


def take_lease(
    connection: Connection, league: str, hub: str, *, host: str, process: int, by_force: bool = False
) -> Holder | None:
    """None where it is ours now; else who has it."""
    now = read_database_clock(connection)
    lease_holder = read_lease(connection, league)
    ours = {"hub": hub, "host": clip_words(host), "process": process, "since_ms": now, "until_ms": now + LEASE_MS}
    if lease_holder is None:
        connection.execute(insert(lease).values(league=league, **ours))
        return None
    if (
        lease_holder.hub != hub
        and lease_holder.until_ms > now
        and not by_force
        and not _holder_has_died(lease_holder, host)
    ):
        return lease_holder
    connection.execute(update(lease).where(lease.c.league == league).values(**ours))
    return None


def renew_lease(connection: Connection, league: str, hub: str) -> bool:
    """False where another hub has taken it."""
    until = read_database_clock(connection) + LEASE_MS
    mine = (lease.c.league == league) & (lease.c.hub == hub)
    return connection.execute(update(lease).where(mine).values(until_ms=until)).rowcount == 1


def holds_lease(connection: Connection, league: str, hub: str) -> bool:
    """Asked within a transaction that writes: whoever takes the lease meanwhile waits for its end."""
    query = select(lease.c.hub).where(lease.c.league == league).with_for_update(read=True)
    return connection.execute(query).scalar_one_or_none() == hub


def end_lease(connection: Connection, league: str, hub: str) -> None:
    connection.execute(delete(lease).where((lease.c.league == league) & (lease.c.hub == hub)))


def read_lease(connection: Connection, league: str) -> Holder | None:
    query = select(lease.c.hub, lease.c.host, lease.c.process, lease.c.since_ms, lease.c.until_ms)
    row = connection.execute(query.where(lease.c.league == league).with_for_update()).one_or_none()
    return None if row is None else Holder(*row)


def _holder_has_died(lease_holder: Holder, host: str) -> bool:
    """A hub of this very computer that was killed need not be waited for."""
    if lease_holder.host != host or os.name != "posix":
        return False
    try:
        os.kill(lease_holder.process, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
