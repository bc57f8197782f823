"""The evening: who plays whom, the clock, who stands where; for judges also players, fleets and results to confirm."""

from typing import Any

from tableassist.league.desk.snapshot import Snapshot
from tableassist.league.evening.tie_breaks import TITLES
from tableassist.league.storage.evening.rounds import DRAWN, StoredPairing, StoredRound
from tableassist.messages import say
from tableassist.messages.visible import visible


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
