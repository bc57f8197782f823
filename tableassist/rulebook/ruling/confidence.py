"""From a measurement and its plus-minus to a verdict: a wrong call costs more than none."""

import math

from tableassist.rulebook.ruling.ruling import Verdict

CALL_SIGMAS = 2.5
"""A call is made when the limit is farther than this many sigmas: one call in 160 at the very edge is wrong."""
CONTACT_TOLERANCE_MM = 1.0
"""Pieces touch when the gap between their hulls is no more than this."""
WIDEST_CONTACT_MM = 20.0
"""What a table may choose instead, at the most."""

YES, NO, TOO_CLOSE = Verdict.YES, Verdict.NO, Verdict.TOO_CLOSE
"""Looked up once: thousands of calls are made for a frame."""
ROOT_2 = math.sqrt(2)


def probability_of_yes(margin_mm: float, sigma_mm: float) -> float:
    """That a margin measured like this is truly above zero."""
    return 0.5 * math.erfc(-margin_mm / sigma_mm / ROOT_2)


def margin_call(margin_mm: float, sigma_mm: float) -> tuple[Verdict, float]:
    """Verdict and probability of yes, for a margin that is above zero when the answer is yes."""
    if sigma_mm <= 0:
        return (YES, 1.0) if margin_mm >= 0 else (NO, 0.0)
    score = margin_mm / sigma_mm
    probability = 0.5 * math.erfc(-margin_mm / sigma_mm / ROOT_2)
    if score >= CALL_SIGMAS:
        return YES, probability
    return (NO if score <= -CALL_SIGMAS else TOO_CLOSE), probability
