"""Tags that the detector cannot read because something covers a part of them, at a place that is nearly known.

A flag says where the wake plate of its ship lies, to a millimetre or two. A detector needs all four edges of a tag; the
pattern alone shows where it is if half of it can be seen. The plate lies flat on the mat before a known camera, so its
picture has three unknowns only: place and turn. They are fitted to what no other piece can hide, in light, as
`refinement.py` fits whole tags (docs/measurement-model.md, eq. 19a).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from tableassist.geometry import Flags, Floats, ImagePoints
from tableassist.vision.tags.grey_picture import Grey
from tableassist.vision.tags.pattern import tag_pattern
from tableassist.vision.tags.refinement import CORNERS, EDGE, GRID, LEAST_SPREAD, OUTLIER
from tableassist.vision.tags.sighting import TagSighting
from tableassist.vision.tags.tone import Tone, level_light

SUPERSAMPLING = 8
"""Pixels of the drawn pattern to a module: it is blurred there."""
SEARCH_MM, SEARCH_STEP_MM = 2.4, 0.6
SEARCH_TURNS_RAD = (-math.radians(2.5), 0.0, math.radians(2.5))
"""How far from its expected place a plate is searched for: a flag 57 mm up on a rig that leans 1.5 degrees, and a turn
of the flag that is known to a degree. The step is a third of a module."""
MAX_STEPS, DONE_MM, DONE_RAD = 12, 0.003, 1e-4
STEP_MM, STEP_RAD = 0.05, math.radians(0.2)
MAX_MOVE_MM = 3.2
MIN_SHOWN = 0.35
"""Share of the tag that must be in plain view. Other tags' patterns were taken for the right one in 13 of 136 tries,
all but one with 0.31 of it or less."""
MIN_CORRELATION, MIN_CORRELATION_OF_MOST, MOST_SHOWN = 0.88, 0.84, 0.55
"""Between the pattern and what is seen of it; the second where more than MOST_SHOWN of it is in view. Of 258 plates on
path-traced pictures, half hidden by masks, 252 reach this; of 258 patterns of other tags laid over them one does."""
MAX_RESIDUAL = 0.16
"""Of the contrast, root mean square."""
MIN_CONTRAST = 25.0
"""In light, of 255."""
SAMPLES_ALIKE = 6.0
"""Samples that are worth one: they share pixels (the grid is finer than these), blur and compression. With it and the
floor, the middles of 75 path-traced plates, seen to 30 % and more, were off by 0.6 of their sigmas (0.02 px)."""
FLOOR_PX = 0.03
"""Sigma of a corner by itself: what cover and shade at the rim of what is seen may do."""
MAX_SIGMA_MM = 0.25
"""A plate that is known no better than this says little more than the flag."""

_AXIS = np.linspace(-EDGE, EDGE, GRID)
_X, _Y = (axis.ravel() for axis in np.meshgrid(_AXIS, _AXIS))
PLACES: Floats = np.column_stack([_X, _Y])
"""(N, 2) of the samples, in units of half the black square's side."""
_SHADES = np.stack([np.ones_like(_X), _X / EDGE, _Y / EDGE], axis=1)

Projection = Callable[[Floats, Floats], Floats]
"""From the plate's motion (x, y in mm, turn in rad) and places on the tag (N, 2) to pixels (N, 2)."""


@dataclass(frozen=True, slots=True, eq=False)
class CoveredTag:
    """A tag that is partly covered, as it is expected."""

    family: str
    tag: int
    project: Projection
    shown: Flags
    """(N,) which of PLACES nothing hides."""


