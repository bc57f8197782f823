"""Broadsides attack: all cannons at S, one target, one die (revolution, Keywords)."""

import math

from tableassist.messages import Message, template
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.rule import Rule, RuleGroup
from tableassist.rulebook.ruling.citation import cite
from tableassist.rulebook.ruling.ruling import Ruling, Verdict
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.shooting.cannon_range import rule_ranges
from tableassist.rulebook.shooting.line_blockers import LineAsk
from tableassist.rulebook.shooting.line_readings import read_lines
from tableassist.rulebook.shooting.shot_ruling import join
from tableassist.scene.placed_piece import PlacedPiece

RULE = "broadsides"
KEYWORD = "Broadsides Attack"
CITATION = cite("revolution, Keywords (Broadsides Attack)")


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
        verdict, reason = Verdict.NO, permission.reason if shots else Message("she has no cannon left")
    elif sure:
        verdict, reason = Verdict.YES, _bearing(sure, open_, len(shots))
    elif open_:
        verdict = open_[0].verdict
        reason = Message(
            "all cannons at S: perhaps {guns} of {count} would bear", guns=_listed(open_), count=len(shots)
        )
    else:
        verdict, reason = Verdict.NO, Message("all cannons at S: none would bear; {reason}", reason=best.reason)
    return Ruling(
        RULE, shooter.id, target.id, None, verdict,
        best.measured_mm if best else None, limit, best.sigma_mm if best else None,
        best.probability if best else 0.0, CITATION, best.witness if best else None, reason,
    )  # fmt: skip


def _bearing(sure: list[Ruling], perhaps: list[Ruling], count: int) -> Message:
    guns = _listed(sure)
    if not perhaps:
        return Message("all cannons at S: {guns} of {count} would bear", guns=guns, count=count)
    return Message(
        "all cannons at S: {guns} of {count} would bear, and perhaps {more}",
        guns=guns,
        count=count,
        more=_listed(perhaps),
    )


def _listed(shots: list[Ruling]) -> Message:
    numbers = tuple(shot.cannon for shot in shots)
    return Message.plural("cannon {numbers}", "cannons {numbers}", count=len(shots), numbers=numbers)


BROADSIDES = Rule(
    id=RULE,
    name=Message("broadsides"),
    title=Message("Broadsides"),
    question=template("May {subject} fire broadsides at {target}?"),
    yes=template("may fire broadsides at {target}"),
    no=template("may not fire broadsides at {target}"),
    group=RuleGroup.SHOOTING,
)
