"""Crew whose card lies face down: others than its owner and the judge are told that it is there, and not who it is."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec.structs

from tableassist.messages import tr
from tableassist.rulebook.referee.acts.act import Act
from tableassist.rulebook.state.game import GameState
from tableassist.table.seats import Role, Seat

AnyOne = TypeVar("AnyOne", bound=Act)


class FaceDown:
    """What one seat may not know; each hidden crew has a name that tells nothing."""

    def __init__(self, game: GameState, seat: Seat) -> None:
        members = enumerate(game.crew.values(), start=1)
        self._shown: dict[str, str] = (
            {}
            if seat.is_judge
            else {
                each.id: f"face-down-{number}"
                for number, each in members
                if not each.face_up and each.owner != seat.player
            }
        )
        self._true = {shown: name for name, shown in self._shown.items()}

    @classmethod
    def from_player(cls, game: GameState, player: str) -> "FaceDown":
        return cls(game, Seat(Role.PLAYER, player))

    def __bool__(self) -> bool:
        return bool(self._shown)

    @property
    def names(self) -> Mapping[str, str]:
        """In words, by the ids that are hidden and by those that stand for them."""
        words = tr("a crew, face down")
        return dict.fromkeys((*self._shown, *self._true), words)

    def shown(self, name: str) -> str:
        return self._shown.get(name, name)

    def shown_act(self, act: AnyOne) -> AnyOne:
        return _changed(act, self._shown)

    def true_act(self, act: AnyOne) -> AnyOne:
        """What somebody meant who was told no more than this."""
        return _changed(act, self._true)

    def true_value(self, value: Any) -> Any:
        return _mapped(value, self._true)


def _changed(act: AnyOne, names: Mapping[str, str]) -> AnyOne:
    if not names:
        return act
    return msgspec.structs.replace(
        act, **{field: _mapped(getattr(act, field), names) for field in act.__struct_fields__}
    )


def _mapped(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list | tuple):
        return type(value)(names.get(each, each) if isinstance(each, str) else each for each in value)
    return value
