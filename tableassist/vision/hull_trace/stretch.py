"""A first outline: the packaged hull stretched and shifted until its silhouettes cover what is not bare ground."""

from dataclasses import dataclass

import cv2
import numpy as np

from tableassist.geometry.arrays import Flags, Floats
from tableassist.vision.hull_trace.views import HullView

DEEPEST_SHADES = (0.3, 0.45, 0.6, 0.78)
"""What share of its light ground keeps in the deepest shadow: the one that explains the pictures best is taken. A grey
hull is told from its shadow by nothing else."""
MAX_SHADE = 1.12
"""How much more light ground may have: what the hull throws back."""
TINT = 0.12
NOISE_SIGMAS = 4.0
AROUND_MM = 7.0
"""How far round the hull silhouettes are compared."""
STEPS = (
    (0.12, 0.12, 2.5, 1.5, 2.0),
    (0.05, 0.05, 1.0, 0.7, 1.0),
    (0.02, 0.02, 0.4, 0.3, 0.5),
    (0.01, 0.01, 0.2, 0.15, 0.25),
)
"""Of length, width, shift ahead, shift to port, deck height: from coarse to fine."""
MIN_RATIO, MAX_RATIO = 0.7, 1.4
DECK_ROOM_MM = 1.5
"""How far from the usual deck height silhouettes may put it. A shadow beyond the far wall and a hull that is too broad
both look like a deck at another height, so silhouettes hardly tell it: left free, it fell to 1 mm for all ten
path-traced ships, whose widths came out 1 to 4 mm too large in exchange."""
MAX_TRIES = 12
ENOUGH_COVERED = 0.85


@dataclass(frozen=True, slots=True, eq=False)
class Stretched:
    points: Floats
    """(N, 2) the model's hull, stretched and shifted."""
    height_mm: float
    agreement: float
    """Share of the pixels in question, hull and a margin round it, that the silhouettes explain."""
    covered: float
    """Share of the silhouettes that does not look like ground."""


def ground_like(view: HullView, deepest_shade: float) -> Flags:
    """(H, W) the pixels that look like ground, lit or in shadow: the ground's tint at any plausible shade."""
    light, ground = view.light.astype(np.float64), view.ground.astype(np.float64)
    shade = (light * ground).sum(axis=-1) / (ground * ground).sum(axis=-1)
    off = np.linalg.norm(light - shade[..., None] * ground, axis=-1)
    level = np.linalg.norm(ground, axis=-1)
    tint = np.maximum(TINT * level * np.clip(shade, 0.2, 1.0), NOISE_SIGMAS * view.noise)
    return np.asarray((shade > deepest_shade) & (shade < MAX_SHADE) & (off < tint))


def stretch_hull(views: tuple[HullView, ...], masks: tuple[Flags, ...], model: Floats, height_mm: float) -> Stretched:
    """Search length, width, place and height, coarse to fine, for the best agreement with all pictures. `masks`: what
    sails and plates hide in each view, which may well look like ground."""
    tries = [_stretch(views, masks, model, height_mm, shade) for shade in DEEPEST_SHADES]
    return max(tries, key=lambda one: one.agreement + min(one.covered, ENOUGH_COVERED))


def _stretch(
    views: tuple[HullView, ...], masks: tuple[Flags, ...], model: Floats, height_mm: float, deepest_shade: float
) -> Stretched:
    looks = [_opened(~ground_like(view, deepest_shade) & ~mask) for view, mask in zip(views, masks, strict=True)]
    known = [~mask for mask in masks]
    areas = [silhouette(view, _grown(model, AROUND_MM), 0.0) for view in views]
    asked = [area & free for area, free in zip(areas, known, strict=True)]
    total = max(sum(int(one.sum()) for one in asked), 1)

    def misses(numbers: Floats) -> int:
        count = 0
        shape = _stretched(model, numbers)
        for view, look, question in zip(views, looks, asked, strict=True):
            count += int(((silhouette(view, shape, float(numbers[4])) != look) & question).sum())
        return count

    numbers = np.array([1.0, 1.0, 0.0, 0.0, height_mm])
    least = misses(numbers)
    for steps in STEPS:
        for _ in range(MAX_TRIES):
            before = least
            for axis, step in enumerate(steps):
                for way in (-1.0, 1.0):
                    tried = numbers.copy()
                    tried[axis] += way * step
                    if not _plausible(tried, height_mm):
                        continue
                    count = misses(tried)
                    if count < least:
                        numbers, least = tried, count
            if least == before:
                break
    shape = _stretched(model, numbers)
    inside = [silhouette(view, shape, float(numbers[4])) & free for view, free in zip(views, known, strict=True)]
    shown = max(sum(int(one.sum()) for one in inside), 1)
    covered = sum(int((one & look).sum()) for one, look in zip(inside, looks, strict=True)) / shown
    return Stretched(shape, float(numbers[4]), 1.0 - least / total, covered)


def _plausible(numbers: Floats, usual_mm: float) -> bool:
    return bool(
        MIN_RATIO <= numbers[0] <= MAX_RATIO
        and MIN_RATIO <= numbers[1] <= MAX_RATIO
        and max(0.3, usual_mm - DECK_ROOM_MM) <= numbers[4] <= usual_mm + DECK_ROOM_MM
    )


def _stretched(model: Floats, numbers: Floats) -> Floats:
    return np.asarray(model * numbers[:2] + numbers[2:4], dtype=np.float64)


def _grown(model: Floats, by_mm: float) -> Floats:
    low, high = model.min(axis=0) - by_mm, model.max(axis=0) + by_mm
    return np.array([low, (high[0], low[1]), high, (low[0], high[1])])


def silhouette(view: HullView, outline: Floats, height_mm: float) -> Flags:
    """(H, W) what an upright prism covers: its foot, its deck, and the hull of each wall between them."""
    mask = np.zeros(view.light.shape[:2], np.uint8)
    foot = np.rint(np.asarray(view.pixels(outline, 0.0)) * 16).astype(np.int32)
    cv2.fillPoly(mask, [foot], 1, shift=4)
    if height_mm > 0.0:
        deck = np.rint(np.asarray(view.pixels(outline, height_mm)) * 16).astype(np.int32)
        cv2.fillPoly(mask, [deck], 1, shift=4)
        after, above = np.roll(foot, -1, axis=0), np.roll(deck, -1, axis=0)
        for wall in np.stack([foot, after, above, deck], axis=1):
            cv2.fillConvexPoly(mask, wall, 1, shift=4)
    return mask > 0


def erode(mask: Flags, by_px: int) -> Flags:
    return cv2.erode(mask.astype(np.uint8), np.ones((2 * by_px + 1, 2 * by_px + 1), np.uint8)) > 0


def _opened(mask: Flags) -> Flags:
    return cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)) > 0
