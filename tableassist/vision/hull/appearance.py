"""The colours of a hull, by the white of its own tag's card, so that a ship with another's plate is told."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tableassist.geometry import Flags, Floats, MatPoints3, PlanarPose
from tableassist.pieces import TagMount
from tableassist.vision.camera.frame import Image
from tableassist.vision.hull.cover import plate_corners
from tableassist.vision.hull.edge_fit import drawn_at
from tableassist.vision.hull.view import HullView
from tableassist.vision.registration.registration import Registration

ZONES = 4
"""Of the deck the parts ahead, in the middle and astern; and the rim, rails and walls together."""
NUMBERS = 3
"""Of each zone."""
LEAST_MM2 = 8.0
"""A zone of which less is seen has no colour."""
BLACK = 4.0
"""Grey levels below which there is only noise."""
GLARE = 250.0
"""A card with a channel this bright may be any white: the picture is overexposed there, and no colour is told."""
MIDDLE_OF_BORDER = 9 / 8
"""A card's white border runs from its black square to 10/8 of it."""
SAMPLES = 9
SIGMAS = np.array([[0.10, 0.10, 0.40]] * 3 + [[0.16, 0.16, 0.70]])
"""(ZONES, NUMBERS) how far the same ship's colours differ in another light, on another place of the mat: logarithms of
blue by green, red by green, and brightness. A wall may lie in shadow, and mirrors the mat."""


@dataclass(frozen=True, slots=True, eq=False)
class HullAppearance:
    colours: Floats
    """(ZONES, NUMBERS) logarithms, by the card's white: blue by green, red by green, brightness. NaN: not known."""

    @property
    def numbers(self) -> tuple[float | None, ...]:
        """For a file: zone by zone, None where it is not known."""
        return tuple(None if math.isnan(number) else round(float(number), 4) for number in self.colours.ravel())

    @classmethod
    def from_numbers(cls, numbers: Sequence[float | None]) -> "HullAppearance":
        """As `numbers` gave them; raises ValueError for another count."""
        flat = np.array([math.nan if number is None else number for number in numbers], dtype=np.float64)
        return cls(flat.reshape(ZONES, NUMBERS))

    def sigmas_from(self, other: "HullAppearance") -> float | None:
        """By how many sigmas the zones differ that both know, RMS; None where there are none."""
        apart = (self.colours - other.colours) / (math.sqrt(2.0) * SIGMAS)
        known = ~np.isnan(apart)
        return float(np.sqrt((apart[known] ** 2).mean())) if known.any() else None


def mean_appearance(several: Sequence[HullAppearance]) -> HullAppearance | None:
    """Of several set-downs: each number by its median over those that know it."""
    if not several:
        return None
    stack = np.stack([each.colours for each in several])
    known = ~np.isnan(stack)
    middle = np.full((ZONES, NUMBERS), math.nan)
    for zone, number in np.argwhere(known.any(axis=0)):
        middle[zone, number] = np.median(stack[known[:, zone, number], zone, number])
    return HullAppearance(middle)


def appearance_at(image: Image, view: HullView, offset: Floats) -> HullAppearance | None:
    """Of a hull that is off by so much in the piece's frame; None where no card shows its white."""
    white = _white(image, view)
    if white is None:
        return None
    patch = view.patch
    cared = view.cared(offset)
    drawn = drawn_at(patch, view.piece.model, offset, cared)
    ahead, astern, _ = view.sectors(offset)
    deck = (drawn.deck_share > 0.97) & (cared > 0)
    rim = (drawn.deck_share + drawn.mat_share < 0.3) & (cared > 0)
    zones = (deck & ahead, deck & ~ahead & ~astern, deck & astern, rim)
    return HullAppearance(np.stack([_zone(patch.colours, zone, white, patch.px_per_mm) for zone in zones]))


def _zone(
    colours: np.ndarray[tuple[int, ...], np.dtype[np.float32]], zone: Flags, white: Floats, scale: float
) -> Floats:
    if zone.sum() < LEAST_MM2 * scale**2:
        return np.full(NUMBERS, math.nan)
    blue, green, red = np.log(np.median(colours[zone], axis=0) + BLACK) - white
    return np.array([blue - green, red - green, (blue + green + red) / 3])


def _white(image: Image, view: HullView) -> Floats | None:
    """(3,) logarithms of the card's white: the median over the white borders of the plates that are in the picture.
    None where there is none, or it is overexposed."""
    patch = view.patch
    seen = [
        colours
        for mount in view.piece.mounts
        if (colours := _border(image, patch.registration, mount, patch.pose)) is not None
    ]
    white = np.median(np.concatenate(seen), axis=0) if seen else None
    return None if white is None or white.max() >= GLARE else np.log(white + BLACK)


def _border(image: Image, registration: Registration, mount: TagMount, pose: PlanarPose) -> Floats | None:
    """(N, 3) colours along the middle of the card's white border."""
    middle = np.array([*pose.place_one(mount.x_mm, mount.y_mm), mount.z_mm])
    corners = middle + (plate_corners(mount, pose) - middle) * (MIDDLE_OF_BORDER / (10 / 8))
    share = np.linspace(0.0, 1.0, SAMPLES, endpoint=False)[None, :, None]
    ring = (corners[:, None] * (1 - share) + np.roll(corners, -1, axis=0)[:, None] * share).reshape(-1, 3)
    px = registration.lens.project(registration.pose.into_camera(MatPoints3(ring)))
    rows, columns = image.shape[:2]
    inside = (px > 0).all(axis=1) & (px[:, 0] < columns - 1) & (px[:, 1] < rows - 1)
    if inside.sum() < len(px) / 2:
        return None
    left, top = np.floor(px[inside].min(axis=0)).astype(int)
    right, bottom = np.ceil(px[inside].max(axis=0)).astype(int) + 1
    part = image[top:bottom, left:right].astype(np.float32)
    at = (px[inside] - (left, top)).astype(np.float32)
    return np.asarray(cv2.remap(part, at[:, 0], at[:, 1], cv2.INTER_LINEAR), np.float64).reshape(-1, 3)
