"""Records sorted into the tables of their kind: acts, rulings, disputes, results, the state of their match."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Table, bindparam, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from tableassist.formats.league.records import (
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
from tableassist.league.storage.command_queue import note_answered
from tableassist.league.storage.schema import (
    acts,
    decisions,
    disputes,
    evidence,
    evidence_parts,
    fitting,
    matches,
    overrulings,
    records,
    results,
    rulings,
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
        sorted_row = _row_of(body)
        if sorted_row is not None:
            table, row = sorted_row
            place = {"match": record.match, "number": record.number, "received_ms": record.received_ms}
            rows[table].append(place | {name: _fitted(name, value) for name, value in row.items()})
        else:
            _change(connection, record, body)
        if isinstance(body, OverruledHere) and body.decision:
            _carried_out(connection, record, body)
    for table, each in rows.items():
        insert_once(connection, table, each)
    return done


def _row_of(body: AnyBody) -> tuple[Table, dict[str, Any]] | None:
    """None for what changes a row rather than adding one to its kind."""
    match body:
        case ActSaid():
            row: dict[str, Any] = {"words": body.words, "turn": body.turn, "is_foul": body.is_foul}
            return acts, row | {"line": body.line}
        case RulingMade():
            made = body.ruling
            about = {"ruling": made.id, "rule": made.rule, "subject": made.subject, "target": made.target}
            asked = {"verdict": made.verdict, "question": body.question, "asked_by": body.asked_by, "t_ms": body.t_ms}
            return rulings, {**about, **asked, "details": msgspec.to_builtins(made)}
        case OverruledHere():
            return overrulings, {name: getattr(body, name) for name in OverruledHere.__struct_fields__}
        case ResultSaid():
            said = {"points": body.points, "winner": body.winner, "confirmed_by": [*body.confirmed_by]}
            return results, {**said, "why": body.why}
        case _:
            return None


def _change(connection: Connection, record: RawRecord, body: AnyBody) -> None:
    this = matches.c.id == record.match
    match body:
        case MatchBegun():
            names = ("name", "game", "edition", "pairing", "program", "public_key")
            begun = {name: fitting(getattr(body, name)) for name in names}
            start = {"start": fitting(body.start, len(body.start)), "players": [*body.players]}
            connection.execute(update(matches).where(this).values(**begun, **start, begun_ms=record.received_ms))
        case MatchEnded():
            ended = {"ended_ms": record.received_ms, "ended_why": fitting(body.why)}
            connection.execute(update(matches).where(this).values(**ended))
        case DisputeRaised():
            _raise(connection, record, body)
        case DisputeWithdrawn():
            theirs = (disputes.c.match == record.match) & (disputes.c.dispute == fitting(body.dispute))
            still = theirs & disputes.c.state.in_(IN_THE_MAKING)
            gone = {"state": "withdrawn", "closed_ms": record.received_ms, "version": disputes.c.version + 1}
            connection.execute(update(disputes).where(still).values(**gone))
        case CommandAnswered():
            command, when = body.command, record.received_ms
            note_answered(connection, command, record.table, done=body.done, words=body.words, now_ms=when)


def _raise(connection: Connection, record: RawRecord, body: DisputeRaised) -> None:
    row = {
        "match": record.match,
        "dispute": fitting(body.dispute),
        "number": record.number,
        "question": fitting(body.question),
        "by": fitting(body.by),
        "t_ms": body.t_ms,
        "ruling": None if body.ruling is None else msgspec.json.encode(body.ruling).decode(),
        "evidence": body.evidence,
        "evidence_bytes": body.evidence_bytes,
        "raised_ms": record.received_ms,
        "state": "open",
    }
    insert_once(connection, disputes, [row])
    if body.evidence is not None:
        announce(connection, record.match, body.evidence, size=body.evidence_bytes, now_ms=record.received_ms)


def _carried_out(connection: Connection, record: RawRecord, body: OverruledHere) -> None:
    theirs = (decisions.c.id == body.decision) & (decisions.c.match == record.match)
    first = theirs & decisions.c.carried_out_ms.is_(None)
    connection.execute(update(decisions).where(first).values(carried_out_ms=record.received_ms))


def _fitted(name: str, value: object) -> object:
    """A line of the game's file is long; all else that is said fits a column of words."""
    if not isinstance(value, str):
        return value
    return fitting(value, len(value)) if name == "line" else fitting(value)


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
    found = _matches(connection, sent)
    ours = [each for each in sent if found[each.match].table == each.table]
    fresh = _fresh(connection, ours, found)
    insert_once(connection, records, [_row(each) for each in fresh])
    _find_sortable(connection, fresh, found)
    return found


