"""What is so now, read out of the database once for all who look."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection

from tableassist.league.desk.hub_view import HubView, SeenTable
from tableassist.league.evening.players import Entrant
from tableassist.league.evening.ratings import Strength
from tableassist.league.evening.season import SeasonRow
from tableassist.league.evening.standings import StandingRow
from tableassist.league.storage.engine import reading
from tableassist.league.storage.evening.evenings import StoredEvening, entrants_of, evening_now
from tableassist.league.storage.evening.people import FleetEntered, LeaguePlayer, newest_fleets, players_of
from tableassist.league.storage.evening.rounds import RUNNING, StoredRound, rounds_of
from tableassist.league.storage.evening.table_results import note_table_results
from tableassist.league.storage.evening.tables_of_points import evening_standings, ratings_of, season_standings
from tableassist.league.storage.judging.queue import QueueItem, queue_of
from tableassist.league.storage.table_list import table_titles
from tableassist.league.storage.user_list import User, listed_users


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """All values: whoever reads it may take his time."""

    now_ms: int = 0
    title: str = ""
    titles: Mapping[str, str] = field(default_factory=dict)
    """Of the tables, by id."""
    live: Mapping[str, SeenTable] = field(default_factory=dict)
    queue: tuple[QueueItem, ...] = ()
    evening: StoredEvening | None = None
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[StoredRound, ...] = ()
    standings: tuple[StandingRow, ...] = ()
    season: tuple[SeasonRow, ...] = ()
    players: tuple[LeaguePlayer, ...] = ()
    fleets: Mapping[str, FleetEntered] = field(default_factory=dict)
    ratings: Mapping[str, Strength] = field(default_factory=dict)
    users: tuple[User, ...] = ()

    @property
    def round_now(self) -> StoredRound | None:
        return self.rounds[-1] if self.rounds else None


def read_snapshot(hub: HubView, before: Snapshot | None = None) -> Snapshot:
    """Also notes what the tables' referees have said of the round since. `before`: its tables of points are not worked
    out again while no result has changed."""
    now_ms = round(time.time() * 1000)
    _note_results(hub, now_ms)
    with reading(hub.engine) as connection:
        evening = evening_now(connection, hub.league)
        entrants = () if evening is None else entrants_of(connection, evening.id)
        rounds = () if evening is None else rounds_of(connection, evening.id)
        points = _points(connection, hub.league, evening, entrants, rounds, before)
        return Snapshot(
            now_ms=now_ms,
            title=hub.title,
            titles=table_titles(connection, hub.league),
            live=hub.tables,
            queue=tuple(queue_of(connection, hub.league)),
            evening=evening,
            entrants=entrants,
            rounds=rounds,
            standings=points.standings,
            season=points.season,
            ratings=points.ratings,
            players=players_of(connection, hub.league),
            fleets=newest_fleets(connection, hub.league),
            users=tuple(each for each in listed_users(connection, hub.league) if each.revoked_ms is None),
        )


def _points(
    connection: Connection,
    league: str,
    evening: StoredEvening | None,
    entrants: tuple[Entrant, ...],
    rounds: tuple[StoredRound, ...],
    before: Snapshot | None,
) -> Snapshot:
    """Standings, season and ratings only."""
    if evening is None:
        return Snapshot()
    if before is not None and (before.evening, before.entrants, before.rounds) == (evening, entrants, rounds):
        return before
    return Snapshot(
        standings=evening_standings(evening, entrants, rounds),
        season=season_standings(connection, evening.season),
        ratings=ratings_of(connection, league),
    )


def _note_results(hub: HubView, now_ms: int) -> None:
    """In a transaction of its own, and only where a result is missing: reading alone holds no one up."""
    with reading(hub.engine) as connection:
        evening = evening_now(connection, hub.league)
        if evening is None:
            return
        running = [each for each in rounds_of(connection, evening.id) if each.state == RUNNING]
        names = {each.id: each.name for each in entrants_of(connection, evening.id)}
    waiting = [each for one in running for each in one.pairings if each.decided_ms is None]
    if not waiting:
        return
    with hub.engine.begin() as connection:
        note_table_results(connection, waiting, names, now_ms)
