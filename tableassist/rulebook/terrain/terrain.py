"""Terrain: does it act on a piece where it lies, what must be rolled, and what would each roll do?"""

from collections.abc import Sequence
from dataclasses import dataclass

import shapely

from tableassist.messages import Message, any_of, template
from tableassist.pieces import SAILING_KINDS, TERRAIN_KINDS, Effect, PieceKind, PieceState
from tableassist.rulebook.contact.contact import SHE, TOUCHES, both_ways, follow_contact, forbidden, rule_touches
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms import TERRAIN_HOUSE_RULES
from tableassist.rulebook.rule import About, LastingContact, Pairs, Rule, RuleGroup, all_when_one_changes, judging
from tableassist.rulebook.ruling import Ruling, Verdict, cite
from tableassist.rulebook.scene import Scene
from tableassist.rulebook.state.questions import is_in
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Parts

DIE_SIDES = 6
FREE_ABOVE = 6
"""A tangled piece is free when its d6 plus its masts left is more (revolution, complete: Sargasso Sea)."""


@dataclass(frozen=True, slots=True)
class ReefDamage:
    masts: int
    """Or segments, to be taken away."""
    wrecked: bool
    """More than were left: she stays on the reef."""


def reef_damage(built: int, standing: int, rating: int) -> ReefDamage:
    """By the masts she was built with; a rating that is not lower takes none (revolution, complete: Reef)."""
    taken = max(0, built - rating)
    return ReefDamage(taken, taken > standing)


def is_tangled(built: int, rating: int) -> bool:
    """By the masts she was built with; only a higher rating tangles (revolution, complete: Sargasso Sea)."""
    return rating > built


def is_freed(standing: int, roll: int) -> bool:
    """By the masts she has left."""
    return roll + standing > FREE_ABOVE


def reef_words(mover: PlacedPiece) -> Message:
    """What each roll would do, the harmless ones left out."""
    built, standing = mover.piece.model.upright_count, len(mover.masts_standing)
    damage = {roll: reef_damage(built, standing, roll) for roll in range(1, DIE_SIDES + 1)}
    harm = [
        Message("{roll} takes {masts}", roll=roll, masts=outcome.masts)
        for roll, outcome in damage.items()
        if outcome.masts and not outcome.wrecked
    ]
    wrecked = [roll for roll, outcome in damage.items() if outcome.wrecked]
    if wrecked:
        harm.insert(0, Message("{rolls} wrecks her", rolls=_up_to(wrecked[-1])))
    if not harm:
        return Message("roll a d6: no result harms her")
    return Message("roll a d6 against {built} as built: {harm}", built=built, harm=tuple(harm))


def sargasso_words(mover: PlacedPiece) -> Message:
    tangles = [roll for roll in range(1, DIE_SIDES + 1) if is_tangled(mover.piece.model.upright_count, roll)]
    if tangles:
        return Message("roll a d6: above {built} tangles her", built=tangles[0] - 1)
    return Message("roll a d6: no result tangles her")


def freeing_words(mover: PlacedPiece) -> Message:
    """Of a piece that is tangled."""
    frees = [roll for roll in range(1, DIE_SIDES + 1) if is_freed(len(mover.masts_standing), roll)]
    if frees:
        return Message("tangled; her action may be a d6, and {least} or more frees her", least=frees[0])
    return Message("tangled, and no roll frees her")


def _up_to(roll: int) -> str:
    return "1" if roll == 1 else f"1-{roll}"


RULE = "terrain"


def rule_terrain(
    pairs: Sequence[tuple[PlacedPiece, PlacedPiece]], scene: Scene, settings: RuleSettings
) -> list[Ruling]:
    """One ruling per ship or creature and terrain of the edition, for pieces at rest. Overhang is no contact."""
    touch_parts = [Parts(subject, subject.footprint, target, target.footprint) for subject, target in pairs]
    return [judge_terrain(touch, parts, scene, settings) for parts, touch in measure_touches(touch_parts, settings)]


def measure_touches(asked: Sequence[Parts], settings: RuleSettings) -> list[tuple[Parts, Ruling]]:
    """Each measured, without what follows; terrain that the edition does not know is left out."""
    terms = settings.edition.terrain
    known_terrain = [parts for parts in asked if parts.other.piece.model.kind in terms.kinds]
    touches = rule_touches(RULE, known_terrain, terms.trigger_section, settings, house_rules=TERRAIN_HOUSE_RULES)
    return [
        (
            parts,
            touch.replace(
                citation=cite(terms.sections[parts.other.piece.model.kind]),
                reason=Message(TOUCHES[touch.verdict], one=SHE, other=parts.other.name),
            ),
        )
        for parts, touch in zip(known_terrain, touches, strict=True)
    ]


