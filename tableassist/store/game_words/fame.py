"""Whose fame it is, as far as the record says whose the ships are."""

from collections.abc import Mapping

from tableassist.rulebook.cardgame import CardGame


def revealed_owners(game: CardGame) -> dict[str, str]:
    """The player of each ship whose pirate lies face up."""
    return {ship: player for player, ships in game.revealed.items() for ship in ships}


def fame_of_players(game: CardGame, owners: Mapping[str, str]) -> dict[str, int]:
    """What each has taken, and what lies under the ships that are known to be the player's."""
    fame = {player: game.taken[player].total for player in game.players}
    for ship, owner in owners.items():
        fame[owner] += game.fame[ship].total
    return fame
