"""Handle the judges' commands about rounds: pair, fix, clock, results."""

from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import Connection

from tableassist.errors import BadRequestError
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
from tableassist.league.evening.pairings import SwissRules, pair_round_robin, pair_swiss
from tableassist.league.evening.round import Paired, entrants_in_round
from tableassist.league.storage.accounts import table_titles
from tableassist.league.storage.evenings import (
    ROUND_ROBIN,
    FleetEntered,
    StoredEvening,
    current_evening,
    list_entrants,
    read_newest_fleets,
)
from tableassist.league.storage.points import (
    counted_results,
    rank_evening,
    recompute_ratings,
    store_standings,
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
    list_rounds,
    replace_pairings,
    set_pairing_result,
    set_pairing_table,
    set_round_clock,
)
from tableassist.store.league import AnyOrder, Assign, RoundClock

OUTCOMES = ("first", "second", "draw", "both-lost")
MOST_SENT = 1_000
"""Letters of a fleet in a command."""
Orders = list[tuple[str, AnyOrder]]


def running_evening(asking: DeskAsking, connection: Connection) -> StoredEvening:
    evening = current_evening(connection, asking.hub.league)
    if evening is None or evening.ended_ms is not None:
        raise BadRequestError("no evening is running: start one first")
    return evening


def _pair_round(asking: DeskAsking, connection: Connection, _asked: PairRound) -> None:
    evening = running_evening(asking, connection)
    rounds = list_rounds(connection, evening.id)
    fixed = [game_round for game_round in rounds if game_round.state != DRAWN]
    if any(game_round.state == RUNNING for game_round in fixed):
        raise BadRequestError("round {round} is still running: end it first", round=fixed[-1].number)
    for game_round in rounds:
        if game_round.state == DRAWN:
            drop_round(connection, game_round.id, game_round.version)
    number = len(fixed) + 1
    paired = _draw_pairings(
        evening, connection, fixed, number, redraws=sum(game_round.version for game_round in rounds)
    )
    tables = [*table_titles(connection, asking.hub.league)]
    drawn = draw_round(connection, evening.id, number, evening.rules.round_s, asking.now_ms)
    places = sorted(tables)[: len(paired)]
    replace_pairings(
        connection, drawn, 1, [*zip(paired, [*places, *[None] * len(paired)], strict=False)], asking.now_ms
    )
    asking.note(connection, "pair", f"{evening.title} {number}")


def _draw_pairings(
    evening: StoredEvening, connection: Connection, fixed: Sequence[StoredRound], number: int, redraws: int
) -> tuple[Paired, ...]:
    people, results = list_entrants(connection, evening.id), counted_results(fixed)
    if len(entrants_in_round(people, number)) < 2:
        raise BadRequestError(
            "players: got {count}, expected two at least", count=len(entrants_in_round(people, number))
        )
    if evening.system == ROUND_ROBIN:
        return pair_round_robin(people, results, number)
    rules = evening.rules
    seed = rules.seed + redraws  # drawn anew, those of equal points come in another order
    return pair_swiss(people, results, number, SwissRules(rules.scoring, rules.keep_clubs_apart, seed))


def _change_pairings(asking: DeskAsking, connection: Connection, command: ChangePairings) -> None:
    evening = running_evening(asking, connection)
    this = _find_round(connection, evening, command.round)
    there = sorted(entrant.id for entrant in entrants_in_round(list_entrants(connection, evening.id), this.number))
    drawn = [(Paired(pairing.first, pairing.second), pairing.table) for pairing in command.pairings]
    named = sorted(player for paired, _ in drawn for player in paired.players)
    if named != there:
        raise BadRequestError("pairings: expected every player of the round once")
    tables = [table for _, table in drawn if table is not None]
    if len(set(tables)) < len(tables) or not set(tables) <= set(table_titles(connection, asking.hub.league)):
        raise BadRequestError("pairings: expected each table of the league once at most")
    replace_pairings(connection, this.id, command.version, drawn, asking.now_ms)
    asking.note(connection, "pair by hand", f"{evening.title} {this.number}")


def _fix_round(asking: DeskAsking, connection: Connection, command: FixRound) -> dict[str, object]:
    evening = running_evening(asking, connection)
    this = _find_round(connection, evening, command.round)
    fix_round(connection, this.id, command.version, asking.now_ms)
    asking.note(connection, "fix round", f"{evening.title} {this.number}")
    return {"orders": _make_assignments(asking, connection, evening, this.pairings)}


def _make_assignments(
    asking: DeskAsking, connection: Connection, evening: StoredEvening, pairings: Sequence[StoredPairing]
) -> Orders:
    names = {entrant.id: entrant.name for entrant in list_entrants(connection, evening.id)}
    fleets = read_newest_fleets(connection, asking.hub.league)
    return [
        (
            pairing.table,
            Assign(
                pairing.id,
                pairing.round,
                tuple(names[player] for player in pairing.paired.players),
                evening.rules.edition,
                {
                    names[player]: fleets[player].contents
                    for player in pairing.paired.players
                    if _is_legal_fleet(fleets.get(player))
                },
            ),
        )
        for pairing in pairings
        if pairing.table is not None and pairing.second is not None
    ]


def _is_legal_fleet(fleet: FleetEntered | None) -> bool:
    """Half a fleet would be another one: a list that is too long is typed at the table."""
    return fleet is not None and len(fleet.contents) <= MOST_SENT


