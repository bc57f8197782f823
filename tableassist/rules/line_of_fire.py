"""Line of fire: can some part of the target within reach be seen from the cannon?"""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.geometry.clearance import clearance
from tableassist.geometry.sightline import Looks, look
from tableassist.pieces.piece import Cannon
from tableassist.rules.cannon_range import shot_origin
from tableassist.rules.confidence import CALL_SIGMAS
from tableassist.rules.ruling import Ruling, Verdict, Witness
from tableassist.rules.settings import RuleSettings
from tableassist.scene.placed_piece import PlacedPiece, Point
from tableassist.scene.scene import Scene
from tableassist.scene.separation import relative_sigma

RULE = "line_of_fire"
BESIDE_MM = 10.0
"""Room that is more than enough: what lies farther from every possible line is not looked at."""
LEAST_SIGMA_MM = 0.05
"""Of a ship's own rig against her own cannon: both are fixed to one hull."""


@dataclass(frozen=True, slots=True, eq=False)
class Blocker:
    piece: str
    words: str
    edges: Floats
    sigma_mm: float


@dataclass(frozen=True, slots=True)
class BestLine:
    """The line with the most room."""

    look: int
    verdict: Verdict
    clearance_mm: float | None
    """None where nothing is near."""
    tightest: Blocker | None
    """The blocker that leaves it no more room."""


def rule_line_of_fire(
    shooter: PlacedPiece, cannon: Cannon, target: PlacedPiece, in_range: Ruling, scene: Scene, settings: RuleSettings
) -> Ruling | None:
    """None where no part of the target is in reach. `in_range` is the ruling on this cannon's range."""
    origin = shot_origin(shooter, cannon, settings.edition)
    reach = _reach(in_range)
    blockers = _blockers(shooter, cannon, target, origin, scene, settings)
    looks = _look(origin, target, blockers, reach)
    if len(looks.target_mm) == 0:
        return None
    line = _best(origin, looks, blockers)
    best = line.look
    clear = bool(looks.is_clear[best])
    nearest = line.tightest
    end = _along(origin, looks, best, float(looks.target_mm[best]))
    stopped = None if clear else _along(origin, looks, best, float(looks.blocker_mm[best]))
    return Ruling(
        rule=RULE,
        subject=shooter.id,
        target=target.id,
        cannon=cannon.mast,
        verdict=line.verdict,
        measured_mm=line.clearance_mm,
        limit_mm=0.0,
        sigma_mm=None if nearest is None else nearest.sigma_mm,
        probability=_probability(line),
        citation=settings.edition.line_section,
        witness=Witness(origin, end, blocker=nearest.piece if nearest and not clear else None, stopped_at=stopped),
        reason=_reason(line.verdict, clear, nearest, looks.visible_share),
    )


def _reach(in_range: Ruling) -> float:
    """When the range itself is in doubt, the line is judged to what may just be in range."""
    assert in_range.limit_mm is not None
    assert in_range.sigma_mm is not None
    doubt = 0.0 if in_range.verdict is Verdict.YES else CALL_SIGMAS * in_range.sigma_mm
    return in_range.limit_mm + doubt


def _blockers(
    shooter: PlacedPiece,
    cannon: Cannon,
    target: PlacedPiece,
    origin: Point,
    scene: Scene,
    settings: RuleSettings,
) -> list[Blocker]:
    """Own standing masts and sails but the cannon's own, and other pieces near enough to matter."""
    own_sigma = max(LEAST_SIGMA_MM, shooter.piece.model.sigma_mm)
    blockers = [
        Blocker(shooter.id, f"her own mast {number}", edges, own_sigma)
        for number, edges in shooter.rig
        if number != cannon.mast
    ]
    for other in scene.pieces:
        if other.id in (shooter.id, target.id) or other.piece.model.kind not in settings.edition.line_blockers:
            continue
        if not may_block(shooter, target, other):
            continue
        middle = (other.pose.pose.x_mm, other.pose.pose.y_mm)
        pose_sigma = relative_sigma(shooter.pose, origin, other.pose, middle)
        sigma = math.hypot(pose_sigma, other.piece.model.sigma_mm)
        blockers.append(Blocker(other.id, other.name, _blocking_edges(other), max(LEAST_SIGMA_MM, sigma)))
    return blockers


def may_block(shooter: PlacedPiece, target: PlacedPiece, other: PlacedPiece) -> bool:
    """Whether any line between two ships passes a piece so near that it matters."""
    start, end, place = shooter.pose.pose, target.pose.pose, other.pose.pose
    dx, dy = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    px, py = place.x_mm - start.x_mm, place.y_mm - start.y_mm
    share = min(1.0, max(0.0, (px * dx + py * dy) / max(dx * dx + dy * dy, 1e-12)))
    broad = max(shooter.reach_mm, target.reach_mm) + other.reach_mm + BESIDE_MM
    return math.hypot(px - share * dx, py - share * dy) < broad


def _blocking_edges(other: PlacedPiece) -> Floats:
    """Seen from above, a ship stands in the way with her hull, masts and sails."""
    return np.concatenate([other.hull_edges, *(edges for _, edges in other.rig)])


def _look(origin: Point, target: PlacedPiece, blockers: list[Blocker], reach: float) -> Looks:
    edges = [blocker.edges for blocker in blockers]
    owner = np.repeat(np.arange(len(blockers)), [len(part) for part in edges]).astype(np.intp)
    flat = np.concatenate(edges) if edges else np.zeros((0, 2, 2))
    return look(origin, target.part_edges, flat, owner, reach)


def _best(origin: Point, looks: Looks, blockers: list[Blocker]) -> BestLine:
    """Clear with every blocker grown by its doubt is yes; blocked with every blocker shrunk by it is no."""
    if not blockers:
        return BestLine(int(looks.target_mm.argmin()), Verdict.YES, None, None)
    past = np.stack([clearance(origin, looks.direction, looks.target_mm, b.edges) for b in blockers])
    doubt = CALL_SIGMAS * np.array([[b.sigma_mm] for b in blockers])
    grown, shrunk = (past - doubt).min(axis=0), (past + doubt).min(axis=0)
    if grown.max() >= 0:
        verdict, best = Verdict.YES, int(grown.argmax())
    else:
        best = int(shrunk.argmax())
        verdict = Verdict.NO if shrunk[best] <= 0 else Verdict.TOO_CLOSE
    tightest = int((past - doubt)[:, best].argmin())
    return BestLine(best, verdict, float(past[tightest, best]), blockers[tightest])


def _probability(line: BestLine) -> float:
    if line.tightest is None or line.clearance_mm is None:
        return 1.0
    return 0.5 * math.erfc(-line.clearance_mm / line.tightest.sigma_mm / math.sqrt(2))


def _along(origin: Point, looks: Looks, index: int, distance_mm: float) -> Point:
    return (
        origin[0] + float(looks.direction[index, 0]) * distance_mm,
        origin[1] + float(looks.direction[index, 1]) * distance_mm,
    )


def _reason(verdict: Verdict, clear: bool, nearest: Blocker | None, share: float) -> str:
    if verdict is Verdict.TOO_CLOSE:
        side = "just passes" if clear else "just meets"
        return f"the best line {side} {nearest.words if nearest else 'nothing'}"
    if verdict is Verdict.YES:
        return f"clear to {max(1, round(100 * share))} % of the target in reach"
    return f"blocked by {nearest.words if nearest else 'nothing'}"
