"""One stream of states for all who see the same: made once, sent to many, and only what has changed."""

import json
from dataclasses import dataclass, field
from typing import Any

from tableassist.messages import speaking
from tableassist.web.board import Posted
from tableassist.web.game_view import game_section
from tableassist.web.seats import Seat
from tableassist.web.table_view import TableView, visible_rulings


@dataclass(frozen=True, slots=True)
class ChannelKey:
    seat: Seat
    language: str
    selected: str | None


@dataclass(slots=True)
class Channel:
    key: ChannelKey
    sequence: int = 0
    view: TableView = field(default_factory=TableView)
    _sections: dict[str, Any] = field(default_factory=dict)
    _made_of: Posted | None = None
    full: str = "{}"
    """The whole state, for one who has just come or has missed something."""
    change: str = "{}"
    """What is other than in the state before."""

    def make(self, posted: Posted) -> bool:
        """Whether anything has changed."""
        if posted is self._made_of:
            return False
        self._made_of = posted
        sections = self.sections(posted)
        changed = {name: each for name, each in sections.items() if self._sections.get(name) != each}
        if not changed and self.sequence:
            return False
        parts = _changed_parts(self._sections.get("plan"), sections["plan"])
        self._sections = sections
        self.sequence += 1
        self.full = _encoded({"type": "state", "sequence": self.sequence, **sections})
        if "plan" in changed and parts is not None:
            del changed["plan"]
            changed["plan_parts"] = parts
        self.change = _encoded({"type": "change", "sequence": self.sequence, **changed})
        return True

    def sections(self, posted: Posted) -> dict[str, Any]:
        with speaking(self.key.language):
            self.view.selected = self.key.selected
            sections = self.view.sections(posted, self.key.seat)
            rulings = visible_rulings(posted, self.key.seat)
            game = None if posted.game is None else game_section(posted.game, self.key.seat, rulings)
        return {**sections, "game": game}


def _changed_parts(before: list[str] | None, now: list[str]) -> dict[str, str] | None:
    """The elements of the plan that are others than before, by place; None where there are more or fewer of them."""
    if not before or len(before) != len(now):
        return None
    return {str(place): new for place, (old, new) in enumerate(zip(before, now, strict=True)) if old != new}


def _encoded(plain: dict[str, Any]) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
