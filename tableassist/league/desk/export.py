"""Pairings, standings and the season table as CSV, and all of it as JSON."""

from typing import Any

from tableassist.formats.export.records import csv_cell, csv_row
from tableassist.league.desk.snapshot import Snapshot
from tableassist.league.desk.views.evening import evening_section, season_section, standings_section
from tableassist.league.evening.tie_breaks import TieBreak


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
