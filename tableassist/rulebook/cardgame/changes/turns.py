"""What follows an action: the adventure, the next one turned up, the next player's turn, the end."""

from tableassist.rulebook.cardgame.changes.adventures import carry_out_adventure
from tableassist.rulebook.cardgame.changes.fame import discard_active
from tableassist.rulebook.cardgame.changes.pirates import reveal_pirates
from tableassist.rulebook.cardgame.changes.scoring import ending_of
from tableassist.rulebook.cardgame.state.game import CardGame, all_pirates, card_game_with, game_has_secrets


def finish_action(game: CardGame, *, fog: bool = False) -> CardGame:
    """Fog: the adventure is discarded unexecuted (Card Game, There Be Fog Ahead!)."""
    if game.waits:  # people let an action stand though an answer was owed
        game = card_game_with(game, accusation=None, mutiny="")
    if fog and game.adventures:
        return end_turn(discard_active(game))
    game = carry_out_adventure(game)
    return game if game.mutiny else end_turn(game)


def end_turn(game: CardGame) -> CardGame:
    game = end_if_out(fill_adventures(game))
    if game.ended:
        return game
    after = game.players[(game.players.index(game.player) + 1) % len(game.players)]
    return card_game_with(game, player=after, turn=game.turn + 1)


def end_if_out(game: CardGame) -> CardGame:
    """The game ends when the next adventure is to be turned up and there is none (Card Game, End of Game)."""
    out = not game.adventures and not game.adventure_pile.count and not game.waits
    return with_ending(card_game_with(game, ended=True)) if out else game


def fill_adventures(game: CardGame) -> CardGame:
    """The next ones are turned up, as long as they are known (Card Game, Upcoming Adventures)."""
    while game.adventures_to_turn_up and game.adventure_pile.known:
        game = turn_up_adventure(game, game.adventure_pile.known[0])
    return game


def turn_up_adventure(game: CardGame, card: str) -> CardGame:
    """From the top of the pile to the end of the row."""
    return card_game_with(
        game,
        adventures=(*game.adventures, card),
        adventure_pile=game.adventure_pile.without_top(),
        seen=game.seen | {card},
    )


def with_ending(game: CardGame) -> CardGame:
    """Pirates that are known are turned face up, and the game is counted as soon as all are."""
    if not game.ended:
        return game
    for player in game.players:
        if len(all_pirates(game, player)) >= game.start.pirates_each:
            game = reveal_pirates(game, player, *all_pirates(game, player))
    return card_game_with(game, ending=None if game_has_secrets(game) else ending_of(game))
