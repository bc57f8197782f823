"""Permission: may this piece shoot at that one at all? One function for what is measured and for the referee.

What the cards and the state of the game say is judged here. Where the two are is asked of `Whereabouts`: measured in a
scene, or stated as facts of the game.
"""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, Protocol

from tableassist.messages import Message, Text, template
from tableassist.pieces import CannonRange, Effect, PieceKind, PieceState
from tableassist.rulebook.contact.conditions import in_fog, why_lost, why_perhaps_lost
from tableassist.rulebook.contact.docking import rule_dockings
from tableassist.rulebook.contact.within import rule_within
from tableassist.rulebook.editions.house_rule import HouseValue, reading
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms import Edition
from tableassist.rulebook.rule import Pair, Rule, RuleGroup
from tableassist.rulebook.ruling import Reading, Ruling, Verdict, cite
from tableassist.rulebook.scene import Scene, never_measured
from tableassist.rulebook.shooting.special import (
    MARINE_SECTION,
    is_marine,
    rule_ashore,
    rule_surround,
    surrounds_to_shoot,
)
from tableassist.rulebook.state.game import GameState
from tableassist.rulebook.state.questions import NO_EFFECTS, conditions, effects_of, is_derelict
from tableassist.rulebook.state.things import NO_STATES, Unit
from tableassist.scene.placed_piece import PlacedPiece

RULE = "permission"
NOTHING_FORBIDS = Message("nothing forbids this shot")
DOUBTS = (Verdict.NO, Verdict.NOT_SEEN, Verdict.TOO_CLOSE)
"""What decides, the strongest first."""
SUBMARINE_SECTION = Message("master keyword list, {section}", section="Submarine; Sea Monster")


class Forbids(StrEnum):
    """What forbids a shot. The values are the codes of the referee's fouls."""

    OUT_OF_PLAY = "out-of-play"
    DERELICT = "derelict"
    NOT_ABLE = "not-able"
    OWN_FLEET = "own-fleet"
    TARGET_AT_HOME = "target-at-home"
    LOST = "lost"
    PROTECTED = "protected"


class Answer(NamedTuple):
    """What is known of where pieces are."""

    verdict: Verdict
    """`NOT_SEEN` where nobody measured or stated it."""
    words: Message | None = None
    """How it was measured, or what keeps anybody from knowing."""
    ruling: Ruling | None = None
    """The measurement."""


ANSWER_NO = Answer(Verdict.NO)
ANSWER_YES = Answer(Verdict.YES)


class Party(NamedTuple):
    """A shooter or a target, as far as the rules ask about her card and condition."""

    id: str
    name: str
    owner: str | None
    effects: frozenset[Effect] = frozenset()
    states: frozenset[PieceState] = frozenset()
    is_fort: bool = False
    is_prize: bool = False
    """Whether another player commands her than the one who brought her."""
    is_in_play: bool = True


class Whereabouts(Protocol):
    """Where the two pieces of a question are."""

    def is_lost(self, party: Party) -> Answer: ...

    def is_at_home(self, target: Party) -> Answer:
        """Whether she is docked at her own home island."""

    def is_docked(self, target: Party) -> tuple[Answer, str]:
        """Whether she is docked anywhere, and the name of that place."""

    def is_within_s(self, shooter: Party, target: Party) -> Answer: ...


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a shot is forbidden, or may be."""

    code: Forbids
    verdict: Verdict
    """`NO`; or `TOO_CLOSE` or `NOT_SEEN` where it is open whether it is forbidden."""
    reason: Message
    section: Text
    measured: Ruling | None = None
    """The ruling on what was measured for it."""


@dataclass(frozen=True, slots=True)
class ShotCase:
    shooter: Party
    target: Party
    edition: Edition
    house: Mapping[str, HouseValue]
    where: Whereabouts
    by_marine: bool = False
    """Whether a marine aboard shoots, who has an action of his own."""
    by_musket: bool = False
    """Whether a musketeer's gun shoots, which needs no mast."""


