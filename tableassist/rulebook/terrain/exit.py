"""Leaving fog or weeds: was she set down where the die or her player says, and does she face as she must?"""

import math

import shapely
from shapely.geometry.base import BaseGeometry

from tableassist.messages import Message, template
from tableassist.pieces.model import PieceKind
from tableassist.rulebook.contact.contact import SHE, TOUCHES
from tableassist.rulebook.contact.zone import stern_of
from tableassist.rulebook.editions.house_rule import decided_by
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms.terrain import TERRAIN_HOUSE_RULES, TerrainTerms
from tableassist.rulebook.rule import Rule, RuleGroup
from tableassist.rulebook.ruling.ruling import Point, Ruling, Verdict, Witness, changed, cite, margin_call
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import between

RULE = "exit"
LEFT = (PieceKind.FOG_BANK, PieceKind.SARGASSO_SEA)
HOUSE = (*TERRAIN_HOUSE_RULES, "terrain-exit-faces-away")
FACES = {
    Verdict.YES: template("{touch}, facing away ({degrees:.0f} degrees from straight out)"),
    Verdict.NO: template("{touch}, but she does not face away: {degrees:.0f} degrees from straight out"),
    Verdict.TOO_CLOSE: template("{touch}, but she may not face away: {degrees:.0f} degrees from straight out"),
}


def rule_exits(mover: PlacedPiece, terrain: PlacedPiece, settings: RuleSettings) -> list[Ruling]:
    """Of a fog bank one ruling for each number on its edge, which stands where a cannon's number does in other rulings;
    of a Sargasso Sea one. None of terrain that the edition does not know."""
    terms, kind = settings.edition.terrain, terrain.piece.model.kind
    if kind not in LEFT or kind not in terms.kinds:
        return []
    part = mover.footprint if terms.exit_faces_away else stern_of(mover)
    if kind is PieceKind.SARGASSO_SEA:
        touch = _touch(mover, part, terrain, terrain.footprint, None, settings, terms)
        middle = terrain.footprint.centroid
        outward = math.atan2(_start(touch)[1] - middle.y, _start(touch)[0] - middle.x)
        return [_judged(touch, mover, terrain, outward, settings, terms)]
    rulings = []
    for edge in terrain.piece.model.edge_numbers:
        place = shapely.Point(terrain.pose.pose.place_one(edge.x_mm, edge.y_mm))
        touch = _touch(mover, part, terrain, place, edge.number, settings, terms)
        outward = terrain.pose.pose.heading_rad + edge.outward_rad
        rulings.append(_judged(touch, mover, terrain, outward, settings, terms))
    return rulings


def _touch(
    mover: PlacedPiece,
    part: BaseGeometry,
    terrain: PlacedPiece,
    place: BaseGeometry,
    number: int | None,
    settings: RuleSettings,
    terms: TerrainTerms,
) -> Ruling:
    apart, limit = between(mover, part, terrain, place), settings.contact_tolerance_mm
    verdict, probability = margin_call(limit - apart.mm, apart.sigma_mm)
    who = SHE if terms.exit_faces_away else Message("her stern")
    edge = Message("the edge of {name}", name=terrain.name)
    if number is not None:
        edge = Message("the {number} of {name}", number=number, name=terrain.name)
    return Ruling(
        rule=RULE,
        subject=mover.id,
        target=terrain.id,
        cannon=number,
        verdict=verdict,
        measured_mm=apart.mm,
        limit_mm=limit,
        sigma_mm=apart.sigma_mm,
        probability=probability,
        citation=cite(terms.sections[terrain.piece.model.kind]),
        witness=Witness(apart.start, apart.end),
        reason=Message(TOUCHES[verdict], one=who, other=edge),
        house=decided_by(settings.house, HOUSE),
    )


def _start(touch: Ruling) -> Point:
    assert touch.witness is not None
    return touch.witness.end


def _judged(
    touch: Ruling,
    mover: PlacedPiece,
    terrain: PlacedPiece,
    outward_rad: float,
    settings: RuleSettings,
    terms: TerrainTerms,
) -> Ruling:
    """She must lie outside, and by the complete rules face away."""
    if touch.verdict is Verdict.NO:
        return touch
    apart = between(mover, mover.footprint, terrain, terrain.footprint)
    outside, _ = margin_call(apart.mm + settings.contact_tolerance_mm, apart.sigma_mm)
    if outside is not Verdict.YES:
        if outside is Verdict.NO:
            return _less(touch, outside, Message("{touch}, but she still lies on it", touch=touch.reason))
        return _less(touch, outside, Message("{touch}, but perhaps she still lies on it", touch=touch.reason))
    if not terms.exit_faces_away:
        return touch
    turned = abs((mover.pose.pose.heading_rad - outward_rad + math.pi) % math.tau - math.pi)
    doubt = math.hypot(mover.pose.heading_sigma_rad, terrain.pose.heading_sigma_rad)
    faces, _ = margin_call(math.pi / 2 - turned, doubt)
    reason = Message(FACES[faces], touch=touch.reason, degrees=math.degrees(turned))
    return changed(touch, reason=reason) if faces is Verdict.YES else _less(touch, faces, reason)


def _less(touch: Ruling, verdict: Verdict, reason: Message) -> Ruling:
    return changed(touch, verdict=verdict, probability=0.0 if verdict is Verdict.NO else None, reason=reason)


EXIT = Rule(
    id=RULE,
    name=Message("exit"),
    title=Message("Exit"),
    question=template("Does {subject} come out of {target} as the rules want it?"),
    yes=template("comes out of {target} as she may"),
    no=template("comes out of {target} as she may not"),
    group=RuleGroup.TERRAIN,
)
