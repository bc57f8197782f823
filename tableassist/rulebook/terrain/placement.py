"""Where a piece is put down that comes out of a fog bank by the number that was rolled."""

import math
from dataclasses import dataclass

import shapely
from shapely import Point as ShapelyPoint

from tableassist.errors import BadRequestError
from tableassist.geometry.first_contact import first_contact_mm
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.messages import Message
from tableassist.pieces.model import SAILING_KINDS, EdgeNumber, PieceKind
from tableassist.rulebook.contact.zone import STERN_SHARE
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.ruling.ruling import Point, cite
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.terrain.on_route import placed_at
from tableassist.scene.placed_piece import PlacedPiece

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
    slide = first_contact_mm(placed_at(mover, outside).footprint, terrain.footprint, (-out[0], -out[1])) or far
    pose = PlanarPose(outside.x_mm - slide * out[0], outside.y_mm - slide * out[1], heading)
    placed = placed_at(mover, pose)
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
    others = [each for each in scene.pieces if each.id not in (placed.id, *scene.gone)]
    others = [each for each in others if each.piece.model.kind in IN_THE_WAY]
    return tuple(each.id for each in others if shapely.overlaps(each.footprint, placed.footprint))
