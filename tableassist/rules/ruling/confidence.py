"""From a measurement and its plus-minus to a verdict: a wrong call costs more than none."""

import math

from tableassist.rules.ruling.ruling import Verdict

CALL_SIGMAS = 2.5
"""A call is made when the limit is farther than this many sigmas: one call in 160 at the very edge is wrong."""
CONTACT_TOLERANCE_MM = 1.0
"""Pieces touch when the gap between their hulls is no more than this."""
WIDEST_CONTACT_MM = 20.0
"""What a table may choose instead, at the most."""


def probability_of_yes(margin_mm: float, sigma_mm: float) -> float:
    """That a margin measured like this is truly above zero."""
    return 0.5 * math.erfc(-margin_mm / sigma_mm / math.sqrt(2))


def margin_call(margin_mm: float, sigma_mm: float) -> tuple[Verdict, float]:
    """Verdict and probability of yes, for a margin that is above zero when the answer is yes."""
    if sigma_mm <= 0:
        return (Verdict.YES, 1.0) if margin_mm >= 0 else (Verdict.NO, 0.0)
    score = margin_mm / sigma_mm
    probability = probability_of_yes(margin_mm, sigma_mm)
    if score >= CALL_SIGMAS:
        return Verdict.YES, probability
    return (Verdict.NO if score <= -CALL_SIGMAS else Verdict.TOO_CLOSE), probability
