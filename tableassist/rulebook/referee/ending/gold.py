"""What each player has."""

from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.state.game import GameState, Phase, in_play


def gold_of(game: GameState, player: str) -> int:
    """On the home island and in forts; on ships too where the edition counts it."""
    return score(game)[player]


def scoring_places(game: GameState) -> dict[str, str]:
    """Where gold counts, and for whom."""
    places = {key: each.home for key, each in game.islands.items() if each.home}
    aboard = game.edition.ending.gold_on_ships_counts
    for key, unit in game.units.items():
        kind = unit.card.kind
        if (kind is PieceKind.FORT or (aboard and kind is PieceKind.SHIP)) and in_play(unit):
            places[key] = unit.owner
    return places


def known_aboard(game: GameState, player: str, viewer: str | None) -> int:
    """Gold on a player's ships, as far as the viewer knows it: a player knows the own cargo, everybody what lies open.
    None: a viewer who is no player."""
    ships = {each.card.id for each in game.fleet(player) if each.is_ship}
    coins = (each for each in game.coins.values() if each.at in ships)
    return sum(each.worth for each in coins if each.face_up or viewer == player)


def gold_aboard(game: GameState, player: str) -> int:
    """On ships that are neither wrecked nor lost (complete, Winning the Game)."""
    ships = {
        each.card.id
        for each in game.fleet(player)
        if each.is_ship and not each.lost_in and PieceState.WRECKED not in each.states
    }
    return sum(each.worth for each in game.coins.values() if each.at in ships)


def unknown_coins(game: GameState) -> tuple[str, ...]:
    """Coins in players' hands that nobody has turned over."""
    places = scoring_places(game)
    return tuple(each.card.id for each in game.coins.values() if each.at in places and each.value is None)


def is_revealed(game: GameState) -> bool:
    """Say whether all treasure that counts lies open: where it is turned over at home, or once the game is over
    (multiplayer, Treasure and Victory)."""
    return game.edition.treasure.revealed_at_home or game.phase is Phase.OVER


def score(game: GameState, *, revealed: bool | None = None) -> dict[str, int]:
    """What each player has, as far as everybody may know it. `revealed`: as if all coins were turned over."""
    places, total = scoring_places(game), dict.fromkeys(game.order, 0)
    counts_all = is_revealed(game) if revealed is None else revealed
    for coin in game.coins.values():
        player = places.get(coin.at)
        if player in total and (counts_all or coin.face_up):
            total[player] += coin.value or 0
    for place, amount in game.gold.items():
        player = places.get(place)
        if player in total:
            total[player] += amount
    return total
