"""The desk's websockets: who sits there, and which changes of the page each reader gets."""

import asyncio
import logging
import time
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from tableassist.league.desk.judge_handlers import send_decisions
from tableassist.league.desk.snapshot import HubView, Snapshot, read_snapshot
from tableassist.league.desk.views import (
    clock_section,
    evening_section,
    players_section,
    queue_section,
    season_section,
    standings_section,
    table_cards,
)
from tableassist.league.storage.accounts import MOST_TOKEN, User, UserRole, token_digest, user_of_token
from tableassist.league.storage.database import read_only
from tableassist.messages import language_for, say, speaking, visible
from tableassist.web.serving import NO_SEAT, TOO_MANY, StateReader, closed, first_word, wake_in

AGAIN_S = 2.0
"""So long an answer holds: whoever is revoked is out after it."""
MOST_KEPT = 2_000


class DeskSeats:
    """Safe from any thread."""

    def __init__(self, hub: HubView) -> None:
        self._hub = hub
        self._lock = Lock()
        self._kept: dict[str, tuple[float, User | None]] = {}
        """By the token's digest: nothing that is kept opens a seat."""

    def user_of(self, token: str) -> User | None:
        """None for the public. A spectator's token is for the bus: here it opens no more than none does."""
        if not token or len(token) > MOST_TOKEN:
            return None
        now, digest = time.monotonic(), token_digest(token)
        with self._lock:
            cached = self._kept.get(digest)
        if cached is not None and now - cached[0] < AGAIN_S:
            return cached[1]
        with read_only(self._hub.engine) as connection:
            user = user_of_token(connection, token, now_ms=round(time.time() * 1000))
        if user is not None and user.role is UserRole.SPECTATOR:
            user = None
        with self._lock:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[digest] = now, user
        return user


TICK_S = 1.0
"""No reader gets more than a message a second."""
IDLE_S = 5.0
"""So often the database is asked though nobody has told of a change."""
MOST_READERS = 300
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DeskKey:
    """Who sees the same."""

    role: UserRole | None
    """None: the public."""
    language: str


@dataclass(slots=True)
class DeskStream:
    key: DeskKey
    sequence: int = 0
    change: str = "{}"
    _sections: dict[str, Any] = field(default_factory=dict)
    _tables: dict[str, Any] = field(default_factory=dict)
    _full: str | None = None

    @property
    def full(self) -> str:
        if self._full is None:
            whole = {"type": "state", "sequence": self.sequence, **self._sections, "tables": self._tables}
            self._full = msgspec.json.encode(whole).decode()
        return self._full

    def make(self, snapshot: Snapshot, warnings: tuple[Any, ...]) -> bool:
        """Whether anything has changed."""
        is_public = self.key.role is None
        with speaking(self.key.language):
            tables = table_cards(snapshot, is_public=is_public)
            sections = _desk_sections(snapshot, self.key, warnings)
        changed = {name: section for name, section in sections.items() if self._sections.get(name) != section}
        cards = {name: _changed_fields(self._tables.get(name), table) for name, table in tables.items()}
        cards = {name: card for name, card in cards.items() if card}
        gone = [name for name in self._tables if name not in tables]
        if self.sequence and not (changed or cards or gone):
            return False
        self._sections, self._tables, self._full = sections, tables, None
        self.sequence += 1
        message = {"type": "change", "sequence": self.sequence, **changed}
        if cards:
            message["tables"] = cards
        if gone:
            message["gone"] = gone
        self.change = msgspec.json.encode({**message, "now_ms": snapshot.now_ms}).decode()
        return True


def _changed_fields(before: dict[str, Any] | None, now: dict[str, Any]) -> dict[str, Any]:
    """What is other in a table's card; a plan of which only some elements have changed is sent as those."""
    if before is None:
        return now
    message = {name: value for name, value in now.items() if before.get(name) != value}
    message |= dict.fromkeys(before.keys() - now.keys())
    old, new = before.get("plan"), now.get("plan")
    if "plan" in message and old and new and len(old) == len(new):
        del message["plan"]
        message["parts"] = {str(at): part for at, (was, part) in enumerate(zip(old, new, strict=True)) if was != part}
    return message


