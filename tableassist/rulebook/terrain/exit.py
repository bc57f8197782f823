"""Leaving fog or weeds: where she is set down by the number that was rolled, and whether she was."""

import math
from dataclasses import dataclass

import shapely
from shapely import Point as ShapelyPoint
from shapely.geometry.base import BaseGeometry

from tableassist.errors import BadRequestError
from tableassist.geometry import PlanarPose, measure_first_contact_mm
from tableassist.messages import Message, template
from tableassist.pieces import SAILING_KINDS, EdgeNumber, PieceKind
from tableassist.rulebook.contact.contact import SHE, STERN_SHARE, TOUCHES, stern_of
from tableassist.rulebook.editions.house_rule import list_decided_by
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms import TERRAIN_HOUSE_RULES, TerrainTerms
from tableassist.rulebook.rule import Rule, RuleGroup
from tableassist.rulebook.ruling import Point, Ruling, Verdict, Witness, cite, margin_call
from tableassist.rulebook.scene import Scene
from tableassist.rulebook.terrain.on_route import place_at
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import between

IN_THE_WAY = SAILING_KINDS | {PieceKind.ISLAND, PieceKind.FORT}
"""Nobody is set down on these. On other terrain she may be, for lack of room (disputes, D13)."""
EDGE_MM = 0.05
"""Corners that lie so nearly abreast are one edge."""


@dataclass(frozen=True, slots=True)
class TerrainPlacement:
    pose: PlanarPose
    at: Point
    """Where she touches the terrain."""
    crowded_by: tuple[str, ...]
    """Pieces that she would lie on: the players must find room beside them."""
    citation: Message
    reason: Message


def fog_exit(
    mover: PlacedPiece, fog: PlacedPiece, number: int, scene: Scene, settings: RuleSettings, *, turn_rad: float = 0.0
) -> TerrainPlacement:
    """Set down by the number that was rolled, `turn_rad` away from facing straight out."""
    edge = _edge_number(fog, number)
    outward = fog.pose.pose.heading_rad + edge.outward_rad
    at = fog.pose.pose.place_one(edge.x_mm, edge.y_mm)
    return _set_down(mover, fog, at, outward, turn_rad, scene, settings, Message("at the {number}", number=number))


def _edge_number(terrain: PlacedPiece, number: int) -> EdgeNumber:
    for edge in terrain.piece.model.edge_numbers:
        if edge.number == number:
            return edge
    numbers = tuple(edge.number for edge in terrain.piece.model.edge_numbers) or Message("none")
    raise BadRequestError(
        "number of {name}: got {number}, expected one of those on its edge ({numbers})",
        name=terrain.name,
        number=number,
        numbers=numbers,
    )


def _set_down(
    mover: PlacedPiece,
    terrain: PlacedPiece,
    at: Point,
    outward_rad: float,
    turn_rad: float,
    scene: Scene,
    settings: RuleSettings,
    where: Message,
) -> TerrainPlacement:
    """The part of her that reaches back farthest at the place; then straight out until she is just clear."""
    terms = settings.edition.terrain
    if terms.exit_faces_away and abs(turn_rad) >= math.pi / 2:
        raise BadRequestError(
            "facing of {name}: got {degrees:.0f} degrees from straight out, expected less than 90: she faces away",
            name=mover.name,
            degrees=math.degrees(turn_rad),
        )
    heading = outward_rad + turn_rad
    out = (math.cos(outward_rad), math.sin(outward_rad))
    back_x, back_y = _hindmost(mover, heading, out, only_stern=not terms.exit_faces_away)
    far = 2 * (terrain.reach_mm + mover.reach_mm)
    outside = PlanarPose(at[0] - back_x + far * out[0], at[1] - back_y + far * out[1], heading)
    slide = measure_first_contact_mm(place_at(mover, outside).footprint, terrain.footprint, (-out[0], -out[1])) or far
    pose = PlanarPose(outside.x_mm - slide * out[0], outside.y_mm - slide * out[1], heading)
    placed = place_at(mover, pose)
    off_mm = shapely.distance(ShapelyPoint(at), placed.footprint)
    if off_mm <= settings.contact_tolerance_mm:
        where = Message("{where} of {terrain}", where=where, terrain=terrain.name)
    else:
        where = Message("{where}, {off_mm:.0f} mm off", where=where, off_mm=off_mm)
    reason = Message("set down {where}, her stern against it, facing anywhere", where=where)
    if terms.exit_faces_away:
        reason = Message("set down {where}, facing away", where=where)
    section = cite(terms.sections.get(terrain.piece.model.kind, terms.trigger_section))
    return TerrainPlacement(pose, at, _crowd(placed, scene), section, reason)


def _hindmost(mover: PlacedPiece, heading_rad: float, out: Point, *, only_stern: bool) -> Point:
    """From her middle to what of her lies farthest back along the way out; the middle of it where it is an edge."""
    model = mover.piece.model
    corners = [*model.hull, *(corner for part in model.parts if part.touches for corner in part.outline)]
    if only_stern:
        end = min(x for x, _ in corners)
        corners = [corner for corner in corners if corner[0] < end + STERN_SHARE * (max(x for x, _ in corners) - end)]
    turned = [PlanarPose(0.0, 0.0, heading_rad).place_one(x, y) for x, y in corners]
    depths = [x * out[0] + y * out[1] for x, y in turned]
    hindmost = [place for place, depth in zip(turned, depths, strict=True) if depth < min(depths) + EDGE_MM]
    return sum(x for x, _ in hindmost) / len(hindmost), sum(y for _, y in hindmost) / len(hindmost)


def _crowd(placed: PlacedPiece, scene: Scene) -> tuple[str, ...]:
    others = [piece for piece in scene.pieces if piece.id not in (placed.id, *scene.gone)]
    others = [piece for piece in others if piece.piece.model.kind in IN_THE_WAY]
    return tuple(piece.id for piece in others if shapely.overlaps(piece.footprint, placed.footprint))


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
        return [_judge_exit(touch, mover, terrain, outward, settings, terms)]
    rulings = []
    for edge in terrain.piece.model.edge_numbers:
        place = shapely.Point(terrain.pose.pose.place_one(edge.x_mm, edge.y_mm))
        touch = _touch(mover, part, terrain, place, edge.number, settings, terms)
        outward = terrain.pose.pose.heading_rad + edge.outward_rad
        rulings.append(_judge_exit(touch, mover, terrain, outward, settings, terms))
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
        house=list_decided_by(settings.house, HOUSE),
    )


def _start(touch: Ruling) -> Point:
    assert touch.witness is not None
    return touch.witness.end


def _judge_exit(
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
    return touch.replace(reason=reason) if faces is Verdict.YES else _less(touch, faces, reason)


def _less(touch: Ruling, verdict: Verdict, reason: Message) -> Ruling:
    return touch.replace(verdict=verdict, probability=0.0 if verdict is Verdict.NO else None, reason=reason)


EXIT = Rule(
    id=RULE,
    name=Message("exit"),
    title=Message("Exit"),
    question=template("Does {subject} come out of {target} as the rules want it?"),
    yes=template("comes out of {target} as she may"),
    no=template("comes out of {target} as she may not"),
    group=RuleGroup.TERRAIN,
)