def find_covered_tag(grey: Grey, expected: CoveredTag, tone: Tone) -> TagSighting | None:
    """Find a tag near its expected place by what is in view of its pattern; None where that says too little."""
    if expected.shown.mean() < MIN_SHOWN:
        return None
    fit = _Pattern(grey, expected, tone)
    motion = fit.search()
    if motion is None:
        return None
    solved = fit.refine(motion)
    if solved is None:
        return None
    motion, covariance = solved
    corners = expected.project(motion, CORNERS)
    by_motion = np.stack(
        [
            (expected.project(motion + step, CORNERS) - corners).reshape(-1) / step.sum()
            for step in np.diag([STEP_MM, STEP_MM, STEP_RAD])
        ],
        axis=1,
    )
    noise = by_motion @ covariance @ by_motion.T + FLOOR_PX**2 * np.eye(8)
    return TagSighting(expected.family, expected.tag, ImagePoints(corners), 0.0, 0, np.asarray(noise))


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    light: Floats
    """(N,)."""
    inside: Flags


class _Pattern:
    """The pattern of one tag over the picture."""

    def __init__(self, grey: Grey, expected: CoveredTag, tone: Tone) -> None:
        self.grey, self.expected, self.tone = grey, expected, tone
        corners = expected.project(np.zeros(3), CORNERS)
        sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        self.levels = _drawn(expected.family, expected.tag, tone.blur_px, float(sides.mean()))

    def search(self) -> Floats | None:
        """The motion at which the pattern explains most of what is seen, over a grid of motions.

        Over a few millimetres the picture is an affine map of the mat, so all places of all motions follow from four
        projections.
        """
        use = self.expected.shown & (np.arange(len(PLACES)) % 2 == 0)
        still = np.zeros(3)
        here = self.expected.project(still, PLACES)[use]
        by_motion = [
            (self.expected.project(step, PLACES)[use] - here) / step.sum()
            for step in np.diag([SEARCH_STEP_MM, SEARCH_STEP_MM, SEARCH_TURNS_RAD[-1]])
        ]
        steps = np.arange(-SEARCH_MM, SEARCH_MM + 0.01, SEARCH_STEP_MM)
        motions = np.array([(x, y, turn) for turn in SEARCH_TURNS_RAD for x in steps for y in steps])
        places = here + np.einsum("mk,knc->mnc", motions, np.stack(by_motion))
        light = self._light(places.reshape(-1, 2)).reshape(len(motions), -1)
        pattern = self.levels[use] - self.levels[use].mean()
        light = light - light.mean(axis=1, keepdims=True)
        scores = light @ pattern / np.maximum(np.linalg.norm(light, axis=1) * np.linalg.norm(pattern), 1e-9)
        best = int(scores.argmax())
        return motions[best] if scores[best] > 0.0 else None

    def refine(self, motion: Floats) -> tuple[Floats, Floats] | None:
        """Gauss-Newton over place and turn; contrast, brightness and two slopes of the light are solved along. The
        motion and its covariance (3, 3), or None where the pattern does not explain what is seen."""
        weight = self.expected.shown.astype(np.float64)
        for _ in range(MAX_STEPS):
            seen = self._seen(motion)
            columns = self._columns()
            robust = weight * seen.inside
            light = _solve(columns, seen.light, robust)
            for _ in range(2):
                miss = seen.light - columns @ light
                robust = weight * seen.inside * _tukey(miss, robust, LEAST_SPREAD * max(abs(float(light[0])), 1.0))
                light = _solve(columns, seen.light, robust)
            miss = seen.light - columns @ light
            slopes = np.stack(
                [
                    (self._seen(motion + step).light - self._seen(motion - step).light) / (2.0 * step.sum())
                    for step in np.diag([STEP_MM, STEP_MM, STEP_RAD])
                ],
                axis=1,
            )
            # What is seen moves against the pattern, so the residual falls by the slopes.
            design = np.concatenate([-slopes, columns], axis=1)
            normal = (design * robust[:, None]).T @ design + 1e-9 * np.eye(design.shape[1])
            step = np.linalg.solve(normal, (design * robust[:, None]).T @ miss)[:3]
            motion = motion + np.clip(step, -0.5, 0.5)
            if np.abs(step[:2]).max() < DONE_MM and abs(float(step[2])) < DONE_RAD:
                break
        contrast, kept = float(light[0]), float(robust.sum())
        if contrast < MIN_CONTRAST or kept < MIN_SHOWN * len(robust) * 0.8 or math.hypot(*motion[:2]) > MAX_MOVE_MM:
            return None
        variance = float((robust * miss**2).sum() / max(kept - design.shape[1], 1.0))
        is_mostly_shown = self.expected.shown.mean() > MOST_SHOWN
        least = MIN_CORRELATION_OF_MOST if is_mostly_shown else MIN_CORRELATION
        if math.sqrt(variance) > MAX_RESIDUAL * contrast or self._correlation(self._seen(motion)) < least:
            return None
        covariance = np.linalg.inv(normal)[:3, :3] * variance * SAMPLES_ALIKE
        if math.sqrt(float(covariance[0, 0] + covariance[1, 1]) / 2.0) > MAX_SIGMA_MM:
            return None
        return motion, covariance

    def _columns(self) -> Floats:
        """(N, 4) contrast, and brightness with its slopes."""
        return np.column_stack([self.levels, _SHADES])

    def _seen(self, motion: Floats) -> _Seen:
        places = self.expected.project(motion, PLACES)
        high, wide = self.grey.shape
        inside = (places >= 0.0).all(axis=1) & (places[:, 0] <= wide - 1) & (places[:, 1] <= high - 1)
        return _Seen(self._light(places), np.asarray(inside))

    def _light(self, places: Floats) -> Floats:
        """(N,) at pixels (N, 2); in rows, since OpenCV takes pictures of 32,767 rows at most."""
        count = len(places)
        rows = -(-count // GRID**2)
        flat = np.zeros((rows * GRID**2, 2), np.float32)
        flat[:count] = places
        x, y = (flat[:, axis].reshape(rows, -1) for axis in (0, 1))
        levels = cv2.remap(self.grey, x, y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE).reshape(-1)[:count]
        return level_light(levels.astype(np.float64), self.tone.exponent)

    def _correlation(self, seen: _Seen) -> float:
        use = self.expected.shown & seen.inside
        if use.sum() < MIN_SHOWN * len(use):
            return 0.0
        pattern, light = self.levels[use], seen.light[use]
        pattern, light = pattern - pattern.mean(), light - light.mean()
        return float(pattern @ light / max(math.sqrt(float(pattern @ pattern) * float(light @ light)), 1e-9))


def _drawn(family: str, tag: int, blur_px: float, side_px: float) -> Floats:
    """(N,) the pattern at PLACES, blurred as a picture would show a tag of this size."""
    bits = tag_pattern(family, tag)
    modules = len(bits) - 4
    fine = cv2.resize(bits[::-1], None, fx=SUPERSAMPLING, fy=SUPERSAMPLING, interpolation=cv2.INTER_NEAREST)
    sigma = max(blur_px / side_px * modules * SUPERSAMPLING, 0.3)
    soft = cv2.GaussianBlur(np.pad(fine, 2 * SUPERSAMPLING, mode="edge"), (0, 0), sigma)
    middle = (len(soft) - 1) / 2.0
    at = (middle + PLACES * modules * SUPERSAMPLING / 2.0).astype(np.float32)
    return np.asarray(
        cv2.remap(soft.astype(np.float32), at[:, :1], at[:, 1:], cv2.INTER_LINEAR)[:, 0], dtype=np.float64
    )


def _solve(columns: Floats, values: Floats, weight: Floats) -> Floats:
    weighted = columns * weight[:, None]
    normal = weighted.T @ columns + 1e-9 * np.eye(columns.shape[1])
    return np.asarray(np.linalg.solve(normal, weighted.T @ values), dtype=np.float64)


def _tukey(miss: Floats, weight: Floats, least_spread: float) -> Floats:
    used = np.abs(miss[weight > 0.0])
    spread = max(1.4826 * float(np.median(used)) if len(used) else 0.0, least_spread)
    return np.asarray(np.clip(1.0 - (miss / (OUTLIER * spread)) ** 2, 0.0, None) ** 2, dtype=np.float64)
