"""What a game's state is, by the name that a case asks for."""

from collections.abc import Callable
from typing import Any

from tableassist.rulebook import PIRATES, GameState
from tableassist.rulebook.referee import score
from tableassist.rulebook.state import Unit, find_pinning_enemies, is_derelict, is_pinned, states_of
from tableassist.store.case import StateName, Value


def state_of(game: GameState, name: StateName, piece: str) -> Any:
    """KeyError where there is no such piece of the kind that has this state."""
    if name in OF_GAME:
        return OF_GAME[name](game, piece)
    if name in OF_UNIT:
        return OF_UNIT[name](game, game.units[piece])
    return OF_THING[name](game, piece)


def agrees(got: Any, expected: Value) -> bool:
    """A truth asks whether there is any; one name is as good as a list of it; sets are in no order."""
    if isinstance(expected, bool):
        return bool(got) is expected
    if isinstance(got, frozenset | tuple) and isinstance(expected, str):
        return [*got] == ([expected] if expected else [])
    if isinstance(got, frozenset):
        return isinstance(expected, list) and sorted(map(str, got)) == sorted(map(str, expected))
    if isinstance(got, tuple):
        return [*got] == expected
    if isinstance(got, dict) and isinstance(expected, dict):
        return {player: got.get(player) for player in expected} == expected
    return bool(got == expected)


def state_words(got: Any) -> str:
    if isinstance(got, frozenset):
        return str(sorted(map(str, got)))
    return str([*got]) if isinstance(got, tuple) else repr(got) if isinstance(got, str) else str(got)


def _coins(game: GameState, piece: str) -> frozenset[str]:
    if piece not in game.units:
        game.islands[piece]
    return frozenset(each.id for each in game.coins_at(piece))


def _crew(game: GameState, piece: str) -> frozenset[str]:
    if piece not in game.units:
        game.islands[piece]
    return frozenset(each.id for each in game.crew_at(piece))


def _thing(game: GameState, piece: str) -> Any:
    return game.coins[piece] if piece in game.coins else game.crew[piece]


def _score(game: GameState, piece: str) -> Any:
    return score(game)[piece] if piece else score(game)


def _owed(game: GameState, piece: str, *, must: bool) -> tuple[str, ...]:
    asked = (each for each in PIRATES.duties(game) if each.must is must and piece in ("", each.player, each.piece))
    return tuple(each.kind.value for each in asked)


def _pinned(game: GameState, unit: Unit) -> Any:
    """By whom; only that she is, where a person ticked it and no contact is known."""
    return frozenset(find_pinning_enemies(game, unit)) or (is_pinned(game, unit) or frozenset())


OF_UNIT: dict[StateName, Callable[[GameState, Unit], Any]] = {
    StateName.MASTS: lambda _game, unit: unit.masts_standing,
    StateName.OWNER: lambda _game, unit: unit.owner,
    StateName.DOCKED: lambda _game, unit: unit.docked_at,
    StateName.PINNED: _pinned,
    StateName.LOST: lambda _game, unit: unit.lost_in,
    StateName.TANGLED: lambda _game, unit: unit.tangled_in or unit.is_tangled or "",
    StateName.TOWED_BY: lambda _game, unit: unit.towed_by,
    StateName.TOWS: lambda _game, unit: frozenset(unit.towing),
    StateName.DERELICT: is_derelict,
    StateName.WRECKED: lambda game, unit: "wrecked" in states_of(game, unit),
    StateName.SUNK: lambda _game, unit: unit.gone,
    StateName.ABANDONED: lambda _game, unit: unit.is_abandoned,
    StateName.STATES: lambda game, unit: frozenset(each.value for each in states_of(game, unit)),
    StateName.ACTIONS: lambda _game, unit: unit.turn.actions,
}
OF_THING: dict[StateName, Callable[[GameState, str], Any]] = {
    StateName.COINS: _coins,
    StateName.CREW: _crew,
    StateName.AT: lambda game, piece: _thing(game, piece).at,
    StateName.FACE_UP: lambda game, piece: _thing(game, piece).face_up,
    StateName.WORTH: lambda game, piece: "" if game.coins[piece].value is None else game.coins[piece].value,
    StateName.HOME: lambda game, piece: game.islands[piece].home,
    StateName.EXPLORED_BY: lambda game, piece: game.islands[piece].explored_by,
}
OF_GAME: dict[StateName, Callable[[GameState, str], Any]] = {
    StateName.SCORE: _score,
    StateName.TURN: lambda game, _piece: game.player,
    StateName.TURN_NUMBER: lambda game, _piece: game.turn,
    StateName.PHASE: lambda game, _piece: game.phase.value,
    StateName.OWED: lambda game, piece: _owed(game, piece, must=True),
    StateName.MAY: lambda game, piece: _owed(game, piece, must=False),
    StateName.WINNER: lambda game, _piece: () if game.ending is None else game.ending.winners,
    StateName.ENDING: lambda game, _piece: "" if game.ending is None else game.ending.why,
}
