"""What judges have decided: kept before anything is sent, and sent until the table has it."""

from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update

from tableassist.formats.league.commands import Decide
from tableassist.league.storage.evening.ids import new_id
from tableassist.league.storage.judging.queue import CALL, QueueItem
from tableassist.league.storage.tables import decisions, disputes, matches, tables
from tableassist.rulebook.ruling.ruling import Verdict

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


def unsent_decisions(connection: Connection, league: str) -> list[KeptDecision]:
    """Kept, and not yet ordered of the table: new ones, and those at which a hub was killed."""
    asked = (
        select(decisions, matches.c.table, disputes.c.ruling.label("disputed"))
        .join(matches, matches.c.id == decisions.c.match)
        .join(tables, tables.c.id == matches.c.table)
        .outerjoin(disputes, (disputes.c.match == decisions.c.match) & (disputes.c.dispute == decisions.c.dispute))
        .where(tables.c.league == league, decisions.c.command == "")
        .order_by(decisions.c.decided_ms)
    )
    return [KeptDecision(row.id, row.table, _order(row), row.judge_name) for row in connection.execute(asked)]


def note_command(connection: Connection, decision: str, command: str) -> None:
    connection.execute(update(decisions).where(decisions.c.id == decision).values(command=command))


def _order(row: Any) -> Decide:
    """A call that was too close is no dispute to the table, which only knows the ruling."""
    dispute = "" if row.dispute is None or row.dispute.startswith(CALL) else row.dispute
    return Decide(
        decision=row.id,
        match=row.match,
        judge=row.judge_name,
        reason=row.reason,
        dispute=dispute,
        ruling=row.ruling,
        verdict=_verdict(row),
        t_ms=row.t_ms,
    )


def _verdict(row: Any) -> Verdict | None:
    if row.verdict in ("yes", "no"):
        return Verdict(row.verdict)
    if row.verdict == STAND and row.disputed:
        return msgspec.json.decode(row.disputed, type=_Called).verdict
    return None


class _Called(msgspec.Struct):
    """Of a ruling, what it said."""

    verdict: Verdict
