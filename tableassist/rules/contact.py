"""Contact at mat level: hull against hull or shore, never a sail's or an oar's overhang."""

from shapely import Polygon

from tableassist.rules.confidence import CONTACT_TOLERANCE_MM, margin_call
from tableassist.rules.ruling import Ruling, Verdict, Witness
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import between

WORDS = {Verdict.YES: "touches", Verdict.NO: "does not touch", Verdict.TOO_CLOSE: "may or may not touch"}


def rule_bow_contact(
    rule: str, subject: PlacedPiece, bow: Polygon, target: PlacedPiece, citation: str, whole: str
) -> Ruling:
    """Whether the bow zone touches any part of the target's outline; `whole` names that outline."""
    apart = between(subject, bow, target, target.hull)
    verdict, probability = margin_call(CONTACT_TOLERANCE_MM - apart.mm, apart.sigma_mm)
    return Ruling(
        rule=rule,
        subject=subject.id,
        target=target.id,
        cannon=None,
        verdict=verdict,
        measured_mm=apart.mm,
        limit_mm=CONTACT_TOLERANCE_MM,
        sigma_mm=apart.sigma_mm,
        probability=probability,
        citation=citation,
        witness=Witness(apart.start, apart.end),
        reason=f"her bow {WORDS[verdict]} {whole}",
    )
