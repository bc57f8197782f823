"""The tables as small live plans, for judges and for the public."""

from typing import Any

from tableassist.league.desk.hub_view import SeenTable
from tableassist.league.desk.snapshot import Snapshot
from tableassist.league.hub.live_tables import clock_words
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
