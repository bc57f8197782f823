"""What tables send: records and parts of evidence bundles are logged first and sorted into tables later."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Table, bindparam, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from tableassist.league.storage.command_queue import note_command_answered
from tableassist.league.storage.schema import (
    acts,
    clip_words,
    decisions,
    disputes,
    evidence,
    evidence_parts,
    matches,
    overrulings,
    records,
    results,
    rulings,
)
from tableassist.store.league_records import (
    EVIDENCE_PART_BYTES,
    MOST_EVIDENCE_BYTES,
    ActSaid,
    AnyBody,
    CommandAnswered,
    DisputeRaised,
    DisputeWithdrawn,
    EvidencePart,
    MatchBegun,
    MatchEnded,
    OverruledHere,
    ResultSaid,
    RulingMade,
)

MOST_AT_ONCE = 2_000
"""Records of one match that are sorted in one transaction; the rest follows with the next message of the match."""


@dataclass(frozen=True, slots=True)
class RawRecord:
    table: str
    match: str
    number: int
    wall_ms: int
    kind: str
    body: str
    """To the letter as it was sent."""
    received_ms: int


IN_THE_MAKING = ("open", "claimed")


@dataclass(slots=True)
class Sorted:
    kinds: set[tuple[str, str, str]] = field(default_factory=set)
    """Kind, table and match of what was sorted: for those who listen."""
    not_understood: list[tuple[RawRecord, str]] = field(default_factory=list)
    """Kept raw; of a newer version, or wrong."""


def sort_records(connection: Connection, ordered: Sequence[RawRecord]) -> Sorted:
    done = Sorted()
    rows: dict[Table, list[dict[str, Any]]] = {acts: [], rulings: [], overrulings: [], results: []}
    for record in ordered:
        try:
            body: AnyBody = msgspec.json.decode(record.body, type=AnyBody)
        except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
            done.not_understood.append((record, str(problem)))
            continue
        done.kinds.add((record.kind, record.table, record.match))
        sorted_row = _row_for_kind(body)
        if sorted_row is not None:
            table, row = sorted_row
            place = {"match": record.match, "number": record.number, "received_ms": record.received_ms}
            rows[table].append(place | {name: _clip_value(name, value) for name, value in row.items()})
        else:
            _apply_record(connection, record, body)
        if isinstance(body, OverruledHere) and body.decision:
            _note_overruling(connection, record, body)
    for table, new_rows in rows.items():
        insert_once(connection, table, new_rows)
    return done


def _row_for_kind(body: AnyBody) -> tuple[Table, dict[str, Any]] | None:
    """None for what changes a row rather than adding one to its kind."""
    match body:
        case ActSaid():
            row: dict[str, Any] = {"words": body.words, "turn": body.turn, "is_foul": body.is_foul}
            return acts, row | {"line": body.line}
        case RulingMade():
            made = body.ruling
            about = {"ruling": made.id, "rule": made.rule, "subject": made.subject, "target": made.target}
            question = {
                "verdict": made.verdict,
                "question": body.question,
                "asked_by": body.asked_by,
                "t_ms": body.t_ms,
            }
            return rulings, {**about, **question, "details": msgspec.to_builtins(made)}
        case OverruledHere():
            return overrulings, {name: getattr(body, name) for name in OverruledHere.__struct_fields__}
        case ResultSaid():
            values = {"points": body.points, "winner": body.winner, "confirmed_by": [*body.confirmed_by]}
            return results, {**values, "why": body.why}
        case _:
            return None


def _apply_record(connection: Connection, record: RawRecord, body: AnyBody) -> None:
    this = matches.c.id == record.match
    match body:
        case MatchBegun():
            names = ("name", "game", "edition", "pairing", "program", "public_key")
            begun = {name: clip_words(getattr(body, name)) for name in names}
            start = {"start": clip_words(body.start, len(body.start)), "players": [*body.players]}
            connection.execute(update(matches).where(this).values(**begun, **start, begun_ms=record.received_ms))
        case MatchEnded():
            ended = {"ended_ms": record.received_ms, "ended_why": clip_words(body.why)}
            connection.execute(update(matches).where(this).values(**ended))
        case DisputeRaised():
            _raise_dispute(connection, record, body)
        case DisputeWithdrawn():
            theirs = (disputes.c.match == record.match) & (disputes.c.dispute == clip_words(body.dispute))
            still = theirs & disputes.c.state.in_(IN_THE_MAKING)
            gone = {"state": "withdrawn", "closed_ms": record.received_ms, "version": disputes.c.version + 1}
            connection.execute(update(disputes).where(still).values(**gone))
        case CommandAnswered():
            command, when = body.command, record.received_ms
            note_command_answered(connection, command, record.table, done=body.done, words=body.words, now_ms=when)


def _raise_dispute(connection: Connection, record: RawRecord, body: DisputeRaised) -> None:
    row = {
        "match": record.match,
        "dispute": clip_words(body.dispute),
        "number": record.number,
        "question": clip_words(body.question),
        "by": clip_words(body.by),
        "t_ms": body.t_ms,
        "ruling": None if body.ruling is None else msgspec.json.encode(body.ruling).decode(),
        "evidence": body.evidence,
        "evidence_bytes": body.evidence_bytes,
        "raised_ms": record.received_ms,
        "state": "open",
    }
    insert_once(connection, disputes, [row])
    if body.evidence is not None:
        announce_bundle(connection, record.match, body.evidence, size=body.evidence_bytes, now_ms=record.received_ms)


def _note_overruling(connection: Connection, record: RawRecord, body: OverruledHere) -> None:
    theirs = (decisions.c.id == body.decision) & (decisions.c.match == record.match)
    first = theirs & decisions.c.carried_out_ms.is_(None)
    connection.execute(update(decisions).where(first).values(carried_out_ms=record.received_ms))


def _clip_value(name: str, value: object) -> object:
    """A line of the game's file is long; all else that is said fits a column of words."""
    if not isinstance(value, str):
        return value
    return clip_words(value, len(value)) if name == "line" else clip_words(value)


