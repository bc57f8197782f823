"""Measure from tags' own borders how far the tone curve shifts their edges.

The lens blurs light, and the camera then codes it, so the half-way level of an edge between black and white lies within
the black: the border looks narrower than one module on both its sides, and the tag's outline too small. The shift
itself is measured by that: where a white module lies next to the border, both edges of the border are seen, one module
apart. The exponent is the one that makes them so, and the outer edges found in light say how far the detector's are
off (docs/measurement-model.md, eq. 23 to 25).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tableassist.geometry import Floats, ImagePoints
from tableassist.vision.tags.grey_picture import Grey, GreyPicture
from tableassist.vision.tags.noise import move_edges
from tableassist.vision.tags.pattern import RIM, modules_of, tag_pattern
from tableassist.vision.tags.sighting import TagSighting
from tableassist.vision.tags.tone import level_light

EXPONENTS = np.array([0.7, 1.2, 1.7, 2.2, 2.8])
OUTSIDE, INSIDE = 0.8, 1.8
"""Modules: how far out and in from the tag's edge a profile reaches, to the middle of the white on either side."""
STEP = 0.1
PLATEAU = 0.25
"""Of a module, to each side of a module's middle: blur does not reach there."""
MIN_MODULE_BY_BLUR = 5.0
"""Modules that are fewer sigmas of blur wide have no plateau."""
MIN_PROFILES = 16
MIN_STEP = 25.0
"""Grey levels between ink and paper, below which a profile says nothing."""
MAX_TAGS = 6
MAX_SHIFT = 0.15
"""Of a module: a larger shift is no tone curve's."""
MIN_SIGMA_PX = 0.02
"""Of the shift: what focus, JPEG and noise leave between the tags of a picture."""


@dataclass(frozen=True, slots=True)
class EdgeShift:
    exponent: float
    """The tone exponent in whose light borders are one module wide."""
    outward_px: float
    """How far the detector's edges are to be moved outwards."""
    sigma_px: float


def measure_edge_shift(grey: Grey | GreyPicture, sightings: Sequence[TagSighting], blur_px: float) -> EdgeShift | None:
    """By the borders of tags whose corners are the detector's; None where too few can be told."""
    chosen = [s for s in sightings if _module_px(s) > MIN_MODULE_BY_BLUR * blur_px][:MAX_TAGS]
    places = [_profile_places(sighting) for sighting in chosen]
    of_tag = np.repeat(np.arange(len(chosen)), [len(each) for each in places])
    if len(of_tag) < MIN_PROFILES:
        return None
    levels = _sample(grey, np.concatenate(places))
    along = np.arange(-INSIDE, OUTSIDE + STEP / 2, STEP)
    usable = _contrast(levels, along) > MIN_STEP
    if usable.sum() < MIN_PROFILES:
        return None
    levels, of_tag = levels[usable], of_tag[usable]
    outer, inner = np.array([_crossings(level_light(levels, exponent), along) for exponent in EXPONENTS]).swapaxes(0, 1)
    # True edges lie at s and -1 + (1 - 2 / n) s, if the tag is larger than its corners say by s modules on each side.
    closer = 1.0 - 2.0 / np.array([modules_of(sighting.family) for sighting in chosen])[of_tag]
    too_narrow = np.nanmedian(inner + 1.0 - closer * outer, axis=1)
    if not np.isfinite(too_narrow).all():
        return None
    order = np.argsort(too_narrow)
    exponent = float(np.interp(0.0, too_narrow[order], EXPONENTS[order]))
    module_px = np.array([_module_px(sighting) for sighting in chosen])[of_tag]
    shifts_px = _crossings(level_light(levels, exponent), along)[0] * module_px
    shifts_px = shifts_px[np.isfinite(shifts_px)]
    outward_px = float(np.median(shifts_px))
    if abs(outward_px) > MAX_SHIFT * float(np.median(module_px)):
        return None
    scatter = 1.4826 * float(np.median(np.abs(shifts_px - outward_px)))
    return EdgeShift(exponent, outward_px, float(np.hypot(MIN_SIGMA_PX, scatter / np.sqrt(len(shifts_px) / 2.0))))


