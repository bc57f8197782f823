"""JSON sections of the desk page (tables, queue, evening, standings), and the same tables as CSV."""

from typing import Any

from tableassist.league.desk.snapshot import SeenTable, Snapshot
from tableassist.league.evening.standings import TITLES, TieBreak
from tableassist.league.hub.live_tables import describe_clock_error
from tableassist.league.storage.disputes import QueueItem
from tableassist.league.storage.rounds import DRAWN, StoredPairing, StoredRound
from tableassist.messages import say, visible
from tableassist.store.export import csv_cell, csv_row

MOST_TOLD = 6
"""Of what is wrong at a table."""


def table_cards(snapshot: Snapshot, *, is_public: bool) -> dict[str, dict[str, Any]]:
    """By the table's name. In the language that is spoken."""
    return {
        name: _table_card(title, snapshot.live.get(name), is_public=is_public)
        for name, title in sorted(snapshot.titles.items())
    }


def _table_card(title: str, seen: SeenTable | None, *, is_public: bool) -> dict[str, Any]:
    state = None if seen is None else seen.state
    status = None if seen is None else seen.status
    card: dict[str, Any] = {"title": visible(title), "online": status is not None and status.online}
    if state is not None:
        card |= {
            "match": visible(state.name),
            "players": [[visible(player.name), player.score, player.ships_left] for player in state.players],
            "turn": visible(state.turn),
            "last": visible(state.last),
            "ended": state.ended,
            "mat": list(state.mat_mm),
            "plan": list(state.plan),
        }
    if not is_public and seen is not None:
        card |= _judge_fields(title, seen)
    return card


def _judge_fields(title: str, seen: SeenTable) -> dict[str, Any]:
    state, status = seen.state, seen.status
    skew = describe_clock_error(title, seen.clock_skew_ms)
    health = list(status.health[:MOST_TOLD]) if status is not None else []
    warnings = list(state.warnings[:MOST_TOLD]) if state is not None else []
    return {
        "health": [visible(line) for line in (*health, *warnings)],
        "skew": "" if skew is None else say(skew),
        "seen_ms": 0 if status is not None and status.online else seen.seen_ms,
        "waiting": 0 if status is None else status.waiting,
        "calls": [visible(call) for call in (state.calls if state is not None else ())],
        "too_close": 0 if state is None else state.too_close,
    }


def evening_section(snapshot: Snapshot, *, is_public: bool) -> dict[str, Any] | None:
    """None before the first evening. A round that is drawn and not fixed is for judges only."""
    evening = snapshot.evening
    if evening is None:
        return None
    shown = [game_round for game_round in snapshot.rounds if not is_public or game_round.state != DRAWN]
    return {
        "id": evening.id,
        "title": visible(evening.title),
        "system": evening.system,
        "planned": evening.planned_rounds,
        "is_over": evening.ended_ms is not None,
        "tie_breaks": [say(TITLES[tie_break]) for tie_break in evening.rules.tie_breaks],
        "rounds": [_round_section(game_round, snapshot) for game_round in shown],
    }


def _round_section(this: StoredRound, snapshot: Snapshot) -> dict[str, Any]:
    return {
        "id": this.id,
        "number": this.number,
        "state": this.state,
        "version": this.version,
        "pairings": [_pairing_section(pairing, snapshot) for pairing in this.pairings],
    }


def _pairing_section(pairing: StoredPairing, snapshot: Snapshot) -> dict[str, Any]:
    names = _player_names(snapshot)
    return {
        "id": pairing.id,
        "version": pairing.version,
        "table": pairing.table,
        "table_title": visible(snapshot.titles.get(pairing.table or "", pairing.table or "")),
        "first": pairing.first,
        "second": pairing.second,
        "names": [names.get(player, "?") for player in pairing.paired.players],
        "outcome": pairing.outcome,
        "ended": pairing.ended,
        "gold": list(pairing.points),
        "confirmed": list(pairing.confirmed),
        "counts": pairing.decided_ms is not None,
        "by": visible(pairing.entered_by),
        "why": visible(pairing.why),
    }


def clock_section(snapshot: Snapshot) -> dict[str, Any] | None:
    """None where no round is running. A page counts on by itself from when it was told."""
    this = snapshot.round_now
    if this is None or this.state != "running" or not this.clock_s:
        return None
    clock = this.clock
    ends_ms = None if clock.running_since_ms is None else clock.running_since_ms + clock.left_ms
    return {"round": this.number, "left_ms": clock.left_ms, "ends_ms": ends_ms, "id": this.id, "version": this.version}


def standings_section(snapshot: Snapshot) -> list[dict[str, Any]]:
    names = _player_names(snapshot)
    return [
        {
            "place": row.place,
            "name": names.get(row.player, "?"),
            "points": row.points,
            "record": [row.wins, row.draws, row.losses],
            "tie_breaks": list(row.tie_breaks),
        }
        for row in snapshot.standings
    ]


