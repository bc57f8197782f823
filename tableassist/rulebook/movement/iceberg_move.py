"""An iceberg that was moved: did a rolled number take it there, and what has it met?"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tableassist.geometry.angles import wrap_rad
from tableassist.messages import Message, any_of, template
from tableassist.pieces.model import EdgeNumber
from tableassist.rulebook.editions.complete import COMPLETE
from tableassist.rulebook.editions.house_rule import decided_by
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.movement.move import MoveJudgement
from tableassist.rulebook.movement.move_ruling import RULE
from tableassist.rulebook.ruling.ruling import Ruling, Verdict, Witness, cite, margin_call
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.terrain.iceberg import Drift, iceberg_drift
from tableassist.scene.placed_piece import PlacedPiece

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
    fits = [_fit(before, after, each, scene, settings) for each in before.piece.model.edge_numbers]
    if not fits:
        return None
    best = max(fits, key=lambda fit: (RANK.get(fit.verdict, 0), -fit.off_mm))
    ruling = Ruling(
        rule=RULE,
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
        reason=_reason(best, fits, _turned_rad(before, after)),
        house=decided_by(settings.house, ("short-mm", "move-slack-mm")),
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
    straight, chance = margin_call(TURN_SLACK_RAD - _turned_rad(before, after), doubt)
    if RANK.get(straight, 0) < RANK.get(verdict, 0):
        verdict, probability = straight, chance
    if verdict is Verdict.YES and not drift.is_sure:
        verdict, probability = Verdict.TOO_CLOSE, 0.5
    return _Fit(edge.number, drift, offs[nearest], sigma, verdict, probability)


def _perhaps_mm(drift: Drift, settings: RuleSettings) -> list[float]:
    """How far it may have drifted beside the best estimate: as far as each piece that it met perhaps, or past all."""
    if drift.is_sure:
        return []
    return [settings.ruler.short_mm, *(each.measured_mm or 0.0 for each in drift.rulings)]


def _turned_rad(before: PlacedPiece, after: PlacedPiece) -> float:
    return abs(wrap_rad(after.pose.pose.heading_rad - before.pose.pose.heading_rad))


def _middle(placed: PlacedPiece) -> tuple[float, float]:
    return placed.pose.pose.x_mm, placed.pose.pose.y_mm