def party_of(state: GameState, unit: Unit) -> Party:
    """Describe a unit. Whether she is pinned takes long to find out, and no rule about shots asks for it."""
    parties: dict[str, tuple[Unit, Party]] = state.__dict__.setdefault("parties", {})  # many shots ask for the same
    kept = parties.get(unit.card.id)
    if kept is not None and kept[0] is unit:
        return kept[1]
    states = unit.states - {PieceState.DERELICT}
    if is_derelict(state, unit):
        states |= {PieceState.DERELICT}
    if unit.is_abandoned:
        states |= {PieceState.ABANDONED}
    party = Party(
        unit.card.id,
        unit.name,
        unit.owner or None,
        effects_of(state, unit),
        states,
        is_fort=unit.is_fort,
        is_prize=unit.owner != unit.card.owner,
        is_in_play=unit.in_play,
    )
    parties[unit.card.id] = unit, party
    return party


NO_SHOT_OF_DERELICT = template("{name} is derelict and can be given no shoot action")


def find_shooter_objection(case: ShotCase) -> Objection | None:
    """Say why she shoots at nobody as she is; None if nothing keeps her."""
    ship, terms = case.shooter, case.edition.shooting
    if not ship.is_in_play:
        return _no(Forbids.OUT_OF_PLAY, template("{name} is out of the game"), ship, terms.permission_section)
    if ship.is_fort and PieceState.ABANDONED in ship.states:
        words = template("{name} has no flag left and is abandoned")
        return _no(Forbids.OUT_OF_PLAY, words, ship, terms.fort_section)
    if PieceState.WRECKED in ship.states:
        return _no(Forbids.OUT_OF_PLAY, template("{name} is a wreck"), ship, terms.derelict_section)
    musket = case.by_musket and musket_shoots_derelict(case.house)
    if PieceState.DERELICT in ship.states and not case.by_marine and not musket:
        return _no(Forbids.DERELICT, NO_SHOT_OF_DERELICT, ship, terms.derelict_section)
    return _out_of_sight(case)


def musket_shoots_derelict(house: Mapping[str, HouseValue]) -> bool:
    """Say whether a derelict may be given a shoot action for her musketeer alone: a reading of the table."""
    return reading("musketeer-derelict", house) == "yes"


def _out_of_sight(case: ShotCase) -> Objection | None:
    ship = case.shooter
    if case.where.is_lost(ship).verdict is Verdict.YES:
        words = template("{name} is lost in fog and cannot shoot")
        return _no(Forbids.LOST, words, ship, case.edition.shooting.lost_section)
    if PieceState.SUBMERGED in ship.states:
        return _no(Forbids.NOT_ABLE, template("{name} is submerged and can only move"), ship, SUBMARINE_SECTION)
    return None


def find_target_objections(case: ShotCase) -> Iterator[Objection]:
    """List what protects the target from this shooter, in the order in which it is told.

    A ghostly ship shoots and is shot at: her keyword takes only ramming, pinning and docking from her (revolution,
    Keywords, Ghost Ship).
    """
    for check in TARGET_CHECKS:
        objection = check(case)
        if objection is not None:
            yield objection


def is_own_fleet_spared(edition: Edition, house: Mapping[str, HouseValue]) -> bool:
    """Say whether nobody may shoot at the own fleet.

    The later texts forbid it (revolution, complete: Shooting); the first is silent, so the table's reading decides.
    """
    return edition.shooting.own_fleet_spared or reading("own-fleet-shot", house) == "no"


def why_spared_by_reach(target: str, target_effects: frozenset[Effect], reach: CannonRange | None) -> Message | None:
    """Say why a cannon of this range cannot hit the target; None if it can."""
    if Effect.NOT_HIT_BY_L_CANNONS not in target_effects or reach is not CannonRange.LONG:
        return None
    return Message("cannons of L range cannot hit {name}", name=target)


def reach_of_cannon(printed: CannonRange, effects: frozenset[Effect]) -> CannonRange:
    """Range of a cannon with the abilities that turn S into L, but not doubled: what cards mean by S or L range."""
    return CannonRange.LONG if Effect.ALL_CANNONS_L in effects else printed


def can_cannon_fire(mast: int | None, masts_lost: Collection[int], effects: frozenset[Effect]) -> bool:
    """Say whether a cannon is still there: it goes with its mast, unless it is fixed to the hull or a card keeps it."""
    return not mast or mast not in masts_lost or Effect.CANNONS_STAY in effects


