"""A tag seen in a picture."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry import Floats, ImagePoints
from tableassist.messages import Message

MIRRORED = Message("the picture is mirrored: switch mirroring off in the camera's settings")
TagKey = tuple[str, int]
"""Family and number: what makes a tag itself."""


@dataclass(frozen=True, slots=True, eq=False)
class TagSighting:
    """`corners` (4, 2) are the corners of the black square in the order of `tag_corners`."""

    family: str
    tag: int
    corners: ImagePoints
    margin: float
    """Contrast between the bits and their threshold, in grey levels: high is sure."""
    hamming: int
    """Bits corrected."""
    noise: Floats | None = None
    """(8, 8) covariance of the corners by the fit of the pattern; None where only the detector placed them."""
    edge_sigma_px: float | None = None
    """How far all edges may still be shifted outwards alike (one sigma), where the tone curve's shift was measured and
    taken out of the detector's corners; None where it was not."""
    mirrored: bool = False
    """Read only in the mirror picture: the camera's picture is turned left to right, and nothing can be measured."""

    @property
    def key(self) -> TagKey:
        return self.family, self.tag

    def moved_by(self, x_px: float, y_px: float) -> "TagSighting":
        """The same in a picture of which this one's is a part that begins there."""
        return replace(self, corners=ImagePoints(np.asarray(self.corners) + np.array([x_px, y_px])))


def by_key(sightings: Iterable[TagSighting]) -> dict[TagKey, list[TagSighting]]:
    grouped: dict[TagKey, list[TagSighting]] = {}
    for sighting in sightings:
        grouped.setdefault(sighting.key, []).append(sighting)
    return grouped


def seen_once(sightings: Iterable[TagSighting], keys: Iterable[TagKey]) -> tuple[tuple[int, TagSighting], ...]:
    """Index into `keys`, and how that tag is seen. Of a tag seen twice one is another's, so neither is believed."""
    grouped = by_key(sightings)
    found = ((index, grouped.get(key, [])) for index, key in enumerate(keys))
    return tuple((index, seen[0]) for index, seen in found if len(seen) == 1)