@dataclass(slots=True)
class LoggedMatch:
    """What became of the records of a match in one transaction."""

    table: str
    up_to: int
    """Before this transaction."""
    conflicts: list[int] = field(default_factory=list)
    """Numbers that are here already with other contents."""
    sortable: list[RawRecord] = field(default_factory=list)
    """Those that follow `up_to` without a gap, in their order."""


def log_records(connection: Connection, sent: Sequence[RawRecord]) -> Mapping[str, LoggedMatch]:
    """By match. Whoever calls it sorts what is sortable, and then moves `up_to`."""
    logged = _read_logged_matches(connection, sent)
    ours = [record for record in sent if logged[record.match].table == record.table]
    fresh = _select_new(connection, ours, logged)
    insert_once(connection, records, [_record_row(record) for record in fresh])
    _find_sortable(connection, fresh, logged)
    return logged


def advance_up_to(connection: Connection, moved: Mapping[str, int]) -> None:
    """All in one go: a round trip for each match of two hundred tables would take longer than all else."""
    if moved:
        changed = update(matches).where(matches.c.id == bindparam("moved")).values(up_to=bindparam("to"))
        connection.execute(changed, [{"moved": match, "to": up_to} for match, up_to in moved.items()])


def read_up_to(connection: Connection, wanted: Collection[str]) -> dict[str, int]:
    """Of the matches that are here."""
    rows = connection.execute(select(matches.c.id, matches.c.up_to).where(matches.c.id.in_(wanted)))
    return {row.id: row.up_to for row in rows}


def read_match_table(connection: Connection, match: str) -> str | None:
    """The table that a match belongs to; None for one that is not here."""
    return connection.execute(select(matches.c.table).where(matches.c.id == match)).scalar_one_or_none()


def insert_once(connection: Connection, table: Table, rows: Sequence[Mapping[str, object]]) -> None:
    """A row whose key is there already is left as it is."""
    if rows:
        make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        connection.execute(make(table).on_conflict_do_nothing(), [*rows])