def opposite(ruling: Ruling) -> Ruling:
    """Return the ruling as one on the opposite, so that its probability is that of the objection."""
    share = ruling.probability
    return ruling.replace(probability=None if share is None else 1.0 - share)


def card_of(party: Party) -> Message:
    return Message("card of {name}", name=party.name)


def _no(code: Forbids, words: str, party: Party, section: Text, measured: Ruling | None = None) -> Objection:
    """`words` are a template about {name}."""
    return Objection(code, Verdict.NO, Message(words, name=party.name), section, measured)


def _out_of_play(case: ShotCase) -> Objection | None:
    if case.target.is_in_play:
        return None
    words = template("{name} is out of the game")
    return _no(Forbids.OUT_OF_PLAY, words, case.target, case.edition.shooting.permission_section)


def _own_fleet(case: ShotCase) -> Objection | None:
    owner, target = case.shooter.owner, case.target
    is_own = owner is not None and owner == target.owner and is_own_fleet_spared(case.edition, case.house)
    if not is_own and case.shooter.id != target.id:
        return None
    words = template("{name} belongs to the same fleet")
    return _no(Forbids.OWN_FLEET, words, target, case.edition.shooting.permission_section)


def _at_home(case: ShotCase) -> Objection | None:
    """Every edition, Shooting. Forts are shot at wherever they are."""
    if case.target.is_fort or (case.target.is_prize and reading("prize-sheltered", case.house) == "no"):
        return None
    answer, name = case.where.is_at_home(case.target), case.target.name
    match answer.verdict:
        case Verdict.NO:
            return None
        case Verdict.YES:
            verdict, reason = Verdict.NO, Message("{name} is docked at her home island", name=name)
        case Verdict.TOO_CLOSE:
            verdict, reason = Verdict.TOO_CLOSE, Message("{name} may be docked at her home island", name=name)
        case _:
            why = {"unseen": answer.words, "name": name}
            verdict = Verdict.NOT_SEEN
            reason = Message("{unseen}, so nobody knows whether {name} is docked there", **why)
    section = case.edition.shooting.permission_section
    return Objection(Forbids.TARGET_AT_HOME, verdict, reason, section, answer.ruling)


def _target_lost(case: ShotCase) -> Objection | None:
    if case.where.is_lost(case.target).verdict is not Verdict.YES:
        return None
    words = template("{name} is lost in fog and cannot be shot at")
    return _no(Forbids.LOST, words, case.target, case.edition.shooting.lost_section)


def _target_submerged(case: ShotCase) -> Objection | None:
    target, shooter = case.target, case.shooter
    if PieceState.SUBMERGED not in target.states:
        return None
    if Effect.SHOOTS_SUBMERGED_WITHIN_S not in shooter.effects:
        return _no(Forbids.PROTECTED, template("{name} is submerged and cannot be shot at"), target, SUBMARINE_SECTION)
    near = case.where.is_within_s(shooter, target)
    if near.verdict is Verdict.YES:
        return None
    words = {"target": target.name, "shooter": shooter.name, "reason": _distance_words(near, case)}
    reason = Message("{target} is submerged, and {shooter} reaches her only within S: {reason}", **words)
    measured = None if near.ruling is None else opposite(near.ruling)
    return Objection(Forbids.PROTECTED, near.verdict, reason, card_of(shooter), measured)


def _while_docked(case: ShotCase) -> Objection | None:
    if Effect.NOT_SHOT_WHILE_DOCKED not in case.target.effects:
        return None
    touch, shore = case.where.is_docked(case.target)
    if touch.verdict is Verdict.NO:
        return None
    where, section = {"name": case.target.name, "shore": shore}, card_of(case.target)
    if touch.verdict is Verdict.YES:
        reason = Message("{name} is docked at {shore}, where she cannot be shot at", **where)
        return Objection(Forbids.PROTECTED, Verdict.NO, reason, section, touch.ruling)
    reason = Message("{name} may be docked at {shore}, where she cannot be shot at", **where)
    return Objection(Forbids.PROTECTED, touch.verdict, reason, section, touch.ruling)


