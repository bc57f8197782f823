"""What the picture shows of the place where two pieces meet, and what it adds to the gap between their outlines."""

import math
from dataclasses import dataclass, replace

MAX_DISAGREEMENT_SIGMAS = 3.0
"""Two measurements of one gap that differ by more are not of the same thing: neither is made surer by the other."""
SAME_PLACE_MM = 3.0
"""A look counts for parts of the two pieces that are nearest to each other within this distance of where it looked."""


LOOK_CORRELATION = 0.5
"""Between the errors of a gap by outlines and of a gap by the look: both suffer where a rim wanders from its outline.
0.47 to 0.59 on 22 looks at path-traced and 37 at studio contacts."""


@dataclass(frozen=True, slots=True)
class SeenGap:
    """Measured once, when both pieces lay still. Kept with one of the two."""

    other: str
    """Id of the other piece."""
    gap_mm: float | None
    sigma_mm: float | None
    """None where the picture does not show the gap itself."""
    x_mm: float
    y_mm: float
    """Where on the mat, half way across the gap."""
    edge_mm: float | None = None
    """How far the edge of the piece that this is kept with is outside its outline there, across the gap; None where its
    rim was not measured."""
    edge_sigma_mm: float | None = None
    other_edge_mm: float | None = None
    """The same of the other piece."""
    other_edge_sigma_mm: float | None = None

    def seen_from_other(self, holder: str) -> "SeenGap":
        """The same, as if it were kept with the other piece; `holder` is the id of the piece that it is kept with."""
        return replace(
            self,
            other=holder,
            edge_mm=self.other_edge_mm,
            edge_sigma_mm=self.other_edge_sigma_mm,
            other_edge_mm=self.edge_mm,
            other_edge_sigma_mm=self.edge_sigma_mm,
        )


@dataclass(frozen=True, slots=True)
class GapVariance:
    """What a gap between two outlines owes to the place and outline of each piece, and to the camera."""

    one: float
    other: float
    shared: float

    @property
    def total(self) -> float:
        return self.one + self.other + self.shared


@dataclass(frozen=True, slots=True)
class CombinedGap:
    mm: float
    sigma_mm: float
    seen: SeenGap
    agrees: bool = True
    """Whether the look and the outlines agree; if not, the outlines' gap stands, with a sigma that covers both."""


def combine_gap(mm: float, variance: GapVariance, seen: SeenGap) -> CombinedGap:
    """Put measured edges in the place of poses and outlines, then weigh that gap with the gap by the look.

    `seen` is kept with the first piece of the gap. An edge farther out than its outline leaves so much less of a gap,
    and its own variance takes the place of the piece's (docs/measurement-model.md, eq. 17c). The look's error is
    correlated with what is left, so it counts for less than its own sigma says, and never against itself (eq. 11, 12).
    """
    if seen.edge_mm is not None and seen.edge_sigma_mm is not None:
        mm, variance = mm - seen.edge_mm, replace(variance, one=seen.edge_sigma_mm**2)
    if seen.other_edge_mm is not None and seen.other_edge_sigma_mm is not None:
        mm, variance = mm - seen.other_edge_mm, replace(variance, other=seen.other_edge_sigma_mm**2)
    if seen.edge_mm is not None and seen.other_edge_mm is not None:
        # Both were measured in one picture, beside each other: the camera's error is the same for both.
        variance = replace(variance, shared=0.0)
    sigma_mm = math.sqrt(variance.total)
    if seen.gap_mm is None or seen.sigma_mm is None:
        return CombinedGap(mm, sigma_mm, seen)
    apart, common = seen.gap_mm - mm, LOOK_CORRELATION * sigma_mm * seen.sigma_mm
    if abs(apart) > MAX_DISAGREEMENT_SIGMAS * math.hypot(sigma_mm, seen.sigma_mm):
        return CombinedGap(mm, math.hypot(sigma_mm, apart / 2), seen, False)
    spread = sigma_mm**2 + seen.sigma_mm**2 - 2.0 * common
    share = min(max((sigma_mm**2 - common) / spread, 0.0), 1.0) if spread > 0.0 else 0.0
    left = (1.0 - share) ** 2 * sigma_mm**2 + share**2 * seen.sigma_mm**2 + 2.0 * share * (1.0 - share) * common
    return CombinedGap(mm + share * apart, math.sqrt(left), seen)
