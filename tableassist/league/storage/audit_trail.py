"""The audit trail: who did what, when, from where. Rows are added and, after years, pruned; none is changed."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from tableassist.league.storage.schema.columns import fitting
from tableassist.league.storage.tables import audit


@dataclass(frozen=True, slots=True)
class AuditRow:
    at_ms: int
    who: str
    what: str
    about: str
    origin: str
    details: str


def note(
    connection: Connection, *, at_ms: int, who: str, what: str, about: str = "", origin: str = "", details: str = ""
) -> None:
    row = {"who": who, "what": what, "about": about, "origin": origin, "details": details}
    connection.execute(insert(audit).values(at_ms=at_ms, **{name: fitting(said) for name, said in row.items()}))


def audit_rows(connection: Connection, *, most: int, about: str = "") -> Sequence[AuditRow]:
    """The newest first."""
    asked = select(*(audit.c[name] for name in ("at_ms", "who", "what", "about", "origin", "details")))
    if about:
        asked = asked.where(audit.c.about == about)
    return [AuditRow(*row) for row in connection.execute(asked.order_by(audit.c.id.desc()).limit(most))]


def prune_audit(connection: Connection, *, before_ms: int) -> int:
    return connection.execute(delete(audit).where(audit.c.at_ms < before_ms)).rowcount
