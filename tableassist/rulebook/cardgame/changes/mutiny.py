"""Mutiny: a player is revealed, half of a ship's fame is lost. The text names the ship in two ways: the table picks."""

from tableassist.rulebook.cardgame.changes.fame import fame_under, lost
from tableassist.rulebook.cardgame.changes.pirates import revealed
from tableassist.rulebook.cardgame.state.game import CardGame, card_game_with, owner_of


def mutinied(game: CardGame) -> CardGame:
    """`game.mutiny` is set where the owner is not known."""
    gate = _gate_ship(game)
    if gate is not None:
        owner = owner_of(game, gate) if gate else ""
        if owner == "":
            return game
        if owner is None and gate != struck_ship(game):
            return card_game_with(game, mutiny=gate)
    return _struck(game)


def _gate_ship(game: CardGame) -> str | None:
    """The ship that somebody must own for anything to happen, word for word: the first undamaged one; empty where all
    are damaged. None: the table does not read it so."""
    return next(iter(game.undamaged), "") if game.reading("mutiny") == "literal" else None


def gate_answered(game: CardGame, owner: str) -> CardGame:
    """Somebody has said whether the first undamaged ship is anybody's."""
    game = card_game_with(game, mutiny="")
    return _struck(game) if owner else game


def _struck(game: CardGame) -> CardGame:
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
    total = fame_under(game, ship)
    half = (total + 1) // 2 if game.reading("mutiny-half") == "up" else total // 2
    return lost(revealed(game, owner, ship), ship, half)
