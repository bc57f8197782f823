"""The end of a game: all treasure is turned over, and what nobody knows is asked for."""

import msgspec.structs

from tableassist.rulebook.referee.ending.gold import scoring_places, unknown_coins
from tableassist.rulebook.state.game import GameState, with_coins, with_duty
from tableassist.rulebook.state.things import Duty, DutyKind


def reveal_all(game: GameState) -> GameState:
    """Turn over all coins that count (multiplayer, Treasure and Victory); ask for the value of those nobody knows."""
    places = scoring_places(game)
    face_down = (each for each in game.coins.values() if each.at in places and not each.face_up)
    known = tuple(msgspec.structs.replace(each, face_up=True) for each in face_down if each.value is not None)
    after = with_coins(game, known) if known and not game.edition.treasure.revealed_at_home else game
    asked = {each.piece for each in after.duties if each.kind is DutyKind.COIN}
    for coin in unknown_coins(after):
        if coin not in asked:
            owner = places[after.coins[coin].at]
            after = with_duty(after, Duty(DutyKind.COIN, owner, coin))
    return after
