"""What the tables' referees say of the pairings: noted, and counted as soon as both players have confirmed it."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select, update

from tableassist.league.evening.results import HowEnded
from tableassist.league.storage.evening.rounds import StoredPairing
from tableassist.league.storage.tables import matches, pairings, results

REFEREE = "referee"
"""Who entered a result that no judge has touched."""


def note_table_results(
    connection: Connection, open_pairings: Sequence[StoredPairing], names: Mapping[str, str], now_ms: int
) -> int:
    """How many pairings have changed. `names`: of the players, by id: a table knows no other."""
    waiting = {each.id: each for each in open_pairings if each.decided_ms is None and each.second is not None}
    if not waiting:
        return 0
    changed = 0
    for pairing, said in _last_said(connection, sorted(waiting)).items():
        values = _values(waiting[pairing], said, names, now_ms)
        if values is None:
            continue
        version = waiting[pairing].version
        here = pairings.c.id == pairing, pairings.c.version == version, pairings.c.decided_ms.is_(None)
        changed += connection.execute(update(pairings).where(*here).values(version=version + 1, **values)).rowcount
    return changed


def _last_said(connection: Connection, ids: Sequence[str]) -> dict[str, Any]:
    """By pairing. Only what the table says to which the pairing was given."""
    asked = (
        select(
            matches.c.pairing,
            results.c.points,
            results.c.winner,
            results.c.confirmed_by,
            results.c.why,
        )
        .join(matches, matches.c.id == results.c.match)
        .join(pairings, (pairings.c.id == matches.c.pairing) & (pairings.c.table == matches.c.table))
        .where(matches.c.pairing.in_(ids))
        .order_by(results.c.received_ms, results.c.match, results.c.number)
    )
    return {row.pairing: row for row in connection.execute(asked)}


def _values(pairing: StoredPairing, said: Any, names: Mapping[str, str], now_ms: int) -> dict[str, Any] | None:
    """None where nothing is new, or where it is about others than these two."""
    first, second = names[pairing.first], names[pairing.second or ""]
    if not said.points or not {*said.points} <= {first, second} or said.winner not in ("", first, second):
        return None
    outcome = {first: "first", second: "second"}.get(said.winner, "draw")
    points = int(said.points.get(first, 0)), int(said.points.get(second, 0))
    confirmed = first in said.confirmed_by, second in said.confirmed_by
    if (outcome, points, confirmed) == (pairing.outcome, pairing.points, pairing.confirmed):
        return None
    return {
        "outcome": outcome,
        "ended": HowEnded.PLAYED.value,
        "first_points": points[0],
        "second_points": points[1],
        "first_confirmed": confirmed[0],
        "second_confirmed": confirmed[1],
        "entered_by": REFEREE,
        "why": said.why,
        "decided_ms": now_ms if all(confirmed) else None,
    }