def _desk_sections(snapshot: Snapshot, key: DeskKey, warnings: tuple[Any, ...]) -> dict[str, Any]:
    sections: dict[str, Any] = {
        "title": visible(snapshot.title),
        "evening": evening_section(snapshot, is_public=key.role is None),
        "clock": clock_section(snapshot),
        "standings": standings_section(snapshot),
        "season": season_section(snapshot),
    }
    if key.role is not None:
        sections |= {
            "queue": queue_section(snapshot),
            "players": players_section(snapshot),
            "warnings": [say(warning) for warning in warnings],
        }
    if key.role is UserRole.ADMIN:
        sections["users"] = [{"name": visible(user.name), "role": user.role.value} for user in snapshot.users]
    return sections


class LiveDesk:
    """Belongs to the server's event loop."""

    def __init__(self, hub: HubView, seats: DeskSeats, *, tick_s: float = TICK_S) -> None:
        self._hub, self._seats, self._tick_s = hub, seats, tick_s
        self._streams: dict[DeskKey, DeskStream] = {}
        self._readers: dict[StateReader[DeskStream], User | None] = {}
        self._changed = asyncio.Event()
        self.snapshot = Snapshot()

    def touch(self) -> None:
        """Something was done at the desk."""
        self._changed.set()

    async def run(self) -> None:
        """Until it is cancelled. A database that is away for a while is asked again."""
        loop = asyncio.get_running_loop()
        end = self._hub.listen(lambda _event: wake_in(loop, self._changed))
        try:
            while True:
                self._changed.clear()
                try:
                    await self.look()
                except Exception:  # the database is away: the pages keep what they show
                    log.exception("the desk could not look at the league")
                await asyncio.sleep(self._tick_s)
                try:
                    await asyncio.wait_for(self._changed.wait(), IDLE_S)
                except TimeoutError:
                    continue
        finally:
            end()

    async def look(self) -> None:
        self.snapshot = await asyncio.to_thread(self._read)
        await asyncio.to_thread(self._let_go)
        for stream in tuple(self._streams.values()):
            if await asyncio.to_thread(stream.make, self.snapshot, self._hub.warnings):
                for reader in tuple(self._readers):
                    if reader.channel is stream:
                        reader.wake()

    def _read(self) -> Snapshot:
        send_decisions(self._hub)
        return read_snapshot(self._hub, self.snapshot)

    def _let_go(self) -> None:
        """Whoever's token is revoked, or over, is out."""
        for reader, user in tuple(self._readers.items()):
            if user is not None and self._seats.user_of(reader.token) != user:
                reader.code = NO_SEAT
                reader.leave()

    async def serve(self, socket: WebSocket) -> None:
        if len(self._readers) >= MOST_READERS:
            await socket.close(TOO_MANY)
            return
        await socket.accept()
        hello = await first_word(socket)
        user = None if hello is None else await asyncio.to_thread(self._seats.user_of, hello.token)
        if hello is None or (hello.token and user is None):
            await closed(socket, NO_SEAT)
            return
        stream = await self._stream(DeskKey(None if user is None else user.role, language_for(hello.language).code))
        reader = StateReader(socket, hello.token, stream)
        self._readers[reader] = user
        sending, hearing = (asyncio.ensure_future(task) for task in (reader.send_all(), _wait_closed(socket)))
        try:
            await asyncio.wait({sending, hearing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._readers.pop(reader, None)
            for task in (sending, hearing):
                task.cancel()
            await asyncio.gather(sending, hearing, return_exceptions=True)
            await closed(socket, reader.code)

    async def whole(self, role: UserRole | None, language: str) -> str:
        return (await self._stream(DeskKey(role, language_for(language).code))).full

    async def _stream(self, key: DeskKey) -> DeskStream:
        """Kept for those who come after: there are few kinds of readers."""
        stream = self._streams.get(key)
        if stream is None:
            stream = DeskStream(key)
            await asyncio.to_thread(stream.make, self.snapshot, self._hub.warnings)
            stream = self._streams.setdefault(key, stream)
        return stream


async def _wait_closed(socket: WebSocket) -> None:
    """A page has nothing to say here: what it asks for goes over HTTP."""
    while True:
        try:
            await socket.receive_text()
        except (WebSocketDisconnect, KeyError, RuntimeError):
            return
