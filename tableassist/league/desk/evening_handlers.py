"""Handle the judges' commands about players, fleets, evenings and seasons."""

import logging
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from tableassist.errors import BadRequestError, TableAssistError
from tableassist.league.desk.commands import (
    AddPlayer,
    BeginEvening,
    BeginSeason,
    DeskAsking,
    EndEvening,
    Enter,
    EnterFleet,
    Leave,
    RemovePlayer,
    Running,
)
from tableassist.league.desk.round_handlers import ROUNDS, running_evening
from tableassist.league.evening.standings import USUAL, SeasonRules
from tableassist.league.storage.evenings import (
    ROUND_ROBIN,
    SWISS,
    EveningRules,
    FleetEntered,
    add_player,
    begin_evening,
    begin_season,
    current_evening,
    current_season,
    end_evening,
    enter_player,
    list_players,
    read_newest_fleets,
    remove_player,
    store_fleet,
    withdraw_player,
)
from tableassist.league.storage.rounds import DRAWN, OVER, list_rounds
from tableassist.league.storage.schema import new_id
from tableassist.matches.games import fleet_start, imported_fleet
from tableassist.messages import Message, say, tr
from tableassist.rulebook import EDITIONS, new_game
from tableassist.rulebook.referee import ADVICE
from tableassist.rulebook.referee.setup import check_fleet, fleet_points
from tableassist.store.files import write_text_safely

ANY_EDITION = "complete"


def check_league_fleet(contents: str, player: str, name: str, *, edition: str, points: int) -> FleetEntered:
    """With what is wrong with it, in words. BadFileError where it is no fleet at all."""
    with tempfile.TemporaryDirectory(prefix="fleet-") as folder:
        path = Path(folder) / "fleet.txt"
        write_text_safely(path, contents)
        fleet_list = imported_fleet(path)
    rules = edition if edition in EDITIONS else ANY_EDITION
    start = fleet_start(fleet_list, name, edition=rules, points=points or None)
    problems = [
        Message("{place}: no card is called '{name}'.", place=missing.listed.place, name=missing.listed.name)
        for missing in fleet_list.lost
    ]
    problems += [
        Message("{what} ({section})", what=problem.words, section=problem.section)
        for problem in check_fleet(start, name)
        if problem.code != ADVICE
    ]
    cost = fleet_points(new_game(start), name)
    return FleetEntered(
        new_id("fleet"), player, fleet_list.name[:200], rules, cost, contents, tuple(map(say, problems))
    )


MOST_SEED = 2**31
log = logging.getLogger(__name__)


def handle_evening(asking: DeskAsking, command: Running) -> dict[str, object]:
    """Each in one transaction: whole, or not at all. What it leaves to be told to the tables is told after it."""
    act = ACTS[type(command)]
    with asking.hub.engine.begin() as connection:
        answer: dict[str, Any] = act(asking, connection, command) or {}
    untold = []
    for table, order in answer.pop("orders", []):
        try:
            asking.hub.order(table, order, asking.user.name)
        except TableAssistError as problem:  # what was done stands; the other tables are told
            log.warning("%s was not told: %s", table, problem)
            untold.append(table)
    if untold:
        answer["problem"] = tr("Not reached: {tables}", tables=", ".join(untold))
    return answer


def _add_player(asking: DeskAsking, connection: Connection, command: AddPlayer) -> dict[str, object]:
    player = add_player(connection, asking.hub.league, command.name, command.club.strip(), asking.now_ms)
    asking.note(connection, "add player", command.name)
    return {"player": player}


def _remove_player(asking: DeskAsking, connection: Connection, command: RemovePlayer) -> None:
    remove_player(connection, command.player, asking.now_ms)
    asking.note(connection, "remove player", command.player)


