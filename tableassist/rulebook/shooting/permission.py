"""Permission: may this piece shoot at that one at all, by what is measured of the two?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tableassist.messages import Message, template
from tableassist.pieces.effects import Effect
from tableassist.pieces.model import PieceKind
from tableassist.rulebook.abilities.within import rule_within
from tableassist.rulebook.contact.fog import in_fog, why_lost, why_perhaps_lost
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.predicates.crew_abilities import NO_EFFECTS
from tableassist.rulebook.rule import Pair, Rule, RuleGroup
from tableassist.rulebook.ruling.citation import cite
from tableassist.rulebook.ruling.ruling import Reading, Ruling, Verdict, changed
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.shooting.marine import SECTION as MARINE_SECTION
from tableassist.rulebook.shooting.marine import is_marine, rule_ashore
from tableassist.rulebook.shooting.may_shoot import (
    NO,
    YES,
    Answer,
    Forbids,
    Objection,
    Party,
    ShotCase,
    find_shooter_objection,
    find_target_objections,
    opposite,
)
from tableassist.rulebook.shooting.shelter import at_home, docked_anywhere
from tableassist.rulebook.shooting.shot_ruling import RULE as SHOT
from tableassist.rulebook.shooting.surround import rule_surround, surrounds_to_shoot
from tableassist.rulebook.state.questions import conditions_of
from tableassist.scene.placed_piece import PlacedPiece

RULE = "permission"
NOTHING_FORBIDS = Message("nothing forbids this shot")
DOUBTS = (Verdict.NO, Verdict.NOT_SEEN, Verdict.TOO_CLOSE)
"""What decides, the strongest first."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Where pieces are, as it is measured in a scene."""

    scene: Scene
    settings: RuleSettings
    sheltered: Mapping[str, Ruling | Message]
    """By target: whether she is docked at home, or what hides it. Far from home she is not listed."""
    effects: Mapping[str, frozenset[Effect]]
    placed: Mapping[str, PlacedPiece]
    """The pieces that are asked about: one of them may be elsewhere than in the scene."""
    _parties: dict[str, Party] = field(default_factory=dict)

    def party(self, placed: PlacedPiece) -> Party:
        if placed.id not in self._parties:
            self._parties[placed.id] = Party(
                placed.id,
                placed.name,
                self.scene.state.owners.get(placed.id),
                self.effects.get(placed.id, NO_EFFECTS),
                conditions_of(self.scene.state, placed.id),
                is_fort=placed.piece.model.kind is PieceKind.FORT,
                is_prize=_is_prize(placed, self.scene),
                is_in_play=placed.id not in self.scene.gone,
            )
        return self._parties[placed.id]

    def is_lost(self, party: Party) -> Answer:
        placed = self.placed[party.id]
        if why_lost(placed, self.scene, self.settings) is not None:
            return YES
        why = why_perhaps_lost(placed, self.scene, self.settings)
        return NO if why is None else Answer(Verdict.TOO_CLOSE, why)

    def is_at_home(self, target: Party) -> Answer:
        touch = self.sheltered.get(target.id)
        if touch is None or is_marine(self.placed[target.id].piece):
            return NO
        if isinstance(touch, Message):
            return Answer(Verdict.NOT_SEEN, touch)
        return Answer(touch.verdict, touch.reason, touch)

    def is_docked(self, target: Party) -> tuple[Answer, str]:
        docked = docked_anywhere(self.placed[target.id], self.scene, self.settings)
        touching = [touch for touch in docked if touch.verdict is not Verdict.NO]
        if not touching:
            return NO, ""
        touch = min(touching, key=lambda each: each.verdict is not Verdict.YES)
        shore = self.scene.find(touch.target)
        return Answer(touch.verdict, touch.reason, touch), touch.target if shore is None else shore.name

    def is_within_s(self, shooter: Party, target: Party) -> Answer:
        near = rule_within(self.placed[shooter.id], self.placed[target.id], "S", self.settings)
        return Answer(near.verdict, near.reason, near)


