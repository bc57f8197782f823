"""The hub of a league: connects bus, database and orders, runs periodic chores, and collects warnings."""

import base64
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Event, Lock, Thread

import msgspec
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from tableassist.errors import BadRequestError, TableAssistError, fault_words
from tableassist.league.broker.accounts import BrokerAddress
from tableassist.league.hub.bus import BrokerSide, Bus, Delivery
from tableassist.league.hub.ingest import OVERDUE_MS, BadMessages, Ingest, Taken, make_receipts
from tableassist.league.hub.live_tables import (
    EventKind,
    HeardTable,
    HubEvent,
    Listener,
    Listeners,
    LiveTables,
    describe_clock_error,
)
from tableassist.league.hub.orders import Orders
from tableassist.league.storage.accounts import (
    list_broker_accounts,
    note_audit,
    note_table_seen,
    table_titles,
    use_invitation,
)
from tableassist.league.storage.database import describe_database_error, is_connection_lost, read_only
from tableassist.league.storage.incoming import list_overdue_bundles
from tableassist.league.storage.leases import end_lease, renew_lease
from tableassist.messages import Message
from tableassist.store.keys import TableKey
from tableassist.store.league import AnyOrder, HubStatus, LeagueTableState, LeagueTopics, TableStatus
from tableassist.store.witness import Witness, sign_witness

log = logging.getLogger(__name__)


