"""Seasons and evenings, the players of a league and their fleets."""

from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from tableassist.errors import BadRequestError
from tableassist.league.evening.round import USUAL_SCORING, Entrant, Scoring
from tableassist.league.evening.standings import USUAL, SeasonRules, TieBreak
from tableassist.league.storage.schema import entries, evenings, fleets, leagues, new_id, players, seasons

SWISS, ROUND_ROBIN = "swiss", "round-robin"


class EveningRules(msgspec.Struct, frozen=True):
    """How an evening is played; kept as JSON."""

    scoring: Scoring = USUAL_SCORING
    tie_breaks: tuple[TieBreak, ...] = USUAL
    keep_clubs_apart: bool = False
    seed: int = 0
    edition: str = ""
    build_total: int = 0
    """Points of a fleet; 0: any."""
    round_s: int = 50 * 60


class StoredEvening(msgspec.Struct, frozen=True):
    id: str
    season: str
    title: str
    system: str
    planned_rounds: int
    rules: EveningRules
    begun_ms: int
    ended_ms: int | None
    version: int


def current_season(connection: Connection, league: str, now_ms: int, title: str = "") -> str:
    """The one that runs; a new league gets its first."""
    query = select(seasons.c.id).where(seasons.c.league == league, seasons.c.ended_ms.is_(None))
    running = connection.execute(query.order_by(seasons.c.number.desc())).scalar()
    return str(running) if running is not None else begin_season(connection, league, now_ms, title)


def begin_season(
    connection: Connection, league: str, now_ms: int, title: str = "", rules: SeasonRules | None = None
) -> str:
    """The one before ends."""
    connection.execute(
        update(seasons).where(seasons.c.league == league, seasons.c.ended_ms.is_(None)).values(ended_ms=now_ms)
    )
    last = connection.execute(select(func.max(seasons.c.number)).where(seasons.c.league == league)).scalar() or 0
    if connection.execute(select(leagues.c.id).where(leagues.c.id == league)).first() is None:
        connection.execute(insert(leagues).values(id=league, title=league, made_ms=now_ms))
    ident, plain = new_id("season"), msgspec.to_builtins(rules or SeasonRules())
    values = {"number": last + 1, "title": title, "begun_ms": now_ms, "rules": plain}
    connection.execute(insert(seasons).values(id=ident, league=league, **values))
    return ident


def read_season_rules(connection: Connection, season: str) -> SeasonRules:
    kept = connection.execute(select(seasons.c.rules).where(seasons.c.id == season)).scalar()
    return msgspec.convert(kept or {}, SeasonRules)


def begin_evening(
    connection: Connection,
    season: str,
    title: str,
    *,
    system: str,
    rounds: int,
    rules: EveningRules,
    now_ms: int,
) -> str:
    ident = new_id("evening")
    values = {"title": title, "system": system, "planned_rounds": rounds, "rules": msgspec.to_builtins(rules)}
    connection.execute(insert(evenings).values(id=ident, season=season, begun_ms=now_ms, **values))
    return ident


def end_evening(connection: Connection, evening: str, now_ms: int) -> None:
    connection.execute(update(evenings).where(evenings.c.id == evening).values(ended_ms=now_ms))


def list_evenings(connection: Connection, season: str) -> tuple[StoredEvening, ...]:
    rows = connection.execute(select(evenings).where(evenings.c.season == season).order_by(evenings.c.begun_ms))
    return tuple(_evening_from_row(row) for row in rows)


def current_evening(connection: Connection, league: str) -> StoredEvening | None:
    """The one that was begun last, also when it is over; None before the first."""
    query = select(evenings).join(seasons).where(seasons.c.league == league)
    row = connection.execute(query.order_by(evenings.c.begun_ms.desc(), evenings.c.id).limit(1)).first()
    return None if row is None else _evening_from_row(row)


def _evening_from_row(row: Any) -> StoredEvening:
    rules = msgspec.convert(row.rules, EveningRules)
    return StoredEvening(
        row.id, row.season, row.title, row.system, row.planned_rounds, rules, row.begun_ms, row.ended_ms, row.version
    )


