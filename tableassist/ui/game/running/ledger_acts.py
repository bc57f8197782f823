"""Edits of the ledger while a game runs, as acts of the game. No widgets."""

from tableassist.ledger.ledger import (
    Captured,
    CrewAboard,
    CrewGone,
    HomeChosen,
    HomeGivenUp,
    LedgerEvent,
    MastLost,
    MastRepaired,
    StateBegun,
    StateEnded,
    TurnBegun,
)
from tableassist.messages import Message
from tableassist.referee.acts.all import AnyAct
from tableassist.referee.acts.fighting import LoseMast
from tableassist.referee.acts.table import Correct, CorrectionKind, EndTurn
from tableassist.referee.state.duty import DutyKind
from tableassist.referee.state.game import Game, Phase
from tableassist.referee.state.things import CrewMember

NOT_IN_GAME = Message("That crew is not in this game: it was not there when the game began.")


def act_of_edit(game: Game, event: LedgerEvent) -> AnyAct | Message:
    """The act, or why there is none. What answers a question of the game is the answer, and no correction."""
    match event:
        case MastLost(piece, mast) if _is_owed(game, piece):
            return LoseMast(piece, mast)
        case CrewAboard() | CrewGone():
            return _crew(game, event)
        case TurnBegun(player):
            return _turn(game, player)
    return Correct(*_correction(event))


def _is_owed(game: Game, piece: str) -> bool:
    return any((each.kind, each.piece) == (DutyKind.MAST, piece) for each in game.duties)


def _correction(event: LedgerEvent) -> tuple[str, CorrectionKind, str]:
    kind = CorrectionKind
    match event:
        case MastLost(piece, mast):
            said = piece, kind.MAST_LOST, str(mast)
        case MastRepaired(piece, mast):
            said = piece, kind.MAST_BACK, str(mast)
        case Captured(piece, player):
            said = piece, kind.OWNER, player
        case HomeChosen(island, player):
            said = island, kind.HOME, player
        case HomeGivenUp(island):
            said = island, kind.WILD, ""
        case StateBegun(piece, state):
            said = piece, kind.STATE, state.value
        case StateEnded(piece, state):
            said = piece, kind.STATE_OVER, state.value
        case _:
            raise ValueError(f"{event} is no correction")
    return said


def _turn(game: Game, player: str) -> AnyAct:
    """The next player's turn begins where this one's ends."""
    return EndTurn(game.player) if game.phase is Phase.PLAYING else Correct(player, CorrectionKind.TURN)


def _crew(game: Game, event: CrewAboard | CrewGone) -> AnyAct | Message:
    alike = [each for each in game.crew.values() if event.crew in (each.card.card, each.id)]
    if isinstance(event, CrewGone):
        here = [each for each in alike if each.at == event.piece]
        return Correct(event.piece, CorrectionKind.CREW_GONE, here[0].id) if here else NOT_IN_GAME
    unit = game.units.get(event.piece)
    owner = "" if unit is None else unit.owner

    def rank(member: CrewMember) -> tuple[bool, bool]:
        """Those of her own player who are nowhere yet come first."""
        return member.owner != owner, bool(member.at)

    others = sorted((each for each in alike if each.at != event.piece), key=rank)
    return Correct(event.piece, CorrectionKind.CREW, others[0].id) if others else NOT_IN_GAME