def _enter_fleet(asking: DeskAsking, connection: Connection, command: EnterFleet) -> dict[str, object]:
    names = {player.id: player.name for player in list_players(connection, asking.hub.league)}
    if command.player not in names:
        raise BadRequestError("player: got one who is not in the list: reload and look again")
    evening = current_evening(connection, asking.hub.league)
    rules = EveningRules() if evening is None else evening.rules
    fleet = check_league_fleet(
        command.contents, command.player, names[command.player], edition=rules.edition, points=rules.build_total
    )
    store_fleet(connection, fleet, asking.now_ms)
    asking.note(connection, "fleet", names[command.player], f"{fleet.name}: {fleet.points}")
    return {"points": fleet.points, "problems": list(fleet.problems)}


def _begin_evening(asking: DeskAsking, connection: Connection, command: BeginEvening) -> dict[str, object]:
    league = asking.hub.league
    before = current_evening(connection, league)
    if before is not None and before.ended_ms is None:
        raise BadRequestError("{evening} is still running: end it first", evening=before.title)
    if command.system not in (SWISS, ROUND_ROBIN):
        raise BadRequestError("system: got '{system}', expected swiss or round-robin", system=command.system[:20])
    there = {player.id for player in list_players(connection, league)}
    if not set(command.players) <= there:
        raise BadRequestError("players: got one who is not in the list: reload and look again")
    rules = EveningRules(
        tie_breaks=command.tie_breaks or USUAL,
        keep_clubs_apart=command.keep_clubs_apart,
        seed=asking.now_ms % MOST_SEED,
        edition=command.edition,
        build_total=command.build_total,
        round_s=command.round_min * 60,
    )
    season = current_season(connection, league, asking.now_ms)
    evening = begin_evening(
        connection,
        season,
        command.title,
        system=command.system,
        rounds=command.rounds,
        rules=rules,
        now_ms=asking.now_ms,
    )
    fleets = read_newest_fleets(connection, league)
    for player in dict.fromkeys(command.players):
        fleet = fleets[player].id if player in fleets else None
        enter_player(connection, evening, player, asking.now_ms, fleet=fleet)
    asking.note(connection, "begin evening", command.title)
    return {"evening": evening}


def _enter_player(asking: DeskAsking, connection: Connection, command: Enter) -> None:
    """In the next round that is not fixed yet."""
    evening = running_evening(asking, connection)
    fixed = [game_round for game_round in list_rounds(connection, evening.id) if game_round.state != DRAWN]
    enter_player(connection, evening.id, command.player, asking.now_ms, from_round=len(fixed) + 1)
    asking.note(connection, "enter", command.player)


def _leave_evening(asking: DeskAsking, connection: Connection, command: Leave) -> None:
    """After the round that is fixed: its result still counts."""
    evening = running_evening(asking, connection)
    fixed = [game_round for game_round in list_rounds(connection, evening.id) if game_round.state != DRAWN]
    withdraw_player(connection, evening.id, command.player, len(fixed))
    asking.note(connection, "leave", command.player)


def _end_evening(asking: DeskAsking, connection: Connection, _asked: EndEvening) -> None:
    evening = running_evening(asking, connection)
    if any(game_round.state != OVER for game_round in list_rounds(connection, evening.id)):
        raise BadRequestError("a round is still running: end it first")
    end_evening(connection, evening.id, asking.now_ms)
    asking.note(connection, "end evening", evening.title)


def _begin_season(asking: DeskAsking, connection: Connection, command: BeginSeason) -> None:
    evening = current_evening(connection, asking.hub.league)
    if evening is not None and evening.ended_ms is None:
        raise BadRequestError("{evening} is still running: end it first", evening=evening.title)
    rules = SeasonRules(command.best or None, command.for_places)
    begin_season(connection, asking.hub.league, asking.now_ms, command.title, rules)
    asking.note(connection, "begin season", command.title)


ACTS: Mapping[type, Callable[..., dict[str, object] | None]] = {
    AddPlayer: _add_player,
    RemovePlayer: _remove_player,
    EnterFleet: _enter_fleet,
    BeginEvening: _begin_evening,
    Enter: _enter_player,
    Leave: _leave_evening,
    EndEvening: _end_evening,
    BeginSeason: _begin_season,
    **ROUNDS,
}
