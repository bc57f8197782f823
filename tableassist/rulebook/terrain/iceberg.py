"""Icebergs: S straight out from the rolled number, without turning, as far as the first contact."""

import math
from dataclasses import dataclass, replace

import shapely

from tableassist.errors import BadRequestError
from tableassist.geometry.first_contact import first_contact_mm, swept_area
from tableassist.geometry.overlap import overlap_depth
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.messages import Message
from tableassist.pieces.model import SAILING_KINDS, PieceKind
from tableassist.rulebook.contact.contact import followed, rule_touches
from tableassist.rulebook.editions.complete import COMPLETE
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.ruling.ruling import Ruling, Verdict, Witness, cite, margin_call
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.terrain.terrain import RULE
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Parts, between_all

STOPPERS = SAILING_KINDS | {PieceKind.ISLAND, PieceKind.FORT}
"""A fort stands on an island. Of other terrain nothing is written: it drifts over it."""


@dataclass(frozen=True, slots=True)
class Drift:
    end: PlanarPose
    moved_mm: float
    stopped_by: str | None
    """The piece that it ran against; None if it drifts the whole S."""
    rulings: tuple[Ruling, ...]
    """On each piece that it touches or may touch, in order, as far as the first that is sure."""

    @property
    def is_sure(self) -> bool:
        return all(ruling.verdict is Verdict.YES for ruling in self.rulings)


def iceberg_drift(iceberg: PlacedPiece, number: int, scene: Scene, settings: RuleSettings) -> Drift:
    """Where it comes to lie, and what it does there."""
    edge = next((each for each in iceberg.piece.model.edge_numbers if each.number == number), None)
    if edge is None:
        raise BadRequestError(
            "number of {name}: got {number}, expected one of those on its edge", name=iceberg.name, number=number
        )
    heading = iceberg.pose.pose.heading_rad + edge.outward_rad
    ahead = (math.cos(heading), math.sin(heading))
    aground = _aground(iceberg, scene, settings)
    if aground is not None and aground.verdict is Verdict.YES:
        return Drift(iceberg.pose.pose, 0.0, aground.target, (aground,))
    found = _as_far_as_the_first_sure(_met(iceberg, ahead, scene, settings))
    stop = next((each for each in found if each.is_hit), None)
    length = settings.ruler.short_mm if stop is None else stop.at_mm
    start = iceberg.pose.pose
    end = PlanarPose(start.x_mm + length * ahead[0], start.y_mm + length * ahead[1], start.heading_rad)
    doubts = () if aground is None else (aground,)
    rulings = (*doubts, *(each.ruling for each in found))
    return Drift(end, length, None if stop is None else stop.ruling.target, rulings)


@dataclass(frozen=True, slots=True)
class _Meeting:
    at_mm: float
    """How far it drifts until they touch, or come nearest."""
    is_hit: bool
    """By the best estimate."""
    ruling: Ruling


def _as_far_as_the_first_sure(meetings: list[_Meeting]) -> list[_Meeting]:
    found = []
    for each in sorted(meetings, key=lambda meeting: meeting.at_mm):
        found.append(each)
        if each.ruling.verdict is Verdict.YES:
            break
    return found


def _aground(iceberg: PlacedPiece, scene: Scene, settings: RuleSettings) -> Ruling | None:
    """An island that it already lies against, or may."""
    islands = [each for each in scene.pieces if each.piece.model.kind is PieceKind.ISLAND]
    asked = [Parts(iceberg, iceberg.footprint, each, each.footprint) for each in islands]
    section = COMPLETE.terrain.sections[PieceKind.ICEBERG]
    touches = rule_touches(RULE, asked, section, settings, (Message("it"), Message("an island")), house_rules=())
    held = sorted(
        (each for each in touches if each.verdict is not Verdict.NO), key=lambda each: -(each.probability or 0)
    )
    return followed(held[0], Message("it has run aground, and moves no more")) if held else None


def _met(iceberg: PlacedPiece, ahead: tuple[float, float], scene: Scene, settings: RuleSettings) -> list[_Meeting]:
    """Each piece that it runs against within S, or may; not those that it leaves."""
    length = settings.ruler.short_mm
    way = swept_area(iceberg.footprint, length * ahead[0], length * ahead[1])
    others = [each for each in scene.pieces if each.piece.model.kind in STOPPERS and each.id not in scene.gone]
    asked = [Parts(iceberg, way, each, each.footprint) for each in others]
    meetings = []
    for parts, apart in zip(asked, between_all(asked), strict=True):
        # Nothing is granted for a gap, as it is for pieces that are seen to touch: here nobody has seen them do so.
        sigma = math.hypot(apart.sigma_mm, settings.ruler.sigma_mm)
        depth = overlap_depth(way, parts.other.footprint)
        verdict, probability = margin_call(-apart.mm if depth is None else depth[0], sigma)
        hit_mm = first_contact_mm(iceberg.footprint, parts.other.footprint, ahead)
        leaves = hit_mm is None and shapely.distance(iceberg.footprint, parts.other.footprint) <= apart.mm + 1e-6
        if parts.other.is_stale and verdict is not Verdict.NO:
            verdict = Verdict.NOT_SEEN
        if verdict is not Verdict.NO and not leaves:
            at_mm = hit_mm if hit_mm is not None else _nearest_at(iceberg, parts.other, ahead, apart.mm)
            ruling = Ruling(
                rule=RULE,
                subject=iceberg.id,
                target=parts.other.id,
                cannon=None,
                verdict=verdict,
                measured_mm=at_mm,
                limit_mm=length,
                sigma_mm=sigma,
                probability=probability,
                citation=cite(COMPLETE.terrain.sections[PieceKind.ICEBERG]),
                witness=Witness(apart.start, apart.end),
                reason=_reason(parts.other, at_mm, verdict),
            )
            meetings.append(_Meeting(at_mm, hit_mm is not None and hit_mm <= length, ruling))
    return meetings


def _nearest_at(iceberg: PlacedPiece, other: PlacedPiece, ahead: tuple[float, float], gap_mm: float) -> float:
    """How far it has drifted when it just misses a piece."""
    grown = shapely.buffer(other.footprint, max(0.0, gap_mm) * 1.01 + 0.01, join_style="mitre")
    return first_contact_mm(iceberg.footprint, grown, ahead) or 0.0


def _reason(other: PlacedPiece, at_mm: float, verdict: Verdict) -> Message:
    name = other.name
    if verdict is Verdict.NOT_SEEN and other.reason:
        return Message("{name} was in its way, and {absence}", name=name, absence=other.absence)
    if verdict is Verdict.NOT_SEEN:
        return Message("{name} was in its way when last seen, {seconds:.1f} s ago", name=name, seconds=other.hidden_s)
    if verdict is Verdict.YES:
        meets = Message("it meets {name} after {at_mm:.0f} mm", name=name, at_mm=at_mm)
    else:
        meets = Message("it may or may not meet {name} after {at_mm:.0f} mm", name=name, at_mm=at_mm)
    if other.piece.model.kind in (PieceKind.ISLAND, PieceKind.FORT):
        return Message("{meets}: it stops, and moves no more in this game", meets=meets)
    if other.piece.model.segments:
        return Message("{meets}: it stops, and {name} loses one segment", meets=meets, name=name)
    return Message("{meets}: it stops, and {name} loses one mast", meets=meets, name=name)


def drifted(iceberg: PlacedPiece, drift: Drift) -> PlacedPiece:
    """The iceberg where it comes to lie."""
    return replace(iceberg, pose=replace(iceberg.pose, pose=drift.end))
