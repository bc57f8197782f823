"""The queue of disputes and too-close calls, and the decisions of judges.

A call that was too close is only a ruling until a judge takes it; then it becomes a dispute that the desk has raised,
so that claiming and deciding are the same for both.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from tableassist.errors import BadRequestError
from tableassist.league.storage.schema import (
    commands,
    decisions,
    disputes,
    evidence,
    matches,
    new_id,
    overrulings,
    rulings,
    tables,
    users,
)
from tableassist.rulebook import Verdict
from tableassist.store.league import Decide

CALL = "call-"
"""Goes before the number of the ruling's record, for a dispute that the desk has raised."""
OPEN, CLAIMED, DECIDED = "open", "claimed", "decided"
MOST_OPEN, MOST_CALLS, MOST_DECIDED = 500, 200, 30
TOO_CLOSE = "too_close"


class QueueItem(msgspec.Struct, frozen=True, omit_defaults=True):
    match: str
    dispute: str
    table: str
    question: str
    raised_ms: int
    state: str
    version: int
    by: str = ""
    match_name: str = ""
    claimed_by: str = ""
    """The user's id."""
    judge: str = ""
    """The name of the one who is on it, or who has decided."""
    evidence: str = ""
    """SHA-256 of the bundle, where it is here whole."""
    is_coming: bool = False
    """A bundle was announced and is not here yet."""
    verdict: str = ""
    """What was decided."""
    reason: str = ""
    decided_ms: int | None = None
    done_ms: int | None = None
    """When the table has done it."""
    refused: str = ""
    """Why the table did not."""

    @property
    def is_call(self) -> bool:
        return self.dispute.startswith(CALL)


def read_queue(connection: Connection, league: str) -> list[QueueItem]:
    """The oldest first; at the end what was decided lately, the newest of it first."""
    waiting = [*_list_open_disputes(connection, league), *_iter_open_calls(connection, league)]
    decided = _list_decided(connection, league)
    return [*sorted(waiting, key=lambda item: item.raised_ms), *decided]


def read_queue_item(connection: Connection, league: str, match: str, dispute: str) -> QueueItem | None:
    query = _dispute_query(league).where(disputes.c.match == match, disputes.c.dispute == dispute)
    row = connection.execute(query).first()
    if row is not None:
        return _item_from_row(row)
    return next(
        (call for call in _iter_open_calls(connection, league) if (call.match, call.dispute) == (match, dispute)), None
    )


def read_disputed_ruling(connection: Connection, match: str, dispute: str) -> dict[str, Any] | None:
    """The ruling that it is about, as `judge --json` has it; None where it is about something else."""
    query = select(disputes.c.ruling).where(disputes.c.match == match, disputes.c.dispute == dispute)
    kept = connection.execute(query).scalar()
    if kept:
        return dict(msgspec.json.decode(kept))
    row = _read_call(connection, match, dispute)
    return None if row is None else dict(row.details)


def read_public_key(connection: Connection, match: str) -> str:
    """Of the table that played it, in base64; empty where it has said none."""
    return str(connection.execute(select(matches.c.public_key).where(matches.c.id == match)).scalar() or "")


def _dispute_query(league: str) -> Any:
    whole = (evidence.c.match == disputes.c.match) & (evidence.c.sha256 == disputes.c.evidence)
    decided = (decisions.c.match == disputes.c.match) & (decisions.c.dispute == disputes.c.dispute)
    return (
        select(
            disputes,
            matches.c.table,
            matches.c.name.label("match_name"),
            users.c.name.label("judge_name"),
            evidence.c.complete_ms,
            evidence.c.pruned_ms,
            decisions.c.verdict,
            decisions.c.reason,
            decisions.c.decided_ms,
            decisions.c.judge_name.label("decided_by"),
            commands.c.answered_ms,
            commands.c.done,
            commands.c.answer,
        )
        .join(matches, matches.c.id == disputes.c.match)
        .join(tables, tables.c.id == matches.c.table)
        .outerjoin(users, users.c.id == disputes.c.claimed_by)
        .outerjoin(evidence, whole)
        .outerjoin(decisions, decided)
        .outerjoin(commands, commands.c.id == decisions.c.command)
        .where(tables.c.league == league)
    )


def _list_open_disputes(connection: Connection, league: str) -> list[QueueItem]:
    query = _dispute_query(league).where(disputes.c.state.in_((OPEN, CLAIMED)))
    return [_item_from_row(row) for row in connection.execute(query.order_by(disputes.c.raised_ms).limit(MOST_OPEN))]


