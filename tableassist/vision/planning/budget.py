"""Where a plus-minus comes from: what each part of a table leaves unknown by itself."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np

from tableassist.vision.planning.accuracy import PlannedPicture, SetUp
from tableassist.vision.planning.ship_fit import StandingSigmas


class Part(StrEnum):
    MOUNT = "mount"
    HEIGHT = "height"
    LEAN = "lean"
    """How straight ships stand, and the plates on them."""
    MAT = "mat"
    SCALE = "scale"
    """Of the print."""
    LENS = "lens"
    PIXELS = "pixels"


NOT_PIXELS = tuple(part for part in Part if part is not Part.PIXELS)


def without(set_up: SetUp, part: Part) -> SetUp:
    """The same table with one part known exactly; without PIXELS means all but the pixels."""
    match part:
        case Part.LENS:
            return replace(set_up, lens=replace(set_up.lens, covariance=np.zeros((12, 12))))
        case Part.MAT | Part.SCALE:
            return replace(set_up, mat=replace(set_up.mat, **_EXACT_MAT[part]))
        case Part.HEIGHT:
            return replace(set_up, mount=replace(set_up.mount, z_mm=0.0))
        case Part.MOUNT:
            return replace(set_up, mount=replace(set_up.mount, xy_mm=0.0, yaw_rad=0.0))
        case Part.LEAN:
            return replace(set_up, standing=StandingSigmas(0.0, 0.0, 0.0))
        case Part.PIXELS:
            return _by_pixels_alone(set_up)


_EXACT_MAT: Mapping[Part, Mapping[str, Any]] = {
    Part.MAT: {"placement_sigma_mm": 0.0, "surveyed": None},
    Part.SCALE: {"print_scale_sigma": 0.0, "tag_size_sigma": 0.0},
}


def _by_pixels_alone(set_up: SetUp) -> SetUp:
    for other in NOT_PIXELS:
        set_up = without(set_up, other)
    return set_up


@dataclass(frozen=True, slots=True)
class BudgetLine:
    part: Part
    sigmas_mm: tuple[float | None, ...]
    """What the part alone leaves unknown at each spot, if all others but the pixels were exact.

    Not what goes when it is known: where one part drowns the rest, as a guessed lens does, that is nothing for any
    other, and not even steady."""


def budget(picture: PlannedPicture, set_up: SetUp) -> tuple[BudgetLine, ...]:
    pixels = picture.accuracy(without(set_up, Part.PIXELS))
    lines = []
    for part in Part:
        found = pixels if part is Part.PIXELS else picture.accuracy(_alone(set_up, part))
        alone = (_beyond(each.sigma_mm, least.sigma_mm, part) for each, least in zip(found, pixels, strict=True))
        lines.append(BudgetLine(part, tuple(alone)))
    return tuple(lines)


def _alone(set_up: SetUp, part: Part) -> SetUp:
    """The same table with every other part known exactly."""
    for other in NOT_PIXELS:
        if other is not part:
            set_up = without(set_up, other)
    return set_up


def _beyond(whole_mm: float | None, pixels_mm: float | None, part: Part) -> float | None:
    if whole_mm is None or pixels_mm is None or part is Part.PIXELS:
        return whole_mm
    return math.sqrt(max(0.0, whole_mm**2 - pixels_mm**2))
