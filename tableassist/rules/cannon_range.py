"""Range: is any part of the target within the cannon's reach?"""

import shapely

from tableassist.pieces.piece import Cannon
from tableassist.rules.confidence import margin_call
from tableassist.rules.edition import Edition, ShotOrigin
from tableassist.rules.ruling import Ruling, Verdict, Witness
from tableassist.rules.settings import RuleSettings
from tableassist.scene.placed_piece import PlacedPiece, Point
from tableassist.scene.separation import between

RULE = "range"


def shot_origin(shooter: PlacedPiece, cannon: Cannon, edition: Edition) -> Point:
    if edition.shot_origin is ShotOrigin.PRINTED_DIE:
        return shooter.die(cannon.mast)
    return shooter.mast_centre(cannon.mast)


def rule_range(shooter: PlacedPiece, cannon: Cannon, target: PlacedPiece, settings: RuleSettings) -> Ruling:
    origin = shot_origin(shooter, cannon, settings.edition)
    apart = between(shooter, shapely.Point(origin), target, target.all_parts)
    limit = settings.ruler.reach_mm(cannon.reach)
    verdict, probability = margin_call(limit - apart.mm, apart.sigma_mm)
    words = {Verdict.YES: "within", Verdict.NO: "out of", Verdict.TOO_CLOSE: "at the edge of"}[verdict]
    return Ruling(
        rule=RULE,
        subject=shooter.id,
        target=target.id,
        cannon=cannon.mast,
        verdict=verdict,
        measured_mm=apart.mm,
        limit_mm=limit,
        sigma_mm=apart.sigma_mm,
        probability=probability,
        citation=settings.edition.range_section,
        witness=Witness(apart.start, apart.end),
        reason=f"{words} {cannon.reach} ({settings.ruler.name}, {limit:g} mm) from the "
        f"{settings.edition.shot_origin} of mast {cannon.mast}",
    )