def _list_decided(connection: Connection, league: str) -> list[QueueItem]:
    query = _dispute_query(league).where(disputes.c.state == DECIDED)
    newest = query.order_by(disputes.c.closed_ms.desc()).limit(MOST_DECIDED)
    return [_item_from_row(row) for row in connection.execute(newest)]


def _item_from_row(row: Any) -> QueueItem:
    is_here = row.complete_ms is not None and row.pruned_ms is None
    return QueueItem(
        match=row.match,
        dispute=row.dispute,
        table=row.table,
        question=row.question,
        raised_ms=row.raised_ms,
        state=row.state,
        version=row.version,
        by=row.by,
        match_name=row.match_name,
        claimed_by=row.claimed_by or "",
        judge=row.decided_by or row.judge_name or "",
        evidence=row.evidence if is_here else "",
        is_coming=row.evidence is not None and not is_here and row.pruned_ms is None,
        verdict=row.verdict or "",
        reason=row.reason or "",
        decided_ms=row.decided_ms,
        done_ms=row.answered_ms if row.done else None,
        refused=row.answer or "" if row.done is False else "",
    )


def _iter_open_calls(connection: Connection, league: str) -> Iterator[QueueItem]:
    """The newest of each question that was too close, unless somebody has answered it since."""
    overruled = (
        select(overrulings.c.number)
        .where(
            overrulings.c.match == rulings.c.match,
            overrulings.c.ruling == rulings.c.ruling,
            overrulings.c.number > rulings.c.number,
        )
        .exists()
    )
    newer = rulings.alias("newer")
    asked_again = (
        select(newer.c.number)
        .where(newer.c.match == rulings.c.match, newer.c.ruling == rulings.c.ruling, newer.c.number > rulings.c.number)
        .exists()
    )
    query = (
        select(rulings, matches.c.table, matches.c.name)
        .join(matches, matches.c.id == rulings.c.match)
        .join(tables, tables.c.id == matches.c.table)
        .where(tables.c.league == league, rulings.c.verdict == TOO_CLOSE, matches.c.ended_ms.is_(None))
        .where(~overruled, ~asked_again)
        .order_by(rulings.c.received_ms.desc())
        .limit(MOST_CALLS)
    )
    taken = _disputed_rulings(connection, league)
    for row in connection.execute(query):
        if (row.match, f"{CALL}{row.number}") in taken or (row.match, row.ruling) in taken:
            continue
        yield QueueItem(
            match=row.match,
            dispute=f"{CALL}{row.number}",
            table=row.table,
            question=row.question,
            raised_ms=row.received_ms,
            state=OPEN,
            version=0,
            by=row.asked_by,
            match_name=row.name,
        )


def _disputed_rulings(connection: Connection, league: str) -> set[tuple[str, str]]:
    """Matches with the disputes that the desk has raised, and with the rulings that a table has."""
    query = (
        select(disputes.c.match, disputes.c.dispute, disputes.c.ruling)
        .join(matches, matches.c.id == disputes.c.match)
        .join(tables, tables.c.id == matches.c.table)
        .where(tables.c.league == league, matches.c.ended_ms.is_(None))
    )
    disputed = set()
    for row in connection.execute(query):
        disputed.add((row.match, row.dispute))
        if row.ruling:
            disputed.add((row.match, str(msgspec.json.decode(row.ruling).get("id", ""))))
    return disputed


def claim_dispute(connection: Connection, item: QueueItem, user: str, version: int, now_ms: int) -> None:
    """Nobody else is on it: else it is said who."""
    if item.is_call and item.version == 0:
        _raise_call(connection, item)
        version = 1
    values = {"state": CLAIMED, "claimed_by": user, "claimed_ms": now_ms}
    _update_dispute(connection, item, version, values, user)


def release_dispute(connection: Connection, item: QueueItem, user: str, version: int) -> None:
    _update_dispute(connection, item, version, {"state": OPEN, "claimed_by": None, "claimed_ms": None}, user)


def close_dispute(connection: Connection, item: QueueItem, user: str, version: int, now_ms: int) -> None:
    """Decided: whoever is on it decides, or anybody where nobody is."""
    if item.is_call and item.version == 0:
        _raise_call(connection, item)
        version = 1
    _update_dispute(connection, item, version, {"state": DECIDED, "claimed_by": user, "closed_ms": now_ms}, user)


