"""What the picture shows of the place where two pieces meet, and what it adds to the gap between their outlines."""

import math
from dataclasses import dataclass

MAX_DISAGREEMENT_SIGMAS = 3.0
"""Two measurements of one gap that differ by more are not of the same thing: neither is made surer by the other."""
SAME_PLACE_MM = 3.0
"""A look counts for parts of the two pieces that are nearest to each other within this distance of where it looked."""


@dataclass(frozen=True, slots=True)
class SeenGap:
    """Measured once, when both pieces lay still."""

    other: str
    """Id of the other piece."""
    gap_mm: float | None
    sigma_mm: float | None
    """None where the picture does not show the gap itself."""
    x_mm: float
    y_mm: float
    """Where on the mat, half way across the gap."""
    shore_mm: float | None = None
    """How far the edge of the flat piece of the two is outside its outline there; None where it was not measured."""
    shore_sigma_mm: float | None = None


@dataclass(frozen=True, slots=True)
class CombinedGap:
    mm: float
    sigma_mm: float
    seen: SeenGap
    agrees: bool = True
    """Whether the look and the outlines agree; if not, the outlines' gap stands, with a sigma that covers both."""


def combine_gap(mm: float, sigma_mm: float, seen: SeenGap, shore_outline_sigma_mm: float) -> CombinedGap:
    """Put the measured shore in the outline's place, then weigh the gap by poses and outlines with the gap by the
    picture, each by its inverse variance.

    `shore_outline_sigma_mm` is the outline's sigma of the flat piece, which is part of `sigma_mm`. A shore farther out
    than its outline leaves so much less of a gap, and its own sigma takes the outline's place (eq. 17).

    Poses, mounts and leans enter only the first, blur and contrast only the second; what both have of an outline's
    error is in both sigmas, so the errors count as independent (docs/measurement-model.md, eq. 11 and 12).
    """
    if seen.shore_mm is not None and seen.shore_sigma_mm is not None:
        variance = max(0.0, sigma_mm**2 - shore_outline_sigma_mm**2) + seen.shore_sigma_mm**2
        mm, sigma_mm = mm - seen.shore_mm, math.sqrt(variance)
    if seen.gap_mm is None or seen.sigma_mm is None:
        return CombinedGap(mm, sigma_mm, seen)
    apart, variance, seen_variance = seen.gap_mm - mm, sigma_mm**2, seen.sigma_mm**2
    if abs(apart) > MAX_DISAGREEMENT_SIGMAS * math.sqrt(variance + seen_variance):
        return CombinedGap(mm, math.hypot(sigma_mm, apart / 2), seen, False)
    share = variance / (variance + seen_variance) if variance > 0 else 0.0
    return CombinedGap(mm + share * apart, math.sqrt(variance * (1.0 - share)), seen)
