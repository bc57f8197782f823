"""Broadsides attack: all cannons at S, one target, one die (revolution, Keywords)."""

import math

from tableassist.messages import Message, template
from tableassist.rules.editions.settings import RuleSettings
from tableassist.rules.rule import Rule, RuleGroup
from tableassist.rules.ruling.ruling import Ruling, Verdict
from tableassist.rules.shooting.cannon_range import rule_ranges
from tableassist.rules.shooting.line_of_fire import LineAsk
from tableassist.rules.shooting.line_readings import read_lines
from tableassist.rules.shooting.shot_ruling import join
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene

RULE = "broadsides"
KEYWORD = "Broadsides Attack"
CITATION = "revolution, Keywords (Broadsides Attack)"


def rule_broadsides(
    shooter: PlacedPiece, target: PlacedPiece, permission: Ruling, scene: Scene, settings: RuleSettings
) -> Ruling:
    """Whether any cannon would bear if she chose it, and which. No other ability counts, so an extra gun does not."""
    own = shooter.cannons_standing
    ranges = rule_ranges([(shooter, cannon, target) for cannon in own], settings, broadsides=True)
    drawn = [
        LineAsk(shooter, cannon, target, in_range)
        for cannon, in_range in zip(own, ranges, strict=True)
        if in_range.verdict is not Verdict.NO
    ]
    lines = iter(read_lines(drawn, scene, settings, {}))
    shots = [
        join(permission, in_range, next(lines) if in_range.verdict is not Verdict.NO else None) for in_range in ranges
    ]
    return _together(shooter, target, shots, permission, settings)


def _together(
    shooter: PlacedPiece, target: PlacedPiece, shots: list[Ruling], permission: Ruling, settings: RuleSettings
) -> Ruling:
    sure = [shot for shot in shots if shot.verdict is Verdict.YES]
    open_ = [shot for shot in shots if shot.verdict in (Verdict.TOO_CLOSE, Verdict.NOT_SEEN)]
    limit = settings.ruler.short_mm
    best = min(
        sure or open_ or shots,
        key=lambda shot: math.inf if shot.measured_mm is None else shot.measured_mm,
        default=None,
    )
    if permission.verdict is Verdict.NO or best is None:
        verdict, reason = Verdict.NO, permission.reason if shots else "she has no cannon left"
    elif sure:
        verdict = Verdict.YES
        reason = f"all cannons at S: {_listed(sure)} of {len(shots)} would bear" + (
            f", and perhaps {_listed(open_)}" if open_ else ""
        )
    elif open_:
        verdict, reason = open_[0].verdict, f"all cannons at S: perhaps {_listed(open_)} of {len(shots)} would bear"
    else:
        verdict, reason = Verdict.NO, f"all cannons at S: none would bear; {best.reason}"
    return Ruling(
        RULE, shooter.id, target.id, None, verdict,
        best.measured_mm if best else None, limit, best.sigma_mm if best else None,
        best.probability if best else 0.0, CITATION, best.witness if best else None, reason,
    )  # fmt: skip


def _listed(shots: list[Ruling]) -> str:
    return f"cannon{'s' if len(shots) > 1 else ''} " + ", ".join(str(shot.cannon) for shot in shots)


BROADSIDES = Rule(
    id=RULE,
    name=Message("broadsides"),
    title=Message("Broadsides"),
    question=template("May {subject} fire broadsides at {target}?"),
    yes=template("may fire broadsides at {target}"),
    no=template("may not fire broadsides at {target}"),
    group=RuleGroup.SHOOTING,
)