def enter_player(
    connection: Connection, evening: str, player: str, now_ms: int, *, from_round: int = 1, fleet: str | None = None
) -> None:
    """One who left comes back."""
    this = entries.c.evening == evening, entries.c.player == player
    if connection.execute(select(entries.c.player).where(*this)).first() is not None:
        connection.execute(update(entries).where(*this).values(left_after_round=None))
        return
    count = connection.execute(select(func.count()).select_from(entries).where(entries.c.evening == evening)).scalar()
    values = {"number": (count or 0) + 1, "entered_ms": now_ms, "from_round": from_round, "fleet": fleet}
    connection.execute(insert(entries).values(evening=evening, player=player, **values))


def withdraw_player(connection: Connection, evening: str, player: str, after_round: int) -> None:
    this = entries.c.evening == evening, entries.c.player == player
    done = connection.execute(update(entries).where(*this).values(left_after_round=after_round))
    if not done.rowcount:
        raise BadRequestError("player: got one who does not take part, expected one of this evening")


def list_entrants(connection: Connection, evening: str) -> tuple[Entrant, ...]:
    query = (
        select(players.c.id, players.c.name, players.c.club, entries.c.from_round, entries.c.left_after_round)
        .join(entries, entries.c.player == players.c.id)
        .where(entries.c.evening == evening)
        .order_by(entries.c.number)
    )
    return tuple(Entrant(*row) for row in connection.execute(query))


MOST_NAME = 60


@dataclass(frozen=True, slots=True)
class LeaguePlayer:
    id: str
    name: str
    club: str


@dataclass(frozen=True, slots=True)
class FleetEntered:
    """A fleet as it was checked."""

    id: str
    player: str
    name: str
    edition: str
    points: int
    contents: str
    problems: tuple[str, ...]


def list_players(connection: Connection, league: str) -> tuple[LeaguePlayer, ...]:
    there = select(players.c.id, players.c.name, players.c.club)
    rows = connection.execute(there.where(players.c.league == league, players.c.removed_ms.is_(None)))
    return tuple(sorted((LeaguePlayer(*row) for row in rows), key=lambda player: player.name.casefold()))


def add_player(connection: Connection, league: str, name: str, club: str, now_ms: int) -> str:
    """One who was removed comes back as the same."""
    plain = check_player_name(name)
    existing = connection.execute(
        select(players.c.id, players.c.removed_ms).where(
            players.c.league == league, func.lower(players.c.name) == plain.lower()
        )
    ).first()
    if existing is not None and existing.removed_ms is None:
        raise BadRequestError("player '{name}': there is one of that name already", name=plain)
    if existing is not None:
        connection.execute(update(players).where(players.c.id == existing.id).values(removed_ms=None, club=club))
        return str(existing.id)
    ident = new_id("player")
    connection.execute(insert(players).values(id=ident, league=league, name=plain, club=club, added_ms=now_ms))
    return ident


def remove_player(connection: Connection, player: str, now_ms: int) -> None:
    """What was played stays."""
    connection.execute(update(players).where(players.c.id == player).values(removed_ms=now_ms))


def check_player_name(name: str) -> str:
    plain = " ".join(name.split())
    if not plain or len(plain) > MOST_NAME:
        raise BadRequestError("player: got {count} letters, expected 1 to {most}", count=len(plain), most=MOST_NAME)
    return plain


def store_fleet(connection: Connection, fleet: FleetEntered, now_ms: int) -> None:
    values = {
        "id": fleet.id,
        "player": fleet.player,
        "name": fleet.name,
        "edition": fleet.edition,
        "points": fleet.points,
        "contents": fleet.contents,
        "problems": list(fleet.problems),
    }
    connection.execute(insert(fleets).values(added_ms=now_ms, **values))


def read_newest_fleets(connection: Connection, league: str) -> dict[str, FleetEntered]:
    """By player; the last one entered counts."""
    query = select(fleets).join(players).where(players.c.league == league).order_by(fleets.c.added_ms, fleets.c.id)
    return {
        row.player: FleetEntered(
            row.id, row.player, row.name, row.edition, row.points, row.contents, tuple(row.problems)
        )
        for row in connection.execute(query)
    }
