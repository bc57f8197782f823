"""Receive what tables send, in threads: check it, write it to the database, confirm it to the broker."""

import logging
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Annotated

import msgspec
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from tableassist.errors import TableAssistError, fault_words
from tableassist.league.hub.bus import Delivery
from tableassist.league.hub.live_tables import OF_RECORD, EventKind, HubEvent
from tableassist.league.storage.accounts import note_audit
from tableassist.league.storage.database import describe_database_error, is_connection_lost
from tableassist.league.storage.incoming import (
    LoggedMatch,
    RawRecord,
    advance_up_to,
    log_records,
    read_bundle_states,
    read_match_table,
    read_up_to,
    sort_records,
    store_part,
)
from tableassist.league.storage.leases import holds_lease
from tableassist.league.storage.schema import clip_words
from tableassist.store.league_records import (
    MOST_BATCH_BYTES,
    MOST_IN_A_BATCH,
    EvidencePart,
    Id,
    Milliseconds,
    Number,
    Receipt,
)
from tableassist.store.witness import Witness

MOST_RECEIPT_BUNDLES = 50
OVERDUE_MS = 10_000
"""A bundle of which nothing has come for so long is wanted for."""
ANOTHERS = "this match belongs to another table"
CONFLICT = "the hub has these records already, and they say something else"
NO_TABLE = "this table is not of the league"


class _SentRecord(msgspec.Struct, frozen=True):
    """As `Record`, with the body as it stands: it is kept to the letter, also where this version does not know it."""

    match: Id
    number: Number
    wall_ms: Milliseconds
    body: msgspec.Raw


class _SentBatch(msgspec.Struct, frozen=True):
    records: Annotated[tuple[_SentRecord, ...], msgspec.Meta(max_length=MOST_IN_A_BATCH)]


class _Kind(msgspec.Struct, frozen=True):
    kind: str = "?"


_decode_batch = msgspec.json.Decoder(_SentBatch).decode
_decode_kind = msgspec.json.Decoder(_Kind).decode
_decode_part = msgspec.msgpack.Decoder(EvidencePart).decode


@dataclass(frozen=True, slots=True)
class BadMessage:
    """What was wrong with a message, for the audit trail."""

    table: str
    what: str
    details: str


@dataclass(slots=True)
class Taken:
    receipts: list[tuple[str, Receipt]] = field(default_factory=list)
    """With the table that each is for."""
    events: set[HubEvent] = field(default_factory=set)
    bad: list[BadMessage] = field(default_factory=list)
    records: int = 0


Touched = dict[tuple[str, str], str]
"""Table and match of what was sent, with why it is refused."""


def ingest_deliveries(
    connection: Connection,
    deliveries: Sequence[Delivery],
    tables: Collection[str],
    *,
    now_ms: int,
    attest: "Attest | None" = None,
) -> Taken:
    """`tables`: those of the league; a broker that is not ours may let in others."""
    taken = Taken()
    records: list[RawRecord] = []
    parts: list[tuple[str, EvidencePart]] = []
    for delivery in deliveries:
        if delivery.table not in tables:
            taken.bad.append(BadMessage(delivery.table, NO_TABLE, delivery.word))
        elif delivery.word == "records":
            records += _decode_records(delivery, taken, now_ms)
        else:
            parts += _decode_parts(delivery, taken)
    taken.records = len(records)
    touched = _log_records(connection, records, taken)
    for table, part in parts:
        touched[table, part.match] = _keep_evidence_part(connection, table, part, taken, now_ms=now_ms)
    taken.receipts += make_receipts(connection, touched, now_ms=now_ms, attest=attest)
    return taken


Attest = Callable[[str, int], Witness]
"""Sign that a bundle of this digest was here whole at this time."""


def make_receipts(
    connection: Connection, touched: Touched, *, now_ms: int, attest: Attest | None = None
) -> list[tuple[str, Receipt]]:
    wanted = {match for _, match in touched}
    up_to = read_up_to(connection, wanted)
    bundles = read_bundle_states(connection, wanted, overdue_ms=now_ms - OVERDUE_MS)
    receipts = []
    for (table, match), refused in touched.items():
        if match not in up_to or refused == ANOTHERS:
            receipts.append((table, Receipt(match, 0, refused=refused or ANOTHERS)))
            continue
        complete, missing = bundles.get(match, ([], []))
        complete = complete[-MOST_RECEIPT_BUNDLES:]
        receipt = Receipt(
            match,
            up_to[match],
            evidence=tuple(sha256 for sha256, _ in complete),
            wanted=tuple(missing[-MOST_RECEIPT_BUNDLES:]),
            refused=refused,
            witnesses=() if attest is None else tuple(attest(sha256, since_ms) for sha256, since_ms in complete),
        )
        receipts.append((table, receipt))
    return receipts


