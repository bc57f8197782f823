"""Evidence bundles: announced by a dispute, sent in parts, whole when their SHA-256 says so.

A bundle stays in its parts, within the database: one backup has everything, and nothing as large goes through memory.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, delete, func, select, update

from tableassist.formats.league.records import EVIDENCE_PART_BYTES, MOST_EVIDENCE_BYTES, EvidencePart
from tableassist.league.storage.incoming.record_log import insert_once
from tableassist.league.storage.tables import evidence, evidence_parts, matches

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
