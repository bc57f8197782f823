"""How large the tags of one picture look, by those of all its pieces.

A print that is off, a blur or a gamma makes all of them look larger alike; a tag that differs from the others is nearer
to the camera, or farther away.
"""

from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry import Floats
from tableassist.vision.localisation.piece_fit import PieceFits, covariances
from tableassist.vision.localisation.seen_tags import SeenTags
from tableassist.vision.registration.layout_scale import TagSizeError
from tableassist.vision.tags.noise import scale_error, with_sizes_compared

LEAST_TAGS = 6
MOST_COMMON = 0.01
"""More than this beyond what the mat's tags show of the print is told (`mat_warnings.odd_print_warning`), and not
explained away."""
LEAST_SHARE = 0.001
"""What stands round a tag (mat, card, a hull) shifts its edges by a hundredth of a pixel in path-traced pictures."""
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
    pattern_noise_px: float | None = None
    """Of a corner of the middle one, by the fit of its pattern."""


def reach_px(tags: SeenTags) -> Floats:
    """(T,) from each tag's centre to its corners; the mean of the pictures that show it."""
    corners = tags.px.reshape(-1, 4, 2)
    outward = (corners - corners.mean(axis=1, keepdims=True)).reshape(-1, 8)
    reach = (np.linalg.norm(outward, axis=1) / 2.0).reshape(tags.is_shown.shape)
    if reach.shape[1] == 1:
        return np.asarray(reach[:, 0], dtype=np.float64)
    return np.asarray((reach * tags.is_shown).sum(axis=1) / tags.is_shown.sum(axis=1), dtype=np.float64)


def scale_errors(fits: PieceFits, tags: SeenTags) -> Floats:
    """(T,) by which share each tag looks larger than it should."""
    return np.asarray((fits.residual * _by_residual(tags)).sum(axis=1), dtype=np.float64)


def _by_residual(tags: SeenTags) -> Floats:
    """(T, 8) of the share by which a tag looks larger, by its residuals."""
    reach = reach_px(tags)
    outward = (tags.px - tags.px.mean(axis=1, keepdims=True)).reshape(-1, 8)
    return np.asarray(outward / (4.0 * reach**2)[:, None], dtype=np.float64)


def sizes_of(errors: Floats, fits: PieceFits, tags: SeenTags, printed: TagSizeError) -> Sizes:
    """By the scale errors (T,) of a fit, at least LEAST_TAGS of them. What the noise of corners, leans and
    sloping plates explain of their scatter is no scatter of sizes, and is not counted twice. `printed` is what the
    mat's tags show: a size error that all tags share is the print's, and no lift."""
    common, scatter = _of_the_closest_half(np.sort(errors))
    own = max(0.0, scatter**2 - float(np.median(_explained(fits, tags)))) ** 0.5
    least, most = min(0.0, printed.share) - MOST_COMMON, max(0.0, printed.share) + MOST_COMMON
    return Sizes(max(least, min(most, common)), max(LEAST_SHARE, AXES * own), tags.usual_pattern_noise_px)


def _explained(fits: PieceFits, tags: SeenTags) -> Floats:
    """(T,) variances of the scale errors that are left where all tags are as large as they should be."""
    by = _by_residual(tags)
    gain = covariances(fits.normal(tags))[tags.piece] @ fits.white.transpose(0, 2, 1) @ fits.whiten
    left = by - np.einsum("ti,tij,tjk->tk", by, fits.jacobian, gain)
    unwhiten = np.linalg.inv(fits.whiten)
    sizes_alike = unwhiten @ unwhiten.transpose(0, 2, 1) - tags.noise + with_sizes_compared(tags.noise, tags.px, 0.0)
    before = np.zeros_like(fits.known.information)
    known = np.diagonal(fits.known.information, axis1=1, axis2=2)[:, 3:]
    before[:, [3, 4, 5], [3, 4, 5]] = 1.0 / known
    leans = fits.jacobian @ before[tags.piece] @ fits.jacobian.transpose(0, 2, 1)
    return np.asarray(np.einsum("ti,tij,tj->t", left, sizes_alike + leans, left), dtype=np.float64)


def _of_the_closest_half(ordered: Floats) -> tuple[float, float]:
    """Middle and standard deviation by the half of the numbers that lie closest together: however many of the others
    are lifted or partly covered, they do not count."""
    half = len(ordered) // 2 + 1
    widths = ordered[half - 1 :] - ordered[: len(ordered) - half + 1]
    at = int(widths.argmin())
    return float(np.median(ordered[at : at + half])), float(widths[at]) / WIDTH_OF_HALF


def with_printed_sizes(tags: SeenTags, printed: TagSizeError) -> SeenTags:
    """The corners where they would be if the print were true to size, for tags too few to be compared; how well the
    print is known goes into their noise."""
    if printed.sigma == 0.0:
        return tags
    middle = tags.px.mean(axis=1, keepdims=True)
    px = middle + (tags.px - middle) / (1.0 + printed.share)
    return replace(tags, px=px, noise=tags.noise + scale_error(tags.px, 0.0, printed.sigma))


def compared(tags: SeenTags, sizes: Sizes) -> SeenTags:
    """The corners where they would be if the tags looked as large as they should."""
    middle = tags.px.mean(axis=1, keepdims=True)
    px = middle + (tags.px - middle) / (1.0 + sizes.common)
    return replace(tags, px=px, noise=with_sizes_compared(tags.noise, tags.px, sizes.scatter))
