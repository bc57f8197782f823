"""Ghostly or submerged: decided at the beginning of a turn."""

from tableassist.ledger.ledger import PieceState
from tableassist.messages import Message
from tableassist.play.judgement import FINE, Judgement
from tableassist.referee.actions import not_hers
from tableassist.referee.acts.sailing import Declare
from tableassist.referee.foul import Foul, foul
from tableassist.referee.state.game import Game, with_unit
from tableassist.referee.state.unit import Unit
from tableassist.referee.turn.turns import DECLARED

KEYWORDS = {
    PieceState.GHOSTLY: ("Ghost Ship",),
    PieceState.SUBMERGED: ("Submarine", "Sea Monster"),
}


def judge_declare(game: Game, act: Declare) -> Judgement:
    unit, section = game.units[act.ship], game.edition.turn.keyword_section
    if (bad := not_hers(game, unit)) is not None:
        return bad
    if act.state not in ("none", *KEYWORDS):
        return foul(Foul.UNKNOWN, Message("'{state}' is nothing to declare", state=act.state), section)
    if game.acted:
        words = Message("that is decided at the beginning of the turn, before any action")
        return foul(Foul.TOO_LATE, words, section)
    if act.state != "none" and not _able(game, unit, PieceState(act.state)):
        words = Message("{name} has no card that makes her {state}", name=unit.name, state=act.state)
        return foul(Foul.NOT_ABLE, words, section)
    return FINE


def fold_declare(game: Game, act: Declare) -> Game:
    unit = game.units[act.ship]
    states = unit.states - DECLARED
    return with_unit(game, unit, states=states if act.state == "none" else states | {PieceState(act.state)})


def _able(game: Game, unit: Unit, state: PieceState) -> bool:
    """The ship's own keyword, or that of a crew aboard."""
    crew = (keyword for each in game.crew_at(unit.card.id) for keyword in each.card.keywords)
    keywords = {*unit.card.keywords, *crew}
    return any(each in keywords for each in KEYWORDS[state])
