"""The sides of convex solids in a pool, each solid seen from an origin of its own."""

from dataclasses import dataclass

from tableassist.geometry.arrays import Floats, Indices
from tableassist.geometry.ragged import spread
from tableassist.geometry.shadow import dot


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """Of S solids; worked out for those that are asked for, since most lie wholly before an edge and never are."""

    pool_normals: Floats
    """Flat: outward, some only round the corners."""
    pool_out_mm: Floats
    """Flat: how far out along its normal each side lies, from the mat's origin."""
    first: Indices
    """(S,) where each solid's sides begin in the pool."""
    counts: Indices
    """(S,)."""
    origins: Floats
    """(S, 2)."""

    def of(self, solids: Indices) -> tuple[Indices, Floats, Floats]:
        """How many each of these solids has; flat, their normals and how far out they lie from the solid's origin."""
        counts = self.counts[solids]
        owner, side = spread(self.first[solids], counts)
        normals = self.pool_normals[side]
        return counts, normals, self.pool_out_mm[side] - dot(normals, self.origins[solids][owner])
