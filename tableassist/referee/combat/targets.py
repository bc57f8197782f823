"""Who may shoot, and at whom, whatever the geometry says."""

from tableassist.ledger.ledger import PieceState
from tableassist.messages import Message
from tableassist.pieces.cannon_range import CannonRange
from tableassist.pieces.effects import Effect
from tableassist.play.judgement import Judgement
from tableassist.referee.foul import Foul, foul
from tableassist.referee.questions import effects_of, is_at_home, is_lost, is_marine
from tableassist.referee.state.game import Game, in_play
from tableassist.referee.state.things import CrewMember
from tableassist.referee.state.unit import Unit


def no_target(game: Game, shooter: Unit | CrewMember, target_id: str, reach: CannonRange | None) -> Judgement | None:
    """Why nobody of this fleet may shoot at the target; None if nothing forbids it. `reach`: of the cannon."""
    member = game.crew.get(target_id)
    if member is not None:
        return _no_marine(game, shooter, member)
    target, terms = game.units[target_id], game.edition.shooting
    if not in_play(target):
        words = Message("{name} is out of play", name=target.name)
        return foul(Foul.OUT_OF_PLAY, words, terms.permission_section)
    return _own_fleet(game, shooter, target) or _out_of_reach(game, target) or _protected(game, shooter, target, reach)


def _own_fleet(game: Game, shooter: Unit | CrewMember, target: Unit | CrewMember) -> Judgement | None:
    if shooter.owner != target.owner:
        return None
    terms = game.edition.shooting
    if not terms.own_fleet_spared and game.reading("own-fleet-shot") == "yes" and target is not shooter:
        return None
    words = Message("{name} is of the same fleet", name=target.name)
    return foul(Foul.OWN_FLEET, words, terms.permission_section)


def _out_of_reach(game: Game, target: Unit) -> Judgement | None:
    terms = game.edition.shooting
    if not target.is_fort and is_at_home(game, target):
        words = Message("{name} is docked at her home island", name=target.name)
        return foul(Foul.TARGET_AT_HOME, words, terms.permission_section)
    if is_lost(target):
        return foul(Foul.LOST, Message("{name} is lost in the fog", name=target.name), terms.lost_section)
    if PieceState.SUBMERGED in target.states:
        return foul(Foul.PROTECTED, Message("{name} is submerged", name=target.name), terms.permission_section)
    return None


def _protected(game: Game, shooter: Unit | CrewMember, target: Unit, reach: CannonRange | None) -> Judgement | None:
    """By her card or her crew."""
    effects, said = effects_of(game, target), {"name": target.name}
    words = None
    if Effect.NOT_HIT_BY_L_CANNONS in effects and reach is CannonRange.LONG:
        words = Message("{name} cannot be hit by cannons of L range", **said)
    elif Effect.NOT_HIT_BY_FORTS in effects and isinstance(shooter, Unit) and shooter.is_fort:
        words = Message("{name} cannot be hit by forts", **said)
    elif Effect.NOT_SHOT_WHILE_DOCKED in effects and target.docked_at:
        words = Message("{name} cannot be shot at while she is docked", **said)
    return None if words is None else foul(Foul.PROTECTED, words, game.edition.turn.keyword_section)


def _no_marine(game: Game, shooter: Unit | CrewMember, member: CrewMember) -> Judgement | None:
    """Crew are no targets, but for a marine on an island (revolution, Keywords)."""
    section = game.edition.turn.keyword_section
    if not is_marine(member) or member.at not in game.islands:
        words = Message("{name} is no target: only a marine on an island is", name=member.name)
        return foul(Foul.PROTECTED, words, section)
    return _own_fleet(game, shooter, member)
