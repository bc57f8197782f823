"""Records sorted into the tables of their kind: acts, rulings, disputes, results, the state of their match."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, update

from tableassist.formats.league.records import (
    ActSaid,
    AnyBody,
    CommandAnswered,
    DisputeRaised,
    DisputeWithdrawn,
    MatchBegun,
    MatchEnded,
    OverruledHere,
    ResultSaid,
    RulingMade,
)
from tableassist.league.storage.command_queue import note_answered
from tableassist.league.storage.incoming.bundles import announce
from tableassist.league.storage.incoming.record_log import RawRecord, insert_once
from tableassist.league.storage.schema.columns import fitting
from tableassist.league.storage.tables import (
    acts,
    decisions,
    disputes,
    matches,
    overrulings,
    results,
    rulings,
)

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