def _log_records(connection: Connection, records: Sequence[RawRecord], taken: Taken) -> Touched:
    if not records:
        return {}
    logged = log_records(connection, records)
    _sort_logged(connection, logged, taken)
    touched: Touched = {}
    for table, match in {(record.table, record.match) for record in records}:
        touched[table, match] = ""
        if logged[match].table != table:
            touched[table, match] = ANOTHERS
            taken.bad.append(BadMessage(table, ANOTHERS, match))
        elif numbers := logged[match].conflicts:
            touched[table, match] = CONFLICT
            taken.bad.append(BadMessage(table, CONFLICT, f"{match}: {', '.join(map(str, numbers[:10]))}"))
    return touched


def _sort_logged(connection: Connection, logged: Mapping[str, LoggedMatch], taken: Taken) -> None:
    done = sort_records(connection, [record for log_state in logged.values() for record in log_state.sortable])
    moved = {match: log_state.sortable[-1].number for match, log_state in logged.items() if log_state.sortable}
    advance_up_to(connection, moved)
    for kind, table, match in done.kinds:
        taken.events.add(HubEvent(EventKind.RECORDS, table, match))
        if kind in OF_RECORD:
            taken.events.add(HubEvent(OF_RECORD[kind], table, match))
    for record, problem in done.not_understood:
        where = f"{record.match}: {record.number}: {problem}"
        taken.bad.append(BadMessage(record.table, "a record that is not understood; it is kept as it is", where))


def _keep_evidence_part(connection: Connection, table: str, part: EvidencePart, taken: Taken, *, now_ms: int) -> str:
    """Why nothing of this match is taken; empty where it is."""
    if read_match_table(connection, part.match) not in (table, None):
        taken.bad.append(BadMessage(table, ANOTHERS, part.match))
        return ANOTHERS
    outcome = store_part(connection, part, now_ms=now_ms)
    if outcome.problem:
        taken.bad.append(BadMessage(table, outcome.problem, f"{part.match}: {part.sha256}"))
    if outcome.is_complete:
        taken.events.add(HubEvent(EventKind.EVIDENCE, table, part.match))
    return ""


def _decode_records(delivery: Delivery, taken: Taken, now_ms: int) -> list[RawRecord]:
    try:
        if len(delivery.data) > MOST_BATCH_BYTES:
            raise ValueError(f"{len(delivery.data)} bytes, expected at most {MOST_BATCH_BYTES}")
        sent = _decode_batch(delivery.data).records
        return [_raw_record(delivery.table, body, now_ms) for body in sent]
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        taken.bad.append(BadMessage(delivery.table, "a batch of records that is none", str(problem)))
        return []


def _raw_record(table: str, sent: _SentRecord, now_ms: int) -> RawRecord:
    body = bytes(sent.body).decode("utf-8")
    try:
        kind = _decode_kind(sent.body).kind
    except msgspec.MsgspecError:
        kind = "?"
    return RawRecord(table, clip_words(sent.match, 80), sent.number, sent.wall_ms, clip_words(kind), body, now_ms)


def _decode_parts(delivery: Delivery, taken: Taken) -> list[tuple[str, EvidencePart]]:
    try:
        part = _decode_part(delivery.data)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        taken.bad.append(BadMessage(delivery.table, "a part of evidence that is none", str(problem)))
        return []
    return [(delivery.table, part)]


EACH_HOUR = 30
"""Rows of the audit trail for one table."""
MOST_TABLES = 5_000
HOUR_MS = 3_600_000
log = logging.getLogger(__name__)


