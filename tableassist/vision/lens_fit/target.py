"""What a lens is calibrated on: points of known place that may bend or lie a little off, and views of them."""

from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry import Flags, Floats, ImagePoints, Indices


@dataclass(frozen=True, slots=True, eq=False)
class CalibrationTarget:
    """P points in the target's own frame, and K ways in which the real one may differ from the plan.

    The true places are `points + sum(q[k] * flex[k])` with q[k] about 0 with sigma `flex_sigma[k]`: a board that
    bows, a tag that was taped askew. The same q holds in every view.
    """

    points: Floats
    """(P, 3) mm."""
    flex: Floats
    """(K, P, 3)."""
    flex_sigma: Floats
    """(K,)."""

    def bent(self, amounts: Floats) -> "CalibrationTarget":
        """Taken as exact with these amounts of flex."""
        points = self.points + np.einsum("k,kpi->pi", amounts, self.flex)
        return CalibrationTarget(points, np.zeros((0, *points.shape)), np.zeros(0))


def rigid_target(points: Floats) -> CalibrationTarget:
    return CalibrationTarget(points, np.zeros((0, *points.shape)), np.zeros(0))


@dataclass(frozen=True, slots=True, eq=False)
class CalibrationView:
    """The target in one picture; any part of it will do."""

    name: str
    width_px: int
    height_px: int
    index: Indices
    """(N,) which of the target's points were seen."""
    px: ImagePoints
    """(N, 2) where."""
    taken_s: float | None = None
    """When, from any beginning; None where it is not known."""

    def only(self, keep: Flags) -> "CalibrationView":
        return replace(self, index=self.index[keep], px=ImagePoints(self.px[keep]))
