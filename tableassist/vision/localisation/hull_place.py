"""Where a hull lies by the picture of the hull itself, whatever its tag says."""

from dataclasses import dataclass

from tableassist.geometry import Floats, PlanarPose


@dataclass(frozen=True, slots=True, eq=False)
class HullPlace:
    pose: PlanarPose
    covariance: Floats
    """(3, 3) of x_mm, y_mm, heading_rad."""
    view: int = 0
    """Which of several pictures shows it so."""
