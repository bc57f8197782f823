"""Results of tables, standings and ratings in the database."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from tableassist.league.evening.round import Entrant, HowEnded, PairingResult
from tableassist.league.evening.standings import (
    SeasonRow,
    StandingRow,
    Strength,
    game_from_result,
    rank_players,
    rank_season,
    rate_games,
)
from tableassist.league.storage.evenings import StoredEvening, list_entrants, list_evenings, read_season_rules
from tableassist.league.storage.rounds import StoredPairing, StoredRound, list_rounds
from tableassist.league.storage.schema import evenings, matches, pairings, ratings, results, rounds, seasons
from tableassist.league.storage.schema import standings as kept_standings

REFEREE = "referee"
"""Who entered a result that no judge has touched."""


def note_table_results(
    connection: Connection, open_pairings: Sequence[StoredPairing], names: Mapping[str, str], now_ms: int
) -> int:
    """How many pairings have changed. `names`: of the players, by id: a table knows no other."""
    waiting = {
        pairing.id: pairing for pairing in open_pairings if pairing.decided_ms is None and pairing.second is not None
    }
    if not waiting:
        return 0
    changed = 0
    for pairing, report in _read_last_results(connection, sorted(waiting)).items():
        values = _result_values(waiting[pairing], report, names, now_ms)
        if values is None:
            continue
        version = waiting[pairing].version
        here = pairings.c.id == pairing, pairings.c.version == version, pairings.c.decided_ms.is_(None)
        changed += connection.execute(update(pairings).where(*here).values(version=version + 1, **values)).rowcount
    return changed


def _read_last_results(connection: Connection, ids: Sequence[str]) -> dict[str, Any]:
    """By pairing. Only what the table says to which the pairing was given."""
    query = (
        select(
            matches.c.pairing,
            results.c.points,
            results.c.winner,
            results.c.confirmed_by,
            results.c.why,
        )
        .join(matches, matches.c.id == results.c.match)
        .join(pairings, (pairings.c.id == matches.c.pairing) & (pairings.c.table == matches.c.table))
        .where(matches.c.pairing.in_(ids))
        .order_by(results.c.received_ms, results.c.match, results.c.number)
    )
    return {row.pairing: row for row in connection.execute(query)}


def _result_values(pairing: StoredPairing, report: Any, names: Mapping[str, str], now_ms: int) -> dict[str, Any] | None:
    """None where nothing is new, or where it is about others than these two."""
    first, second = names[pairing.first], names[pairing.second or ""]
    if not report.points or not {*report.points} <= {first, second} or report.winner not in ("", first, second):
        return None
    outcome = {first: "first", second: "second"}.get(report.winner, "draw")
    points = int(report.points.get(first, 0)), int(report.points.get(second, 0))
    confirmed = first in report.confirmed_by, second in report.confirmed_by
    if (outcome, points, confirmed) == (pairing.outcome, pairing.points, pairing.confirmed):
        return None
    return {
        "outcome": outcome,
        "ended": HowEnded.PLAYED.value,
        "first_points": points[0],
        "second_points": points[1],
        "first_confirmed": confirmed[0],
        "second_confirmed": confirmed[1],
        "entered_by": REFEREE,
        "why": report.why,
        "decided_ms": now_ms if all(confirmed) else None,
    }


def counted_results(stored: Sequence[StoredRound]) -> tuple[PairingResult, ...]:
    """Of the rounds that are fixed; what does not count yet is left out."""
    results = (
        pairing.result for game_round in stored if game_round.state != "drawn" for pairing in game_round.pairings
    )
    return tuple(result for result in results if result is not None)


def rank_evening(
    evening: StoredEvening, people: Sequence[Entrant], stored: Sequence[StoredRound]
) -> tuple[StandingRow, ...]:
    rules = evening.rules
    return rank_players(people, counted_results(stored), scoring=rules.scoring, order=rules.tie_breaks)


def read_season_standings(connection: Connection, season: str) -> tuple[SeasonRow, ...]:
    tables = [
        rank_evening(evening, list_entrants(connection, evening.id), list_rounds(connection, evening.id))
        for evening in list_evenings(connection, season)
    ]
    return rank_season(tables, read_season_rules(connection, season))


def store_standings(connection: Connection, evening: str, after_round: int, rows: Sequence[StandingRow]) -> None:
    """In the place of those that were kept for this round."""
    here = kept_standings.c.evening == evening, kept_standings.c.after_round == after_round
    connection.execute(delete(kept_standings).where(*here))
    for row in rows:
        values = {"place": row.place, "points": float(row.points), "tie_breaks": list(row.tie_breaks)}
        connection.execute(
            insert(kept_standings).values(evening=evening, after_round=after_round, player=row.player, **values)
        )


def recompute_ratings(connection: Connection, league: str, now_ms: int) -> None:
    """All of the league from its beginning: a corrected result changes everything that came after it."""
    of_league = select(pairings.c.id).join(rounds).join(evenings).join(seasons).where(seasons.c.league == league)
    connection.execute(delete(ratings).where(ratings.c.pairing.in_(of_league)))
    now: dict[str, Strength] = {}
    made = []
    for season in connection.execute(select(seasons.c.id).where(seasons.c.league == league).order_by(seasons.c.number)):
        for evening in list_evenings(connection, season.id):
            for game_round in list_rounds(connection, evening.id):
                now, rows = _rate_round(game_round, now)
                made += rows
    if made:
        connection.execute(insert(ratings), [{**row, "rated_ms": now_ms + at} for at, row in enumerate(made)])


def _rate_round(
    game_round: StoredRound, before: dict[str, Strength]
) -> tuple[dict[str, Strength], list[dict[str, object]]]:
    now, rows = before, []
    for pairing in game_round.pairings:
        result = pairing.result if game_round.state == "over" else None
        game = None if result is None else game_from_result(result)
        if game is None:
            continue
        now = rate_games(now, [game])
        rows += [
            {"player": player, "pairing": pairing.id, "mu": now[player].mu, "sigma": now[player].sigma}
            for player in pairing.paired.players
        ]
    return now, rows


def read_ratings(connection: Connection, league: str) -> dict[str, Strength]:
    """By player, after the last game that is rated."""
    query = (
        select(ratings.c.player, ratings.c.mu, ratings.c.sigma)
        .join(pairings, pairings.c.id == ratings.c.pairing)
        .join(rounds)
        .join(evenings)
        .join(seasons)
        .where(seasons.c.league == league)
        .order_by(ratings.c.rated_ms)
    )
    strengths: dict[str, Strength] = {}
    for row in connection.execute(query):
        games = strengths[row.player].games if row.player in strengths else 0
        strengths[row.player] = Strength(row.mu, row.sigma, games + 1)
    return strengths
