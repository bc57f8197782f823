"""The picture of the dice corner: the part that is looked at, and which of its pixels are the plain ground."""

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Flags, Floats
from tableassist.vision.camera.frame import Image
from tableassist.vision.dice.corner import DiceCorner
from tableassist.vision.dice.corner_place import CornerPlace
from tableassist.vision.registration.registration import Registration

Layer = npt.NDArray[np.float32]
INSET_MM = 2.5
"""From the ground's rim inwards: there pixels are of two colours."""
LIGHTER, DARKER, BLACK = 1.13, 0.86, 0.36
"""Shares of the ground's brightness. Between `DARKER` and `BLACK` it may be a shadow."""
COLOURED = 0.045
"""By so much the share of a colour differs from the ground's."""
SIGMAS = 4.0
LEAST_SIGMA = 0.8
"""Grey levels: where compression has smoothed the ground, edges are no better than this."""
ROW = 4000
"""OpenCV's maps are pictures, no wider than some 32,000."""


@dataclass(frozen=True, eq=False)
class GroundPicture:
    colours: Layer
    """(H, W, 3) BGR of the part of the picture round the ground."""
    evidence: Layer
    """(H, W): -1 for ground, 0 for what may be its shadow, 1 for anything else; -1 outside of the ground."""
    inside: Flags
    """(H, W): within the ground."""
    sigma: Floats
    """(3,) of the picture's noise on the ground, in grey levels."""
    ground: Floats
    """(3,) the ground's colour in its middle."""
    left: int
    top: int
    registration: Registration

    def pixels(self, points: Floats) -> Floats:
        """(..., 3) above the mat to (..., 2) pixels of this part."""
        seen = self.registration.lens.project(self.registration.pose.into_camera(points))
        return np.asarray(seen) - (self.left, self.top)

    def sampled(self, px: Floats) -> Layer:
        """(..., 2) pixels to (..., 4): the colours in sigmas, and the evidence. Beyond the rim of this part, the
        nearest."""
        count = math.prod(px.shape[:-1])
        rows = math.ceil(count / ROW)
        maps = np.zeros((rows * ROW, 2), np.float32)
        maps[:count] = px.reshape(-1, 2)
        x, y = maps[:, 0].reshape(rows, ROW), maps[:, 1].reshape(rows, ROW)
        out = cv2.remap(self._layers, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(out.reshape(-1, 4)[:count].reshape(*px.shape[:-1], 4), np.float32)

    def are_inside(self, px: Floats) -> Flags:
        """(..., 2) pixels to (...): whether each is within the ground."""
        high, wide = self.inside.shape
        x, y = np.rint(px[..., 0]).astype(np.intp), np.rint(px[..., 1]).astype(np.intp)
        here = (x >= 0) & (y >= 0) & (x < wide) & (y < high)
        return np.asarray(here & self.inside[np.clip(y, 0, high - 1), np.clip(x, 0, wide - 1)])

    @cached_property
    def rim(self) -> Flags:
        """(H, W): the outermost pixels of the ground."""
        inner = cv2.erode(self.inside.astype(np.uint8), np.ones((3, 3), np.uint8), borderValue=0)
        return np.asarray(self.inside & (inner == 0))

    @cached_property
    def _layers(self) -> Layer:
        colours = self.colours / self.sigma.astype(np.float32)
        return np.ascontiguousarray(np.concatenate([colours, self.evidence[..., None]], axis=2))


def ground_window(
    corner: DiceCorner, place: CornerPlace, registration: Registration
) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom of the pixels that show the ground and what stands on it; None where some of it is
    outside of the picture."""
    ground, tall = corner.ground, corner.edges_mm[1]
    ring = [(ground.left_mm, ground.low_mm), (ground.right_mm, ground.low_mm),
            (ground.right_mm, ground.high_mm), (ground.left_mm, ground.high_mm)]  # fmt: skip
    flat = place.on_mat(np.array(ring))
    solid = np.concatenate([np.column_stack([flat, np.full(4, z)]) for z in (0.0, tall)])
    px = np.asarray(registration.lens.project(registration.pose.into_camera(solid)))
    left, top = np.floor(px.min(axis=0)).astype(int) - 2
    right, bottom = np.ceil(px.max(axis=0)).astype(int) + 3
    if left < 0 or top < 0 or right > registration.lens.width_px or bottom > registration.lens.height_px:
        return None
    return int(left), int(top), int(right), int(bottom)


def ground_picture(
    image: Image, window: tuple[int, int, int, int], corner: DiceCorner, place: CornerPlace, registration: Registration
) -> GroundPicture | None:
    """None where too little of the ground is seen for its colour to be known."""
    left, top, right, bottom = window
    part = image[top:bottom, left:right]
    colours = np.asarray(part if part.ndim == 3 else cv2.cvtColor(part, cv2.COLOR_GRAY2BGR), np.float32)
    inside = _inside(colours.shape[:2], window, corner, place, registration)
    found = _ground_colour(colours, inside)
    if found is None:
        return None
    expected, sigma = found
    evidence = _evidence(colours, expected, sigma)
    middle = np.asarray(expected[inside].mean(axis=0), np.float64)
    return GroundPicture(colours, evidence, inside, sigma, middle, left, top, registration)


def _inside(
    shape: tuple[int, ...],
    window: tuple[int, int, int, int],
    corner: DiceCorner,
    place: CornerPlace,
    registration: Registration,
) -> Flags:
    ground, steps = corner.ground, np.linspace(0.0, 1.0, 9)[:-1, None]
    left, right = ground.left_mm + INSET_MM, ground.right_mm - INSET_MM
    low, high = ground.low_mm + INSET_MM, ground.high_mm - INSET_MM
    ring = np.array([(left, low), (right, low), (right, high), (left, high), (left, low)])
    flat = place.on_mat(np.concatenate([a + (b - a) * steps for a, b in pairwise(ring)]))
    solid = registration.pose.into_camera(np.column_stack([flat, np.zeros(len(flat))]))
    px = np.asarray(registration.lens.project(solid)) - window[:2]
    mask = np.zeros((shape[0], shape[1]), np.uint8)
    cv2.fillPoly(mask, [np.rint(px).astype(np.int32)], 1)
    return np.asarray(mask > 0)


def _ground_colour(colours: Layer, inside: Flags) -> tuple[Layer, Floats] | None:
    """(H, W, 3) what the ground would be at each pixel: a plane through the colours that most of it has."""
    rows, columns = inside.shape
    seen = colours[inside].astype(np.float64)
    if len(seen) < 200:
        return None
    x, y = np.meshgrid(np.arange(columns, dtype=np.float64), np.arange(rows, dtype=np.float64))
    wide = max(rows, columns)
    whole = np.stack([np.ones_like(x), (x - columns / 2) / wide, (y - rows / 2) / wide], axis=-1)
    basis = whole[inside]
    bright = seen.sum(axis=1)
    # Where most of it is free, its brightness is where most pixels are.
    counts, edges = np.histogram(bright, bins=48)
    smooth = np.convolve(counts, (1, 2, 3, 2, 1), "same")
    peak = float(edges[int(smooth.argmax())] + edges[int(smooth.argmax()) + 1]) / 2
    kept = np.abs(bright - peak) < 0.16 * peak + 6.0
    for _ in range(4):
        if kept.sum() < 0.2 * len(seen):
            return None
        plane = np.linalg.lstsq(basis[kept], seen[kept], rcond=None)[0]
        off = seen - basis @ plane
        spread = 1.4826 * np.median(np.abs(off[kept]), axis=0) + 0.3
        kept = (np.abs(off) < 3.5 * spread).all(axis=1)
    return np.asarray(np.maximum(whole @ plane, 2.0), np.float32), np.maximum(spread, LEAST_SIGMA)


def _evidence(colours: Layer, expected: Layer, sigma: Floats) -> Layer:
    level = colours.sum(axis=2) / expected.sum(axis=2)
    noise = float(np.linalg.norm(sigma)) / np.maximum(expected.sum(axis=2), 6.0)
    shares = colours / np.maximum(colours.sum(axis=2, keepdims=True), 6.0)
    usual = expected / expected.sum(axis=2, keepdims=True)
    tint = np.abs(shares - usual).max(axis=2)
    odd = np.maximum(COLOURED, SIGMAS * noise / np.maximum(level, 0.2))
    lighter = level > np.maximum(LIGHTER, 1.0 + SIGMAS * noise)
    other = lighter | (level < BLACK) | (tint > odd)
    shade = (level < np.minimum(DARKER, 1.0 - SIGMAS * noise)) & ~other
    evidence = np.where(other, 1.0, np.where(shade, 0.0, -1.0)).astype(np.float32)
    return np.asarray(evidence, np.float32)