def _from_forts(case: ShotCase) -> Objection | None:
    if Effect.NOT_HIT_BY_FORTS not in case.target.effects or not case.shooter.is_fort:
        return None
    return _no(Forbids.PROTECTED, template("cannons of forts cannot hit {name}"), case.target, card_of(case.target))


def _within_s(case: ShotCase) -> Objection | None:
    """Said of ships: a fort shoots as ever."""
    if Effect.NOT_SHOT_WITHIN_S not in case.target.effects or case.shooter.is_fort:
        return None
    near = case.where.is_within_s(case.shooter, case.target)
    if near.verdict is Verdict.NO:
        return None
    verdict = Verdict.NO if near.verdict is Verdict.YES else near.verdict
    words = {"name": case.target.name, "reason": _distance_words(near, case)}
    reason = Message("{name} cannot be shot at by ships within S: {reason}", **words)
    return Objection(Forbids.PROTECTED, verdict, reason, card_of(case.target), near.ruling)


DISTANCE_WORDS = {
    Verdict.YES: template("{target} is within S of {name}"),
    Verdict.NO: template("{target} is not within S of {name}"),
}


def _distance_words(near: Answer, case: ShotCase) -> Message:
    """How the distance was measured; where it was stated, what was stated."""
    if near.words is not None:
        return near.words
    words = DISTANCE_WORDS.get(near.verdict, template("whether {target} is within S of {name} is not settled"))
    return Message(words, target=case.target.name, name=case.shooter.name)


TARGET_CHECKS: tuple[Callable[[ShotCase], Objection | None], ...] = (
    _out_of_play,
    _own_fleet,
    _at_home,
    _target_lost,
    _target_submerged,
    _while_docked,
    _from_forts,
    _within_s,
)


NEAR_MM = 30.0
"""With more room than this between a ship and her home nobody need measure whether she is docked there."""


def at_home(targets: Iterable[PlacedPiece], scene: Scene, settings: RuleSettings) -> dict[str, Ruling | Message]:
    """By target: whether she is docked at home, or what keeps anybody from knowing. Far from home she is not listed."""
    near_home: dict[str, Ruling | Message] = {}
    near: list[tuple[PlacedPiece, PlacedPiece]] = []
    for target in targets:
        for home in homes_of(scene.state.owners.get(target.id), scene):
            island = scene.find(home)
            if island is None:
                near_home.setdefault(target.id, _unknown(home, scene))
            elif _could_touch(target, island):
                near.append((target, island))
    for touch in rule_dockings(near, scene, settings) if near else ():
        before = near_home.get(touch.subject)
        settled = isinstance(before, Ruling) and before.verdict is Verdict.YES
        if before is None or (touch.verdict is not Verdict.NO and not settled):
            near_home[touch.subject] = touch
    return near_home


def homes_of(player: str | None, scene: Scene) -> list[str]:
    return [island for island, owner in scene.state.homes.items() if owner == player]


def _unknown(home: str, scene: Scene) -> Message:
    piece = next((piece for piece in scene.unseen if piece.id == home), None)
    return Message("{name} has not been seen", name=home) if piece is None else never_measured(scene, piece)


def _could_touch(ship: PlacedPiece, island: PlacedPiece) -> bool:
    here, there = ship.pose.pose, island.pose.pose
    centres = math.hypot(here.x_mm - there.x_mm, here.y_mm - there.y_mm)
    return centres < ship.reach_mm + island.reach_mm + NEAR_MM


