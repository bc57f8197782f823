"""How far a registration can be trusted, and why not further."""

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from tableassist.geometry import Floats
from tableassist.messages import Message, Text, template
from tableassist.vision.registration.layout_scale import TagSizeError

GOOD_TAGS = 4
DEGRADED_CHI = 3.5
"""Tags that lie so many times farther from where they should than this picture's noise speak of a wrong lens or
layout."""
UNRELIABLE_CHI = 3.5
"""Two or three tags that fit so many times worse than expected: one of them lies, and nobody knows which."""
HOMOGRAPHY_MM = 1.0
THIN_MM = 100.0
ODD_PRINT, ODD_PRINT_SIGMAS = 0.01, 4.0
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
    size_error: TagSizeError
    """Of the mat's tags against the distances between them."""

    @property
    def is_print_odd(self) -> bool:
        """Whether the tags are of another size than stated, beyond what blur and printers do."""
        if abs(self.size_error.share) < ODD_PRINT:
            return False
        is_noticed = max(self.noise_chi, self.place_chi) > DEGRADED_CHI
        return is_noticed or abs(self.size_error.share) > ODD_PRINT_SIGMAS * self.size_error.sigma


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
    if found.is_print_odd:
        return _odd_print(found.size_error.share)
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


def _odd_print(share: float) -> Message:
    large = template(
        "the mat's tags look {percent:.0f} % larger than the table file says: was the kit printed at {printed:.0f} %? "
        "Measure the 100 mm line on a printed page, and give it to tableassist scale --line"
    )
    small = template(
        "the mat's tags look {percent:.0f} % smaller than the table file says: was the kit printed at {printed:.0f} %? "
        "Measure the 100 mm line on a printed page, and give it to tableassist scale --line"
    )
    return Message(large if share > 0 else small, percent=100 * abs(share), printed=100 * (1.0 + share))
