"""The rounds of an evening: drawn, changed by hand, fixed, timed, decided, ended."""

from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import Connection

from tableassist.errors import BadRequestError
from tableassist.formats.league.commands import AnyOrder, Assign, RoundClock
from tableassist.league.desk.commands import (
    ChangePairings,
    DeskAsking,
    EndRound,
    EnterResult,
    FixRound,
    MoveToTable,
    PairRound,
    SetClock,
)
from tableassist.league.evening.pairings import SwissRules, round_robin_round, swiss_round
from tableassist.league.evening.round import Paired, present
from tableassist.league.storage.accounts import table_titles
from tableassist.league.storage.evenings import (
    ROUND_ROBIN,
    FleetEntered,
    StoredEvening,
    entrants_of,
    evening_now,
    newest_fleets,
)
from tableassist.league.storage.points import (
    evening_standings,
    keep_standings,
    rate_again,
    results_in,
)
from tableassist.league.storage.rounds import (
    DRAWN,
    OVER,
    RUNNING,
    StoredPairing,
    StoredRound,
    draw_round,
    drop_round,
    end_round,
    fix_round,
    put_pairings,
    rounds_of,
    set_clock,
    set_result,
    set_table,
)

OUTCOMES = ("first", "second", "draw", "both-lost")
MOST_SENT = 1_000
"""Letters of a fleet in a command."""
Orders = list[tuple[str, AnyOrder]]


def running_evening(asking: DeskAsking, connection: Connection) -> StoredEvening:
    evening = evening_now(connection, asking.hub.league)
    if evening is None or evening.ended_ms is not None:
        raise BadRequestError("no evening is running: begin one first")
    return evening


def _pair(asking: DeskAsking, connection: Connection, _asked: PairRound) -> None:
    evening = running_evening(asking, connection)
    rounds = rounds_of(connection, evening.id)
    fixed = [each for each in rounds if each.state != DRAWN]
    if any(each.state == RUNNING for each in fixed):
        raise BadRequestError("round {round} is not over: end it first", round=fixed[-1].number)
    for each in rounds:
        if each.state == DRAWN:
            drop_round(connection, each.id, each.version)
    number = len(fixed) + 1
    paired = _paired(evening, connection, fixed, number, redraws=sum(each.version for each in rounds))
    tables = [*table_titles(connection, asking.hub.league)]
    drawn = draw_round(connection, evening.id, number, evening.rules.round_s, asking.now_ms)
    places = sorted(tables)[: len(paired)]
    put_pairings(connection, drawn, 1, [*zip(paired, [*places, *[None] * len(paired)], strict=False)], asking.now_ms)
    asking.note(connection, "pair", f"{evening.title} {number}")


def _paired(
    evening: StoredEvening, connection: Connection, fixed: Sequence[StoredRound], number: int, redraws: int
) -> tuple[Paired, ...]:
    people, results = entrants_of(connection, evening.id), results_in(fixed)
    if len(present(people, number)) < 2:
        raise BadRequestError("players: got {count}, expected two at least", count=len(present(people, number)))
    if evening.system == ROUND_ROBIN:
        return round_robin_round(people, results, number)
    rules = evening.rules
    seed = rules.seed + redraws  # drawn anew, those of equal points come in another order
    return swiss_round(people, results, number, SwissRules(rules.scoring, rules.keep_clubs_apart, seed))


def _change(asking: DeskAsking, connection: Connection, asked: ChangePairings) -> None:
    evening = running_evening(asking, connection)
    this = _round(connection, evening, asked.round)
    there = sorted(each.id for each in present(entrants_of(connection, evening.id), this.number))
    drawn = [(Paired(each.first, each.second), each.table) for each in asked.pairings]
    named = sorted(player for paired, _ in drawn for player in paired.players)
    if named != there:
        raise BadRequestError("pairings: expected every player of the round once")
    tables = [table for _, table in drawn if table is not None]
    if len(set(tables)) < len(tables) or not set(tables) <= set(table_titles(connection, asking.hub.league)):
        raise BadRequestError("pairings: expected each table of the league once at most")
    put_pairings(connection, this.id, asked.version, drawn, asking.now_ms)
    asking.note(connection, "pair by hand", f"{evening.title} {this.number}")


def _fix(asking: DeskAsking, connection: Connection, asked: FixRound) -> dict[str, object]:
    evening = running_evening(asking, connection)
    this = _round(connection, evening, asked.round)
    fix_round(connection, this.id, asked.version, asking.now_ms)
    asking.note(connection, "fix round", f"{evening.title} {this.number}")
    return {"orders": _assignments(asking, connection, evening, this.pairings)}


def _assignments(
    asking: DeskAsking, connection: Connection, evening: StoredEvening, pairings: Sequence[StoredPairing]
) -> Orders:
    names = {each.id: each.name for each in entrants_of(connection, evening.id)}
    fleets = newest_fleets(connection, asking.hub.league)
    return [
        (
            each.table,
            Assign(
                each.id,
                each.round,
                tuple(names[player] for player in each.paired.players),
                evening.rules.edition,
                {names[one]: fleets[one].contents for one in each.paired.players if _fits(fleets.get(one))},
            ),
        )
        for each in pairings
        if each.table is not None and each.second is not None
    ]


