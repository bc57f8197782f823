"""Pirates revealed and denied."""

from collections.abc import Iterable

from tableassist.rulebook.cardgame.state.game import CardGame, all_pirates, card_game_with


def reveal_pirates(game: CardGame, player: str, *pirates: str) -> CardGame:
    """Face up for the rest of the game."""
    return card_game_with(game, revealed={**game.revealed, player: game.revealed[player].union(pirates)})


def deny_pirate(game: CardGame, players: Iterable[str], pirate: str) -> CardGame:
    """Said by players whose pirates are not all known; that of the others is no word of theirs."""
    said = {each: game.denied[each] | {pirate} for each in players}
    return card_game_with(game, denied={**game.denied, **said})


def players_with_secrets(game: CardGame) -> tuple[str, ...]:
    """Players whose pirates are not all known."""
    return tuple(each for each in game.players if len(all_pirates(game, each)) < game.start.pirates_each)
