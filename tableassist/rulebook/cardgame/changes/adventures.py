"""The active adventure carried out (Card Game, Executing the Active Adventure Card)."""

from collections.abc import Iterator
from itertools import pairwise

from tableassist.rulebook.cardgame.changes.fame import award_fame, discard_active, loot_fame, lose_fame
from tableassist.rulebook.cardgame.changes.mutiny import carry_out_mutiny
from tableassist.rulebook.cardgame.state.adventure_cards import (
    AdventureKind,
    FirstUndamaged,
    LastUndamaged,
    Spaces,
    Whom,
    adventure_kind,
)
from tableassist.rulebook.cardgame.state.game import CardGame, card_game_with
from tableassist.rulebook.cardgame.state.ships import nation_of


def carry_out_adventure(game: CardGame) -> CardGame:
    """The active card is under a ship or discarded then. Mutiny may leave a question open: `game.mutiny`."""
    card = game.active
    if card is None:
        return game
    kind = adventure_kind(card)
    ships = ships_concerned(game, kind.whom)
    if kind.gains:
        game = award_fame(game, [each for each in ships if each not in game.damaged for _ in range(kind.gains)])
    else:
        game = discard_active(game)
    for ship in ships if kind.loses else ():
        game = lose_fame(game, ship, kind.loses)
    if kind.damages:
        game = card_game_with(game, damaged=game.damaged.union(ships))
    return _among_ships(game, kind)


def ships_concerned(game: CardGame, whom: Whom) -> tuple[str, ...]:
    """Front first."""
    match whom:
        case Spaces(spaces):
            return tuple(game.row[space - 1] for space in sorted(spaces))
        case FirstUndamaged(count):
            return game.undamaged[:count]
        case LastUndamaged(count):
            return game.undamaged[-count:]


def _among_ships(game: CardGame, kind: AdventureKind) -> CardGame:
    """Attack and Loot: from the front of the row to the back, each as the ships are by then."""
    if kind.is_mutiny:
        return carry_out_mutiny(game)
    for front, behind in _pairs(game.row):
        if kind.attacks == nation_of(behind) and behind not in game.damaged:
            game = card_game_with(game, damaged=game.damaged | {front})
        elif kind.loots == nation_of(front) and behind not in game.damaged:
            game = loot_fame(game, by=behind, of=front)
    return game


def _pairs(row: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """A ship and the one directly behind her, of another nation."""
    return ((one, other) for one, other in pairwise(row) if nation_of(one) != nation_of(other))
