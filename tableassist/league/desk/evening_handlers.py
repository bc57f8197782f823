"""A fleet as players share it, looked up and held against the evening's edition and points."""

import logging
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from tableassist.errors import BadRequestError, TableAssistError
from tableassist.formats.io.safe_write import write_text_safely
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
    end_evening,
    enter,
    evening_now,
    keep_fleet,
    leave,
    newest_fleets,
    players_of,
    remove_player,
    season_now,
)
from tableassist.league.storage.rounds import DRAWN, OVER, rounds_of
from tableassist.league.storage.schema import new_id
from tableassist.messages import Message, say, tr
from tableassist.rulebook.editions.settings import EDITIONS
from tableassist.rulebook.referee.acts.act import ADVICE
from tableassist.rulebook.referee.setup.fleet import check_fleet, fleet_points
from tableassist.rulebook.state.new_game import new_game
from tableassist.services.referee.fleet import fleet_start, imported_fleet

ANY_EDITION = "complete"


def checked_fleet(contents: str, player: str, name: str, *, edition: str, points: int) -> FleetEntered:
    """With what is wrong with it, in words. BadFileError where it is no fleet at all."""
    with tempfile.TemporaryDirectory(prefix="fleet-") as folder:
        path = Path(folder) / "fleet.txt"
        write_text_safely(path, contents)
        found = imported_fleet(path)
    rules = edition if edition in EDITIONS else ANY_EDITION
    start = fleet_start(found, name, edition=rules, points=points or None)
    problems = [
        Message("{place}: no card is called '{name}'.", place=each.listed.place, name=each.listed.name)
        for each in found.lost
    ]
    problems += [
        Message("{what} ({section})", what=each.words, section=each.section)
        for each in check_fleet(start, name)
        if each.code != ADVICE
    ]
    cost = fleet_points(new_game(start), name)
    return FleetEntered(new_id("fleet"), player, found.name[:200], rules, cost, contents, tuple(map(say, problems)))


MOST_SEED = 2**31
log = logging.getLogger(__name__)


def obey_running(asking: DeskAsking, asked: Running) -> dict[str, object]:
    """Each in one transaction: whole, or not at all. What it leaves to be told to the tables is told after it."""
    act = ACTS[type(asked)]
    with asking.hub.engine.begin() as connection:
        answer: dict[str, Any] = act(asking, connection, asked) or {}
    untold = []
    for table, order in answer.pop("orders", []):
        try:
            asking.hub.order(table, order, asking.user.name)
        except TableAssistError as problem:  # what was done stands; the other tables are told
            log.warning("%s was not told: %s", table, problem)
            untold.append(table)
    if untold:
        answer["problem"] = tr("Not told: {tables}", tables=", ".join(untold))
    return answer


def _add_player(asking: DeskAsking, connection: Connection, asked: AddPlayer) -> dict[str, object]:
    player = add_player(connection, asking.hub.league, asked.name, asked.club.strip(), asking.now_ms)
    asking.note(connection, "add player", asked.name)
    return {"player": player}


def _remove_player(asking: DeskAsking, connection: Connection, asked: RemovePlayer) -> None:
    remove_player(connection, asked.player, asking.now_ms)
    asking.note(connection, "remove player", asked.player)


def _fleet(asking: DeskAsking, connection: Connection, asked: EnterFleet) -> dict[str, object]:
    names = {each.id: each.name for each in players_of(connection, asking.hub.league)}
    if asked.player not in names:
        raise BadRequestError("player: got one who is not there: look at the list again")
    evening = evening_now(connection, asking.hub.league)
    rules = EveningRules() if evening is None else evening.rules
    fleet = checked_fleet(
        asked.contents, asked.player, names[asked.player], edition=rules.edition, points=rules.build_total
    )
    keep_fleet(connection, fleet, asking.now_ms)
    asking.note(connection, "fleet", names[asked.player], f"{fleet.name}: {fleet.points}")
    return {"points": fleet.points, "problems": list(fleet.problems)}


def _begin_evening(asking: DeskAsking, connection: Connection, asked: BeginEvening) -> dict[str, object]:
    league = asking.hub.league
    before = evening_now(connection, league)
    if before is not None and before.ended_ms is None:
        raise BadRequestError("{evening} is not over: end it first", evening=before.title)
    if asked.system not in (SWISS, ROUND_ROBIN):
        raise BadRequestError("system: got '{system}', expected swiss or round-robin", system=asked.system[:20])
    there = {each.id for each in players_of(connection, league)}
    if not set(asked.players) <= there:
        raise BadRequestError("players: got one who is not there: look at the list again")
    rules = EveningRules(
        tie_breaks=asked.tie_breaks or USUAL,
        keep_clubs_apart=asked.keep_clubs_apart,
        seed=asking.now_ms % MOST_SEED,
        edition=asked.edition,
        build_total=asked.build_total,
        round_s=asked.round_min * 60,
    )
    season = season_now(connection, league, asking.now_ms)
    evening = begin_evening(
        connection,
        season,
        asked.title,
        system=asked.system,
        rounds=asked.rounds,
        rules=rules,
        now_ms=asking.now_ms,
    )
    fleets = newest_fleets(connection, league)
    for player in dict.fromkeys(asked.players):
        fleet = fleets[player].id if player in fleets else None
        enter(connection, evening, player, asking.now_ms, fleet=fleet)
    asking.note(connection, "begin evening", asked.title)
    return {"evening": evening}


def _enter(asking: DeskAsking, connection: Connection, asked: Enter) -> None:
    """In the next round that is not fixed yet."""
    evening = running_evening(asking, connection)
    fixed = [each for each in rounds_of(connection, evening.id) if each.state != DRAWN]
    enter(connection, evening.id, asked.player, asking.now_ms, from_round=len(fixed) + 1)
    asking.note(connection, "enter", asked.player)


def _leave(asking: DeskAsking, connection: Connection, asked: Leave) -> None:
    """After the round that is fixed: its result still counts."""
    evening = running_evening(asking, connection)
    fixed = [each for each in rounds_of(connection, evening.id) if each.state != DRAWN]
    leave(connection, evening.id, asked.player, len(fixed))
    asking.note(connection, "leave", asked.player)


def _end_evening(asking: DeskAsking, connection: Connection, _asked: EndEvening) -> None:
    evening = running_evening(asking, connection)
    if any(each.state != OVER for each in rounds_of(connection, evening.id)):
        raise BadRequestError("a round is not over: end it first")
    end_evening(connection, evening.id, asking.now_ms)
    asking.note(connection, "end evening", evening.title)


def _begin_season(asking: DeskAsking, connection: Connection, asked: BeginSeason) -> None:
    evening = evening_now(connection, asking.hub.league)
    if evening is not None and evening.ended_ms is None:
        raise BadRequestError("{evening} is not over: end it first", evening=evening.title)
    rules = SeasonRules(asked.best or None, asked.for_places)
    begin_season(connection, asking.hub.league, asking.now_ms, asked.title, rules)
    asking.note(connection, "begin season", asked.title)


ACTS: Mapping[type, Callable[..., dict[str, object] | None]] = {
    AddPlayer: _add_player,
    RemovePlayer: _remove_player,
    EnterFleet: _fleet,
    BeginEvening: _begin_evening,
    Enter: _enter,
    Leave: _leave,
    EndEvening: _end_evening,
    BeginSeason: _begin_season,
    **ROUNDS,
}