def _read_logged_matches(connection: Connection, sent: Sequence[RawRecord]) -> dict[str, LoggedMatch]:
    """A match belongs to the table that first spoke of it."""
    first = {record.match: record for record in reversed(sent)}
    query = select(matches.c.id, matches.c.table, matches.c.up_to).where(matches.c.id.in_(first))
    logged = {match: LoggedMatch(table, up_to) for match, table, up_to in connection.execute(query)}
    new = [record for match, record in first.items() if match not in logged]
    rows = [
        {"id": record.match, "table": record.table, "players": [], "first_seen_ms": record.received_ms, "up_to": 0}
        for record in new
    ]
    insert_once(connection, matches, rows)
    return logged | {record.match: LoggedMatch(record.table, 0) for record in new}


def _select_new(
    connection: Connection, ours: Sequence[RawRecord], logged: Mapping[str, LoggedMatch]
) -> list[RawRecord]:
    query = select(records.c.match, records.c.number, records.c.wall_ms, records.c.body).where(
        records.c.match.in_({record.match for record in ours}), records.c.number.in_({record.number for record in ours})
    )
    stored = {(match, number): (wall_ms, body) for match, number, wall_ms, body in connection.execute(query)}
    fresh = []
    for our in ours:
        place, contents = (our.match, our.number), (our.wall_ms, our.body)
        if place not in stored:
            stored[place] = contents
            fresh.append(our)
        elif stored[place] != contents and our.number not in logged[our.match].conflicts:
            logged[our.match].conflicts.append(our.number)
    return fresh


def _find_sortable(
    connection: Connection, fresh: Sequence[RawRecord], logged_matches: Mapping[str, LoggedMatch]
) -> None:
    by_match: dict[str, dict[int, RawRecord]] = {}
    for record in fresh:
        by_match.setdefault(record.match, {})[record.number] = record
    going_on = {match: new for match, new in by_match.items() if logged_matches[match].up_to + 1 in new}
    if not going_on:
        return
    newest = select(records.c.match, func.max(records.c.number)).where(records.c.match.in_(going_on))
    last = {row[0]: row[1] for row in connection.execute(newest.group_by(records.c.match))}
    for match, new in going_on.items():
        logged = logged_matches[match]
        logged.sortable = [*_iter_consecutive(new, logged.up_to)]
        if logged.up_to + len(logged.sortable) < last[match]:  # some came before those they follow
            logged.sortable = [*_iter_consecutive(_read_later_records(connection, match, logged), logged.up_to)]


def _read_later_records(connection: Connection, match: str, logged: LoggedMatch) -> dict[int, RawRecord]:
    later = (records.c.match == match) & (records.c.number > logged.up_to)
    query = select(records).where(later).order_by(records.c.number).limit(MOST_AT_ONCE)
    return {
        row.number: RawRecord(logged.table, match, row.number, row.wall_ms, row.kind, row.body, row.received_ms)
        for row in connection.execute(query)
    }


def _iter_consecutive(records_by_number: Mapping[int, RawRecord], up_to: int) -> Iterable[RawRecord]:
    number = up_to + 1
    while number in records_by_number:
        yield records_by_number[number]
        number += 1


def _record_row(record: RawRecord) -> dict[str, object]:
    names = ("match", "number", "wall_ms", "kind", "body", "received_ms")
    return {name: getattr(record, name) for name in names}