def season_section(snapshot: Snapshot) -> list[dict[str, Any]]:
    names = _player_names(snapshot)
    return [
        {
            "place": row.place,
            "name": names.get(row.player, "?"),
            "points": row.points,
            "evenings": row.evenings,
            "rating": _rounded_rating(snapshot, row.player),
        }
        for row in snapshot.season
    ]


def _rounded_rating(snapshot: Snapshot, player: str) -> float | None:
    strength = snapshot.ratings.get(player)
    return None if strength is None else round(strength.shown, 1)


def players_section(snapshot: Snapshot) -> list[dict[str, Any]]:
    entrants = {entrant.id: entrant for entrant in snapshot.entrants}
    number = 0 if snapshot.round_now is None else snapshot.round_now.number
    rows = []
    for player in snapshot.players:
        entrant, fleet = entrants.get(player.id), snapshot.fleets.get(player.id)
        rows.append(
            {
                "id": player.id,
                "name": visible(player.name),
                "club": visible(player.club),
                "is_in": entrant is not None and entrant.plays_in(max(number, entrant.from_round)),
                "has_left": entrant is not None and entrant.until_round is not None,
                "fleet": None
                if fleet is None
                else {
                    "name": visible(fleet.name),
                    "points": fleet.points,
                    "problems": [visible(problem) for problem in fleet.problems],
                },
                "rating": _rounded_rating(snapshot, player.id),
            }
        )
    return rows


def _player_names(snapshot: Snapshot) -> dict[str, str]:
    names = {player.id: visible(player.name) for player in snapshot.players}
    return names | {entrant.id: visible(entrant.name) for entrant in snapshot.entrants}


def queue_section(snapshot: Snapshot) -> list[dict[str, Any]]:
    return [queue_row(item, snapshot) for item in snapshot.queue]


def queue_row(item: QueueItem, snapshot: Snapshot) -> dict[str, Any]:
    return {
        "match": item.match,
        "dispute": item.dispute,
        "table": item.table,
        "table_title": visible(snapshot.titles.get(item.table, item.table)),
        "question": visible(item.question),
        "by": visible(item.by),
        "raised_ms": item.raised_ms,
        "state": item.state,
        "version": item.version,
        "is_call": item.is_call,
        "user": item.claimed_by,
        "judge": visible(item.judge),
        "has_evidence": bool(item.evidence),
        "is_coming": item.is_coming,
        "verdict": item.verdict,
        "reason": visible(item.reason),
        "is_done": item.done_ms is not None,
        "refused": visible(item.refused),
    }


def standings_csv(snapshot: Snapshot) -> bytes:
    order = () if snapshot.evening is None else snapshot.evening.rules.tie_breaks
    head = ["place", "player", "points", "wins", "draws", "losses", *(tie_break.value for tie_break in order)]
    rows = [
        [row["place"], row["name"], row["points"], *row["record"], *map(_whole_if_possible, row["tie_breaks"])]
        for row in standings_section(snapshot)
    ]
    return _format_csv(head, rows)


def season_csv(snapshot: Snapshot) -> bytes:
    rows = [
        [row[name] for name in ("place", "name", "points", "evenings", "rating")] for row in season_section(snapshot)
    ]
    return _format_csv(["place", "player", "points", "evenings", "rating"], rows)


def pairings_csv(snapshot: Snapshot) -> bytes:
    head = ["round", "table", "first", "second", "outcome", "ended", "first_gold", "second_gold", "counts"]
    evening = evening_section(snapshot, is_public=True)
    rows = [
        [
            this["number"],
            pairing["table_title"],
            *[*pairing["names"], ""][:2],
            pairing["outcome"],
            pairing["ended"],
            *pairing["gold"],
            int(pairing["counts"]),
        ]
        for this in (evening or {"rounds": []})["rounds"]
        for pairing in this["pairings"]
    ]
    return _format_csv(head, rows)


def export_everything(snapshot: Snapshot) -> dict[str, Any]:
    """What the public page shows, under the same names."""
    order: tuple[TieBreak, ...] = () if snapshot.evening is None else snapshot.evening.rules.tie_breaks
    return {
        "title": snapshot.title,
        "evening": evening_section(snapshot, is_public=True),
        "tie_breaks": [tie_break.value for tie_break in order],
        "standings": standings_section(snapshot),
        "season": season_section(snapshot),
    }


def _whole_if_possible(value: float | None) -> float | None:
    """Whole ones without a point."""
    return int(value) if value is not None and float(value).is_integer() else value


def _format_csv(head: list[str], rows: list[list[Any]]) -> bytes:
    return b"".join(csv_row([csv_cell(cell) for cell in row]) for row in (head, *rows))
