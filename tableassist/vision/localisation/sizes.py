"""How large the tags of one picture look, by those of all its pieces.

A print that is off, a blur or a gamma makes all of them look larger alike; a tag that differs from the others is nearer
to the camera, or farther away.
"""

from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.vision.localisation.piece_fit import PieceFits
from tableassist.vision.localisation.seen_tags import SeenTags
from tableassist.vision.tags.noise import with_sizes_compared

LEAST_TAGS = 6
MOST_COMMON = 0.01
"""More is a print that is off, which is told, and not explained away."""
LEAST_SHARE = 0.0012
WIDTH_OF_HALF = 1.349
"""Of normal numbers, in standard deviations."""
AXES = 2.0**0.5
"""A tag is off along its two sides apart, and their mean shows less."""


@dataclass(frozen=True, slots=True)
class Sizes:
    common: float
    """By which share all tags look larger than they should."""
    scatter: float
    """And each for itself: one sigma, along each side."""


def reach_px(tags: SeenTags) -> Floats:
    """(T,) from each tag's centre to its corners."""
    outward = (tags.px - tags.px.mean(axis=1, keepdims=True)).reshape(-1, 8)
    return np.asarray(np.linalg.norm(outward, axis=1) / 2.0, dtype=np.float64)


def scale_errors(fits: PieceFits, tags: SeenTags) -> Floats:
    """(T,) by which share each tag looks larger than it should."""
    reach = reach_px(tags)
    outward = (tags.px - tags.px.mean(axis=1, keepdims=True)).reshape(-1, 8) / reach[:, None]
    return np.asarray((fits.residual * outward).sum(axis=1) / 4.0 / reach, dtype=np.float64)


def sizes_of(errors: Floats) -> Sizes | None:
    """None where there are too few to compare."""
    if len(errors) < LEAST_TAGS:
        return None
    common, scatter = _of_the_closest_half(np.sort(errors))
    return Sizes(max(-MOST_COMMON, min(MOST_COMMON, common)), max(LEAST_SHARE, AXES * scatter))


def _of_the_closest_half(ordered: Floats) -> tuple[float, float]:
    """Middle and standard deviation by the half of the numbers that lie closest together: however many of the others
    are lifted or partly covered, they do not count."""
    half = len(ordered) // 2 + 1
    widths = ordered[half - 1 :] - ordered[: len(ordered) - half + 1]
    at = int(widths.argmin())
    return float(np.median(ordered[at : at + half])), float(widths[at]) / WIDTH_OF_HALF


def compared(tags: SeenTags, sizes: Sizes) -> SeenTags:
    """The corners where they would be if the tags looked as large as they should."""
    middle = tags.px.mean(axis=1, keepdims=True)
    px = middle + (tags.px - middle) / (1.0 + sizes.common)
    return replace(tags, px=px, noise=with_sizes_compared(tags.noise, tags.px, sizes.scatter))
