"""Coming out of fog and weeds."""

from tableassist.messages import Message, Text
from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.actions import Action, give_action, no_action
from tableassist.rulebook.referee.acts.act import Answer
from tableassist.rulebook.referee.acts.sailing import LeaveFog, Untangle
from tableassist.rulebook.referee.changes.sinking import forget_facts_about
from tableassist.rulebook.referee.foul import Foul, foul, measured
from tableassist.rulebook.ruling.ruling import Verdict
from tableassist.rulebook.state.game import GameState, changed, with_turn, with_unit
from tableassist.rulebook.state.questions import is_lost, is_tangled
from tableassist.rulebook.state.things import NOBODY, Unit
from tableassist.rulebook.terrain.terrain import is_freed


def judge_leave_fog(game: GameState, act: LeaveFog) -> Judgement:
    unit = game.units[act.ship]
    if (bad := no_action(game, unit, Action.MOVE)) is not None:
        return bad
    if not is_lost(unit):
        words = Message("{name} is in no fog", name=unit.name)
        return foul(Foul.NOT_OWED, words, game.edition.shooting.lost_section)
    section = game.edition.shooting.lost_section
    if act.number and act.number != act.roll:
        words = Message("{name} comes out at {roll}, not at {number}", name=unit.name, roll=act.roll, number=act.number)
        return foul(Foul.WRONG_EXIT, words, section)
    return _exit(game, unit, act.at_number, act.faces_away, section)


def _exit(game: GameState, unit: Unit, touches: Answer, faces_away: Answer, section: Text) -> Judgement:
    """Where she was put when she came out: touching, by her stern in revolution; facing away where the edition says
    so (complete, Fog Bank; Sargasso Sea), else any way. What nobody stated is not asked for."""
    said = {"name": unit.name}
    if touches is not None and touches is not Verdict.YES:
        words = Message("{name} does not touch where she came out", **said)
        unknown = Message("whether {name} touches where she came out is not settled", **said)
        return measured(touches, Foul.WRONG_EXIT, words, section, unknown=unknown)
    if faces_away is None or not game.edition.terrain.exit_faces_away:
        return FINE
    words = Message("{name} does not face away from where she came out", **said)
    unknown = Message("whether {name} faces away from where she came out is not settled", **said)
    return measured(faces_away, Foul.WRONG_EXIT, words, section, unknown=unknown)


def fold_leave_fog(game: GameState, act: LeaveFog) -> GameState:
    """She and what she tows are out of the fog, where the die put them; her move action has begun and goes on from
    there."""
    unit = game.units[act.ship]
    after = give_action(forget_facts_about(game, act.ship), unit, Action.MOVE)
    for each in (act.ship, *unit.towing):
        now = after.units[each]
        after = with_unit(
            after, now, lost_in="", terrain=now.terrain - {unit.lost_in}, states=now.states - {PieceState.LOST}
        )
    after = with_turn(after, after.units[act.ship], leaving_fog=True)
    return changed(after, just_moved="")


def judge_untangle(game: GameState, act: Untangle) -> Judgement:
    unit = game.units[act.ship]
    if not is_tangled(unit) and unit.owner == game.player:
        words = Message("{name} is in no weeds", name=unit.name)
        return foul(Foul.NOT_OWED, words, game.edition.terrain.trigger_section)
    bad = no_action(game, unit, Action.UNTANGLE)
    if bad is not None or not is_freed(unit.masts, act.roll):
        return bad or FINE
    return _exit(game, unit, act.at_edge, act.faces_away, game.edition.terrain.trigger_section)


def fold_untangle(game: GameState, act: Untangle) -> GameState:
    unit = game.units[act.ship]
    after = give_action(game, unit, Action.UNTANGLE)
    if not is_freed(unit.masts, act.roll):
        return after
    now = after.units[act.ship]
    states = now.states - {PieceState.TANGLED}
    return with_unit(forget_facts_about(after, act.ship), now, tangled_in="", terrain=NOBODY, states=states)