def shift_edges(sighting: TagSighting, shift: EdgeShift) -> TagSighting:
    """Move all four edges of a tag outwards by the measured shift."""
    corners = move_edges(np.asarray(sighting.corners, dtype=np.float64), shift.outward_px)
    return replace(sighting, corners=ImagePoints(corners), edge_sigma_px=shift.sigma_px)


def _module_px(sighting: TagSighting) -> float:
    """Along the shorter side."""
    corners = np.asarray(sighting.corners)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return float(sides.min()) / modules_of(sighting.family)


def _profile_places(sighting: TagSighting) -> Floats:
    """(P, S, 2) px along lines that cross the border where a white module follows it."""
    modules = modules_of(sighting.family)
    pattern = tag_pattern(sighting.family, sighting.tag)[RIM:-RIM, RIM:-RIM][::-1]
    along = np.arange(-INSIDE, OUTSIDE + STEP / 2, STEP)
    homography = _homography(np.asarray(sighting.corners, dtype=np.float64))
    out = []
    for quarter in range(4):
        # The side at low y of the pattern, turned so that each side takes its place.
        turned = np.rot90(pattern, quarter)
        middles = -1.0 + 2.0 * (np.flatnonzero(turned[1] > 0.5) + 0.5) / modules
        lines = np.ones((len(middles), len(along), 3))
        lines[..., 0], lines[..., 1] = middles[:, None], -1.0 - 2.0 * along / modules
        lines[..., :2] = lines[..., :2] @ _quarter_turn(quarter).T
        out.append(lines)
    flat = np.concatenate(out) @ homography.T
    return np.asarray(flat[..., :2] / flat[..., 2:], dtype=np.float64)


def _quarter_turn(quarter: int) -> Floats:
    c, s = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[quarter]
    return np.array([[c, -s], [s, c]])


def _homography(corners: Floats) -> Floats:
    square = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]], dtype=np.float32)
    return np.asarray(cv2.getPerspectiveTransform(square, corners.astype(np.float32)), dtype=np.float64)


def _sample(picture: Grey | GreyPicture, places: Floats) -> Floats:
    """(P, S) coded levels; nan in profiles that leave the picture."""
    low, high = places.min(axis=1), places.max(axis=1)
    grey = picture.between(low, high) if isinstance(picture, GreyPicture) else picture
    flat = places.astype(np.float32)
    levels = cv2.remap(grey, flat[..., 0], flat[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    out = levels.astype(np.float64)
    height, width = grey.shape
    out[(low < 0).any(axis=1) | (high[:, 0] > width - 1) | (high[:, 1] > height - 1)] = np.nan
    return out


def _plateau(levels: Floats, along: Floats, middle: float) -> Floats:
    """(P, 1) mean level about the middle of a module."""
    near = np.abs(along - middle) < PLATEAU
    return np.asarray(levels[:, near].mean(axis=1, keepdims=True), dtype=np.float64)


def _contrast(levels: Floats, along: Floats) -> Floats:
    """(P,) from ink to the darker of the two whites."""
    paper = np.minimum(_plateau(levels, along, 0.5), _plateau(levels, along, -1.5))
    return np.nan_to_num((paper - _plateau(levels, along, -0.5))[:, 0])


def _crossings(light: Floats, along: Floats) -> tuple[Floats, Floats]:
    """(P,) modules: where profiles step from ink to the paper outside, and to the paper inside."""
    ink = _plateau(light, along, -0.5)
    found = []
    for white, low, high in ((0.5, -0.5, 0.5), (-1.5, -1.5, -0.5)):
        paper = _plateau(light, along, white)
        part = (along > low - STEP / 2) & (along < high + STEP / 2)
        share = (light[:, part] - ink) / np.maximum(paper - ink, 1e-9)
        # Blur leaves the area under a step of light as it is, whatever its shape, so the area says where the step is.
        area = (share.sum(axis=1) - (share[:, 0] + share[:, -1]) / 2.0) * STEP
        found.append(high - area if white > 0.0 else low + area)
    return found[0], found[1]
