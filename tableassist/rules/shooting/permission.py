"""Permission: may this piece shoot at that one at all, wherever the two stand?"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tableassist.messages import Message, Text, template
from tableassist.pieces.effects import Effect
from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece_state import PieceState
from tableassist.rules.abilities.within import rule_within
from tableassist.rules.contact.fog import in_fog, why_lost, why_perhaps_lost
from tableassist.rules.contact.state import is_derelict
from tableassist.rules.editions.settings import RuleSettings
from tableassist.rules.predicates.crew_abilities import NO_EFFECTS
from tableassist.rules.predicates.targets import (
    Protection,
    Shooter,
    Target,
    is_own_fleet_spared,
    protections,
    reaches_submerged,
)
from tableassist.rules.rule import Pair, Rule, RuleGroup
from tableassist.rules.ruling.citation import cite
from tableassist.rules.ruling.ruling import Reading, Ruling, Verdict, changed
from tableassist.rules.scene.scene import Scene
from tableassist.rules.shooting.marine import SECTION as MARINE_SECTION
from tableassist.rules.shooting.marine import is_marine, rule_ashore
from tableassist.rules.shooting.shelter import at_home, docked_anywhere
from tableassist.rules.shooting.shot_ruling import RULE as SHOT
from tableassist.rules.shooting.surround import rule_surround, surrounds_to_shoot
from tableassist.rules.state.questions import conditions_of, is_in
from tableassist.scene.placed_piece import PlacedPiece

RULE = "permission"
SUBMARINE_SECTION = Message("master keyword list, {section}", section="Submarine; Sea Monster")
NOTHING_FORBIDS = Message("nothing forbids this shot")
DOUBTS = (Verdict.NO, Verdict.NOT_SEEN, Verdict.TOO_CLOSE)
"""What decides, the strongest first."""


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a shot is forbidden, or may be."""

    verdict: Verdict
    reason: Message
    citation: Text
    measured: Ruling | None = None
    """The ruling on what was measured for it."""


def _no(words: str, piece: PlacedPiece, citation: Text) -> Objection:
    """`words` are a template about {name}."""
    return Objection(Verdict.NO, Message(words, name=piece.name), citation)


@dataclass(frozen=True, slots=True)
class ShotCase:
    shooter: PlacedPiece
    target: PlacedPiece
    scene: Scene
    settings: RuleSettings
    shooter_effects: frozenset[Effect]
    target_effects: frozenset[Effect]
    at_home: Ruling | Message | None
    """Whether the target is docked at home; what hides it; None where she has no home to dock at."""
    docked: Sequence[Ruling]
    """At any island or fort; only for a target to whom it matters."""
    by_marine: bool = False
    """Whether a marine aboard shoots, which has an action of its own."""

    @property
    def protections(self) -> tuple[Protection, ...]:
        """What may protect the target from this shooter: the referee asks the same function."""
        owners = self.scene.state.owners
        target = Target(
            owners.get(self.target.id),
            self.target_effects,
            is_fort=self.target.piece.model.kind is PieceKind.FORT,
            is_lost=why_lost(self.target, self.scene, self.settings) is not None,
            is_submerged=self.is_in(self.target, PieceState.SUBMERGED),
        )
        spared = is_own_fleet_spared(self.settings.edition.shooting, self.settings.house)
        return protections(self.as_shooter, target, own_fleet_spared=spared)

    @property
    def as_shooter(self) -> Shooter:
        is_fort = self.shooter.piece.model.kind is PieceKind.FORT
        return Shooter(self.scene.state.owners.get(self.shooter.id), self.shooter_effects, is_fort=is_fort)

    def is_in(self, piece: PlacedPiece, state: PieceState) -> bool:
        return is_in(self.scene.state, piece.id, state)


def rule_permissions(
    pairs: Sequence[Pair],
    scene: Scene,
    settings: RuleSettings,
    effects: Mapping[str, frozenset[Effect]] | None = None,
    *,
    by_marine: bool = False,
) -> list[Ruling]:
    """One ruling per shooter and target, with the first reason that forbids the shot."""
    if effects is None:
        effects = {placed.id: scene.effects_of(placed.id) for pair in pairs for placed in pair}
    targets = {target.id: target for _, target in pairs}
    sheltered = at_home(targets.values(), scene, settings)
    docked = {
        target.id: docked_anywhere(target, scene, settings)
        for target in targets.values()
        if Effect.NOT_SHOT_WHILE_DOCKED in effects.get(target.id, NO_EFFECTS)
    }
    rulings = []
    shooters = {shooter.id: shooter for shooter, _ in pairs}
    plain = {each.id for each in {**shooters, **targets}.values() if _is_plain(each, scene, settings, effects)}
    section = cite(settings.edition.shooting.permission_section)
    for shooter, target in pairs:
        one, other = shooter.piece.id, target.piece.id
        usual = one in plain and other in plain and other not in sheltered
        if usual and scene.state.are_enemies(one, other):
            rulings.append(_allowed(one, other, section))
            continue
        theirs = (effects.get(one, NO_EFFECTS), effects.get(other, NO_EFFECTS))
        case = ShotCase(
            shooter, target, scene, settings, *theirs, sheltered.get(other), docked.get(other, ()), by_marine
        )
        rulings.append(_ruling(case))
    return rulings


