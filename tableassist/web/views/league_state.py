"""The small live picture of a table for its league: what spectators may see of it, and no more."""

import time
from collections import Counter
from typing import Any

import msgspec

from tableassist.rulebook import Verdict
from tableassist.store.league import LeagueTableState, PlayerShown
from tableassist.table import SPECTATOR, SnapshotBoard, TableSnapshot
from tableassist.table.visibility import is_hidden
from tableassist.web.views.channel import ChannelKey, Views

LANGUAGE = "en"
"""One for all tables of a desk."""
MOST_PARTS = 2_000
MOST_PART = 100_000


class LeaguePicture:
    """Made of what is on the board; for one thread, which is not the table's. What has not changed is not sent."""

    def __init__(self, board: SnapshotBoard) -> None:
        self._board = board
        self._views = Views()
        self._of: tuple[TableSnapshot, str, tuple[str, ...]] | None = None
        self._sent: LeagueTableState | None = None

    def newer(self, match: str, calls: tuple[str, ...]) -> LeagueTableState | None:
        """None where nothing has changed. `calls`: who has called the judge in the window."""
        asked = self._board.now, match, calls
        if asked == self._of:
            return None
        self._of = asked
        state = self._make_state(*asked)
        if state == self._sent:
            return None
        self._sent = state
        return msgspec.structs.replace(state, wall_ms=time.time_ns() // 1_000_000)

    def _make_state(self, posted: TableSnapshot, match: str, calls: tuple[str, ...]) -> LeagueTableState:
        sections = self._views.sections(posted, ChannelKey(SPECTATOR, LANGUAGE, None))
        table, game = sections["table"], sections["game"] or {}
        acts, played = game.get("acts", []), posted.cards or posted.game
        width, height = table.get("mat_mm") or (0.0, 0.0)
        return LeagueTableState(
            match=match,
            wall_ms=0,
            name=posted.name[:1000],
            players=tuple(_player(game, name) for name in game.get("score", {})),
            turn="" if played is None else played.refereed.game.player,
            round=0 if played is None else played.refereed.game.turn,
            acts=0 if played is None else len(played.refereed.acts),
            last=acts[-1]["words"][:1000] if acts else "",
            mat_mm=(width, height),
            plan=tuple(section for section in sections["plan"][:MOST_PARTS] if len(section) <= MOST_PART),
            warnings=tuple(each[:1000] for each in table.get("warnings", ())),
            too_close=_too_close(posted),
            calls=tuple(dict.fromkeys((*posted.calls, *calls))),
            ended=bool(game.get("ending_words")),
        )


def _player(game: dict[str, Any], name: str) -> PlayerShown:
    ships = Counter(unit["owner"] for unit in game.get("units", ()) if unit["in_play"])
    score = int(game["score"][name])
    return PlayerShown(name, score, ships[name], 0 if game.get("kind") == "card" else score)


def _too_close(posted: TableSnapshot) -> int:
    if posted.moment is None or is_hidden(posted, SPECTATOR):
        return 0
    return sum(ruling.verdict is Verdict.TOO_CLOSE for ruling in posted.moment.state.rulings)