MOST_PARTS = -(-MOST_EVIDENCE_BYTES // EVIDENCE_PART_BYTES)


@dataclass(frozen=True, slots=True)
class PartKept:
    problem: str = ""
    """Why it is not taken; empty where it is, or was."""
    is_complete: bool = False
    """The bundle is whole with it."""


def announce_bundle(connection: Connection, match: str, sha256: str, *, size: int, now_ms: int) -> None:
    row = {"match": match, "sha256": sha256, "bytes": size, "parts": _count_parts(size)}
    insert_once(connection, evidence, [row | {"first_part_ms": now_ms, "last_part_ms": now_ms}])


def store_part(connection: Connection, sent: EvidencePart, *, now_ms: int) -> PartKept:
    """Only what was announced is taken: a table that sends anything it likes would fill the disk."""
    this = _bundle_condition(sent.match, sent.sha256)
    announced = connection.execute(select(evidence).where(this)).one_or_none()
    if announced is None:
        return PartKept("evidence that no dispute has announced")
    if announced.complete_ms is not None:
        return PartKept()
    expected = announced.parts if announced.bytes else min(sent.parts, MOST_PARTS)
    if sent.parts != expected or sent.part >= expected:
        return PartKept(f"part {sent.part} of {sent.parts} of evidence, expected {expected} parts")
    row = {"match": sent.match, "sha256": sent.sha256, "part": sent.part, "data": bytes(sent.data)}
    insert_once(connection, evidence_parts, [row])
    connection.execute(update(evidence).where(this).values(last_part_ms=now_ms, parts=expected))
    here = select(func.count()).select_from(evidence_parts).where(_parts_condition(sent.match, sent.sha256))
    if connection.execute(here).scalar_one() < expected:
        return PartKept()
    return _complete_bundle(connection, sent.match, sent.sha256, now_ms=now_ms)


def _complete_bundle(connection: Connection, match: str, sha256: str, *, now_ms: int) -> PartKept:
    digest = hashlib.sha256()
    for data in iter_bundle_parts(connection, match, sha256):
        digest.update(data)
    if digest.hexdigest() != sha256:
        connection.execute(delete(evidence_parts).where(_parts_condition(match, sha256)))
        return PartKept("evidence whose SHA-256 is another")
    connection.execute(update(evidence).where(_bundle_condition(match, sha256)).values(complete_ms=now_ms))
    return PartKept(is_complete=True)


def iter_bundle_parts(connection: Connection, match: str, sha256: str) -> Iterator[bytes]:
    """Of a bundle that is whole, in their order: together they are the zip."""
    order = select(evidence_parts.c.part).where(_parts_condition(match, sha256)).order_by(evidence_parts.c.part)
    for part in connection.execute(order).scalars().all():
        query = select(evidence_parts.c.data).where(_parts_condition(match, sha256), evidence_parts.c.part == part)
        yield bytes(connection.execute(query).scalar_one())


def read_bundle_states(
    connection: Connection, wanted: Iterable[str], *, overdue_ms: int
) -> dict[str, tuple[list[tuple[str, int]], list[str]]]:
    """By match: bundles that are here whole, or were and have been pruned, and since when; and those that are not, of
    which nothing has come since then."""
    states: dict[str, tuple[list[tuple[str, int]], list[str]]] = {}
    rows = select(evidence.c.match, evidence.c.sha256, evidence.c.complete_ms, evidence.c.last_part_ms)
    for match, sha256, complete_ms, last_part_ms in connection.execute(
        rows.where(evidence.c.match.in_(wanted)).order_by(evidence.c.first_part_ms)
    ):
        whole, missing = states.setdefault(match, ([], []))
        if complete_ms is not None:
            whole.append((sha256, complete_ms))
        elif last_part_ms < overdue_ms:
            missing.append(sha256)
    return states


def list_overdue_bundles(connection: Connection, *, overdue_ms: int) -> Sequence[tuple[str, str]]:
    """Tables and matches with bundles of which nothing has come since then."""
    waiting = evidence.c.complete_ms.is_(None) & (evidence.c.last_part_ms < overdue_ms)
    query = select(matches.c.table, matches.c.id).join(evidence, evidence.c.match == matches.c.id)
    return [(table, match) for table, match in connection.execute(query.where(waiting).distinct())]


def prune_bundles(connection: Connection, *, before_ms: int, now_ms: int) -> tuple[int, int]:
    """The pictures go, that they were here stays. How many bundles, and how many bytes."""
    old = (evidence.c.complete_ms < before_ms) & evidence.c.pruned_ms.is_(None)
    rows = connection.execute(select(evidence.c.match, evidence.c.sha256, evidence.c.bytes).where(old)).all()
    for match, sha256, _ in rows:
        connection.execute(delete(evidence_parts).where(_parts_condition(match, sha256)))
        connection.execute(update(evidence).where(_bundle_condition(match, sha256)).values(pruned_ms=now_ms))
    return len(rows), sum(size for _, _, size in rows)


def _count_parts(size: int) -> int:
    return max(1, -(-size // EVIDENCE_PART_BYTES))


def _bundle_condition(match: str, sha256: str) -> ColumnElement[bool]:
    return (evidence.c.match == match) & (evidence.c.sha256 == sha256)


def _parts_condition(match: str, sha256: str) -> ColumnElement[bool]:
    return (evidence_parts.c.match == match) & (evidence_parts.c.sha256 == sha256)
