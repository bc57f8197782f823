"""What the desk needs of a hub, and everything the desk shows, read at one moment."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from sqlalchemy import Connection, Engine

from tableassist.errors import BadRequestError
from tableassist.league.evening.round import Entrant
from tableassist.league.evening.standings import SeasonRow, StandingRow, Strength
from tableassist.league.hub.live_tables import HeardTable
from tableassist.league.storage.accounts import User, list_users, table_titles
from tableassist.league.storage.database import read_only
from tableassist.league.storage.disputes import QueueItem, read_queue
from tableassist.league.storage.evenings import (
    FleetEntered,
    LeaguePlayer,
    StoredEvening,
    current_evening,
    list_entrants,
    list_players,
    read_newest_fleets,
)
from tableassist.league.storage.points import note_table_results, rank_evening, read_ratings, read_season_standings
from tableassist.league.storage.rounds import RUNNING, StoredRound, list_rounds
from tableassist.messages import Message
from tableassist.store.league import AnyOrder, LeagueTableState, TableStatus


class SeenTable(Protocol):
    """A table as the bus tells of it."""

    @property
    def status(self) -> TableStatus | None: ...
    @property
    def state(self) -> LeagueTableState | None: ...
    @property
    def seen_ms(self) -> int: ...
    @property
    def clock_skew_ms(self) -> int | None: ...


class HubView(Protocol):
    @property
    def engine(self) -> Engine: ...
    @property
    def league(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def tables(self) -> Mapping[str, SeenTable]: ...

    def listen(self, listener: Callable[[Any], None]) -> Callable[[], None]:
        """`listener` is called from any thread and returns at once. What ends it."""

    def order(self, table: str, order: AnyOrder, by: str) -> str:
        """Kept, signed, and sent until the table has answered. The command's id."""

    @property
    def warnings(self) -> tuple[Message, ...]:
        """What is wrong with the hub now."""


class Joining(Protocol):
    """Tables that want to come in."""

    def answer(self, name: str, *, origin: str) -> bytes | None:
        """The sealed membership of the invitation that is named so; None where there is none."""


Inviting: TypeAlias = Callable[[str, str, str], str]
"""Table, title, and who invites it; the code that is typed at the table."""


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
    with read_only(hub.engine) as connection:
        evening = current_evening(connection, hub.league)
        entrants = () if evening is None else list_entrants(connection, evening.id)
        rounds = () if evening is None else list_rounds(connection, evening.id)
        points = _read_points(connection, hub.league, evening, entrants, rounds, before)
        return Snapshot(
            now_ms=now_ms,
            title=hub.title,
            titles=table_titles(connection, hub.league),
            live=hub.tables,
            queue=tuple(read_queue(connection, hub.league)),
            evening=evening,
            entrants=entrants,
            rounds=rounds,
            standings=points.standings,
            season=points.season,
            ratings=points.ratings,
            players=list_players(connection, hub.league),
            fleets=read_newest_fleets(connection, hub.league),
            users=tuple(user for user in list_users(connection, hub.league) if user.revoked_ms is None),
        )


def _read_points(
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
        standings=rank_evening(evening, entrants, rounds),
        season=read_season_standings(connection, evening.season),
        ratings=read_ratings(connection, league),
    )


def _note_results(hub: HubView, now_ms: int) -> None:
    """In a transaction of its own, and only where a result is missing: reading alone holds no one up."""
    with read_only(hub.engine) as connection:
        evening = current_evening(connection, hub.league)
        if evening is None:
            return
        running = [game_round for game_round in list_rounds(connection, evening.id) if game_round.state == RUNNING]
        names = {entrant.id: entrant.name for entrant in list_entrants(connection, evening.id)}
    waiting = [pairing for game_round in running for pairing in game_round.pairings if pairing.decided_ms is None]
    if not waiting:
        return
    with hub.engine.begin() as connection:
        note_table_results(connection, waiting, names, now_ms)


class LeagueAtRest:
    """As the desk sees a hub, without tables that are heard now."""

    def __init__(self, engine: Engine, league: str, title: str) -> None:
        self.engine, self.league, self.title = engine, league, title
        self.tables: Mapping[str, HeardTable] = {}
        self.warnings: tuple[Message, ...] = ()

    def listen(self, _listener: Callable[[Any], None]) -> Callable[[], None]:
        return lambda: None

    def order(self, table: str, _order: AnyOrder, _by: str) -> str:
        raise BadRequestError("{table}: only the hub that runs gives orders", table=table[:80])
