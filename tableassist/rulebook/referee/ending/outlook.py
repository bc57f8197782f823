"""What is about to end the game, said before it happens; and where no rule will."""

from collections.abc import Iterator

from tableassist.messages import Message
from tableassist.rulebook.editions.terms import EndsBy
from tableassist.rulebook.referee.ending.conditions import able_to_move, coins_under_way
from tableassist.rulebook.referee.ending.gold import known_aboard, score
from tableassist.rulebook.state.game import GameState, Phase
from tableassist.rulebook.state.questions import is_derelict

FEW_COINS = 2


def outlook(game: GameState, viewer: str | None = None) -> tuple[Message, ...]:
    """`viewer`: the player who reads it; None: everybody. Only what the viewer may know is used."""
    if game.phase is not Phase.PLAYING:
        return ()
    match game.edition.ending.ends_by:
        case EndsBy.MORE_THAN_HALF:
            return tuple(_half(game, viewer))
        case EndsBy.ALL_UNLOADED:
            return tuple(_unloading(game))
    return tuple(_token(game))


def _half(game: GameState, viewer: str | None) -> Iterator[Message]:
    """Half of the gold and one more wins. Gold that is split or lost may leave too little for anybody."""
    total = game.starting_gold
    if not total:
        yield Message("how much gold there is in all is not known, so nobody can be called the winner yet")
        return
    needed, gold = total // 2 + 1, score(game)
    for player in game.order:
        aboard = known_aboard(game, player, viewer)
        if aboard and gold[player] + aboard >= needed:
            yield Message("{player} wins by bringing home what is aboard ({aboard} gold)", player=player, aboard=aboard)
    lost = sum(each.worth for each in game.coins.values() if not each.at and each.face_up)
    left = total - lost - sum(gold.values())
    if all(gold[player] + left < needed for player in game.order):
        yield Message("nobody can reach more than half of {total} gold any more: agree how the game ends", total=total)


def _unloading(game: GameState) -> Iterator[Message]:
    left = tuple(coins_under_way(game))
    if 0 < len(left) <= FEW_COINS:
        yield Message.plural(
            "the game ends when one more coin is brought home",
            "the game ends when {count} more coins are brought home",
            count=len(left),
        )
    able = [player for player in game.order if able_to_move(game, player)]
    if len(able) == 2:
        for player in able:
            ships = [each for each in game.fleet(player) if each.is_ship and not is_derelict(game, each)]
            if len(ships) == 1 and ships[0].masts == 1:
                said = {"player": player, "ship": ships[0].name}
                yield Message("the game ends if {ship}, the last of {player}, loses her mast", **said)


def _token(game: GameState) -> Iterator[Message]:
    ship = next((each for each in game.units.values() if each.end_token), None)
    if ship is not None:
        yield Message("the game ends when {ship}, who took the last coin, reaches home or sinks", ship=ship.name)
