"""What each player has."""

from tableassist.ledger.ledger import PieceState
from tableassist.referee.state.game import Game, in_play


def gold_of(game: Game, player: str) -> int:
    """On the home island and in forts; on ships too where the edition counts it. Coins that nobody has turned over
    count nothing yet."""
    places = scoring_places(game, player)
    coins = sum(each.worth for each in game.coins.values() if each.at in places)
    return coins + sum(game.gold.get(each, 0) for each in places)


def scoring_places(game: Game, player: str) -> frozenset[str]:
    homes = {each.card.id for each in game.islands.values() if each.home == player}
    forts = {each.card.id for each in game.units.values() if each.is_fort and each.owner == player and in_play(each)}
    ships: set[str] = set()
    if game.edition.ending.gold_on_ships_counts:
        ships = {each.card.id for each in game.fleet(player) if each.is_ship}
    return frozenset(homes | forts | ships)


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
    places = frozenset[str]().union(*(scoring_places(game, player) for player in game.order))
    return tuple(each.card.id for each in game.coins.values() if each.at in places and each.value is None)


def score(game: Game) -> dict[str, int]:
    return {player: gold_of(game, player) for player in game.order}
