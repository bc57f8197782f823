"""Where pieces may lie that were never measured: what hides them says where they can be."""

from collections.abc import Mapping

Spot = tuple[tuple[float, float], ...]
"""A ring on the mat, in mm."""
Whereabouts = Mapping[str, tuple[Spot, ...]]
"""By piece: it lies within one of these spots, or not on the mat. A piece that is not listed may lie anywhere."""
