"""A piece's measured pose with its uncertainty, and what two poses share."""

import math
from dataclasses import dataclass

from tableassist.geometry import Floats, PlanarPose


@dataclass(frozen=True, slots=True, eq=False)
class PiecePose:
    """Covariances are over (x_mm, y_mm, heading_rad).

    `own` is what only this piece suffers (corner noise, its tag's height and mount). `shared` (3, K) is how
    the pose answers to K independent unit errors that every piece of this registration has in common
    (camera pose, lens). So cov(a) = own_a + shared_a shared_a', and cov(a, b) = shared_a shared_b': the
    camera's error cancels in a distance between two pieces, as far as it really does.
    """

    pose: PlanarPose
    own: Floats
    shared: Floats
    t_ns: int
    """When the piece was last really seen."""
    tags: tuple[int, ...]
    """The tags that gave this pose."""
    residual_px: float
    """RMS distance of the tags' corners from where this pose puts them."""

    @property
    def covariance(self) -> Floats:
        return self.own + self.shared @ self.shared.T

    @property
    def sigma_mm(self) -> float:
        """The larger semi-axis of the position's one-sigma ellipse."""
        (xx, xy, _), (_, yy, _), _ = self.covariance.tolist()
        return math.sqrt((xx + yy) / 2 + math.hypot((xx - yy) / 2, xy))

    @property
    def heading_sigma_rad(self) -> float:
        return math.sqrt(float(self.covariance[2, 2]))