class Problems:
    """Safe from any thread."""

    def __init__(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change
        self._lock = Lock()
        self._now: dict[str, Message] = {}

    @property
    def all(self) -> tuple[Message, ...]:
        with self._lock:
            return tuple(self._now.values())

    def tell(self, about: str, problem: Message | None) -> None:
        """None: it is over."""
        with self._lock:
            before = self._now.get(about)
            if before == problem:
                return
            if problem is None:
                del self._now[about]
            else:
                self._now[about] = problem
        if problem is None:
            log.info("over: %s", before)
        elif before is None:
            log.info("%s", problem)
        self._on_change()


STOP_S = 10.0


@dataclass(slots=True)
class Chore:
    every_s: float
    do: Callable[[], None]
    due: float = 0.0


class Chores:
    def __init__(self, chores: Sequence[Chore], on_database: Callable[[str], None]) -> None:
        """`on_database`: why the database is away; empty when it is back."""
        self._chores, self._on_database = chores, on_database
        self._wake, self._ended = Event(), Event()
        self._thread = Thread(target=self._run, name="hub chores", daemon=True)
        self._was_away = False

    def start(self) -> None:
        self._thread.start()

    def hurry(self) -> None:
        """All of them are due."""
        self._wake.set()

    def close(self) -> None:
        self._ended.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(STOP_S)

    def _run(self) -> None:
        while not self._ended.is_set():
            is_hurried = self._wake.wait(0.5)
            self._wake.clear()
            for chore in self._chores:
                if self._ended.is_set():
                    return
                if is_hurried or time.monotonic() >= chore.due:
                    chore.due = time.monotonic() + chore.every_s
                    self._do(chore)

    def _do(self, chore: Chore) -> None:
        try:
            chore.do()
        except SQLAlchemyError as problem:
            if not is_connection_lost(problem):
                log.exception("in a chore of the hub")
                return
            self._was_away = True
            self._on_database(describe_database_error(problem))
        except (TableAssistError, OSError) as problem:
            log.warning("in a chore of the hub: %s", problem)
        except Exception:  # the others go on
            log.exception("in a chore of the hub")
        else:
            if self._was_away:
                self._was_away = False
                self._on_database("")


WAIT_S = 10.0


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


class Hub:
    """Made by `open_hub`, which takes the lease. `start` it, and `close` it in the end; everything else is for any
    thread."""

    def __init__(
        self,
        engine: Engine,
        broker: BrokerSide,
        key: TableKey,
        *,
        league: str,
        title: str,
        hub: str,
        now_ms: Callable[[], int] = wall_ms,
    ) -> None:
        self.engine, self.league, self.title, self.id = engine, league, title, hub
        self.desk = ""
        """Its address, once it is served."""
        self.ended = Event()
        """Set when another hub has taken over; then this one writes nothing any more."""
        self.records = 0
        """Taken since the start, also those that came again."""
        self.bad = BadMessages(engine)
        self.problems = Problems(on_change=lambda: self._listeners.tell(HubEvent(EventKind.HUB)))
        self._topics, self._broker, self._key, self._now_ms = LeagueTopics(league), broker, key, now_ms
        self._since_ms = now_ms()
        self._live, self._listeners = LiveTables(), Listeners()
        self._titles: Mapping[str, str] = {}
        self._came_online: set[str] = set()
        self._seen: dict[str, tuple[int, int | None]] = {}
        self._bus = Bus(
            broker.address,
            self._topics,
            authority=broker.authority,
            will=self._status(online=False),
            on_delivery=self._take,
            on_change=self._bus_changed,
        )
        self._orders = Orders(engine, self._topics, key, say=self._bus.say, now_ms=now_ms)
        self._ingest = Ingest(
            engine,
            league,
            hub,
            tables=lambda: self._titles,
            confirm=self._bus.confirm,
            on_taken=self._answer,
            on_database=self._database_is,
            on_lease_lost=self._lease_is_lost,
            now_ms=now_ms,
            attest=self._attest,
        )
        chores = (
            Chore(1.0, self._see_to_users),
            Chore(1.0, self._greet),
            Chore(4.0, self._renew_lease),
            Chore(5.0, self._send_overdue),
            Chore(10.0, self._say_status),
            Chore(30.0, self._note_seen),
        )
        self._chores = Chores(chores, on_database=self._database_is)

    # For the desk

    @property
    def tables(self) -> Mapping[str, HeardTable]:
        return self._live.now

    @property
    def table_titles(self) -> Mapping[str, str]:
        """Of all tables of the league, also of those that were never heard."""
        return self._titles

    @property
    def warnings(self) -> tuple[Message, ...]:
        """What is wrong now, in words."""
        titles = self._titles
        clocks = (
            describe_clock_error(titles.get(name, name), table.clock_skew_ms) for name, table in self._live.now.items()
        )
        return (*self.problems.all, *(clock for clock in clocks if clock is not None))

    @property
    def broker_address(self) -> BrokerAddress:
        return self._broker.address

    def listen(self, listener: Listener) -> Callable[[], None]:
        """What ends it. The listener is called from any thread and must return at once."""
        return self._listeners.listen(listener)

    def order(self, table: str, order: AnyOrder, by: str) -> str:
        """The command's id. TableAssistError where the table is not known or the database is away."""
        if table not in self._titles:
            raise BadRequestError("got table '{table}', expected one of the league", table=table[:80])
        try:
            command = self._orders.order(table, order, by)
            with self.engine.begin() as connection:
                what = f"ordered: {msgspec.to_builtins(order)['do']}"
                note_audit(
                    connection, at_ms=self._now_ms(), who=by, what=what, about=table, origin="desk", details=command
                )
        except SQLAlchemyError as problem:
            if not is_connection_lost(problem):
                raise
            raise TableAssistError("the database is down; try again") from problem
        self._listeners.tell(HubEvent(EventKind.ORDER, table))
        return command

    # Its life

    def start(self, wait_s: float = WAIT_S) -> None:
        """Returns when the bus answers, or after so many seconds: then it goes on trying."""
        with read_only(self.engine) as connection:
            self._titles = table_titles(connection, self.league)
            welcome = list_broker_accounts(connection, self.league, now_ms=self._now_ms())
        self._broker.start(welcome)
        self._ingest.start()
        self._bus.start()
        self._bus.wait_connected(wait_s)
        self._chores.start()

    def close(self) -> None:
        self._chores.close()
        self._bus.close(self._status(online=False))
        self._ingest.close()
        self._broker.close()
        try:
            with self.engine.begin() as connection:
                end_lease(connection, self.league, self.id)
                note_audit(connection, at_ms=self._now_ms(), who="hub", what="stopped", about=self.id)
        except SQLAlchemyError as problem:
            log.warning("the lease could not be given back: %s", problem)
        self.engine.dispose()

    # What comes from the bus, in the client's thread

    def _take(self, delivery: Delivery) -> None:
        if delivery.word in ("records", "evidence"):
            self._live.heard(delivery.table, at_ms=self._now_ms())
            self._ingest.put(delivery)
        elif delivery.data and delivery.table in self._titles:
            try:
                self._take_live(delivery)
            except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
                self.bad.count += 1
                log.info("%s: a %s that is none: %s", delivery.table, delivery.word, fault_words(problem))
                return
            self._listeners.tell(HubEvent(EventKind.LIVE, delivery.table))

    def _take_live(self, delivery: Delivery) -> None:
        now, is_old = self._now_ms(), delivery.is_old
        if delivery.word == "state":
            state = msgspec.json.decode(delivery.data, type=LeagueTableState)
            self._live.take_state(delivery.table, state, at_ms=now, is_old=is_old)
            return
        status = msgspec.json.decode(delivery.data, type=TableStatus)
        if self._live.take_status(delivery.table, status, at_ms=now, is_old=is_old):
            self._came_online.add(delivery.table)
            self._chores.hurry()

    def _bus_changed(self) -> None:
        words = self._bus.problem
        problem = (
            Message("the broker is down: {words}; the tables keep their records until it is back", words=words)
            if words
            else None
        )
        self.problems.tell("broker", problem)
        if not words:
            self._came_online |= {name for name, table in self._live.now.items() if table.is_online}
            self._say_status()

    # What comes from the database, in the ingest's thread

    def _answer(self, taken: Taken) -> None:
        self.records += taken.records
        for table, receipt in taken.receipts:
            self._bus.say(self._topics.table(table).receipts, msgspec.json.encode(receipt))
        for event in taken.events:
            self._listeners.tell(event)
        if taken.bad:
            self.bad.tell(taken.bad, now_ms=self._now_ms())

    def _attest(self, sha256: str, wall_ms: int) -> Witness:
        return sign_witness(self.league, sha256, wall_ms, self._key)

    def _database_is(self, words: str) -> None:
        away = Message(
            "the database is down: {words}; nothing is lost, the tables keep their records until it is back",
            words=words,
        )
        self.problems.tell("database", away if words else None)

    def _lease_is_lost(self) -> None:
        self.problems.tell("lease", Message("another hub has taken over this league; this one stops"))
        self.ended.set()

    # Chores

    def _see_to_users(self) -> None:
        with read_only(self.engine) as connection:
            self._titles = table_titles(connection, self.league)
            welcome = list_broker_accounts(connection, self.league, now_ms=self._now_ms())
        self._live.keep_only(self._titles)
        self._broker.see_to(welcome)

    def _greet(self) -> None:
        """Tables that have come online."""
        while self._came_online:
            table = self._came_online.pop()
            if table not in self._titles:
                continue
            try:
                with self.engine.begin() as connection:
                    use_invitation(connection, table, now_ms=self._now_ms())
                self._orders.send_waiting(table)
            except SQLAlchemyError:
                self._came_online.add(table)
                raise

    def _renew_lease(self) -> None:
        with self.engine.begin() as connection:
            is_ours = renew_lease(connection, self.league, self.id)
        if not is_ours:
            self._lease_is_lost()

    def _send_overdue(self) -> None:
        online = {name for name, table in self._live.now.items() if table.is_online}
        self._orders.send_overdue(online)
        now = self._now_ms()
        with read_only(self.engine) as connection:
            missing = list_overdue_bundles(connection, overdue_ms=now - OVERDUE_MS)
            receipts = make_receipts(
                connection, {key: "" for key in missing if key[0] in online}, now_ms=now, attest=self._attest
            )
        for table, receipt in receipts:
            self._bus.say(self._topics.table(table).receipts, msgspec.json.encode(receipt))

    def _say_status(self) -> None:
        if not self.ended.is_set():
            self._bus.say(self._topics.hub, self._status(online=True), retain=True)

    def _note_seen(self) -> None:
        now = {name: (table.seen_ms, table.clock_skew_ms) for name, table in self._live.now.items() if table.seen_ms}
        changed = {name: times for name, times in now.items() if self._seen.get(name) != times}
        if changed:
            with self.engine.begin() as connection:
                for name, (seen_ms, ahead_ms) in changed.items():
                    note_table_seen(connection, name, seen_ms=seen_ms, clock_ahead_ms=ahead_ms)
            self._seen = now

    def _status(self, *, online: bool) -> bytes:
        status = HubStatus(
            hub=self.id,
            online=online,
            wall_ms=self._now_ms(),
            since_ms=self._since_ms,
            league=self.league,
            title=self.title,
            public_key=base64.b64encode(self._key.public).decode(),
            desk=self.desk,
        )
        return msgspec.json.encode(status)