class BadMessages:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = Lock()
        self._hour = 0
        self._in_hour: Counter[str] = Counter()
        self.count = 0

    def tell(self, bad: Sequence[BadMessage], *, now_ms: int) -> None:
        to_log = [message for message in bad if self._is_told(message, now_ms)]
        self.count += len(bad)
        for message in to_log:
            log.warning("%s: %s: %s", message.table, message.what, message.details[:300])
        if not to_log:
            return
        try:
            with self._engine.begin() as connection:
                for message in to_log:
                    note_audit(
                        connection,
                        at_ms=now_ms,
                        who=message.table,
                        what=message.what,
                        about=message.table,
                        details=message.details,
                    )
        except SQLAlchemyError as problem:
            log.warning("not in the audit trail: %s", problem)

    def _is_told(self, bad: BadMessage, now_ms: int) -> bool:
        with self._lock:
            if now_ms // HOUR_MS != self._hour or len(self._in_hour) > MOST_TABLES:
                self._hour = now_ms // HOUR_MS
                self._in_hour.clear()
            self._in_hour[bad.table] += 1
            return self._in_hour[bad.table] <= EACH_HOUR


MOST_MESSAGES, MOST_BYTES = 100, 8_000_000
"""In one transaction."""
FIRST_WAIT_S, LONGEST_WAIT_S = 0.2, 3.0
STOP_S = 5.0


class LeaseLostError(TableAssistError):
    """Another hub runs the league."""


class Ingest:
    def __init__(
        self,
        engine: Engine,
        league: str,
        hub: str,
        *,
        tables: Callable[[], Collection[str]],
        confirm: Callable[[Delivery], None],
        on_taken: Callable[[Taken], None],
        on_database: Callable[[str], None],
        on_lease_lost: Callable[[], None],
        now_ms: Callable[[], int],
        attest: Attest,
    ) -> None:
        """`tables`: those of the league. `on_database`: why the database is away; empty when it is back."""
        self._engine, self._league, self._hub = engine, league, hub
        self._tables, self._confirm, self._now_ms, self._attest = tables, confirm, now_ms, attest
        self._on_taken, self._on_database, self._on_lease_lost = on_taken, on_database, on_lease_lost
        self._waiting: SimpleQueue[Delivery | None] = SimpleQueue()
        self._ended = Event()
        self._thread = Thread(target=self._run, name="ingest", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def put(self, delivery: Delivery) -> None:
        """At most as many wait as the broker leaves unconfirmed."""
        self._waiting.put(delivery)

    def close(self) -> None:
        self._ended.set()
        self._waiting.put(None)
        if self._thread.is_alive():
            self._thread.join(STOP_S)

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                together = self._next()
                if together:
                    self._take(together)
            except LeaseLostError:
                self._ended.set()
                self._on_lease_lost()
            except Exception:  # the next messages may be better
                log.exception("in the hub's ingest")

    def _next(self) -> list[Delivery]:
        first = self._waiting.get()
        together = [] if first is None else [first]
        size = 0 if first is None else len(first.data)
        while len(together) < MOST_MESSAGES and size < MOST_BYTES:
            try:
                delivery = self._waiting.get_nowait()
            except Empty:
                break
            if delivery is not None:
                together.append(delivery)
                size += len(delivery.data)
        return together

    def _take(self, together: Sequence[Delivery]) -> None:
        taken = self._committed(together)
        if taken is None:
            return
        for delivery in together:
            self._confirm(delivery)
        self._on_taken(taken)

    def _committed(self, together: Sequence[Delivery]) -> Taken | None:
        """None where the hub ends before, or where each was taken by itself."""
        wait_s, was_away = FIRST_WAIT_S, False
        while not self._ended.is_set():
            try:
                taken = self._transaction(together)
            except (LeaseLostError, KeyboardInterrupt):
                raise
            except Exception as problem:
                if not isinstance(problem, SQLAlchemyError) or not is_connection_lost(problem):
                    return self._one_by_one(together, problem)
                log.debug("the database is away", exc_info=True)
                self._on_database(describe_database_error(problem))
                was_away = True
                self._ended.wait(wait_s)
                wait_s = min(2 * wait_s, LONGEST_WAIT_S)
            else:
                if was_away:
                    self._on_database("")
                return taken
        return None

    def _transaction(self, together: Sequence[Delivery]) -> Taken:
        with self._engine.begin() as connection:
            if not holds_lease(connection, self._league, self._hub):
                raise LeaseLostError("another hub has taken over this league")
            return ingest_deliveries(connection, together, self._tables(), now_ms=self._now_ms(), attest=self._attest)

    def _one_by_one(self, together: Sequence[Delivery], problem: Exception) -> Taken | None:
        if len(together) > 1:
            for delivery in together:
                self._take([delivery])
            return None
        log.error("a message that the database does not take", exc_info=problem)
        [alone] = together
        return Taken(bad=[BadMessage(alone.table, "a message that cannot be kept", fault_words(problem))])