def rule_any_docking(target: PlacedPiece, scene: Scene, settings: RuleSettings) -> list[Ruling]:
    shores = [piece for piece in scene.pieces if piece.piece.model.kind in (PieceKind.ISLAND, PieceKind.FORT)]
    return list(rule_dockings([(target, shore) for shore in shores], scene, settings))


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
                conditions(self.scene.state).get(placed.id, NO_STATES),
                is_fort=placed.piece.model.kind is PieceKind.FORT,
                is_prize=_is_prize(placed.piece.id, self.scene),
                is_in_play=placed.id not in self.scene.gone,
            )
        return self._parties[placed.id]

    def is_lost(self, party: Party) -> Answer:
        placed = self.placed[party.id]
        if why_lost(placed, self.scene, self.settings) is not None:
            return ANSWER_YES
        why = why_perhaps_lost(placed, self.scene, self.settings)
        return ANSWER_NO if why is None else Answer(Verdict.TOO_CLOSE, why)

    def is_at_home(self, target: Party) -> Answer:
        touch = self.sheltered.get(target.id)
        if touch is None or is_marine(self.placed[target.id].piece):
            return ANSWER_NO
        if isinstance(touch, Message):
            return Answer(Verdict.NOT_SEEN, touch)
        return Answer(touch.verdict, touch.reason, touch)

    def is_docked(self, target: Party) -> tuple[Answer, str]:
        docked = rule_any_docking(self.placed[target.id], self.scene, self.settings)
        touching = [touch for touch in docked if touch.verdict is not Verdict.NO]
        if not touching:
            return ANSWER_NO, ""
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
    targets = {target.piece.id: target for _, target in pairs}
    placed = {shooter.piece.id: shooter for shooter, _ in pairs} | targets
    homes = scene.state.homes
    sheltered = at_home(targets.values(), scene, settings) if homes else {}
    where = Measured(scene, settings, sheltered, effects, placed)
    ticked, owners = conditions(scene.state), scene.state.owners
    # Most pieces are plain: nothing of their own can forbid a shot.
    plain = {
        key
        for key, piece in placed.items()
        if not (effects.get(key) or ticked.get(key) or key in sheltered)
        and piece.masts_standing
        and piece.piece.model.masts
        and not (scene.has_fog and in_fog(piece, scene, settings) is not None)
    }
    section, rulings = cite(settings.edition.shooting.permission_section), []
    for shooter, target in pairs:
        first, second = shooter.piece.id, target.piece.id
        if (
            first in plain
            and second in plain
            and first in owners
            and second in owners
            and owners[first] != owners[second]
        ):
            question = (RULE, first, second, None)
            rulings.append(Ruling(*question, Verdict.YES, None, None, None, 1.0, section, None, NOTHING_FORBIDS))
            continue
        parties = where.party(shooter), where.party(target)
        case = ShotCase(*parties, settings.edition, settings.house, where, by_marine, by_musket)
        rulings.append(_rule_case(case, where))
    return rulings


def _is_prize(piece: str, scene: Scene) -> bool:
    unit = scene.unit_of(piece)
    return unit is not None and unit.owner != unit.card.owner


def _allow_shot(shooter: str, target: str, section: Message) -> Ruling:
    return Ruling(RULE, shooter, target, None, Verdict.YES, None, None, None, 1.0, section, None, NOTHING_FORBIDS)


def _rule_case(case: ShotCase, where: Measured) -> Ruling:
    first = min(_objections(case, where), key=lambda each: DOUBTS.index(each.verdict), default=None)
    if first is None:
        allowed = _allow_shot(case.shooter.id, case.target.id, cite(case.edition.shooting.permission_section))
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
    for marine in (placed for placed in (shooter, target) if is_marine(placed.piece)):
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
    readings = tuple(
        Reading(reading.words, shot_at.get(reading.verdict, reading.verdict)) for reading in docked.readings
    )
    reason = Message("{allowed}, unless {name} is docked at home", allowed=allowed.reason, name=case.target.name)
    return allowed.replace(readings=readings, reason=reason)


def _by_objection(first: Objection, case: ShotCase) -> Ruling:
    """With what was measured for it, where anything was."""
    subject, target, by = case.shooter.id, case.target.id, first.measured
    probability = by.probability if by is not None else None
    share = 0.0 if first.verdict is Verdict.NO else None if probability is None else 1.0 - probability
    if by is None:
        by = _allow_shot(subject, target, cite(first.section))
    ruling = by.replace(verdict=first.verdict, probability=share, citation=cite(first.section), reason=first.reason)
    return ruling.replace(rule=RULE, subject=subject, target=target, cannon=None)


PERMISSION = Rule(
    id=RULE,
    name=Message("permission"),
    title=Message("May shoot at"),
    question=template("May {subject} shoot at {target}?"),
    yes=template("may shoot at {target}"),
    no=template("may not shoot at {target}"),
    group=RuleGroup.SHOOTING,
    part_of="shot",
    notable=False,
)
