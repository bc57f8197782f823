"""Terrain in a move: which segment meets what, once a move, at once or where a segment ends."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tableassist.geometry import PlanarPose, measure_first_contact_mm, sweep_area
from tableassist.messages import Message
from tableassist.pieces import TERRAIN_KINDS, PieceKind
from tableassist.rulebook.contact.contact import forbidden
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms import Trigger
from tableassist.rulebook.ruling import Ruling, Verdict
from tableassist.rulebook.scene import Scene
from tableassist.rulebook.terrain.terrain import judge_terrain, measure_touches
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Parts

LEFT_FREELY = frozenset({PieceKind.FOG_BANK, PieceKind.REEF, PieceKind.SARGASSO_SEA})
"""A piece that begins its move on these leaves them without harm (revolution, complete: Reef; disputes, D13)."""


@dataclass(frozen=True, slots=True)
class RouteLeg:
    """One segment of a move, straight ahead. She turns before it, so both poses have one heading."""

    start: PlanarPose
    end: PlanarPose


def place_at(mover: PlacedPiece, pose: PlanarPose) -> PlacedPiece:
    """The same piece with the same plus-minus elsewhere."""
    return replace(mover, pose=replace(mover.pose, pose=pose), doubt="")


def rule_terrain_of_move(
    mover: PlacedPiece, legs: Sequence[RouteLeg], scene: Scene, settings: RuleSettings
) -> list[Ruling]:
    """One ruling per terrain piece that is met or may be, in the order of the move. A fog bank ends it."""
    terrain = [placed for placed in scene.pieces if placed.piece.model.kind in TERRAIN_KINDS]
    met: dict[str, Ruling] = {}
    under = _find_terrain_below(mover, legs[:1], terrain, settings)
    for number, leg in enumerate(legs, 1):
        for ruling in _rule_segment(mover, leg, number, terrain, under, scene, settings):
            met[ruling.target] = _surer(met.get(ruling.target), ruling)
            if _is_taken(ruling, scene):
                return [touch for touch in met.values() if touch.verdict is not Verdict.NO or touch is ruling]
        under = _still_on(mover, leg, terrain, under, settings)
    return list(met.values())


def _find_terrain_below(
    mover: PlacedPiece, legs: Sequence[RouteLeg], terrain: Sequence[PlacedPiece], settings: RuleSettings
) -> dict[str, Verdict]:
    """Each piece of terrain that she lies on before the move, or may."""
    touched_before: dict[str, Verdict] = {}
    for leg in legs:
        start = place_at(mover, leg.start)
        parts = [Parts(start, start.footprint, patch, patch.footprint) for patch in terrain]
        touched_before = {touch.target: touch.verdict for _, touch in measure_touches(parts, settings)}
    return {target: verdict for target, verdict in touched_before.items() if verdict is not Verdict.NO}


def _still_on(
    mover: PlacedPiece, leg: RouteLeg, terrain: Sequence[PlacedPiece], under: dict[str, Verdict], settings: RuleSettings
) -> dict[str, Verdict]:
    """What she has not left since the move began."""
    at_end = _find_terrain_below(mover, [RouteLeg(leg.end, leg.end)], terrain, settings)
    return {target: verdict for target, verdict in under.items() if target in at_end}


def _rule_segment(
    mover: PlacedPiece,
    leg: RouteLeg,
    number: int,
    terrain: Sequence[PlacedPiece],
    under: dict[str, Verdict],
    scene: Scene,
    settings: RuleSettings,
) -> list[Ruling]:
    """What acts on her in this segment or may, the first to be met first."""
    to_measure = [_parts_to_measure(mover, leg, patch, settings) for patch in terrain]
    met = []
    for parts, touch in measure_touches(to_measure, settings):
        if touch.verdict is not Verdict.NO:
            at_mm, reason = _where(touch, mover, leg, number, parts, settings)
            says = touch.replace(reason=reason)
            met.append((at_mm, _judge_unless_left(says, parts, under, scene, settings)))
    return [ruling for _, ruling in sorted(met, key=lambda each: each[0])]


def _parts_to_measure(mover: PlacedPiece, leg: RouteLeg, terrain: PlacedPiece, settings: RuleSettings) -> Parts:
    """Where she ends the segment, or all that she passes over in it."""
    if _acts_on_the_way(terrain, settings):
        start = place_at(mover, leg.start)
        dx, dy = leg.end.x_mm - leg.start.x_mm, leg.end.y_mm - leg.start.y_mm
        return Parts(place_at(mover, leg.end), sweep_area(start.footprint, dx, dy), terrain, terrain.footprint)
    end = place_at(mover, leg.end)
    return Parts(end, end.footprint, terrain, terrain.footprint)


def _acts_on_the_way(terrain: PlacedPiece, settings: RuleSettings) -> bool:
    """A trade current helps whoever moves over it, also where other terrain waits for a segment's end."""
    if terrain.piece.model.kind is PieceKind.TRADE_CURRENT:
        return True
    return settings.edition.terrain.trigger is Trigger.AT_ONCE


def _where(
    touch: Ruling, mover: PlacedPiece, leg: RouteLeg, number: int, parts: Parts, settings: RuleSettings
) -> tuple[float, Message]:
    """How far into the segment, and in words."""
    what = {"number": number, "touch": touch.reason}
    dx, dy = leg.end.x_mm - leg.start.x_mm, leg.end.y_mm - leg.start.y_mm
    length = (dx * dx + dy * dy) ** 0.5
    if not _acts_on_the_way(parts.other, settings) or length == 0:
        return length, Message("at the end of segment {number} {touch}", **what)
    start = place_at(mover, leg.start)
    at_mm = measure_first_contact_mm(start.footprint, parts.other.footprint, (dx / length, dy / length))
    if at_mm is None or at_mm > length:
        return length, Message("in segment {number} {touch}", **what)
    return at_mm, Message("{at_mm:.0f} mm into segment {number} {touch}", at_mm=at_mm, **what)


def _judge_unless_left(
    touch: Ruling, parts: Parts, under: dict[str, Verdict], scene: Scene, settings: RuleSettings
) -> Ruling:
    """Judged, unless she has lain on it since the move began."""
    kind, began = parts.other.piece.model.kind, under.get(touch.target)
    if kind not in LEFT_FREELY or began is None:
        return judge_terrain(touch, parts, scene, settings)
    why = Message("she has not left it since her move began")
    if kind is PieceKind.REEF:
        why = settings.edition.terrain.reef_spares
    if began is Verdict.YES:
        return forbidden(touch, why)
    after = judge_terrain(touch, parts, scene, settings)
    if after.verdict is Verdict.NO:
        return after
    reason = Message("{reason}; unless {why}", reason=after.reason, why=why)
    return after.replace(verdict=Verdict.TOO_CLOSE, reason=reason)


def _surer(known: Ruling | None, new: Ruling) -> Ruling:
    """Once a move: the first that is sure, else the first that may be."""
    rank = {Verdict.YES: 2, Verdict.TOO_CLOSE: 1}
    return new if known is None or rank.get(new.verdict, 0) > rank.get(known.verdict, 0) else known


def _is_taken(ruling: Ruling, scene: Scene) -> bool:
    target = scene.find(ruling.target)
    return ruling.verdict is Verdict.YES and target is not None and target.piece.model.kind is PieceKind.FOG_BANK
