"""Contact at mat level: hull against hull or shore, never a sail's or an oar's overhang."""

from collections.abc import Sequence

from tableassist.rules.confidence import margin_call
from tableassist.rules.ruling import Ruling, Verdict, Witness
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Parts, Separation, between_all

WORDS = {Verdict.YES: "touches", Verdict.NO: "does not touch", Verdict.TOO_CLOSE: "may or may not touch"}


def rule_bow_contacts(
    rule: str, pairs: Sequence[tuple[PlacedPiece, PlacedPiece]], citation: str, whole: str, *, tolerance_mm: float
) -> list[Ruling]:
    """Whether each bow zone touches any part of the target's outline; `whole` names that outline.

    Pieces without a bow are left out.
    """
    parts = [Parts(one, one.bow, other, other.footprint) for one, other in pairs if one.bow is not None]
    return [
        _ruling(rule, pair, apart, citation, whole, tolerance_mm)
        for pair, apart in zip(parts, between_all(parts), strict=True)
    ]


def _ruling(rule: str, pair: Parts, apart: Separation, citation: str, whole: str, limit_mm: float) -> Ruling:
    verdict, probability = margin_call(limit_mm - apart.mm, apart.sigma_mm)
    return Ruling(
        rule=rule,
        subject=pair.one.id,
        target=pair.other.id,
        cannon=None,
        verdict=verdict,
        measured_mm=apart.mm,
        limit_mm=limit_mm,
        sigma_mm=apart.sigma_mm,
        probability=probability,
        citation=citation,
        witness=Witness(apart.start, apart.end),
        reason=f"her bow {WORDS[verdict]} {whole}",
    )
