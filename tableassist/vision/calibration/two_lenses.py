"""Whether the views were taken through one lens: a zoom or focus that was moved between them makes two.

Two lenses always fit better than one, so the best division of the views is searched for, and counts only where it
explains clearly more than in views whose errors have the same sizes but no common direction.
"""

import numpy as np

from tableassist.geometry import Flags, Floats
from tableassist.vision.calibration.halving import HalvedBy, Halving
from tableassist.vision.lens_fit.covariance import ViewPulls

LEAST_EXPLAINED = 0.5
"""Of what one lens leaves unexplained, by the second. Sound sets, whose paper bends and whose hands shake, reach 0.4; a
zoom by 5 % makes 0.6 to 0.9."""
TRIALS = 60
"""Sets with errors turned at random; the real one must beat them all."""
STARTS = 4
STEPS = 12
SEED = 1
LEAST_SIDE = 3
"""Fewer views of another lens are strays."""


def two_lenses(pulls: ViewPulls) -> Halving | None:
    """The views of one lens and those of the other; None where one lens explains them."""
    count = len(pulls.gradient)
    if count < 2 * LEAST_SIDE:
        return None
    search = _Search(pulls)
    side, explained = search.best(search.white)
    if explained < LEAST_EXPLAINED:
        return None
    rng = np.random.default_rng(SEED)
    sizes = np.linalg.norm(search.white, axis=1, keepdims=True)
    for _ in range(TRIALS):
        other = rng.normal(size=search.white.shape)
        other *= sizes / np.linalg.norm(other, axis=1, keepdims=True)
        if search.best(other)[1] >= explained:
            return None
    return Halving(HalvedBy.LENSES, np.flatnonzero(side), np.flatnonzero(~side))


class _Search:
    """For the division of the views whose two lenses together fit best."""

    def __init__(self, pulls: ViewPulls) -> None:
        self.matrix, self.prior = pulls.matrix, np.diag(pulls.prior)
        values, vectors = np.linalg.eigh(pulls.matrix)
        root = np.sqrt(np.clip(values, 0.0, None))
        self.colour = vectors * root[:, None, :]
        """(V, q, q): whitened pulls to pulls."""
        self.directions = root > 1e-6 * root.max(axis=1, keepdims=True)
        white = np.einsum("vqi,vq->vi", vectors, pulls.gradient)
        self.white = np.where(self.directions, white / np.maximum(root, 1e-300), 0.0)
        """(V, q) each view's pull in units of what its corners' noise would make."""

    def best(self, white: Floats) -> tuple[Flags, float]:
        """Which views are of the first lens, and by how much two lenses fit better than one, as a share."""
        pull = self._pulls(white)
        flat = pull - pull.mean(axis=0)
        _, _, axes = np.linalg.svd(flat, full_matrices=False)
        found = [self._settled(pull, flat @ axis > 0) for axis in axes[:STARTS]]
        side, gain = max(found, key=lambda each: each[1])
        return side, gain / max(float((white**2).sum()), 1e-300)

    def _pulls(self, white: Floats) -> Floats:
        """(V, q) with what one lens for all takes up taken away."""
        pull = np.einsum("vqi,vi->vq", self.colour, np.where(self.directions, white, 0.0))
        common = np.linalg.solve(self.matrix.sum(axis=0) + self.prior, pull.sum(axis=0))
        return np.asarray(pull - self.matrix @ common, dtype=np.float64)

    def _settled(self, pull: Floats, side: Flags) -> tuple[Flags, float]:
        """Each view goes to the lens that suits it better, until none changes."""
        side, gain = _large_enough(side, np.zeros(len(side))), -np.inf
        for _ in range(STEPS):
            lenses = [self._lens(pull, part) for part in (side, ~side)]
            now = sum(float(pull[part].sum(axis=0) @ lens) for part, lens in zip((side, ~side), lenses, strict=True))
            if now <= gain + 1e-9:
                break
            gain, kept = now, side
            cost = [np.einsum("i,vij,j->v", lens, self.matrix, lens) - 2 * pull @ lens for lens in lenses]
            side = _large_enough(cost[0] < cost[1], cost[1] - cost[0])
        return kept, gain

    def _lens(self, pull: Floats, part: Flags) -> Floats:
        return np.asarray(
            np.linalg.solve(self.matrix[part].sum(axis=0) + self.prior, pull[part].sum(axis=0)), dtype=np.float64
        )


def _large_enough(side: Flags, leaning: Floats) -> Flags:
    """At least LEAST_SIDE on both sides: those that lean there most."""
    order = np.argsort(-leaning, kind="stable")
    out = side.copy()
    if out.sum() < LEAST_SIDE:
        out[order[:LEAST_SIDE]] = True
    if (~out).sum() < LEAST_SIDE:
        out[order[-LEAST_SIDE:]] = False
    return out
