"""The score and the winner (Card Game, End of Game)."""

from collections.abc import Callable

from tableassist.rulebook.cardgame.state.game import CardEnding, CardGame, all_pirates


def score_of(game: CardGame) -> dict[str, int]:
    """Fame under each player's ships, and what the player took. Of players whose pirates are known."""
    return {
        player: game.taken[player].total + sum(game.fame[ship].total for ship in all_pirates(game, player))
        for player in game.players
    }


def ending_of(game: CardGame) -> CardEnding:
    score = score_of(game)
    liars = tuple(each for each in game.players if game.denied[each] & all_pirates(game, each))
    leading = tuple(each for each in game.players if each not in liars)
    decided_by: list[str] = []
    for name, worth in _tests(game, score):
        if len(leading) > 1 or not decided_by:
            best = max((worth(each) for each in leading), default=0)
            leading = tuple(each for each in leading if worth(each) == best)
            decided_by.append(name)
    return CardEnding(score, leading, liars, decided_by[-1])


def _tests(game: CardGame, score: dict[str, int]) -> tuple[tuple[str, Callable[[str], int]], ...]:
    """One after the other, until one player is left."""
    return (
        ("fame", lambda player: score[player]),
        ("undamaged", lambda player: len(all_pirates(game, player) - game.damaged)),
        ("forward", lambda player: -min(game.row.index(each) for each in all_pirates(game, player))),
    )
