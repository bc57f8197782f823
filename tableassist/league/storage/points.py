"""What the tables' referees say of the pairings: noted, and counted as soon as both players have confirmed it."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from tableassist.league.evening.round import Entrant, HowEnded, PairingResult
from tableassist.league.evening.standings import (
    SeasonRow,
    StandingRow,
    Strength,
    rated,
    rated_game,
    season_table,
    standings,
)
from tableassist.league.storage.evenings import StoredEvening, entrants_of, evenings_of, season_rules
from tableassist.league.storage.rounds import StoredPairing, StoredRound, rounds_of
from tableassist.league.storage.schema import evenings, matches, pairings, ratings, results, rounds, seasons
from tableassist.league.storage.schema import standings as kept_standings

REFEREE = "referee"
"""Who entered a result that no judge has touched."""


def note_table_results(
    connection: Connection, open_pairings: Sequence[StoredPairing], names: Mapping[str, str], now_ms: int
) -> int:
    """How many pairings have changed. `names`: of the players, by id: a table knows no other."""
    waiting = {each.id: each for each in open_pairings if each.decided_ms is None and each.second is not None}
    if not waiting:
        return 0
    changed = 0
    for pairing, said in _last_said(connection, sorted(waiting)).items():
        values = _values(waiting[pairing], said, names, now_ms)
        if values is None:
            continue
        version = waiting[pairing].version
        here = pairings.c.id == pairing, pairings.c.version == version, pairings.c.decided_ms.is_(None)
        changed += connection.execute(update(pairings).where(*here).values(version=version + 1, **values)).rowcount
    return changed


def _last_said(connection: Connection, ids: Sequence[str]) -> dict[str, Any]:
    """By pairing. Only what the table says to which the pairing was given."""
    asked = (
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
    return {row.pairing: row for row in connection.execute(asked)}


def _values(pairing: StoredPairing, said: Any, names: Mapping[str, str], now_ms: int) -> dict[str, Any] | None:
    """None where nothing is new, or where it is about others than these two."""
    first, second = names[pairing.first], names[pairing.second or ""]
    if not said.points or not {*said.points} <= {first, second} or said.winner not in ("", first, second):
        return None
    outcome = {first: "first", second: "second"}.get(said.winner, "draw")
    points = int(said.points.get(first, 0)), int(said.points.get(second, 0))
    confirmed = first in said.confirmed_by, second in said.confirmed_by
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
        "why": said.why,
        "decided_ms": now_ms if all(confirmed) else None,
    }


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
