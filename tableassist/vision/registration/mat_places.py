"""How well a mat's tags are known all together: their errors hang together, and hang on the lens."""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats
from tableassist.vision.camera.lens import Lens

PLACE = ("x_mm", "y_mm", "yaw_rad", "size")
"""What a tag on the mat has; `size` as a share of its size."""


@dataclass(frozen=True, slots=True, eq=False)
class SurveyedPlaces:
    """The errors of T tags' places (estimate less truth), as a linear answer to independent errors of size 1.

    An error of the lens used in the survey has gone into the places. Who sees the mat through the same lens makes
    that error again, so it must not count as another one: it partly cancels.
    """

    factor: Floats
    """(T, 4, K) over PLACE: what has nothing to do with the lens."""
    by_lens: Floats
    """(T, 4, 12) over PLACE and lens.PARAMETERS: the places' error for an error of the lens."""
    lens: Lens
    """Through which the survey's pictures were taken."""

    def columns(self, lens: Lens) -> tuple[Floats, Floats]:
        """The (T, 4, K) that stand alone, and the (T, 4, 12) that go with the errors of this `lens`."""
        if same_lens(lens, self.lens):
            return self.factor, self.by_lens
        alone = self.by_lens @ covariance_root(self.lens.covariance)
        return np.concatenate([self.factor, alone], axis=-1), np.zeros_like(self.by_lens)

    @property
    def covariance(self) -> Floats:
        """(4T, 4T), from all causes."""
        whole = np.concatenate([self.factor, self.by_lens @ covariance_root(self.lens.covariance)], axis=-1)
        flat = whole.reshape(-1, whole.shape[-1])
        return np.asarray(flat @ flat.T, dtype=np.float64)


def same_lens(one: Lens, other: Lens) -> bool:
    if one is other:
        return True
    if (one.projection, one.width_px, one.height_px) != (other.projection, other.width_px, other.height_px):
        return False
    alike = np.allclose(one.numbers, other.numbers, rtol=1e-9, atol=1e-12)
    return bool(alike) and bool(np.allclose(one.covariance, other.covariance, rtol=1e-6, atol=1e-18))


def covariance_root(covariance: Floats) -> Floats:
    """(N, K) R with R R' = covariance, which may have zero rows; the units of the rows may differ widely."""
    sigma = np.sqrt(np.clip(np.diag(covariance), 0.0, None))
    scale = np.where(sigma > 0, sigma, 1.0)
    values, vectors = np.linalg.eigh(covariance / np.outer(scale, scale))
    kept = values > max(float(values.max(initial=0.0)) * 1e-14, 0.0)
    return np.asarray(scale[:, None] * vectors[:, kept] * np.sqrt(values[kept]), dtype=np.float64)


def place_jacobian(by_mat: Floats, arm: Floats, size: Floats | float) -> Floats:
    """d(pixels)/d(PLACE of the tag): (S, 4, 2, 4), from d(pixels)/d(x, y on the mat) and the corners' arms."""
    out = np.empty((*by_mat.shape[:-1], 4))
    out[..., :2] = by_mat
    out[..., 2] = by_mat[..., 1] * arm[..., :1] - by_mat[..., 0] * arm[..., 1:]
    per_size = arm / (1.0 + np.asarray(size))[..., None, None]
    out[..., 3] = by_mat[..., 0] * per_size[..., :1] + by_mat[..., 1] * per_size[..., 1:]
    return out