def _is_plain(
    placed: PlacedPiece, scene: Scene, settings: RuleSettings, effects: Mapping[str, frozenset[Effect]]
) -> bool:
    """Most pieces are: nothing of their own can forbid a shot."""
    bare = not effects.get(placed.id) and not conditions_of(scene.state, placed.id)
    if not bare or not placed.masts_standing or surrounds_to_shoot(placed.piece):
        return False
    return in_fog(placed, scene, settings) is None


def _allowed(shooter: str, target: str, section: Message) -> Ruling:
    return Ruling(RULE, shooter, target, None, Verdict.YES, None, None, None, 1.0, section, None, NOTHING_FORBIDS)


def _ruling(case: ShotCase) -> Ruling:
    checks = (*CHECKS, *(PROTECTED_BY[each] for each in case.protections))
    objections = [found for check in checks if (found := check(case)) is not None]
    first = min(objections, key=lambda each: DOUBTS.index(each.verdict), default=None)
    if first is None:
        allowed = _allowed(case.shooter.id, case.target.id, cite(case.settings.edition.shooting.permission_section))
        return _or_docked(allowed, case)
    return _by_objection(first, case)


def _or_docked(allowed: Ruling, case: ShotCase) -> Ruling:
    """Where it is open whether she is docked at home, so it is whether she may be shot at."""
    docked = case.at_home
    if not isinstance(docked, Ruling) or not docked.readings or case.target.piece.model.kind is PieceKind.FORT:
        return allowed
    shot_at = {Verdict.YES: Verdict.NO, Verdict.NO: Verdict.YES}
    readings = tuple(Reading(each.words, shot_at.get(each.verdict, each.verdict)) for each in docked.readings)
    reason = Message("{allowed}, unless {name} is docked at home", allowed=allowed.reason, name=case.target.name)
    return changed(allowed, readings=readings, reason=reason)


def _by_objection(first: Objection, case: ShotCase) -> Ruling:
    """With what was measured for it, where anything was."""
    one, other, by = case.shooter.id, case.target.id, first.measured
    known = by.probability if by is not None else None
    share = 0.0 if first.verdict is Verdict.NO else None if known is None else 1.0 - known
    if by is None:
        by = _allowed(one, other, cite(first.citation))
    said = changed(by, verdict=first.verdict, probability=share, citation=cite(first.citation), reason=first.reason)
    return changed(said, rule=RULE, subject=one, target=other, cannon=None)


def _out_of_the_game(case: ShotCase) -> Objection | None:
    for piece in (case.shooter, case.target):
        if piece.id in case.scene.gone:
            section = case.settings.edition.shooting.permission_section
            return _no(template("{name} is out of the game"), piece, section)
    return None


def _own_fleet(case: ShotCase) -> Objection:
    section = case.settings.edition.shooting.permission_section
    return _no(template("{name} belongs to the same fleet"), case.target, section)


def _fort_cannot(case: ShotCase) -> Objection | None:
    fort = case.shooter
    if fort.piece.model.kind is not PieceKind.FORT:
        return None
    if fort.masts_standing and not case.is_in(fort, PieceState.ABANDONED):
        return None
    section = case.settings.edition.shooting.fort_section
    return _no(template("{name} has no flag left and is abandoned"), fort, section)


def _shooter_cannot(case: ShotCase) -> Objection | None:
    ship, edition = case.shooter, case.settings.edition.shooting
    if case.is_in(ship, PieceState.WRECKED):
        return _no(template("{name} is a wreck"), ship, edition.derelict_section)
    if is_derelict(ship, case.scene) and not case.by_marine:
        return _no(template("{name} is derelict and can be given no shoot action"), ship, edition.derelict_section)
    if why_lost(ship, case.scene, case.settings) is not None:
        return _no(template("{name} is lost in fog and cannot shoot"), ship, edition.lost_section)
    if case.is_in(ship, PieceState.SUBMERGED):
        return _no(template("{name} is submerged and can only move"), ship, SUBMARINE_SECTION)
    return None


def _perhaps_lost(case: ShotCase) -> Objection | None:
    """Whoever touches a fog bank has just come out of it or must still be put inside."""
    edition = case.settings.edition.shooting
    for piece in (case.shooter, case.target):
        why = why_perhaps_lost(piece, case.scene, case.settings)
        if why is not None:
            return Objection(Verdict.TOO_CLOSE, why, edition.lost_section)
    return None


