"""Mutiny: a player is revealed, half of a ship's fame is lost. The text names the ship in two ways: the table picks."""

from tableassist.rulebook.cardgame.changes.fame import lost
from tableassist.rulebook.cardgame.changes.pirates import revealed
from tableassist.rulebook.cardgame.state.game import CardGame, card_game_with, owner_of


def mutinied(game: CardGame) -> CardGame:
    """`game.mutiny` is set where the owner is not known."""
    ship = struck_ship(game)
    if not ship:
        return game
    owner = owner_of(game, ship)
    if owner is None:
        return card_game_with(game, mutiny=ship)
    return owner_struck(game, ship, owner)


def struck_ship(game: CardGame) -> str:
    """Empty: none."""
    if game.reading("mutiny") == "undamaged":
        return next(iter(game.undamaged), "")
    return next((each for each in game.row if each not in game.face_up_pirates), "")


def owner_struck(game: CardGame, ship: str, owner: str) -> CardGame:
    """`owner`: empty where nobody owns her, and nothing happens."""
    game = card_game_with(game, mutiny="")
    if not owner or (ship in game.face_up_pirates and game.reading("mutiny-again") == "nothing"):
        return game
    total = game.fame[ship].total
    half = (total + 1) // 2 if game.reading("mutiny-half") == "up" else total // 2
    return lost(revealed(game, owner, ship), ship, half)
