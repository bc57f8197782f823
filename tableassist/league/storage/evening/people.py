"""Players of a league and their fleets."""

from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select, update

from tableassist.errors import BadRequestError
from tableassist.league.storage.evening.ids import new_id
from tableassist.league.storage.tables import fleets, players

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


def players_of(connection: Connection, league: str) -> tuple[LeaguePlayer, ...]:
    there = select(players.c.id, players.c.name, players.c.club)
    rows = connection.execute(there.where(players.c.league == league, players.c.removed_ms.is_(None)))
    return tuple(sorted((LeaguePlayer(*row) for row in rows), key=lambda each: each.name.casefold()))


def add_player(connection: Connection, league: str, name: str, club: str, now_ms: int) -> str:
    """One who was removed comes back as the same."""
    plain = check_name_of_player(name)
    known = connection.execute(
        select(players.c.id, players.c.removed_ms).where(
            players.c.league == league, func.lower(players.c.name) == plain.lower()
        )
    ).first()
    if known is not None and known.removed_ms is None:
        raise BadRequestError("player '{name}': there is one of that name already", name=plain)
    if known is not None:
        connection.execute(update(players).where(players.c.id == known.id).values(removed_ms=None, club=club))
        return str(known.id)
    ident = new_id("player")
    connection.execute(insert(players).values(id=ident, league=league, name=plain, club=club, added_ms=now_ms))
    return ident


def remove_player(connection: Connection, player: str, now_ms: int) -> None:
    """What was played stays."""
    connection.execute(update(players).where(players.c.id == player).values(removed_ms=now_ms))


def check_name_of_player(name: str) -> str:
    plain = " ".join(name.split())
    if not plain or len(plain) > MOST_NAME:
        raise BadRequestError("player: got {count} letters, expected 1 to {most}", count=len(plain), most=MOST_NAME)
    return plain


def keep_fleet(connection: Connection, fleet: FleetEntered, now_ms: int) -> None:
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


def newest_fleets(connection: Connection, league: str) -> dict[str, FleetEntered]:
    """By player; the last one entered counts."""
    asked = select(fleets).join(players).where(players.c.league == league).order_by(fleets.c.added_ms, fleets.c.id)
    return {
        row.player: FleetEntered(
            row.id, row.player, row.name, row.edition, row.points, row.contents, tuple(row.problems)
        )
        for row in connection.execute(asked)
    }
