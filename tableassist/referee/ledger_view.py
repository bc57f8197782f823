"""The ledger that the geometry rules read, derived from the game: nobody has to tick pinned, lost or derelict."""

from tableassist.ledger.ledger import Ledger, PieceState
from tableassist.referee.questions import is_abandoned, is_derelict, is_lost, is_pinned, is_tangled
from tableassist.referee.state.game import Game, Phase
from tableassist.referee.state.unit import Unit


def ledger_of(game: Game) -> Ledger:
    units = game.units.values()
    crews: dict[str, tuple[str, ...]] = {}
    for member in game.crew.values():
        if member.at in game.units:
            crews[member.at] = (*crews.get(member.at, ()), member.card.card or member.card.id)
    cancelled_crew = {
        each.card.card or each.card.id: frozenset({PieceState.CANCELLED})
        for each in game.crew.values()
        if each.cancelled and each.at in game.units
    }
    return Ledger(
        players=game.order,
        owners={each.card.id: each.owner for each in units},
        masts_lost={each.card.id: each.masts_lost for each in units if each.masts_lost},
        homes={each.card.id: each.home for each in game.islands.values() if each.home},
        fleets={each.card.id: each.card.owner for each in units},
        states={each.card.id: states for each in units if (states := states_of(game, each))} | cancelled_crew,
        crews=crews,
        towed_by={each.card.id: each.towed_by for each in units if each.towed_by},
        turn=game.player if game.phase is Phase.PLAYING else None,
    )


def states_of(game: Game, unit: Unit) -> frozenset[PieceState]:
    """What she is in now: from acts and contacts, never from a tick that was forgotten."""
    derived = (
        (PieceState.DERELICT, is_derelict(game, unit)),
        (PieceState.LOST, is_lost(unit)),
        (PieceState.TANGLED, is_tangled(unit)),
        (PieceState.ABANDONED, is_abandoned(unit)),
        (PieceState.PINNED, not unit.gone and is_pinned(game, unit)),
    )
    return unit.states - {state for state, _ in derived} | {state for state, so in derived if so}