def move_up_to(connection: Connection, moved: Mapping[str, int]) -> None:
    """All in one go: a round trip for each match of two hundred tables would take longer than all else."""
    if moved:
        changed = update(matches).where(matches.c.id == bindparam("moved")).values(up_to=bindparam("to"))
        connection.execute(changed, [{"moved": match, "to": up_to} for match, up_to in moved.items()])


def up_to_of(connection: Connection, asked: Collection[str]) -> dict[str, int]:
    """Of the matches that are here."""
    rows = connection.execute(select(matches.c.id, matches.c.up_to).where(matches.c.id.in_(asked)))
    return {row.id: row.up_to for row in rows}


def owner_of(connection: Connection, match: str) -> str | None:
    """The table that a match belongs to; None for one that is not here."""
    return connection.execute(select(matches.c.table).where(matches.c.id == match)).scalar_one_or_none()


def insert_once(connection: Connection, table: Table, rows: Sequence[Mapping[str, object]]) -> None:
    """A row whose key is there already is left as it is."""
    if rows:
        make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        connection.execute(make(table).on_conflict_do_nothing(), [*rows])


def _matches(connection: Connection, sent: Sequence[RawRecord]) -> dict[str, LoggedMatch]:
    """A match belongs to the table that first spoke of it."""
    first = {each.match: each for each in reversed(sent)}
    asked = select(matches.c.id, matches.c.table, matches.c.up_to).where(matches.c.id.in_(first))
    known = {match: LoggedMatch(table, up_to) for match, table, up_to in connection.execute(asked)}
    new = [each for match, each in first.items() if match not in known]
    rows = [
        {"id": each.match, "table": each.table, "players": [], "first_seen_ms": each.received_ms, "up_to": 0}
        for each in new
    ]
    insert_once(connection, matches, rows)
    return known | {each.match: LoggedMatch(each.table, 0) for each in new}


def _fresh(connection: Connection, ours: Sequence[RawRecord], found: Mapping[str, LoggedMatch]) -> list[RawRecord]:
    asked = select(records.c.match, records.c.number, records.c.wall_ms, records.c.body).where(
        records.c.match.in_({each.match for each in ours}), records.c.number.in_({each.number for each in ours})
    )
    known = {(match, number): (wall_ms, body) for match, number, wall_ms, body in connection.execute(asked)}
    fresh = []
    for each in ours:
        place, contents = (each.match, each.number), (each.wall_ms, each.body)
        if place not in known:
            known[place] = contents
            fresh.append(each)
        elif known[place] != contents and each.number not in found[each.match].conflicts:
            found[each.match].conflicts.append(each.number)
    return fresh


def _find_sortable(connection: Connection, fresh: Sequence[RawRecord], found: Mapping[str, LoggedMatch]) -> None:
    by_match: dict[str, dict[int, RawRecord]] = {}
    for each in fresh:
        by_match.setdefault(each.match, {})[each.number] = each
    going_on = {match: new for match, new in by_match.items() if found[match].up_to + 1 in new}
    if not going_on:
        return
    newest = select(records.c.match, func.max(records.c.number)).where(records.c.match.in_(going_on))
    last = {row[0]: row[1] for row in connection.execute(newest.group_by(records.c.match))}
    for match, new in going_on.items():
        logged = found[match]
        logged.sortable = [*_in_row(new, logged.up_to)]
        if logged.up_to + len(logged.sortable) < last[match]:  # some came before those they follow
            logged.sortable = [*_in_row(_kept(connection, match, logged), logged.up_to)]


def _kept(connection: Connection, match: str, logged: LoggedMatch) -> dict[int, RawRecord]:
    later = (records.c.match == match) & (records.c.number > logged.up_to)
    asked = select(records).where(later).order_by(records.c.number).limit(MOST_AT_ONCE)
    return {
        row.number: RawRecord(logged.table, match, row.number, row.wall_ms, row.kind, row.body, row.received_ms)
        for row in connection.execute(asked)
    }


def _in_row(records_by_number: Mapping[int, RawRecord], up_to: int) -> Iterable[RawRecord]:
    number = up_to + 1
    while number in records_by_number:
        yield records_by_number[number]
        number += 1


def _row(record: RawRecord) -> dict[str, object]:
    names = ("match", "number", "wall_ms", "kind", "body", "received_ms")
    return {name: getattr(record, name) for name in names}