def _update_dispute(connection: Connection, item: QueueItem, version: int, values: dict[str, Any], user: str) -> None:
    this = disputes.c.match == item.match, disputes.c.dispute == item.dispute
    free = disputes.c.claimed_by.is_(None) | (disputes.c.claimed_by == user)
    still = disputes.c.version == version, disputes.c.state.in_((OPEN, CLAIMED)), free
    done = connection.execute(update(disputes).where(*this, *still).values(version=version + 1, **values))
    if done.rowcount:
        return
    row = connection.execute(
        select(disputes.c.state, users.c.name)
        .outerjoin(users, users.c.id == disputes.c.claimed_by)
        .where(*this, func.coalesce(disputes.c.claimed_by, "") != user)
    ).first()
    if row is not None and row.state == CLAIMED:
        raise BadRequestError("{judge} is on it", judge=row.name)
    if row is not None and row.state == DECIDED:
        raise BadRequestError("{judge} has decided it", judge=row.name)
    raise BadRequestError("the dispute has changed in the meantime: reload and look again")


def _raise_call(connection: Connection, item: QueueItem) -> None:
    """Unless another judge was quicker."""
    row = _read_call(connection, item.match, item.dispute)
    existing = select(disputes.c.dispute).where(disputes.c.match == item.match, disputes.c.dispute == item.dispute)
    if row is None or connection.execute(existing).first() is not None:
        return
    values = {
        "match": item.match,
        "dispute": item.dispute,
        "number": row.number,
        "question": row.question,
        "by": row.asked_by,
        "t_ms": row.t_ms,
        "ruling": msgspec.json.encode(row.details).decode(),
        "raised_ms": row.received_ms,
        "state": OPEN,
    }
    connection.execute(insert(disputes).values(**values))


def _read_call(connection: Connection, match: str, dispute: str) -> Any:
    number = dispute.removeprefix(CALL)
    if not dispute.startswith(CALL) or not number.isdecimal() or len(number) > 8:
        return None
    this = rulings.c.match == match, rulings.c.number == int(number)
    return connection.execute(select(rulings).where(*this)).first()


STAND, OTHER = "stand", "other"
WORDS = ("yes", "no", STAND, OTHER)
"""What a judge may say."""


@dataclass(frozen=True, slots=True)
class KeptDecision:
    id: str
    table: str
    order: Decide
    by: str


def keep_decision(
    connection: Connection,
    item: QueueItem,
    ruling: dict[str, Any] | None,
    *,
    verdict: str,
    reason: str,
    judge: str,
    judge_name: str,
    now_ms: int,
) -> str:
    """`verdict`: one of `WORDS`."""
    this = disputes.c.match == item.match, disputes.c.dispute == item.dispute
    t_ms = connection.execute(select(disputes.c.t_ms).where(*this)).scalar() or 0
    ident = new_id("decision")
    values = {
        "ruling": str((ruling or {}).get("id", "")),
        "verdict": verdict,
        "reason": reason,
        "t_ms": t_ms,
        "judge": judge,
        "judge_name": judge_name,
        "decided_ms": now_ms,
    }
    connection.execute(insert(decisions).values(id=ident, match=item.match, dispute=item.dispute, **values))
    return ident


def list_unsent_decisions(connection: Connection, league: str) -> list[KeptDecision]:
    """Kept, and not yet ordered of the table: new ones, and those at which a hub was killed."""
    query = (
        select(decisions, matches.c.table, disputes.c.ruling.label("disputed"))
        .join(matches, matches.c.id == decisions.c.match)
        .join(tables, tables.c.id == matches.c.table)
        .outerjoin(disputes, (disputes.c.match == decisions.c.match) & (disputes.c.dispute == decisions.c.dispute))
        .where(tables.c.league == league, decisions.c.command == "")
        .order_by(decisions.c.decided_ms)
    )
    return [KeptDecision(row.id, row.table, _order_from_row(row), row.judge_name) for row in connection.execute(query)]


def note_decision_sent(connection: Connection, decision: str, command: str) -> None:
    connection.execute(update(decisions).where(decisions.c.id == decision).values(command=command))


def _order_from_row(row: Any) -> Decide:
    """A call that was too close is no dispute to the table, which only knows the ruling."""
    dispute = "" if row.dispute is None or row.dispute.startswith(CALL) else row.dispute
    return Decide(
        decision=row.id,
        match=row.match,
        judge=row.judge_name,
        reason=row.reason,
        dispute=dispute,
        ruling=row.ruling,
        verdict=_decided_verdict(row),
        t_ms=row.t_ms,
    )


def _decided_verdict(row: Any) -> Verdict | None:
    if row.verdict in ("yes", "no"):
        return Verdict(row.verdict)
    if row.verdict == STAND and row.disputed:
        return msgspec.json.decode(row.disputed, type=_Called).verdict
    return None


class _Called(msgspec.Struct):
    """Of a ruling, what it said."""

    verdict: Verdict
