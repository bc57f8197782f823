"""Range: is any part of the target within the cannon's reach?"""

import math
from collections.abc import Sequence
from functools import lru_cache

from tableassist.pieces.piece import Cannon
from tableassist.rules.confidence import margin_call
from tableassist.rules.edition import Edition, ShotOrigin
from tableassist.rules.ruling import Ruling, Verdict, Witness
from tableassist.rules.settings import RuleSettings
from tableassist.scene.placed_piece import PlacedPiece, Point
from tableassist.scene.separation import Separation, Shot, to_nearest_part

RULE = "range"
WORDS = {Verdict.YES: "within", Verdict.NO: "out of", Verdict.TOO_CLOSE: "at the edge of"}


def shot_origin(shooter: PlacedPiece, cannon: Cannon, edition: Edition) -> Point:
    if edition.shot_origin is ShotOrigin.PRINTED_DIE:
        return shooter.die(cannon.mast)
    return shooter.mast_centre(cannon.mast)


def rule_ranges(shots: Sequence[tuple[PlacedPiece, Cannon, PlacedPiece]], settings: RuleSettings) -> list[Ruling]:
    """One ruling a shooter, cannon and target."""
    apart = to_nearest_part(
        [Shot(shooter, shot_origin(shooter, cannon, settings.edition), target) for shooter, cannon, target in shots]
    )
    return [_ruling(*shot, each, settings) for shot, each in zip(shots, apart, strict=True)]


def _ruling(
    shooter: PlacedPiece, cannon: Cannon, target: PlacedPiece, apart: Separation, settings: RuleSettings
) -> Ruling:
    limit = settings.ruler.reach_mm(cannon.reach)
    sigma_mm = math.hypot(apart.sigma_mm, settings.ruler.sigma_mm)
    verdict, probability = margin_call(limit - apart.mm, sigma_mm)
    return Ruling(
        rule=RULE,
        subject=shooter.id,
        target=target.id,
        cannon=cannon.mast,
        verdict=verdict,
        measured_mm=apart.mm,
        limit_mm=limit,
        sigma_mm=sigma_mm,
        probability=probability,
        citation=settings.edition.range_section,
        witness=Witness(apart.start, apart.end),
        reason=_reason(verdict, cannon, settings),
    )


@lru_cache(maxsize=512)
def _reason(verdict: Verdict, cannon: Cannon, settings: RuleSettings) -> str:
    limit = settings.ruler.reach_mm(cannon.reach)
    origin = f"the {settings.edition.shot_origin} of mast {cannon.mast}"
    return f"{WORDS[verdict]} {cannon.reach} ({settings.ruler.name}, {limit:g} mm) from {origin}"
