"""What people correct while a game is refereed, as acts of the game. No widgets."""

from tableassist.messages import Message
from tableassist.rulebook import AnyAct, GameState, Phase
from tableassist.rulebook.acts import Correct, CorrectionKind, EndTurn, LoseMast
from tableassist.rulebook.state import CrewMember, DutyKind

NOT_IN_GAME = Message("That crew is not in this game: it was not there when the game began.")


def act_of_correction(game: GameState, correction: Correct) -> AnyAct | Message:
    """The act, or why there is none. What answers a question of the game is the answer, and no correction."""
    match correction.what:
        case CorrectionKind.MAST_LOST if _is_owed(game, correction.piece):
            return LoseMast(correction.piece, int(correction.value))
        case CorrectionKind.TURN if game.phase is Phase.PLAYING:
            return EndTurn(game.player)  # the next player's turn begins where this one's ends
        case CorrectionKind.CREW if correction.value not in game.crew:
            return _come_aboard(game, correction)
        case CorrectionKind.CREW_GONE if correction.value not in game.crew:
            return NOT_IN_GAME
    return correction


def _is_owed(game: GameState, piece: str) -> bool:
    return any((each.kind, each.piece) == (DutyKind.MAST, piece) for each in game.duties)


def _come_aboard(game: GameState, correction: Correct) -> AnyAct | Message:
    """Take a crew by its card: of her own player, and one who is nowhere yet, if there is one."""
    unit = game.units.get(correction.piece)
    owner = "" if unit is None else unit.owner

    def rank(member: CrewMember) -> tuple[bool, bool]:
        return member.owner != owner, bool(member.at)

    alike = [each for each in game.crew.values() if each.card.card == correction.value and each.at != correction.piece]
    if not alike:
        return NOT_IN_GAME
    return Correct(correction.piece, CorrectionKind.CREW, min(alike, key=rank).id)
