"""Crew that change ships."""

from tableassist.rulebook.referee.changes.sinking import RANSOM, RANSOM_TAKEN
from tableassist.rulebook.state.game import GameState, with_coins, with_crew
from tableassist.rulebook.state.start import CoinStart
from tableassist.rulebook.state.things import GONE, Coin, CrewMember


def crew_taken(game: GameState, crew: str, *, to: str) -> GameState:
    """Aboard, crew serve whom they sail with. One with Ransom who comes aboard an enemy is treasure there (revolution,
    Keywords)."""
    member, ship = game.crew[crew], game.units.get(to)
    if ship is None:
        return with_crew(game, member, at=to)
    if ship.owner != member.owner and RANSOM in member.card.keywords:
        return as_ransom(game, member, to=to)
    return with_crew(game, member, at=to, owner=ship.owner)


def as_ransom(game: GameState, member: CrewMember, *, to: str) -> GameState:
    """Turn a crew with Ransom into treasure aboard the ship that took it."""
    ransom = Coin(CoinStart(f"{member.id}-ransom", RANSOM_TAKEN), to, RANSOM_TAKEN)
    return with_coins(with_crew(game, member, at=GONE), (ransom,))
