"""Rounds and their pairings. A drawn round may still be changed; a running one is fixed, and its results are noted."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from tableassist.errors import BadRequestError
from tableassist.league.evening.round import Countdown, HowEnded, Paired, PairingResult
from tableassist.league.storage.schema import new_id, pairings, rounds

DRAWN, RUNNING, OVER = "drawn", "running", "over"


class StoredPairing(msgspec.Struct, frozen=True):
    id: str
    round: int
    number: int
    table: str | None
    first: str
    second: str | None
    outcome: str
    """Empty while nothing is known."""
    ended: str
    points: tuple[int, int]
    """Gold of the first and the second."""
    confirmed: tuple[bool, bool]
    entered_by: str
    why: str
    decided_ms: int | None
    """None: the result does not count yet."""
    version: int

    @property
    def paired(self) -> Paired:
        return Paired(self.first, self.second)

    @property
    def result(self) -> PairingResult | None:
        """None while it does not count."""
        if self.decided_ms is None or not self.outcome:
            return None
        winner = {"first": self.first, "second": self.second}.get(self.outcome)
        gold = {} if self.second is None else dict(zip((self.first, self.second), self.points, strict=True))
        ended = HowEnded.NOBODY if self.outcome == "both-lost" else HowEnded(self.ended or HowEnded.PLAYED)
        return PairingResult(self.round, self.first, self.second, winner, ended, gold)


class StoredRound(msgspec.Struct, frozen=True):
    id: str
    number: int
    state: str
    begun_ms: int | None
    clock_s: int
    clock_used_s: int
    clock_running_since_ms: int | None
    version: int
    pairings: tuple[StoredPairing, ...] = ()

    @property
    def clock(self) -> Countdown:
        return Countdown((self.clock_s - self.clock_used_s) * 1000, self.clock_running_since_ms)


def list_rounds(connection: Connection, evening: str) -> tuple[StoredRound, ...]:
    query = select(pairings, rounds.c.number.label("in_round")).join(rounds).where(rounds.c.evening == evening)
    of_round: dict[str, list[StoredPairing]] = {}
    for row in connection.execute(query.order_by(pairings.c.number)):
        of_round.setdefault(row.round, []).append(_pairing_from_row(row))
    return tuple(
        StoredRound(
            row.id,
            row.number,
            row.state,
            row.begun_ms,
            row.clock_s,
            row.clock_used_s,
            row.clock_running_since_ms,
            row.version,
            tuple(of_round.get(row.id, ())),
        )
        for row in connection.execute(select(rounds).where(rounds.c.evening == evening).order_by(rounds.c.number))
    )


def _pairing_from_row(row: Any) -> StoredPairing:
    return StoredPairing(
        id=row.id,
        round=row.in_round,
        number=row.number,
        table=row.table,
        first=row.first_player,
        second=row.second_player,
        outcome=row.outcome,
        ended=row.ended,
        points=(row.first_points, row.second_points),
        confirmed=(row.first_confirmed, row.second_confirmed),
        entered_by=row.entered_by,
        why=row.why,
        decided_ms=row.decided_ms,
        version=row.version,
    )


def draw_round(connection: Connection, evening: str, number: int, clock_s: int, now_ms: int) -> str:
    ident = new_id("round")
    values = {"number": number, "state": DRAWN, "drawn_ms": now_ms, "clock_s": clock_s}
    connection.execute(insert(rounds).values(id=ident, evening=evening, **values))
    return ident


def replace_pairings(
    connection: Connection, round_id: str, version: int, drawn: Sequence[tuple[Paired, str | None]], now_ms: int
) -> None:
    """Each with its table, in the place of those that were there. `version`: of the round that was looked at."""
    _update_round(connection, round_id, version, DRAWN, {})
    connection.execute(delete(pairings).where(pairings.c.round == round_id))
    for number, (paired, table) in enumerate(drawn, start=1):
        values: dict[str, Any] = {"first_player": paired.first, "second_player": paired.second, "table": table}
        if paired.second is None:
            values |= {"outcome": "bye", "ended": HowEnded.BYE.value, "decided_ms": now_ms, "table": None}
        connection.execute(insert(pairings).values(id=new_id("pairing"), round=round_id, number=number, **values))


def fix_round(connection: Connection, round_id: str, version: int, now_ms: int) -> None:
    _update_round(connection, round_id, version, DRAWN, {"state": RUNNING, "begun_ms": now_ms})


def drop_round(connection: Connection, round_id: str, version: int) -> None:
    """A drawn one: it is paired anew."""
    _update_round(connection, round_id, version, DRAWN, {})
    connection.execute(delete(pairings).where(pairings.c.round == round_id))
    connection.execute(delete(rounds).where(rounds.c.id == round_id))


def end_round(connection: Connection, round_id: str, version: int, now_ms: int) -> None:
    _update_round(
        connection, round_id, version, RUNNING, {"state": OVER, "ended_ms": now_ms, "clock_running_since_ms": None}
    )


def set_round_clock(connection: Connection, this: StoredRound, clock: Countdown) -> None:
    values = {
        "clock_used_s": this.clock_s - clock.left_ms // 1000,
        "clock_running_since_ms": clock.running_since_ms,
    }
    _update_round(connection, this.id, this.version, RUNNING, values)


def _update_round(connection: Connection, round_id: str, version: int, state: str, values: dict[str, Any]) -> None:
    here = rounds.c.id == round_id, rounds.c.version == version, rounds.c.state == state
    done = connection.execute(update(rounds).where(*here).values(version=version + 1, **values))
    if not done.rowcount:
        raise BadRequestError("the round was changed meanwhile: look at it again")


def set_pairing_table(connection: Connection, pairing: str, version: int, table: str | None) -> None:
    _update_pairing(connection, pairing, version, {"table": table})


def set_pairing_result(
    connection: Connection,
    pairing: str,
    version: int,
    *,
    outcome: str,
    ended: HowEnded,
    points: tuple[int, int],
    by: str,
    why: str,
    now_ms: int,
) -> None:
    """By a judge: it counts at once, whatever the table says later."""
    values = {
        "outcome": outcome,
        "ended": ended.value,
        "first_points": points[0],
        "second_points": points[1],
        "entered_by": by,
        "why": why,
        "decided_ms": now_ms,
    }
    _update_pairing(connection, pairing, version, values)


def _update_pairing(connection: Connection, pairing: str, version: int, values: dict[str, Any]) -> None:
    here = pairings.c.id == pairing, pairings.c.version == version
    done = connection.execute(update(pairings).where(*here).values(version=version + 1, **values))
    if not done.rowcount:
        raise BadRequestError("the pairing was changed meanwhile: look at it again")
