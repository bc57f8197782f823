"""Commands of the hub to the tables, kept until the tables have answered."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update

from tableassist.league.storage.schema import clip_words, commands


@dataclass(frozen=True, slots=True)
class WaitingCommand:
    id: str
    table: str
    kind: str
    body: str
    signed: str
    by: str
    issued_ms: int
    sent_ms: int | None


def store_command(
    connection: Connection, *, command: str, table: str, kind: str, body: str, signed: str, by: str, issued_ms: int
) -> None:
    row = {"table": table, "kind": kind, "body": body, "signed": signed, "by": clip_words(by), "issued_ms": issued_ms}
    connection.execute(insert(commands).values(id=command, **row))


def list_waiting_commands(connection: Connection, table: str | None = None) -> Sequence[WaitingCommand]:
    """Not answered, in the order of issuing: of a table, or of all."""
    names = ("id", "table", "kind", "body", "signed", "by", "issued_ms", "sent_ms")
    query = select(*(commands.c[name] for name in names)).where(
        commands.c.answered_ms.is_(None), commands.c.superseded_ms.is_(None)
    )
    if table is not None:
        query = query.where(commands.c.table == table)
    return [WaitingCommand(*row) for row in connection.execute(query.order_by(commands.c.issued_ms, commands.c.id))]


def supersede_commands(connection: Connection, table: str, kind: str, *, now_ms: int) -> None:
    """A newer one of this kind says it all."""
    old = (commands.c.table == table) & (commands.c.kind == kind) & commands.c.answered_ms.is_(None)
    connection.execute(update(commands).where(old, commands.c.superseded_ms.is_(None)).values(superseded_ms=now_ms))


def note_command_sent(connection: Connection, command: str, *, now_ms: int) -> None:
    sent = {"sent_ms": now_ms, "times_sent": commands.c.times_sent + 1}
    connection.execute(update(commands).where(commands.c.id == command).values(**sent))


def note_command_answered(
    connection: Connection, command: str, table: str, *, done: bool, words: str, now_ms: int
) -> bool:
    """False where this table was given no such command, or has answered it before."""
    theirs = (commands.c.id == command) & (commands.c.table == table) & commands.c.answered_ms.is_(None)
    answered = {"answered_ms": now_ms, "done": done, "answer": clip_words(words)}
    return connection.execute(update(commands).where(theirs).values(**answered)).rowcount == 1
