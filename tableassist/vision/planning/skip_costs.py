"""What a table loses that leaves out a step: the plus-minus between two ships with everything measured, and without."""

import math
from dataclasses import dataclass, replace

from tableassist.vision.camera.typical_lens import typical_lens
from tableassist.vision.planning.accuracy import SetUp, SpotAccuracy, planned_picture
from tableassist.vision.planning.prospect import spots_of
from tableassist.vision.planning.reading import TagPlan
from tableassist.vision.planning.set_up import BY_EYE, measured, planned_mat
from tableassist.vision.planning.ship_fit import StandingSigmas
from tableassist.vision.planning.view import PlayArea, hung, lowest_height_mm

USUAL_TAG = TagPlan("36h11", 18.0, 60.0)
HALF_PLATE_MM = 11.0
ROOM = 1.02
"""The camera hangs a little higher than it must."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Sigmas over the mat, root mean square, in mm."""

    gap_mm: float
    """Of the gap between two ships 100 mm apart."""
    place_mm: float
    """Of a ship's place on the mat."""


@dataclass(frozen=True, slots=True)
class SkipCosts:
    nothing: Spread
    """With lens, mat and ships measured."""
    lens: Spread
    """Without the calibration; mat and ships measured."""
    mat: Spread
    ships: Spread
    everything: Spread


def skip_costs(width_mm: float, height_mm: float, *, width_px: int, height_px: int) -> SkipCosts:
    """For a usual webcam above a mat of this size; BadRequestError where none can hang there."""
    lens = typical_lens(width_px, height_px)
    area = PlayArea(width_mm, height_mm, USUAL_TAG.height_mm, HALF_PLATE_MM)
    mat = planned_mat(width_mm, height_mm)
    lowest = lowest_height_mm(area, lens, 0.0) or 2.0 * max(width_mm, height_mm)
    view = hung(area, lens, height_mm=ROOM * lowest, angle_deg=0.0)
    picture = planned_picture(view, mat, (USUAL_TAG,), spots_of(area))
    best = measured(lens, mat, area, is_calibrated=False)
    return SkipCosts(
        nothing=_spread(picture.accuracy(best)),
        lens=_spread(picture.accuracy(replace(best, lens=lens))),
        mat=_spread(picture.accuracy(replace(best, mat=mat))),
        ships=_spread(picture.accuracy(replace(best, mount=BY_EYE, standing=StandingSigmas()))),
        everything=_spread(picture.accuracy(SetUp("by eye", lens, mat, BY_EYE))),
    )


def _spread(spots: tuple[SpotAccuracy, ...]) -> Spread:
    return Spread(_rms([spot.gap_sigma_mm for spot in spots]), _rms([spot.sigma_mm for spot in spots]))


def _rms(sigmas: list[float | None]) -> float:
    known = [sigma for sigma in sigmas if sigma is not None]
    return math.sqrt(sum(sigma**2 for sigma in known) / max(1, len(known)))