def rule_permissions(
    pairs: Sequence[Pair],
    scene: Scene,
    settings: RuleSettings,
    effects: Mapping[str, frozenset[Effect]] | None = None,
    *,
    by_marine: bool = False,
    by_musket: bool = False,
) -> list[Ruling]:
    """One ruling per shooter and target, with the first reason that forbids the shot."""
    if effects is None:
        effects = {placed.id: scene.effects_of(placed.id) for pair in pairs for placed in pair}
    targets = {target.id: target for _, target in pairs}
    placed = {shooter.id: shooter for shooter, _ in pairs} | targets
    where = Measured(scene, settings, at_home(targets.values(), scene, settings), effects, placed)
    rulings = []
    plain = {each.id for each in placed.values() if _is_plain(each, scene, settings, effects)}
    section = cite(settings.edition.shooting.permission_section)
    for shooter, target in pairs:
        one, other = shooter.piece.id, target.piece.id
        usual = one in plain and other in plain and other not in where.sheltered
        if usual and scene.state.are_enemies(one, other):
            rulings.append(_allowed(one, other, section))
            continue
        parties = where.party(shooter), where.party(target)
        case = ShotCase(*parties, settings.edition, settings.house, where, by_marine, by_musket)
        rulings.append(_ruling(case, where))
    return rulings


def _is_prize(placed: PlacedPiece, scene: Scene) -> bool:
    unit = scene.unit_of(placed.id)
    return unit is not None and unit.owner != unit.card.owner


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


def _ruling(case: ShotCase, where: Measured) -> Ruling:
    first = min(_objections(case, where), key=lambda each: DOUBTS.index(each.verdict), default=None)
    if first is None:
        allowed = _allowed(case.shooter.id, case.target.id, cite(case.edition.shooting.permission_section))
        return _or_docked(allowed, case, where)
    return _by_objection(first, case)


def _objections(case: ShotCase, where: Measured) -> Iterator[Objection]:
    own = find_shooter_objection(case)
    if own is not None:
        yield own
    yield from _only_measured(case, where)
    yield from find_target_objections(case)


def _only_measured(case: ShotCase, where: Measured) -> Iterator[Objection]:
    """What only a scene can tell: marines afloat, pieces that may be in fog, what a kraken surrounds."""
    shooter, target = where.placed[case.shooter.id], where.placed[case.target.id]
    for marine in (each for each in (shooter, target) if is_marine(each.piece)):
        ashore = rule_ashore(marine, where.scene)
        if ashore.verdict is not Verdict.YES:  # aboard a ship it is no piece on the mat
            yield Objection(Forbids.PROTECTED, ashore.verdict, ashore.reason, MARINE_SECTION, opposite(ashore))
            break
    for party in (case.shooter, case.target):
        lost = where.is_lost(party)
        if lost.verdict is Verdict.TOO_CLOSE and lost.words is not None:
            yield Objection(Forbids.LOST, lost.verdict, lost.words, case.edition.shooting.lost_section)
            break
    if surrounds_to_shoot(shooter.piece):
        ring = rule_surround(shooter, target, where.settings)
        if ring.verdict is not Verdict.YES:
            reason = Message("{reason}; they shoot at nothing else", reason=ring.reason)
            yield Objection(Forbids.PROTECTED, ring.verdict, reason, ring.citation, opposite(ring))


def _or_docked(allowed: Ruling, case: ShotCase, where: Measured) -> Ruling:
    """Where it is open whether she is docked at home, so it is whether she may be shot at."""
    docked = where.sheltered.get(case.target.id)
    if not isinstance(docked, Ruling) or not docked.readings or case.target.is_fort:
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
        by = _allowed(one, other, cite(first.section))
    said = changed(by, verdict=first.verdict, probability=share, citation=cite(first.section), reason=first.reason)
    return changed(said, rule=RULE, subject=one, target=other, cannon=None)


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
