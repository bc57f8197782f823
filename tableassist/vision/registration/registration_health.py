"""How far a registration can be trusted, and why not further."""

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.messages import Message, Text, template

GOOD_TAGS = 4
DEGRADED_CHI = 3.5
"""Tags that lie so many times farther from where they should than this picture's noise speak of a wrong lens or
layout."""
UNRELIABLE_CHI = 3.5
"""Two or three tags that fit so many times worse than expected: one of them lies, and nobody knows which."""
HOMOGRAPHY_MM = 1.0
THIN_MM = 100.0
ODD_PRINT = 0.01
"""Tags that look so much larger or smaller than they should, all together, were not printed at 100 %."""


class Health(StrEnum):
    GOOD = "good"
    DEGRADED = "degraded"
    """Judged, with a wide plus-minus."""
    UNRELIABLE = "unreliable"
    """Not judged: the mat's tags contradict each other, and which of them lies cannot be told."""


class LensFault(StrEnum):
    """Why the lens of the profile is not the one that the picture was taken with."""

    ZOOM = "zoom"
    """The focal length has changed since the calibration, and nothing else."""
    OTHER_CAMERA = "other_camera"
    """The profile is not this camera's."""


@dataclass(frozen=True, slots=True)
class Agreement:
    is_clear: bool
    """False where tags contradict each other, and it cannot be told which of them lies."""
    noise_chi: float
    """How many times their expected noise the tags' shapes are off."""
    place_chi: float
    """How far the tags lie from where they should, against this picture's noise."""
    apart_mm: float
    """Between the fitted camera and a plain homography of the same corners, on the mat."""
    scale_error: float


def registration_health(corners: Floats, left_out: tuple[int, ...], found: Agreement) -> tuple[Health, Text]:
    """`corners` (T, 4, 3) on the mat of the tags that were used."""
    seen = len(corners) + len(left_out)
    few_and_odd = seen < GOOD_TAGS and max(found.noise_chi, found.place_chi) > UNRELIABLE_CHI
    if few_and_odd or not found.is_clear:
        return Health.UNRELIABLE, Message(
            "the {count} mat tags seen do not agree on where the camera is, and it cannot be told which of them lies "
            "elsewhere than the table file says",
            count=seen,
        )
    reason = _degraded(corners, found)
    return (Health.GOOD, "") if reason is None else (Health.DEGRADED, reason)


def _degraded(corners: Floats, found: Agreement) -> Message | None:
    seen = len(corners)
    if seen < GOOD_TAGS:
        return Message("only {count} mat tags seen, {least} or more are needed", count=seen, least=GOOD_TAGS)
    if _thinnest_mm(corners) < THIN_MM:
        return Message("the mat tags seen lie almost in one line")
    if max(found.noise_chi, found.place_chi) > DEGRADED_CHI and abs(found.scale_error) > ODD_PRINT:
        return _odd_print(found.scale_error)
    if found.place_chi > DEGRADED_CHI:
        form = template("mat tags fit {times:.1f} times worse than expected: check lens and layout")
        return Message(form, times=found.place_chi)
    if found.apart_mm > HOMOGRAPHY_MM:
        form = template(
            "the flat picture of the mat disagrees by {apart_mm:.1f} mm: check the lens profile and the layout"
        )
        return Message(form, apart_mm=found.apart_mm)
    return None


def _thinnest_mm(corners: Floats) -> float:
    spread = corners.reshape(-1, 3)[:, :2]
    return float(np.linalg.svd(spread - spread.mean(axis=0), compute_uv=False)[-1]) / math.sqrt(len(spread))


def _odd_print(scale_error: float) -> Message:
    large = template("the mat's tags look {percent:.0f} % larger than the table file says: were they printed at 100 %?")
    small = template(
        "the mat's tags look {percent:.0f} % smaller than the table file says: were they printed at 100 %?"
    )
    return Message(large if scale_error > 0 else small, percent=100 * abs(scale_error))
