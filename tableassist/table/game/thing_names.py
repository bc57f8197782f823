"""Names of whatever an act of a game may mention."""

from tableassist.messages import tr
from tableassist.rulebook import GameState
from tableassist.rulebook.referee import names_of


def name_thing(game: GameState, thing: str) -> str:
    """Name a piece, a crew or a coin. A coin that lies face down is not read."""
    coin = game.coins.get(thing)
    if coin is None:
        return names_of(game).get(thing, thing)
    if coin.card.unique and coin.face_up:
        return coin.card.unique
    if coin.value is None or not coin.face_up:
        return tr("Coin {key}", key=thing)
    return tr("Coin {key}: {value} gold", key=thing, value=coin.value)


def names_of_things(game: GameState) -> dict[str, str]:
    """Name all pieces, crew and coins of a game, by id."""
    return {**names_of(game), **{coin: name_thing(game, coin) for coin in game.coins}}
