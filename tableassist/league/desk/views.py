"""The tables as small live plans, for judges and for the public."""

from typing import Any

from tableassist.formats.export.records import csv_cell, csv_row
from tableassist.league.desk.snapshot import SeenTable, Snapshot
from tableassist.league.evening.standings import TITLES, TieBreak
from tableassist.league.hub.live_tables import clock_words
from tableassist.league.storage.disputes import QueueItem
from tableassist.league.storage.rounds import DRAWN, StoredPairing, StoredRound
from tableassist.messages import say
from tableassist.messages.visible import visible

MOST_TOLD = 6
"""Of what is wrong at a table."""


def table_cards(snapshot: Snapshot, *, is_public: bool) -> dict[str, dict[str, Any]]:
    """By the table's name. In the language that is spoken."""
    return {
        name: _card(title, snapshot.live.get(name), is_public=is_public)
        for name, title in sorted(snapshot.titles.items())
    }


def _card(title: str, seen: SeenTable | None, *, is_public: bool) -> dict[str, Any]:
    state = None if seen is None else seen.state
    status = None if seen is None else seen.status
    card: dict[str, Any] = {"title": visible(title), "online": status is not None and status.online}
    if state is not None:
        card |= {
            "match": visible(state.name),
            "players": [[visible(each.name), each.score, each.ships_left] for each in state.players],
            "turn": visible(state.turn),
            "last": visible(state.last),
            "ended": state.ended,
            "mat": list(state.mat_mm),
            "plan": list(state.plan),
        }
    if not is_public and seen is not None:
        card |= _for_judges(title, seen)
    return card


def _for_judges(title: str, seen: SeenTable) -> dict[str, Any]:
    state, status = seen.state, seen.status
    skew = clock_words(title, seen.clock_skew_ms)
    health = list(status.health[:MOST_TOLD]) if status is not None else []
    warnings = list(state.warnings[:MOST_TOLD]) if state is not None else []
    return {
        "health": [visible(each) for each in (*health, *warnings)],
        "skew": "" if skew is None else say(skew),
        "seen_ms": 0 if status is not None and status.online else seen.seen_ms,
        "waiting": 0 if status is None else status.waiting,
        "calls": [visible(each) for each in (state.calls if state is not None else ())],
        "too_close": 0 if state is None else state.too_close,
    }


def evening_section(snapshot: Snapshot, *, is_public: bool) -> dict[str, Any] | None:
    """None before the first evening. A round that is drawn and not fixed is for judges only."""
    evening = snapshot.evening
    if evening is None:
        return None
    shown = [each for each in snapshot.rounds if not is_public or each.state != DRAWN]
    return {
        "id": evening.id,
        "title": visible(evening.title),
        "system": evening.system,
        "planned": evening.planned_rounds,
        "is_over": evening.ended_ms is not None,
        "tie_breaks": [say(TITLES[each]) for each in evening.rules.tie_breaks],
        "rounds": [_round(each, snapshot) for each in shown],
    }


def _round(this: StoredRound, snapshot: Snapshot) -> dict[str, Any]:
    return {
        "id": this.id,
        "number": this.number,
        "state": this.state,
        "version": this.version,
        "pairings": [_pairing(each, snapshot) for each in this.pairings],
    }


def _pairing(each: StoredPairing, snapshot: Snapshot) -> dict[str, Any]:
    names = _names(snapshot)
    return {
        "id": each.id,
        "version": each.version,
        "table": each.table,
        "table_title": visible(snapshot.titles.get(each.table or "", each.table or "")),
        "first": each.first,
        "second": each.second,
        "names": [names.get(player, "?") for player in each.paired.players],
        "outcome": each.outcome,
        "ended": each.ended,
        "gold": list(each.points),
        "confirmed": list(each.confirmed),
        "counts": each.decided_ms is not None,
        "by": visible(each.entered_by),
        "why": visible(each.why),
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
    names = _names(snapshot)
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
    names = _names(snapshot)
    return [
        {
            "place": row.place,
            "name": names.get(row.player, "?"),
            "points": row.points,
            "evenings": row.evenings,
            "rating": _rating(snapshot, row.player),
        }
        for row in snapshot.season
    ]


def _rating(snapshot: Snapshot, player: str) -> float | None:
    known = snapshot.ratings.get(player)
    return None if known is None else round(known.shown, 1)


def players_section(snapshot: Snapshot) -> list[dict[str, Any]]:
    there = {each.id: each for each in snapshot.entrants}
    number = 0 if snapshot.round_now is None else snapshot.round_now.number
    rows = []
    for player in snapshot.players:
        entrant, fleet = there.get(player.id), snapshot.fleets.get(player.id)
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
                    "problems": [visible(each) for each in fleet.problems],
                },
                "rating": _rating(snapshot, player.id),
            }
        )
    return rows


def _names(snapshot: Snapshot) -> dict[str, str]:
    known = {each.id: visible(each.name) for each in snapshot.players}
    return known | {each.id: visible(each.name) for each in snapshot.entrants}


def queue_section(snapshot: Snapshot) -> list[dict[str, Any]]:
    return [queue_row(each, snapshot) for each in snapshot.queue]


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
    head = ["place", "player", "points", "wins", "draws", "losses", *(each.value for each in order)]
    rows = [
        [row["place"], row["name"], row["points"], *row["record"], *map(_number, row["tie_breaks"])]
        for row in standings_section(snapshot)
    ]
    return _csv(head, rows)


def season_csv(snapshot: Snapshot) -> bytes:
    rows = [
        [row[name] for name in ("place", "name", "points", "evenings", "rating")] for row in season_section(snapshot)
    ]
    return _csv(["place", "player", "points", "evenings", "rating"], rows)


def pairings_csv(snapshot: Snapshot) -> bytes:
    head = ["round", "table", "first", "second", "outcome", "ended", "first_gold", "second_gold", "counts"]
    evening = evening_section(snapshot, is_public=True)
    rows = [
        [
            this["number"],
            each["table_title"],
            *[*each["names"], ""][:2],
            each["outcome"],
            each["ended"],
            *each["gold"],
            int(each["counts"]),
        ]
        for this in (evening or {"rounds": []})["rounds"]
        for each in this["pairings"]
    ]
    return _csv(head, rows)


def everything(snapshot: Snapshot) -> dict[str, Any]:
    """What the public page shows, under the same names."""
    order: tuple[TieBreak, ...] = () if snapshot.evening is None else snapshot.evening.rules.tie_breaks
    return {
        "title": snapshot.title,
        "evening": evening_section(snapshot, is_public=True),
        "tie_breaks": [each.value for each in order],
        "standings": standings_section(snapshot),
        "season": season_section(snapshot),
    }


def _number(value: float | None) -> float | None:
    """Whole ones without a point."""
    return int(value) if value is not None and float(value).is_integer() else value


def _csv(head: list[str], rows: list[list[Any]]) -> bytes:
    return b"".join(csv_row([csv_cell(each) for each in row]) for row in (head, *rows))
