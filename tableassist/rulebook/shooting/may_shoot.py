"""May this piece shoot at that one? One function for rulings on what is measured and for the referee's verdicts.

What the cards and the state of the game say is judged here. Where the two are is asked of `Whereabouts`: measured in a
scene, or stated as facts of the game.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from tableassist.messages import Message, Text, template
from tableassist.pieces.cannon_range import CannonRange
from tableassist.pieces.effects import Effect
from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.editions.edition import Edition
from tableassist.rulebook.editions.house_rule import HouseValue
from tableassist.rulebook.editions.terms.readings import reading
from tableassist.rulebook.ruling.ruling import Ruling, Verdict, changed
from tableassist.rulebook.state.game import GameState, in_play
from tableassist.rulebook.state.questions import effects_of, is_abandoned, is_derelict
from tableassist.rulebook.state.unit import Unit

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


NO = Answer(Verdict.NO)
YES = Answer(Verdict.YES)


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
    states = unit.states - {PieceState.DERELICT}
    if is_derelict(state, unit):
        states |= {PieceState.DERELICT}
    if is_abandoned(unit):
        states |= {PieceState.ABANDONED}
    return Party(
        unit.card.id,
        unit.name,
        unit.owner or None,
        effects_of(state, unit),
        states,
        is_fort=unit.is_fort,
        is_prize=unit.owner != unit.card.owner,
        is_in_play=in_play(unit),
    )


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
    if PieceState.DERELICT in ship.states and not case.by_marine and not _shoots_derelict(case):
        words = template("{name} is derelict and can be given no shoot action")
        return _no(Forbids.DERELICT, words, ship, terms.derelict_section)
    return _out_of_sight(case)


def _shoots_derelict(case: ShotCase) -> bool:
    return case.by_musket and musket_shoots_derelict(case.house)


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


def opposite(ruling: Ruling) -> Ruling:
    """Return the ruling as one on the opposite, so that its probability is that of the objection."""
    share = ruling.probability
    return changed(ruling, probability=None if share is None else 1.0 - share)


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
