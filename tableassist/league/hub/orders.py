"""What the hub has ordered of the tables, kept until they have answered."""

import secrets
from collections.abc import Callable, Collection

import msgspec
from sqlalchemy import Engine

from tableassist.league.storage.command_queue import (
    WaitingCommand,
    list_waiting_commands,
    note_command_sent,
    store_command,
    supersede_commands,
)
from tableassist.league.storage.database import read_only
from tableassist.store.keys import TableKey
from tableassist.store.league import AnyOrder, Assign, LeagueCommand, LeagueTopics, RoundClock, signed_command

AGAIN_MS = 20_000
"""A table that is online and has not answered for so long is told again."""
REPLACED = (RoundClock, Assign)
"""Of these only the newest counts."""


class Orders:
    """Safe from any thread: nothing is kept but in the database."""

    def __init__(
        self,
        engine: Engine,
        topics: LeagueTopics,
        key: TableKey,
        *,
        say: Callable[[str, bytes], bool],
        now_ms: Callable[[], int],
    ) -> None:
        self._engine, self._topics, self._key = engine, topics, key
        self._say, self._now_ms = say, now_ms

    def order(self, table: str, order: AnyOrder, by: str) -> str:
        """The command's id. It is in the database when this returns; the table has it when it can."""
        now = self._now_ms()
        command = LeagueCommand(f"{now:x}-{secrets.token_hex(6)}", self._topics.league, table, now, order)
        signed = signed_command(command, self._key)
        kind = str(msgspec.to_builtins(order)["do"])
        with self._engine.begin() as connection:
            if isinstance(order, REPLACED):
                supersede_commands(connection, table, kind, now_ms=now)
            store_command(
                connection,
                command=command.id,
                table=table,
                kind=kind,
                body=msgspec.json.encode(order).decode(),
                signed=signed.decode(),
                by=by,
                issued_ms=now,
            )
        self._send(table, command.id, signed)
        return command.id

    def send_waiting(self, table: str) -> None:
        """The table has just come online."""
        with read_only(self._engine) as connection:
            waiting = list_waiting_commands(connection, table)
        for command in waiting:
            self._send_again(command)

    def send_overdue(self, online: Collection[str]) -> None:
        with read_only(self._engine) as connection:
            waiting = list_waiting_commands(connection)
        before = self._now_ms() - AGAIN_MS
        for command in waiting:
            if command.table in online and (command.sent_ms is None or command.sent_ms < before):
                self._send_again(command)

    def _send_again(self, command: WaitingCommand) -> None:
        order = msgspec.json.decode(command.body, type=AnyOrder)
        if isinstance(order, RoundClock) and order.running:
            gone_s = (self._now_ms() - command.issued_ms) // 1_000
            left = msgspec.structs.replace(order, left_s=order.left_s - gone_s)
            self.order(command.table, left, command.by)  # the old one would set the clock back
            return
        self._send(command.table, command.id, command.signed.encode())

    def _send(self, table: str, command: str, signed: bytes) -> None:
        if self._say(self._topics.table(table).commands, signed):
            with self._engine.begin() as connection:
                note_command_sent(connection, command, now_ms=self._now_ms())
