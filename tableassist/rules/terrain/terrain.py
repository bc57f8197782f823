"""Terrain: does it act on a piece where it lies, and what must be rolled?"""

from collections.abc import Sequence

import shapely

from tableassist.ledger.ledger import PieceState
from tableassist.messages import Message, template
from tableassist.pieces.effects import Effect
from tableassist.pieces.model import TERRAIN_KINDS, PieceKind
from tableassist.rules.abilities.effects_of import effects_of
from tableassist.rules.contact.contact import WORDS, followed, forbidden, rule_touches
from tableassist.rules.contact.pairs import MOVERS, both_ways
from tableassist.rules.editions.house_rule import decided_by
from tableassist.rules.editions.settings import RuleSettings
from tableassist.rules.editions.terms.terrain import TERRAIN_HOUSE_RULES
from tableassist.rules.rule import (
    About,
    Judging,
    LastingContact,
    Pairs,
    Rule,
    RuleGroup,
    all_when_one_changes,
    one_not_seen,
)
from tableassist.rules.ruling.ruling import Ruling, Verdict, changed
from tableassist.rules.terrain.rolls import reef_words, sargasso_words
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene
from tableassist.scene.separation import Parts

RULE = "terrain"


def rule_terrain(
    pairs: Sequence[tuple[PlacedPiece, PlacedPiece]], scene: Scene, settings: RuleSettings
) -> list[Ruling]:
    """One ruling a ship or creature and terrain of the edition, for pieces that stand still. Overhang is no contact."""
    asked = [Parts(one, one.footprint, other, other.footprint) for one, other in pairs]
    return [judged(touch, parts, scene, settings) for parts, touch in touched(asked, settings)]


def touched(asked: Sequence[Parts], settings: RuleSettings) -> list[tuple[Parts, Ruling]]:
    """Each measured, without what follows; terrain that the edition does not know is left out."""
    terms, near = settings.edition.terrain, settings.contact_tolerance_mm
    house = decided_by(settings.house, TERRAIN_HOUSE_RULES)
    known = [parts for parts in asked if parts.other.piece.model.kind in terms.kinds]
    touches = rule_touches(RULE, known, terms.trigger_section, tolerance_mm=near, house=house)
    return [
        (
            parts,
            changed(
                touch,
                citation=terms.sections[parts.other.piece.model.kind],
                reason=f"she {WORDS[touch.verdict]} {parts.other.name}",
            ),
        )
        for parts, touch in zip(known, touches, strict=True)
    ]


def judged(touch: Ruling, parts: Parts, scene: Scene, settings: RuleSettings) -> Ruling:
    """With what follows from the contact, or why nothing does."""
    why = None if touch.verdict is Verdict.NO else _why_spared(touch, scene, settings)
    if touch.verdict is Verdict.NO or why is not None:
        return touch if why is None else forbidden(touch, why)
    match parts.other.piece.model.kind:
        case PieceKind.WHIRLPOOL:
            return _whirlpool(touch, scene)
        case PieceKind.TRADE_CURRENT:
            return _trade_current(touch, scene, settings)
        case PieceKind.ICEBERG:
            return forbidden(touch, "an iceberg harms only what it drifts against")
        case kind:
            return followed(touch, _harm(kind, parts, scene))


def _why_spared(touch: Ruling, scene: Scene, settings: RuleSettings) -> str | None:
    if Effect.IGNORES_TERRAIN in effects_of(touch.subject, scene, settings):
        return "her ability lets her ignore terrain"
    return "a ghostly ship ignores terrain" if scene.ledger.is_in(touch.subject, PieceState.GHOSTLY) else None


def _harm(kind: PieceKind, parts: Parts, scene: Scene) -> str:
    if kind is PieceKind.FOG_BANK:
        return _fog(parts, scene)
    return reef_words(parts.one) if kind is PieceKind.REEF else sargasso_words(parts.one)


def _fog(parts: Parts, scene: Scene) -> str:
    if scene.ledger.is_in(parts.one.id, PieceState.LOST):
        return "lost; a move begins with a d6 for the number where she comes out"
    inside = shapely.covers(parts.other.footprint, parts.part)
    return "lost, and her turn ends" if inside else "she is put wholly inside and is lost; her turn ends"


def _whirlpool(touch: Ruling, scene: Scene) -> Ruling:
    others = [
        placed.name
        for placed in scene.pieces
        if placed.piece.model.kind is PieceKind.WHIRLPOOL and placed.id != touch.target
    ]
    if not others:
        return forbidden(touch, "there is no other whirlpool to come out of")
    where = " or ".join(others)
    return followed(touch, f"she may be put against {where}; then a d6, and 1-3 takes a mast, a treasure or a crew")


def _trade_current(touch: Ruling, scene: Scene, settings: RuleSettings) -> Ruling:
    owners = scene.ledger.owners
    laid_by, own = owners.get(touch.target), owners.get(touch.subject)
    more = f"+S ({settings.ruler.short_mm:g} mm) to her base move, once a turn"
    if laid_by is None or own is None:
        return followed(touch, f"{more}, if her side laid it")
    return followed(touch, more) if laid_by == own else forbidden(touch, f"{laid_by} laid it: no help to her")


def terrain_pairs(scene: Scene, about: About = None) -> Pairs:
    """Ships and creatures with the terrain near them."""
    return ((one.piece, other.piece) for one, other in both_ways(scene, about, MOVERS, tuple(TERRAIN_KINDS)))


TERRAIN = Rule(
    id=RULE,
    name=Message("terrain"),
    title=Message("Terrain"),
    question=template("Does {subject} touch the terrain {target}?"),
    yes=template("is in {target}"),
    no=template("is clear of {target}"),
    group=RuleGroup.TERRAIN,
    judging=Judging(
        pairs=terrain_pairs,
        judge=rule_terrain,
        unseen=one_not_seen(RULE, lambda settings: settings.edition.terrain.trigger_section),
        near_only=True,
        # Where one leads is a matter of the others.
        also=all_when_one_changes(PieceKind.WHIRLPOOL, PieceKind.WHIRLPOOL),
    ),
    contact=LastingContact(badge=Message("in terrain"), symbol="terrain", in_score=True),
)