def _target_at_home(case: ShotCase) -> Objection | None:
    touch = case.at_home
    if touch is None or is_marine(case.target.piece):
        return None
    section = case.settings.edition.shooting.permission_section
    name = case.target.name
    if isinstance(touch, Message):
        reason = Message("{unseen}, so nobody knows whether {name} is docked there", unseen=touch, name=name)
        return Objection(Verdict.NOT_SEEN, reason, section)
    if touch.verdict is Verdict.NO:
        return None
    if touch.verdict is Verdict.TOO_CLOSE:
        reason = Message("{name} may be docked at her home island", name=name)
    else:
        reason = Message("{name} is docked at her home island", name=name)
    verdict = Verdict.NO if touch.verdict is Verdict.YES else touch.verdict
    return Objection(verdict, reason, section, touch)


def _target_lost(case: ShotCase) -> Objection:
    section = case.settings.edition.shooting.lost_section
    return _no(template("{name} is lost in fog and cannot be shot at"), case.target, section)


def _target_submerged(case: ShotCase) -> Objection | None:
    target = case.target
    if not reaches_submerged(case.as_shooter):
        return _no(template("{name} is submerged and cannot be shot at"), target, SUBMARINE_SECTION)
    near = rule_within(case.shooter, target, "S", case.settings)
    if near.verdict is Verdict.YES:
        return None
    reason = Message(
        "{target} is submerged, and {shooter} reaches her only within S: {reason}",
        target=target.name,
        shooter=case.shooter.name,
        reason=near.reason,
    )
    return Objection(near.verdict, reason, _card_of(case.shooter), _turned(near))


def _spared_within_s(case: ShotCase) -> Objection | None:
    near = rule_within(case.shooter, case.target, "S", case.settings)
    if near.verdict is Verdict.NO:
        return None
    verdict = Verdict.NO if near.verdict is Verdict.YES else near.verdict
    reason = Message("{name} cannot be shot at by ships within S: {reason}", name=case.target.name, reason=near.reason)
    return Objection(verdict, reason, _card_of(case.target), near)


def _spared_while_docked(case: ShotCase) -> Objection | None:
    touching = [touch for touch in case.docked if touch.verdict is not Verdict.NO]
    if not touching:
        return None
    touch = min(touching, key=lambda each: each.verdict is not Verdict.YES)
    shore = case.scene.find(touch.target)
    where = {"name": case.target.name, "shore": touch.target if shore is None else shore.name}
    if touch.verdict is Verdict.YES:
        reason = Message("{name} is docked at {shore}, where she cannot be shot at", **where)
        return Objection(Verdict.NO, reason, _card_of(case.target), touch)
    reason = Message("{name} may be docked at {shore}, where she cannot be shot at", **where)
    return Objection(touch.verdict, reason, _card_of(case.target), touch)


def _spared_by_forts(case: ShotCase) -> Objection:
    return _no(template("cannons of forts cannot hit {name}"), case.target, _card_of(case.target))


def _not_surrounded(case: ShotCase) -> Objection | None:
    if not surrounds_to_shoot(case.shooter.piece):
        return None
    ring = rule_surround(case.shooter, case.target, case.settings)
    if ring.verdict is Verdict.YES:
        return None
    reason = Message("{reason}; they shoot at nothing else", reason=ring.reason)
    return Objection(ring.verdict, reason, ring.citation, _turned(ring))


def _marine_afloat(case: ShotCase) -> Objection | None:
    """A marine shoots from an island and is a target only there; aboard a ship it is no piece on the mat."""
    for marine in (each for each in (case.shooter, case.target) if is_marine(each.piece)):
        ashore = rule_ashore(marine, case.scene)
        if ashore.verdict is not Verdict.YES:
            return Objection(ashore.verdict, ashore.reason, MARINE_SECTION, _turned(ashore))
    return None


Check = Callable[[ShotCase], Objection | None]
CHECKS: tuple[Check, ...] = (
    _out_of_the_game,
    _fort_cannot,
    _marine_afloat,
    _shooter_cannot,
    _perhaps_lost,
    _not_surrounded,
)
PROTECTED_BY: Mapping[Protection, Check] = {
    Protection.OWN_FLEET: _own_fleet,
    Protection.AT_HOME: _target_at_home,
    Protection.LOST: _target_lost,
    Protection.SUBMERGED: _target_submerged,
    Protection.WHILE_DOCKED: _spared_while_docked,
    Protection.FROM_FORTS: _spared_by_forts,
    Protection.WITHIN_S: _spared_within_s,
}
"""In this order, after `CHECKS`. A ghostly ship shoots and is shot at: her keyword takes only ramming, pinning and
docking from her (revolution, Keywords, Ghost Ship). What a card says of L cannons is asked per cannon in `shot`."""


def _turned(ruling: Ruling) -> Ruling:
    """As a ruling on the opposite, so that its probability is that of the objection."""
    share = ruling.probability
    return changed(ruling, probability=None if share is None else 1.0 - share)


def _card_of(piece: PlacedPiece) -> Message:
    return Message("card of {name}", name=piece.name)


PERMISSION = Rule(
    id=RULE,
    name=Message("permission"),
    title=Message("May shoot at"),
    question=template("May {subject} shoot at {target}?"),
    yes=template("may shoot at {target}"),
    no=template("may not shoot at {target}"),
    group=RuleGroup.SHOOTING,
    part_of=SHOT,
    notable=False,
)
