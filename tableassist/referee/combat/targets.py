"""Who may shoot, and at whom, whatever the geometry says."""

from collections.abc import Mapping

from tableassist.messages import Message, Text, template
from tableassist.pieces.cannon_range import CannonRange
from tableassist.pieces.piece_state import PieceState
from tableassist.play.judgement import Judgement, Opinion, Reason
from tableassist.referee.foul import Foul, foul
from tableassist.rules.predicates.crew_abilities import NO_EFFECTS
from tableassist.rules.predicates.targets import (
    Protection,
    Shooter,
    Target,
    is_own_fleet_spared,
    is_spared_by_reach,
    protections,
    reaches_submerged,
)
from tableassist.rules.ruling.ruling import Verdict
from tableassist.rules.state.fact_kind import FactKind
from tableassist.rules.state.game import GameState, in_play
from tableassist.rules.state.questions import effects_of, is_at_home, is_lost, is_marine
from tableassist.rules.state.things import CrewMember
from tableassist.rules.state.unit import Unit


def no_target(
    game: GameState, shooter: Unit | CrewMember, target_id: str, reach: CannonRange | None
) -> Judgement | None:
    """Why this piece may not shoot at the target, or why that is open; None if nothing forbids it. `reach`: of the
    cannon."""
    member = game.crew.get(target_id)
    if member is not None:
        return _no_marine(game, shooter, member)
    target, terms = game.units[target_id], game.edition.shooting
    if not in_play(target):
        words = Message("{name} is out of play", name=target.name)
        return foul(Foul.OUT_OF_PLAY, words, terms.permission_section)
    if shooter is target:
        return foul(Foul.OWN_FLEET, Message("{name} is of the same fleet", name=target.name), terms.permission_section)
    return _protected(game, shooter, target) or _spared_by_reach(game, target, reach)


def _protected(game: GameState, shooter: Unit | CrewMember, target: Unit) -> Judgement | None:
    """The first protection that holds; where only the distance is unknown, that is what the shot depends on."""
    open_question = None
    for protection in protections_of(game, shooter, target):
        holds = _holds(game, shooter, target, protection)
        if holds is Verdict.YES:
            code, words = PROTECTED[protection]
            section = _section(game, protection)
            return foul(code, Message(words, name=target.name), section)
        if holds is not Verdict.NO and open_question is None:
            open_question = _not_settled(game, shooter, target, holds)
    return open_question


def protections_of(game: GameState, shooter: Unit | CrewMember, target: Unit) -> tuple[Protection, ...]:
    """What may protect the target from this shooter: the rulings on what the camera sees ask the same function."""
    aimed_at = Target(
        target.owner,
        effects_of(game, target),
        is_fort=target.is_fort,
        is_lost=is_lost(target),
        is_submerged=PieceState.SUBMERGED in target.states,
    )
    spared = is_own_fleet_spared(game.edition.shooting, game.start.house)
    is_fort = isinstance(shooter, Unit) and shooter.is_fort
    return protections(Shooter(shooter.owner, NO_EFFECTS, is_fort=is_fort), aimed_at, own_fleet_spared=spared)


def _as_shooter(game: GameState, shooter: Unit | CrewMember) -> Shooter:
    if isinstance(shooter, CrewMember):
        return Shooter(shooter.owner, frozenset(shooter.card.effects))
    return Shooter(shooter.owner, effects_of(game, shooter), is_fort=shooter.is_fort)


def _holds(game: GameState, shooter: Unit | CrewMember, target: Unit, protection: Protection) -> Verdict | None:
    """Whether it applies where the two are now; None where nobody measured the distance that it asks for."""
    if protection is Protection.AT_HOME:
        return Verdict.YES if target.docked_at and is_at_home(game, target) else Verdict.NO
    if protection is Protection.WHILE_DOCKED:
        return Verdict.YES if target.docked_at else Verdict.NO
    near = game.answer(FactKind.WITHIN_S, shooter.id, target.id)
    match protection:
        case Protection.WITHIN_S:
            return near
        case Protection.SUBMERGED if reaches_submerged(_as_shooter(game, shooter)):
            return {Verdict.YES: Verdict.NO, Verdict.NO: Verdict.YES}.get(near, near) if near is not None else None
    return Verdict.YES


PROTECTED: Mapping[Protection, tuple[Foul, str]] = {
    Protection.OWN_FLEET: (Foul.OWN_FLEET, template("{name} is of the same fleet")),
    Protection.AT_HOME: (Foul.TARGET_AT_HOME, template("{name} is docked at her home island")),
    Protection.LOST: (Foul.LOST, template("{name} is lost in the fog")),
    Protection.SUBMERGED: (Foul.PROTECTED, template("{name} is submerged")),
    Protection.WHILE_DOCKED: (Foul.PROTECTED, template("{name} cannot be shot at while she is docked")),
    Protection.FROM_FORTS: (Foul.PROTECTED, template("{name} cannot be hit by forts")),
    Protection.WITHIN_S: (Foul.PROTECTED, template("{name} cannot be shot at by ships within S")),
}
BY_CARD = frozenset({Protection.WHILE_DOCKED, Protection.FROM_FORTS, Protection.WITHIN_S})


def _section(game: GameState, protection: Protection) -> Text:
    terms = game.edition
    if protection in BY_CARD:
        return terms.turn.keyword_section
    return terms.shooting.lost_section if protection is Protection.LOST else terms.shooting.permission_section


def _not_settled(game: GameState, shooter: Unit | CrewMember, target: Unit, near: Verdict | None) -> Judgement:
    words = Message("whether {target} is within S of {name} is not settled", target=target.name, name=shooter.name)
    section = game.edition.turn.keyword_section
    if near is Verdict.TOO_CLOSE:
        return Judgement(Opinion.TOO_CLOSE, (Reason("too-close", words, section),))
    return Judgement(Opinion.NOT_KNOWN, (Reason("not-known", words, section),))


def _spared_by_reach(game: GameState, target: Unit, reach: CannonRange | None) -> Judgement | None:
    if not is_spared_by_reach(effects_of(game, target), reach):
        return None
    words = Message("{name} cannot be hit by cannons of L range", name=target.name)
    return foul(Foul.PROTECTED, words, game.edition.turn.keyword_section)


def _no_marine(game: GameState, shooter: Unit | CrewMember, member: CrewMember) -> Judgement | None:
    """Crew are no targets, but for a marine on an island (revolution, Keywords)."""
    if not is_marine(member) or member.at not in game.islands:
        words = Message("{name} is no target: only a marine on an island is", name=member.name)
        return foul(Foul.PROTECTED, words, game.edition.turn.keyword_section)
    terms = game.edition.shooting
    if shooter.owner == member.owner and is_own_fleet_spared(terms, game.start.house):
        words = Message("{name} is of the same fleet", name=member.name)
        return foul(Foul.OWN_FLEET, words, terms.permission_section)
    return None
