"""The raw records of the matches: stored once under match and number, and never changed."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, Table, bindparam, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from tableassist.league.storage.tables import matches, records

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
