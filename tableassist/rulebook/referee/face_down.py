"""Crew cards that are face down: a viewer who may not read them learns that a card is there, and not which."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec.structs

from tableassist.messages import tr
from tableassist.rulebook.referee.acts.act import Act
from tableassist.rulebook.state.game import GameState

AnyOne = TypeVar("AnyOne", bound=Act)


class FaceDown:
    """What one viewer may not know. Each hidden crew has a name that tells nothing."""

    def __init__(self, game: GameState, viewer: str | None, *, sees_all: bool = False) -> None:
        """`viewer`: a player; None: a spectator. `sees_all`: the judge."""
        members = () if sees_all else game.crew.values()
        self._shown = {
            member.id: f"face-down-{number}"
            for number, member in enumerate(members, start=1)
            if not member.face_up and member.owner != viewer
        }
        self._true = {shown: name for name, shown in self._shown.items()}

    def __bool__(self) -> bool:
        return bool(self._shown)

    @property
    def names(self) -> Mapping[str, str]:
        """In words, by the ids that are hidden and by those that replace them."""
        words = tr("a crew, face down")
        return dict.fromkeys((*self._shown, *self._true), words)

    def shown(self, name: str) -> str:
        return self._shown.get(name, name)

    def shown_act(self, act: AnyOne) -> AnyOne:
        return _rename_in_act(act, self._shown)

    def shown_game(self, game: GameState) -> GameState:
        """Give the game with each hidden crew under the name that the viewer knows it by."""
        if not self._shown:
            return game
        return game.replace(crew={self.shown(name): member for name, member in game.crew.items()})

    def true_act(self, act: AnyOne) -> AnyOne:
        """Translate an act of a viewer who knows only the names that tell nothing."""
        return _rename_in_act(act, self._true)

    def true_value(self, value: Any) -> Any:
        """Translate a value that the viewer gave. An id that is hidden becomes empty: answering it like any other
        wrong name keeps the viewer from finding out by trial who is aboard."""
        return _rename(value, {**dict.fromkeys(self._shown, ""), **self._true})


def _rename_in_act(act: AnyOne, names: Mapping[str, str]) -> AnyOne:
    if not names:
        return act
    return msgspec.structs.replace(
        act, **{field: _rename(getattr(act, field), names) for field in act.__struct_fields__}
    )


def _rename(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list | tuple):
        return type(value)(names.get(item, item) if isinstance(item, str) else item for item in value)
    return value
