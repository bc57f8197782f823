"""A handful of messages of tables into the database, in one transaction; what is to be answered when it is safe."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

import msgspec
from sqlalchemy import Connection

from tableassist.formats.league.records import (
    MOST_BATCH_BYTES,
    MOST_IN_A_BATCH,
    EvidencePart,
    Id,
    Milliseconds,
    Number,
    Receipt,
)
from tableassist.league.hub.bus import Delivery
from tableassist.league.hub.events import OF_RECORD, EventKind, HubEvent
from tableassist.league.storage.incoming.bundles import bundle_states, keep_part
from tableassist.league.storage.incoming.record_log import (
    LoggedMatch,
    RawRecord,
    log_records,
    move_up_to,
    owner_of,
    up_to_of,
)
from tableassist.league.storage.incoming.sorting import sort_records
from tableassist.league.storage.schema.columns import fitting

MOST_RECEIPT_BUNDLES = 50
OVERDUE_MS = 10_000
"""A bundle of which nothing has come for so long is asked for."""
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


def take_in(connection: Connection, deliveries: Sequence[Delivery], known: Collection[str], *, now_ms: int) -> Taken:
    """`known`: the tables of the league; a broker that is not ours may let in others."""
    taken = Taken()
    records: list[RawRecord] = []
    parts: list[tuple[str, EvidencePart]] = []
    for each in deliveries:
        if each.table not in known:
            taken.bad.append(BadMessage(each.table, NO_TABLE, each.word))
        elif each.word == "records":
            records += _records(each, taken, now_ms)
        else:
            parts += _parts(each, taken)
    taken.records = len(records)
    touched = _log(connection, records, taken)
    for table, part in parts:
        touched[table, part.match] = _keep(connection, table, part, taken, now_ms=now_ms)
    taken.receipts += make_receipts(connection, touched, now_ms=now_ms)
    return taken


def make_receipts(connection: Connection, touched: Touched, *, now_ms: int) -> list[tuple[str, Receipt]]:
    asked = {match for _, match in touched}
    up_to = up_to_of(connection, asked)
    bundles = bundle_states(connection, asked, overdue_ms=now_ms - OVERDUE_MS)
    receipts = []
    for (table, match), refused in touched.items():
        if match not in up_to or refused == ANOTHERS:
            receipts.append((table, Receipt(match, 0, refused=refused or ANOTHERS)))
            continue
        whole, missing = (tuple(each[-MOST_RECEIPT_BUNDLES:]) for each in bundles.get(match, ([], [])))
        receipts.append((table, Receipt(match, up_to[match], evidence=whole, wanted=missing, refused=refused)))
    return receipts


def _log(connection: Connection, records: Sequence[RawRecord], taken: Taken) -> Touched:
    if not records:
        return {}
    logged = log_records(connection, records)
    _sort(connection, logged, taken)
    touched: Touched = {}
    for table, match in {(each.table, each.match) for each in records}:
        touched[table, match] = ""
        if logged[match].table != table:
            touched[table, match] = ANOTHERS
            taken.bad.append(BadMessage(table, ANOTHERS, match))
        elif numbers := logged[match].conflicts:
            touched[table, match] = CONFLICT
            taken.bad.append(BadMessage(table, CONFLICT, f"{match}: {', '.join(map(str, numbers[:10]))}"))
    return touched


def _sort(connection: Connection, logged: Mapping[str, LoggedMatch], taken: Taken) -> None:
    done = sort_records(connection, [record for each in logged.values() for record in each.sortable])
    moved = {match: each.sortable[-1].number for match, each in logged.items() if each.sortable}
    move_up_to(connection, moved)
    for kind, table, match in done.kinds:
        taken.events.add(HubEvent(EventKind.RECORDS, table, match))
        if kind in OF_RECORD:
            taken.events.add(HubEvent(OF_RECORD[kind], table, match))
    for record, problem in done.not_understood:
        where = f"{record.match}: {record.number}: {problem}"
        taken.bad.append(BadMessage(record.table, "a record that is not understood; it is kept as it is", where))


def _keep(connection: Connection, table: str, part: EvidencePart, taken: Taken, *, now_ms: int) -> str:
    """Why nothing of this match is taken; empty where it is."""
    if owner_of(connection, part.match) not in (table, None):
        taken.bad.append(BadMessage(table, ANOTHERS, part.match))
        return ANOTHERS
    outcome = keep_part(connection, part, now_ms=now_ms)
    if outcome.problem:
        taken.bad.append(BadMessage(table, outcome.problem, f"{part.match}: {part.sha256}"))
    if outcome.is_complete:
        taken.events.add(HubEvent(EventKind.EVIDENCE, table, part.match))
    return ""


def _records(delivery: Delivery, taken: Taken, now_ms: int) -> list[RawRecord]:
    try:
        if len(delivery.data) > MOST_BATCH_BYTES:
            raise ValueError(f"{len(delivery.data)} bytes, expected at most {MOST_BATCH_BYTES}")
        sent = _decode_batch(delivery.data).records
        return [_record(delivery.table, each, now_ms) for each in sent]
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        taken.bad.append(BadMessage(delivery.table, "a batch of records that is none", str(problem)))
        return []


def _record(table: str, sent: _SentRecord, now_ms: int) -> RawRecord:
    body = bytes(sent.body).decode("utf-8")
    try:
        kind = _decode_kind(sent.body).kind
    except msgspec.MsgspecError:
        kind = "?"
    return RawRecord(table, fitting(sent.match, 80), sent.number, sent.wall_ms, fitting(kind), body, now_ms)


def _parts(delivery: Delivery, taken: Taken) -> list[tuple[str, EvidencePart]]:
    try:
        part = _decode_part(delivery.data)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        taken.bad.append(BadMessage(delivery.table, "a part of evidence that is none", str(problem)))
        return []
    return [(delivery.table, part)]