def judge_terrain(touch: Ruling, parts: Parts, scene: Scene, settings: RuleSettings) -> Ruling:
    """With what follows from the contact, or why nothing does."""
    why = None if touch.verdict is Verdict.NO else _why_spared(touch, scene)
    if touch.verdict is Verdict.NO or why is not None:
        return touch if why is None else forbidden(touch, why)
    match parts.other.piece.model.kind:
        case PieceKind.WHIRLPOOL:
            return _whirlpool(touch, scene)
        case PieceKind.TRADE_CURRENT:
            return _trade_current(touch, scene, settings)
        case PieceKind.ICEBERG:
            return forbidden(touch, Message("an iceberg harms only what it drifts against"))
        case kind:
            return follow_contact(touch, _harm(kind, parts, scene))


def _why_spared(touch: Ruling, scene: Scene) -> Message | None:
    if Effect.IGNORES_TERRAIN in scene.effects_of(touch.subject):
        return Message("her ability lets her ignore terrain")
    is_ghostly = is_in(scene.state, touch.subject, PieceState.GHOSTLY)
    return Message("a ghostly ship ignores terrain") if is_ghostly else None


def _harm(kind: PieceKind, parts: Parts, scene: Scene) -> Message:
    if kind is PieceKind.FOG_BANK:
        return _fog(parts, scene)
    if kind is PieceKind.REEF:
        return reef_words(parts.one)
    is_stuck = is_in(scene.state, parts.one.id, PieceState.TANGLED)
    return freeing_words(parts.one) if is_stuck else sargasso_words(parts.one)


def _fog(parts: Parts, scene: Scene) -> Message:
    if is_in(scene.state, parts.one.id, PieceState.LOST):
        return Message("lost; a move begins with a d6 for the number where she comes out")
    if shapely.covers(parts.other.footprint, parts.part):
        return Message("lost, and her turn ends")
    return Message("she is put wholly inside and is lost; her turn ends")


def _whirlpool(touch: Ruling, scene: Scene) -> Ruling:
    others = [
        placed.name
        for placed in scene.pieces
        if placed.piece.model.kind is PieceKind.WHIRLPOOL and placed.id != touch.target
    ]
    if not others:
        return forbidden(touch, Message("there is no other whirlpool to come out of"))
    what = Message(
        "she may be put against {whirlpools}; then a d6, and 1-3 takes a mast, a treasure or a crew",
        whirlpools=any_of(others),
    )
    return follow_contact(touch, what)


def _trade_current(touch: Ruling, scene: Scene, settings: RuleSettings) -> Ruling:
    owners = scene.state.owners
    laid_by, own = owners.get(touch.target), owners.get(touch.subject)
    more = Message("+S ({short_mm:g} mm) to her base move, once a turn", short_mm=settings.ruler.short_mm)
    if laid_by is None or own is None:
        return follow_contact(touch, Message("{more}, if her side laid it", more=more))
    if laid_by == own:
        return follow_contact(touch, more)
    return forbidden(touch, Message("{player} laid it: no help to her", player=laid_by))


def terrain_pairs(scene: Scene, about: About = None) -> Pairs:
    """Ships and creatures with the terrain near them."""
    return ((subject.piece, target.piece) for subject, target in both_ways(scene, about, SAILING_KINDS, TERRAIN_KINDS))


TERRAIN = Rule(
    id=RULE,
    name=Message("terrain"),
    title=Message("Terrain"),
    question=template("Does {subject} touch the terrain {target}?"),
    yes=template("is in {target}"),
    no=template("is clear of {target}"),
    answers=(
        template("{subject} is IN {target}"),
        template("{subject} is CLEAR of {target}"),
    ),
    group=RuleGroup.TERRAIN,
    judging=judging(
        RULE,
        terrain_pairs,
        rule_terrain,
        lambda edition: edition.terrain.trigger_section,
        near_only=True,
        # Where one leads is a matter of the others.
        also=all_when_one_changes(frozenset({PieceKind.WHIRLPOOL}), PieceKind.WHIRLPOOL),
    ),
    contact=LastingContact(badge=Message("in terrain"), symbol="terrain", in_score=True),
)