MOST_PARTS = -(-MOST_EVIDENCE_BYTES // EVIDENCE_PART_BYTES)


@dataclass(frozen=True, slots=True)
class PartKept:
    problem: str = ""
    """Why it is not taken; empty where it is, or was."""
    is_complete: bool = False
    """The bundle is whole with it."""


def announce(connection: Connection, match: str, sha256: str, *, size: int, now_ms: int) -> None:
    row = {"match": match, "sha256": sha256, "bytes": size, "parts": _parts(size)}
    insert_once(connection, evidence, [row | {"first_part_ms": now_ms, "last_part_ms": now_ms}])


def keep_part(connection: Connection, sent: EvidencePart, *, now_ms: int) -> PartKept:
    """Only what was announced is taken: a table that sends anything it likes would fill the disk."""
    this = _this(sent.match, sent.sha256)
    known = connection.execute(select(evidence).where(this)).one_or_none()
    if known is None:
        return PartKept("evidence that no dispute has announced")
    if known.complete_ms is not None:
        return PartKept()
    expected = known.parts if known.bytes else min(sent.parts, MOST_PARTS)
    if sent.parts != expected or sent.part >= expected:
        return PartKept(f"part {sent.part} of {sent.parts} of evidence, expected {expected} parts")
    row = {"match": sent.match, "sha256": sent.sha256, "part": sent.part, "data": bytes(sent.data)}
    insert_once(connection, evidence_parts, [row])
    connection.execute(update(evidence).where(this).values(last_part_ms=now_ms, parts=expected))
    here = select(func.count()).select_from(evidence_parts).where(_parts_of(sent.match, sent.sha256))
    if connection.execute(here).scalar_one() < expected:
        return PartKept()
    return _complete(connection, sent.match, sent.sha256, now_ms=now_ms)


def _complete(connection: Connection, match: str, sha256: str, *, now_ms: int) -> PartKept:
    digest = hashlib.sha256()
    for data in bundle_parts(connection, match, sha256):
        digest.update(data)
    if digest.hexdigest() != sha256:
        connection.execute(delete(evidence_parts).where(_parts_of(match, sha256)))
        return PartKept("evidence whose SHA-256 is another")
    connection.execute(update(evidence).where(_this(match, sha256)).values(complete_ms=now_ms))
    return PartKept(is_complete=True)


def bundle_parts(connection: Connection, match: str, sha256: str) -> Iterator[bytes]:
    """Of a bundle that is whole, in their order: together they are the zip."""
    order = select(evidence_parts.c.part).where(_parts_of(match, sha256)).order_by(evidence_parts.c.part)
    for part in connection.execute(order).scalars().all():
        asked = select(evidence_parts.c.data).where(_parts_of(match, sha256), evidence_parts.c.part == part)
        yield bytes(connection.execute(asked).scalar_one())


def bundle_states(
    connection: Connection, asked: Iterable[str], *, overdue_ms: int
) -> dict[str, tuple[list[str], list[str]]]:
    """By match: bundles that are here whole, or were and have been pruned; and those that are not, of which nothing has
    come since then."""
    found: dict[str, tuple[list[str], list[str]]] = {}
    rows = select(evidence.c.match, evidence.c.sha256, evidence.c.complete_ms, evidence.c.last_part_ms)
    for match, sha256, complete_ms, last_part_ms in connection.execute(
        rows.where(evidence.c.match.in_(asked)).order_by(evidence.c.first_part_ms)
    ):
        whole, missing = found.setdefault(match, ([], []))
        if complete_ms is not None:
            whole.append(sha256)
        elif last_part_ms < overdue_ms:
            missing.append(sha256)
    return found


def overdue_bundles(connection: Connection, *, overdue_ms: int) -> Sequence[tuple[str, str]]:
    """Tables and matches with bundles of which nothing has come since then."""
    waiting = evidence.c.complete_ms.is_(None) & (evidence.c.last_part_ms < overdue_ms)
    asked = select(matches.c.table, matches.c.id).join(evidence, evidence.c.match == matches.c.id)
    return [(table, match) for table, match in connection.execute(asked.where(waiting).distinct())]


def prune_bundles(connection: Connection, *, before_ms: int, now_ms: int) -> tuple[int, int]:
    """The pictures go, that they were here stays. How many bundles, and how many bytes."""
    old = (evidence.c.complete_ms < before_ms) & evidence.c.pruned_ms.is_(None)
    rows = connection.execute(select(evidence.c.match, evidence.c.sha256, evidence.c.bytes).where(old)).all()
    for match, sha256, _ in rows:
        connection.execute(delete(evidence_parts).where(_parts_of(match, sha256)))
        connection.execute(update(evidence).where(_this(match, sha256)).values(pruned_ms=now_ms))
    return len(rows), sum(size for _, _, size in rows)


def _parts(size: int) -> int:
    return max(1, -(-size // EVIDENCE_PART_BYTES))


def _this(match: str, sha256: str) -> ColumnElement[bool]:
    return (evidence.c.match == match) & (evidence.c.sha256 == sha256)


def _parts_of(match: str, sha256: str) -> ColumnElement[bool]:
    return (evidence_parts.c.match == match) & (evidence_parts.c.sha256 == sha256)
