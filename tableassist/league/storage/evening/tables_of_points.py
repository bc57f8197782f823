"""Standings, season table and ratings, worked out of the results; and kept, for whoever asks the database itself."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from tableassist.league.evening.players import Entrant
from tableassist.league.evening.ratings import Strength, rated, rated_game
from tableassist.league.evening.results import PairingResult
from tableassist.league.evening.season import SeasonRow, season_table
from tableassist.league.evening.standings import StandingRow, standings
from tableassist.league.storage.evening.evenings import StoredEvening, entrants_of, evenings_of, season_rules
from tableassist.league.storage.evening.rounds import StoredRound, rounds_of
from tableassist.league.storage.tables import evenings, pairings, ratings, rounds, seasons
from tableassist.league.storage.tables import standings as kept_standings


def results_in(stored: Sequence[StoredRound]) -> tuple[PairingResult, ...]:
    """Of the rounds that are fixed; what does not count yet is left out."""
    found = (each.result for one in stored if one.state != "drawn" for each in one.pairings)
    return tuple(each for each in found if each is not None)


def evening_standings(
    evening: StoredEvening, people: Sequence[Entrant], stored: Sequence[StoredRound]
) -> tuple[StandingRow, ...]:
    rules = evening.rules
    return standings(people, results_in(stored), scoring=rules.scoring, order=rules.tie_breaks)


def season_standings(connection: Connection, season: str) -> tuple[SeasonRow, ...]:
    tables = [
        evening_standings(each, entrants_of(connection, each.id), rounds_of(connection, each.id))
        for each in evenings_of(connection, season)
    ]
    return season_table(tables, season_rules(connection, season))


def keep_standings(connection: Connection, evening: str, after_round: int, rows: Sequence[StandingRow]) -> None:
    """In the place of those that were kept for this round."""
    here = kept_standings.c.evening == evening, kept_standings.c.after_round == after_round
    connection.execute(delete(kept_standings).where(*here))
    for row in rows:
        values = {"place": row.place, "points": float(row.points), "tie_breaks": list(row.tie_breaks)}
        connection.execute(
            insert(kept_standings).values(evening=evening, after_round=after_round, player=row.player, **values)
        )


def rate_again(connection: Connection, league: str, now_ms: int) -> None:
    """All of the league from its beginning: a corrected result changes everything that came after it."""
    of_league = select(pairings.c.id).join(rounds).join(evenings).join(seasons).where(seasons.c.league == league)
    connection.execute(delete(ratings).where(ratings.c.pairing.in_(of_league)))
    now: dict[str, Strength] = {}
    made = []
    for season in connection.execute(select(seasons.c.id).where(seasons.c.league == league).order_by(seasons.c.number)):
        for evening in evenings_of(connection, season.id):
            for one in rounds_of(connection, evening.id):
                now, rows = _rated_round(one, now)
                made += rows
    if made:
        connection.execute(insert(ratings), [{**row, "rated_ms": now_ms + at} for at, row in enumerate(made)])


def _rated_round(one: StoredRound, before: dict[str, Strength]) -> tuple[dict[str, Strength], list[dict[str, object]]]:
    now, rows = before, []
    for pairing in one.pairings:
        result = pairing.result if one.state == "over" else None
        game = None if result is None else rated_game(result)
        if game is None:
            continue
        now = rated(now, [game])
        rows += [
            {"player": player, "pairing": pairing.id, "mu": now[player].mu, "sigma": now[player].sigma}
            for player in pairing.paired.players
        ]
    return now, rows


def ratings_of(connection: Connection, league: str) -> dict[str, Strength]:
    """By player, after the last game that is rated."""
    asked = (
        select(ratings.c.player, ratings.c.mu, ratings.c.sigma)
        .join(pairings, pairings.c.id == ratings.c.pairing)
        .join(rounds)
        .join(evenings)
        .join(seasons)
        .where(seasons.c.league == league)
        .order_by(ratings.c.rated_ms)
    )
    found: dict[str, Strength] = {}
    for row in connection.execute(asked):
        games = found[row.player].games if row.player in found else 0
        found[row.player] = Strength(row.mu, row.sigma, games + 1)
    return found
