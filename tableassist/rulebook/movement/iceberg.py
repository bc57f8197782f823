"""Icebergs: S straight out from the rolled number, as far as the first contact; and one that was moved by hand."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import shapely

from tableassist.errors import BadRequestError
from tableassist.geometry import PlanarPose, measure_first_contact_mm, measure_overlap, sweep_area, wrap_rad
from tableassist.messages import Message, any_of, template
from tableassist.pieces import SAILING_KINDS, EdgeNumber, PieceKind
from tableassist.rulebook.contact.contact import follow_contact, rule_touches
from tableassist.rulebook.editions.complete import COMPLETE
from tableassist.rulebook.editions.house_rule import list_decided_by
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.movement.move import RULE as MOVE_RULE
from tableassist.rulebook.movement.move import MoveJudgement
from tableassist.rulebook.ruling import Ruling, Verdict, Witness, cite, margin_call
from tableassist.rulebook.scene import Scene
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
    edge = next((edge for edge in iceberg.piece.model.edge_numbers if edge.number == number), None)
    if edge is None:
        raise BadRequestError(
            "number of {name}: got {number}, expected one of those on its edge", name=iceberg.name, number=number
        )
    heading = iceberg.pose.pose.heading_rad + edge.outward_rad
    ahead = (math.cos(heading), math.sin(heading))
    aground = _aground(iceberg, scene, settings)
    if aground is not None and aground.verdict is Verdict.YES:
        return Drift(iceberg.pose.pose, 0.0, aground.target, (aground,))
    drifts = _as_far_as_the_first_sure(_find_meetings(iceberg, ahead, scene, settings))
    stop = next((drift for drift in drifts if drift.is_hit), None)
    length = settings.ruler.short_mm if stop is None else stop.at_mm
    start = iceberg.pose.pose
    end = PlanarPose(start.x_mm + length * ahead[0], start.y_mm + length * ahead[1], start.heading_rad)
    doubts = () if aground is None else (aground,)
    rulings = (*doubts, *(drift.ruling for drift in drifts))
    return Drift(end, length, None if stop is None else stop.ruling.target, rulings)


@dataclass(frozen=True, slots=True)
class _Meeting:
    at_mm: float
    """How far it drifts until they touch, or come nearest."""
    is_hit: bool
    """By the best estimate."""
    ruling: Ruling


def _as_far_as_the_first_sure(meetings: list[_Meeting]) -> list[_Meeting]:
    reached = []
    for meeting in sorted(meetings, key=lambda meeting: meeting.at_mm):
        reached.append(meeting)
        if meeting.ruling.verdict is Verdict.YES:
            break
    return reached


def _aground(iceberg: PlacedPiece, scene: Scene, settings: RuleSettings) -> Ruling | None:
    """An island that it already lies against, or may."""
    islands = [piece for piece in scene.pieces if piece.piece.model.kind is PieceKind.ISLAND]
    parts = [Parts(iceberg, iceberg.footprint, island, island.footprint) for island in islands]
    section = COMPLETE.terrain.sections[PieceKind.ICEBERG]
    touches = rule_touches(RULE, parts, section, settings, (Message("it"), Message("an island")), house_rules=())
    held = sorted(
        (contact for contact in touches if contact.verdict is not Verdict.NO), key=lambda each: -(each.probability or 0)
    )
    return follow_contact(held[0], Message("it has run aground, and moves no more")) if held else None


def _find_meetings(
    iceberg: PlacedPiece, ahead: tuple[float, float], scene: Scene, settings: RuleSettings
) -> list[_Meeting]:
    """Each piece that it runs against within S, or may; not those that it leaves."""
    length = settings.ruler.short_mm
    way = sweep_area(iceberg.footprint, length * ahead[0], length * ahead[1])
    others = [piece for piece in scene.pieces if piece.piece.model.kind in STOPPERS and piece.id not in scene.gone]
    touch_parts = [Parts(iceberg, way, piece, piece.footprint) for piece in others]
    meetings = []
    for parts, apart in zip(touch_parts, between_all(touch_parts), strict=True):
        # Nothing is granted for a gap, as it is for pieces that are seen to touch: here nobody has seen them do so.
        sigma = math.hypot(apart.sigma_mm, settings.ruler.sigma_mm)
        depth = measure_overlap(way, parts.other.footprint)
        verdict, probability = margin_call(-apart.mm if depth is None else depth[0], sigma)
        hit_mm = measure_first_contact_mm(iceberg.footprint, parts.other.footprint, ahead)
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
                reason=_drift_reason(parts.other, at_mm, verdict),
            )
            meetings.append(_Meeting(at_mm, hit_mm is not None and hit_mm <= length, ruling))
    return meetings


def _nearest_at(iceberg: PlacedPiece, other: PlacedPiece, ahead: tuple[float, float], gap_mm: float) -> float:
    """How far it has drifted when it just misses a piece."""
    grown = shapely.buffer(other.footprint, max(0.0, gap_mm) * 1.01 + 0.01, join_style="mitre")
    return measure_first_contact_mm(iceberg.footprint, grown, ahead) or 0.0


def _drift_reason(other: PlacedPiece, at_mm: float, verdict: Verdict) -> Message:
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


def move_iceberg(iceberg: PlacedPiece, drift: Drift) -> PlacedPiece:
    """The iceberg where it comes to lie."""
    return replace(iceberg, pose=replace(iceberg.pose, pose=drift.end))


TURN_SLACK_RAD = 0.1
"""It drifts without turning, as well as a hand can see to that."""
RANK = {Verdict.YES: 2, Verdict.TOO_CLOSE: 1}
FITS = {
    Verdict.YES: template("it lies where a rolled {numbers} takes it"),
    Verdict.NO: template("it lies {off_mm:.1f} mm from where a rolled {numbers} takes it, the nearest"),
    Verdict.TOO_CLOSE: template("it may or may not lie where a rolled {numbers} takes it: {off_mm:.1f} mm from there"),
}


@dataclass(frozen=True, slots=True)
class _Fit:
    number: int
    drift: Drift
    off_mm: float
    sigma_mm: float
    verdict: Verdict
    probability: float


def judge_drift(
    before: PlacedPiece, after: PlacedPiece, scene: Scene, settings: RuleSettings
) -> tuple[MoveJudgement, tuple[Ruling, ...]] | None:
    """With what it met on the way; `scene` is the table before. None of an iceberg that has no numbers."""
    fits = [_fit(before, after, number, scene, settings) for number in before.piece.model.edge_numbers]
    if not fits:
        return None
    best = max(fits, key=lambda fit: (RANK.get(fit.verdict, 0), -fit.off_mm))
    ruling = Ruling(
        rule=MOVE_RULE,
        subject=before.id,
        target=before.id,
        cannon=None,
        verdict=best.verdict,
        measured_mm=best.off_mm,
        limit_mm=settings.edition.movement.slack_mm,
        sigma_mm=best.sigma_mm,
        probability=best.probability,
        citation=cite(COMPLETE.terrain.sections[before.piece.model.kind]),
        witness=Witness(_middle(before), _middle(after)),
        reason=_reason(best, fits, _turn_between_rad(before, after)),
        house=list_decided_by(settings.house, ("short-mm", "move-slack-mm")),
    )
    return MoveJudgement(ruling, None), best.drift.rulings


def _reason(best: _Fit, fits: Sequence[_Fit], turned_rad: float) -> Message:
    like = [best] if best.verdict is Verdict.NO else [fit for fit in fits if fit.verdict is best.verdict]
    reason = Message(FITS[best.verdict], numbers=any_of([str(fit.number) for fit in like]), off_mm=best.off_mm)
    if turned_rad <= TURN_SLACK_RAD:
        return reason
    return Message("{reason}; it is turned by {degrees:.0f} degrees", reason=reason, degrees=math.degrees(turned_rad))


def _fit(before: PlacedPiece, after: PlacedPiece, edge: EdgeNumber, scene: Scene, settings: RuleSettings) -> _Fit:
    """The nearest of the places where it may have stopped; one where it stops only perhaps is too close to call."""
    drift = iceberg_drift(before, edge.number, scene, settings)
    heading = before.pose.pose.heading_rad + edge.outward_rad
    (x, y), (here_x, here_y) = _middle(before), _middle(after)
    offs = {
        mm: math.hypot(here_x - x - mm * math.cos(heading), here_y - y - mm * math.sin(heading))
        for mm in (drift.moved_mm, *_perhaps_mm(drift, settings))
    }
    nearest = min(offs, key=lambda mm: offs[mm])
    sigma = math.hypot(before.pose.sigma_mm, after.pose.sigma_mm, settings.ruler.sigma_mm)
    verdict, probability = margin_call(settings.edition.movement.slack_mm - offs[nearest], sigma)
    doubt = math.hypot(before.pose.heading_sigma_rad, after.pose.heading_sigma_rad)
    straight, chance = margin_call(TURN_SLACK_RAD - _turn_between_rad(before, after), doubt)
    if RANK.get(straight, 0) < RANK.get(verdict, 0):
        verdict, probability = straight, chance
    if verdict is Verdict.YES and not drift.is_sure:
        verdict, probability = Verdict.TOO_CLOSE, 0.5
    return _Fit(edge.number, drift, offs[nearest], sigma, verdict, probability)


def _perhaps_mm(drift: Drift, settings: RuleSettings) -> list[float]:
    """How far it may have drifted beside the best estimate: as far as each piece that it met perhaps, or past all."""
    if drift.is_sure:
        return []
    return [settings.ruler.short_mm, *(ruling.measured_mm or 0.0 for ruling in drift.rulings)]


def _turn_between_rad(before: PlacedPiece, after: PlacedPiece) -> float:
    return abs(wrap_rad(after.pose.pose.heading_rad - before.pose.pose.heading_rad))


def _middle(placed: PlacedPiece) -> tuple[float, float]:
    return placed.pose.pose.x_mm, placed.pose.pose.y_mm