def _move_to_table(asking: DeskAsking, connection: Connection, command: MoveToTable) -> dict[str, object]:
    """While a round is played: the table is told at once."""
    evening = running_evening(asking, connection)
    this, pairing = _find_pairing(connection, evening, command.pairing)
    taken = any(candidate.table == command.table and candidate.id != pairing.id for candidate in this.pairings)
    if taken or command.table not in table_titles(connection, asking.hub.league):
        raise BadRequestError("table: got '{table}', expected one that is free", table=command.table)
    set_pairing_table(connection, pairing.id, command.version, command.table)
    asking.note(connection, "table", pairing.id, command.table)
    moved = [
        candidate for candidate in _find_round(connection, evening, this.id).pairings if candidate.id == pairing.id
    ]
    return {"orders": _make_assignments(asking, connection, evening, moved)} if this.state == RUNNING else {}


def _set_clock(asking: DeskAsking, connection: Connection, command: SetClock) -> dict[str, object]:
    evening = running_evening(asking, connection)
    this = _find_round(connection, evening, command.round)
    if this.version != command.version:
        raise BadRequestError("the round has changed in the meantime: reload and look again")
    clock = this.clock
    match command.change:
        case "start":
            clock = clock.started(asking.now_ms)
        case "stop":
            clock = clock.stopped(asking.now_ms)
        case "longer":
            clock = clock.longer(command.by_s * 1000)
        case other:
            raise BadRequestError("clock: got '{change}', expected start, stop or longer", change=other[:20])
    set_round_clock(connection, this, clock)
    asking.note(connection, "clock", f"{evening.title} {this.number}", f"{command.change} {command.by_s or ''}".strip())
    countdown = RoundClock(this.number, clock.left_at(asking.now_ms) // 1000, clock.is_running)
    return {"orders": [(pairing.table, countdown) for pairing in this.pairings if pairing.table is not None]}


def _enter_result(asking: DeskAsking, connection: Connection, command: EnterResult) -> None:
    """Entered or corrected by the judge, also when the evening is over; what it was before stays in the audit."""
    evening = current_evening(connection, asking.hub.league)
    if evening is None:
        raise BadRequestError("no evening is running: start one first")
    this, pairing = _find_pairing(connection, evening, command.pairing)
    if command.outcome not in OUTCOMES or pairing.second is None or this.state == DRAWN:
        raise BadRequestError("result: expected first, second, draw or both-lost of two who have been paired")
    points = command.first_gold, command.second_gold
    set_pairing_result(
        connection,
        pairing.id,
        command.version,
        outcome=command.outcome,
        ended=command.ended,
        points=points,
        by=asking.user.name,
        why=command.reason,
        now_ms=asking.now_ms,
    )
    was = f"{pairing.outcome or '-'} {pairing.points[0]}:{pairing.points[1]}"
    now = f"{command.outcome} {points[0]}:{points[1]} ({command.ended})"
    asking.note(connection, "result", pairing.id, f"{was} -> {now}: {command.reason}")
    if this.state == OVER:
        _keep_standings(asking, connection, evening)


def _end_round(asking: DeskAsking, connection: Connection, command: EndRound) -> dict[str, object]:
    evening = running_evening(asking, connection)
    this = _find_round(connection, evening, command.round)
    missing = [pairing for pairing in this.pairings if pairing.result is None]
    if missing:
        raise BadRequestError("round {round}: {count} results are missing", round=this.number, count=len(missing))
    end_round(connection, this.id, command.version, asking.now_ms)
    _keep_standings(asking, connection, evening)
    asking.note(connection, "end round", f"{evening.title} {this.number}")
    countdown = RoundClock(this.number, 0, running=False)
    return {"orders": [(pairing.table, countdown) for pairing in this.pairings if pairing.table is not None]}


def _keep_standings(asking: DeskAsking, connection: Connection, evening: StoredEvening) -> None:
    """Of every round that is over: a corrected result changes all that came after it."""
    people = list_entrants(connection, evening.id)
    over = [game_round for game_round in list_rounds(connection, evening.id) if game_round.state == OVER]
    for count in range(1, len(over) + 1):
        store_standings(connection, evening.id, count, rank_evening(evening, people, over[:count]))
    recompute_ratings(connection, asking.hub.league, asking.now_ms)


def _find_round(connection: Connection, evening: StoredEvening, round_id: str) -> StoredRound:
    for game_round in list_rounds(connection, evening.id):
        if game_round.id == round_id:
            return game_round
    raise BadRequestError("round: got one that no longer exists: reload and look again")


def _find_pairing(connection: Connection, evening: StoredEvening, pairing_id: str) -> tuple[StoredRound, StoredPairing]:
    for game_round in list_rounds(connection, evening.id):
        for pairing in game_round.pairings:
            if pairing.id == pairing_id:
                return game_round, pairing
    raise BadRequestError("pairing: got one that no longer exists: reload and look again")


ROUNDS: Mapping[type, Callable[..., dict[str, object] | None]] = {
    PairRound: _pair_round,
    ChangePairings: _change_pairings,
    FixRound: _fix_round,
    MoveToTable: _move_to_table,
    SetClock: _set_clock,
    EnterResult: _enter_result,
    EndRound: _end_round,
}