def _fits(fleet: FleetEntered | None) -> bool:
    """Half a fleet would be another one: a list that is too long is typed at the table."""
    return fleet is not None and len(fleet.contents) <= MOST_SENT


def _move(asking: DeskAsking, connection: Connection, asked: MoveToTable) -> dict[str, object]:
    """While a round is played: the table is told at once."""
    evening = running_evening(asking, connection)
    this, pairing = _pairing(connection, evening, asked.pairing)
    taken = any(each.table == asked.table and each.id != pairing.id for each in this.pairings)
    if taken or asked.table not in table_titles(connection, asking.hub.league):
        raise BadRequestError("table: got '{table}', expected one that is free", table=asked.table)
    set_table(connection, pairing.id, asked.version, asked.table)
    asking.note(connection, "table", pairing.id, asked.table)
    moved = [each for each in _round(connection, evening, this.id).pairings if each.id == pairing.id]
    return {"orders": _assignments(asking, connection, evening, moved)} if this.state == RUNNING else {}


def _clock(asking: DeskAsking, connection: Connection, asked: SetClock) -> dict[str, object]:
    evening = running_evening(asking, connection)
    this = _round(connection, evening, asked.round)
    if this.version != asked.version:
        raise BadRequestError("the round was changed meanwhile: look at it again")
    clock = this.clock
    match asked.change:
        case "start":
            clock = clock.started(asking.now_ms)
        case "stop":
            clock = clock.stopped(asking.now_ms)
        case "longer":
            clock = clock.longer(asked.by_s * 1000)
        case other:
            raise BadRequestError("clock: got '{change}', expected start, stop or longer", change=other[:20])
    set_clock(connection, this, clock)
    asking.note(connection, "clock", f"{evening.title} {this.number}", f"{asked.change} {asked.by_s or ''}".strip())
    told = RoundClock(this.number, clock.left_at(asking.now_ms) // 1000, clock.is_running)
    return {"orders": [(each.table, told) for each in this.pairings if each.table is not None]}


def _result(asking: DeskAsking, connection: Connection, asked: EnterResult) -> None:
    """Entered or corrected by the judge, also when the evening is over; what it was before stays in the audit."""
    evening = evening_now(connection, asking.hub.league)
    if evening is None:
        raise BadRequestError("no evening is running: begin one first")
    this, pairing = _pairing(connection, evening, asked.pairing)
    if asked.outcome not in OUTCOMES or pairing.second is None or this.state == DRAWN:
        raise BadRequestError("result: expected first, second, draw or both-lost of two who have been paired")
    points = asked.first_gold, asked.second_gold
    set_result(
        connection,
        pairing.id,
        asked.version,
        outcome=asked.outcome,
        ended=asked.ended,
        points=points,
        by=asking.user.name,
        why=asked.reason,
        now_ms=asking.now_ms,
    )
    was = f"{pairing.outcome or '-'} {pairing.points[0]}:{pairing.points[1]}"
    now = f"{asked.outcome} {points[0]}:{points[1]} ({asked.ended})"
    asking.note(connection, "result", pairing.id, f"{was} -> {now}: {asked.reason}")
    if this.state == OVER:
        _keep_tables_of_points(asking, connection, evening)


def _end(asking: DeskAsking, connection: Connection, asked: EndRound) -> dict[str, object]:
    evening = running_evening(asking, connection)
    this = _round(connection, evening, asked.round)
    missing = [each for each in this.pairings if each.result is None]
    if missing:
        raise BadRequestError("round {round}: {count} results are missing", round=this.number, count=len(missing))
    end_round(connection, this.id, asked.version, asking.now_ms)
    _keep_tables_of_points(asking, connection, evening)
    asking.note(connection, "end round", f"{evening.title} {this.number}")
    told = RoundClock(this.number, 0, running=False)
    return {"orders": [(each.table, told) for each in this.pairings if each.table is not None]}


def _keep_tables_of_points(asking: DeskAsking, connection: Connection, evening: StoredEvening) -> None:
    """Of every round that is over: a corrected result changes all that came after it."""
    people = entrants_of(connection, evening.id)
    over = [each for each in rounds_of(connection, evening.id) if each.state == OVER]
    for count in range(1, len(over) + 1):
        keep_standings(connection, evening.id, count, evening_standings(evening, people, over[:count]))
    rate_again(connection, asking.hub.league, asking.now_ms)


def _round(connection: Connection, evening: StoredEvening, round_id: str) -> StoredRound:
    found = next((each for each in rounds_of(connection, evening.id) if each.id == round_id), None)
    if found is None:
        raise BadRequestError("round: got one that is not there any more: look at it again")
    return found


def _pairing(connection: Connection, evening: StoredEvening, pairing: str) -> tuple[StoredRound, StoredPairing]:
    for one in rounds_of(connection, evening.id):
        for each in one.pairings:
            if each.id == pairing:
                return one, each
    raise BadRequestError("pairing: got one that is not there any more: look at it again")


ROUNDS: Mapping[type, Callable[..., dict[str, object] | None]] = {
    PairRound: _pair,
    ChangePairings: _change,
    FixRound: _fix,
    MoveToTable: _move,
    SetClock: _clock,
    EnterResult: _result,
    EndRound: _end,
}
