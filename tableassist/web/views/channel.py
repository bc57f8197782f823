"""One stream of states for all who see the same: made once, sent to many, and only what has changed."""

from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from tableassist.messages import speaking
from tableassist.pipeline.card_game.as_moment import is_card_table_record
from tableassist.table import CardsSnapshot, FairPlay, Seat, TableSnapshot
from tableassist.table.visibility import VisibleRulings
from tableassist.web.views.card_view import CardView
from tableassist.web.views.game_view import GameView
from tableassist.web.views.table_view import TableView


@dataclass(frozen=True, slots=True)
class ChannelKey:
    seat: Seat
    language: str
    selected: str | None


class Views:
    """What the channels share: seats that see the same have it drawn and put into words once."""

    def __init__(self) -> None:
        self._rulings = VisibleRulings()
        self._tables: dict[tuple[str, str | None, bool], TableView] = {}
        self._games: dict[str, GameView] = {}
        self._cards: dict[str, CardView] = {}

    def sections(self, posted: TableSnapshot, key: ChannelKey) -> dict[str, Any]:
        if posted.cards is not None:
            return self._card_sections(posted, posted.cards, key)
        if posted.moment is not None and is_card_table_record(posted.moment.settings):
            posted = replace(posted, moment=None)  # no mat, and nothing to be drawn without a game
        table = self._tables.setdefault(_view_key(posted, key), TableView(key.selected))
        game = self._games.setdefault(key.language, GameView())
        rulings = self._rulings.find(posted, key.seat)
        with speaking(key.language):
            sections = table.sections(posted, key.seat, rulings)
            played = None if posted.game is None else game.section(posted.game, key.seat, rulings)
            return {"you": key.seat.player, **sections, "game": played}

    def _card_sections(self, posted: TableSnapshot, cards: CardsSnapshot, key: ChannelKey) -> dict[str, Any]:
        view = self._cards.setdefault(key.language, CardView())
        with speaking(key.language):
            return {"you": key.seat.player, **view.sections(posted, cards, key.seat)}

    def keep_only(self, keys: set[ChannelKey]) -> None:
        """The rest is forgotten."""
        used = {(key.language, key.selected) for key in keys}
        self._tables = {key: each for key, each in self._tables.items() if key[:2] in used}


def _view_key(posted: TableSnapshot, key: ChannelKey) -> tuple[str, str | None, bool]:
    """The same for all who see the same of the table: the judge sees more unless it is open to everybody."""
    return key.language, key.selected, key.seat.is_judge and posted.fair_play is not FairPlay.OPEN


@dataclass(slots=True)
class Channel:
    key: ChannelKey
    views: Views
    sequence: int = 0
    _sections: dict[str, Any] = field(default_factory=dict)
    _made_of: TableSnapshot | None = None
    _full: str | None = None
    change: str = "{}"
    """What is other than in the state before."""

    @property
    def full(self) -> str:
        """The whole state, for one who has just come or has missed something."""
        if self._full is None:
            self._full = _encode({"type": "state", "sequence": self.sequence, **self._sections})
        return self._full

    def make(self, posted: TableSnapshot) -> bool:
        """Whether anything has changed."""
        if posted is self._made_of:
            return False
        self._made_of = posted
        sections = self.views.sections(posted, self.key)
        changed = {name: each for name, each in sections.items() if self._sections.get(name) != each}
        if not changed and self.sequence:
            return False
        parts = _find_changed_parts(self._sections.get("plan"), sections["plan"])
        self._sections = sections
        self._full = None
        self.sequence += 1
        if "plan" in changed and parts is not None:
            del changed["plan"]
            changed["plan_parts"] = parts
        self.change = _encode({"type": "change", "sequence": self.sequence, **changed})
        return True


def _find_changed_parts(before: list[str] | None, now: list[str]) -> dict[str, str] | None:
    """The elements of the plan that are others than before, by place; None where there are more or fewer of them."""
    if not before or len(before) != len(now):
        return None
    return {str(place): new for place, (old, new) in enumerate(zip(before, now, strict=True)) if old != new}


def _encode(plain: dict[str, Any]) -> str:
    return msgspec.json.encode(plain).decode()
