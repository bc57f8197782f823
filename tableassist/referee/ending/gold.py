"""What each player has."""

from tableassist.ledger.ledger import PieceState
from tableassist.pieces.model import PieceKind
from tableassist.referee.state.game import Game, in_play


def gold_of(game: Game, player: str) -> int:
    """On the home island and in forts; on ships too where the edition counts it. Coins that nobody has turned over
    count nothing yet."""
    return score(game)[player]


def scoring_places(game: Game) -> dict[str, str]:
    """Where gold counts, and for whom."""
    places = {key: each.home for key, each in game.islands.items() if each.home}
    aboard = game.edition.ending.gold_on_ships_counts
    for key, unit in game.units.items():
        kind = unit.card.kind
        if (kind is PieceKind.FORT or (aboard and kind is PieceKind.SHIP)) and in_play(unit):
            places[key] = unit.owner
    return places


def gold_aboard(game: Game, player: str) -> int:
    """On ships that are neither wrecked nor lost (complete, Winning the Game)."""
    ships = {
        each.card.id
        for each in game.fleet(player)
        if each.is_ship and not each.lost_in and PieceState.WRECKED not in each.states
    }
    return sum(each.worth for each in game.coins.values() if each.at in ships)


def unknown_coins(game: Game) -> tuple[str, ...]:
    """Coins in players' hands that nobody has turned over."""
    places = scoring_places(game)
    return tuple(each.card.id for each in game.coins.values() if each.at in places and each.value is None)


def score(game: Game) -> dict[str, int]:
    places, total = scoring_places(game), dict.fromkeys(game.order, 0)
    for coin in game.coins.values():
        player = places.get(coin.at)
        if player in total:
            total[player] += coin.value or 0
    for place, amount in game.gold.items():
        player = places.get(place)
        if player in total:
            total[player] += amount
    return total
