"""A tag's part of the picture, beside what it would look like through a perfect lens."""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Floats
from tableassist.vision.tags.pattern import RIM, modules_of, tag_pattern
from tableassist.vision.tags.sighting import TagSighting

Floats32 = npt.NDArray[np.float32]

MOST_TAGS = 4
"""The largest: they show a blur best, and more of them say the same."""
LARGEST_PX = 90.0
LEAST_MODULE_PX = 1.5
FINE = 3
"""Points a pixel, each way, from which the drawing is averaged."""
BELIEVED_MODULES = 0.55
"""Of the white rim: what lies round the plate shines in farther out."""


@dataclass(frozen=True, slots=True, eq=False)
class TagWindow:
    """`corner` is where its first pixel lies in the picture."""

    corner: tuple[int, int]
    sighting: TagSighting
    seen: Floats32
    sharp: Floats32
    """As a perfect lens would show it, white 1 and black 0; beyond the plate as it is seen."""
    inside: npt.NDArray[np.bool_]
    """Where the drawing is to be believed."""
    black: float
    white: float

    def level(self, grey: Floats32) -> Floats32:
        """Grey levels as the drawing's: white 1 and black 0."""
        return (grey - self.black) / np.float32(self.white - self.black)


def tag_windows(grey: npt.NDArray[np.uint8], sightings: Iterable[TagSighting]) -> list[TagWindow]:
    """Of the tags that show a blur best."""
    windows = (tag_window(grey, sighting) for sighting in _best(sightings))
    return [window for window in windows if window is not None]


def _best(sightings: Iterable[TagSighting]) -> list[TagSighting]:
    sized = [(_side_px(s), s) for s in sightings if not s.mirrored]
    fit = [(side, s) for side, s in sized if LEAST_MODULE_PX * modules_of(s.family) < side < LARGEST_PX]
    return [s for _, s in sorted(fit, key=lambda each: -each[0])[:MOST_TAGS]]


def _side_px(sighting: TagSighting) -> float:
    corners = np.asarray(sighting.corners)
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def tag_window(
    grey: npt.NDArray[np.uint8], sighting: TagSighting, tones: tuple[float, float] | None = None
) -> TagWindow | None:
    """None where it is cut by the picture's edge, or shows nothing. `tones` are black and white, if known."""
    corners = np.asarray(sighting.corners)
    reach = 3.0 / modules_of(sighting.family) * _side_px(sighting)
    left, top = np.floor(corners.min(axis=0) - reach).astype(int)
    right, bottom = np.ceil(corners.max(axis=0) + reach).astype(int) + 1
    if left < 0 or top < 0 or right > grey.shape[1] or bottom > grey.shape[0]:
        return None
    seen = grey[top:bottom, left:right].astype(np.float32)
    levels, beyond = _drawn(sighting, corners - (left, top), seen.shape)
    mean = cv2.resize(levels, seen.shape[::-1], interpolation=cv2.INTER_AREA)
    plate = cv2.resize((beyond <= 2.0).astype(np.float32), seen.shape[::-1], interpolation=cv2.INTER_AREA)
    inside = cv2.resize(beyond, seen.shape[::-1], interpolation=cv2.INTER_AREA) < 1.0 + BELIEVED_MODULES
    black, white = tones or (float(np.median(seen[inside & which])) for which in (mean < 0.1, mean > 0.9))
    if white - black < 1.0:
        return None
    around = (seen - black) / (white - black)
    sharp = np.asarray(plate * mean + (1 - plate) * around, dtype=np.float32)
    return TagWindow((int(left), int(top)), sighting, seen, sharp, inside, black, white)


def _drawn(sighting: TagSighting, corners: Floats, shape: tuple[int, ...]) -> tuple[Floats32, Floats32]:
    """The print at FINE points a pixel, and how many modules beyond the border's inner edge each lies."""
    bits = tag_pattern(sighting.family, sighting.tag)
    modules = modules_of(sighting.family)
    # The print's first row is the upper one; its modules are counted from the outer corner of the added rim.
    ends = RIM + np.array([[0.0, modules], [modules, modules], [modules, 0.0], [0.0, 0.0]])
    print_from_image = cv2.getPerspectiveTransform(corners.astype(np.float32), ends.astype(np.float32))
    x, y = ((np.arange(n * FINE) + 0.5) / FINE - 0.5 for n in (shape[1], shape[0]))
    solid = np.stack([*np.meshgrid(x, y), np.ones((len(y), len(x)))], axis=-1) @ print_from_image.T
    place = solid[..., :2] / solid[..., 2:]
    cell = np.clip(place.astype(int), 0, len(bits) - 1)
    beyond = np.abs(place - len(bits) / 2).max(axis=-1) - (modules / 2 - 1)
    return bits[cell[..., 1], cell[..., 0]].astype(np.float32), beyond.astype(np.float32)
