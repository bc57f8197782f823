"""Ghostly or submerged: decided at the beginning of a turn."""

from collections.abc import Iterator

from tableassist.messages import Message
from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.actions import not_hers
from tableassist.rulebook.referee.acts.sailing import Declare
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.referee.turn.turns import DECLARED
from tableassist.rulebook.state.game import GameState, with_crew, with_unit
from tableassist.rulebook.state.questions import has, keyword_carrier, pinned_on
from tableassist.rulebook.state.things import CrewMember, Unit

KEYWORDS = {
    PieceState.GHOSTLY: ("Ghost Ship",),
    PieceState.SUBMERGED: ("Submarine", "Sea Monster"),
}


def judge_declare(game: GameState, act: Declare) -> Judgement:
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


def fold_declare(game: GameState, act: Declare) -> GameState:
    unit = game.units[act.ship]
    states = unit.states - DECLARED
    if act.state not in KEYWORDS:
        return with_unit(game, unit, states=states)
    state = PieceState(act.state)
    member = next(_crew_able(game, unit, state), None)
    if member is not None and not any(has(unit, each) for each in KEYWORDS[state]):
        game = with_crew(game, member, face_up=True)
    held = tuple(each for each in game.units.values() if act.ship in pinned_on(game, each))
    after = with_unit(game, unit, states=states | {state})
    return _still_pinned(after, act.ship, held) if state is PieceState.GHOSTLY else after


def _still_pinned(game: GameState, ship: str, held: tuple[Unit, ...]) -> GameState:
    """Who is pinned stays so when the other turns ghostly: she has neither moved away nor become derelict
    (revolution, Pin). The contact is kept as a ram is, for a bow that comes against a ghost later is not pinned."""
    after = game
    for each in held:
        now = after.units[each.id]
        after = with_unit(after, now, rammed=now.rammed | {ship})
    return after


def _able(game: GameState, unit: Unit, state: PieceState) -> bool:
    """The ship's own keyword, or that of a crew who may use it aboard."""
    return any(has(unit, each) for each in KEYWORDS[state]) or next(_crew_able(game, unit, state), None) is not None


def _crew_able(game: GameState, unit: Unit, state: PieceState) -> Iterator[CrewMember]:
    for keyword in KEYWORDS[state]:
        if (member := keyword_carrier(game, unit, keyword)) is not None:
            yield member
