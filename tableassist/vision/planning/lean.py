"""Whether a leaning ship would be noticed, and what a tilted camera or a second tag would buy.

A plate 60 mm up on a ship that leans by 3 degrees is 3 mm off. Seen from the side its shape tells; from straight above
nothing does.
"""

import logging
import math
from dataclasses import dataclass, replace
from enum import StrEnum

from tableassist.errors import BadRequestError
from tableassist.pieces.physical import WAKE_HEIGHT_MM, WAKE_STRIP_MM, WAKE_TAG_MM
from tableassist.vision.planning.accuracy import HULL_MM, SetUp, SpotAccuracy, planned_picture
from tableassist.vision.planning.prospect import Prospect, spots_of
from tableassist.vision.planning.reading import LARGEST_FLAG_MM, FamilyChoice, TagPlan, family_choices
from tableassist.vision.planning.view import PlannedView, PlayArea, hung, lowest_height_mm, worst_px_per_mm
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.tags.pattern import plate_mm

SMALL_LEAN_RAD = math.radians(3.0)
"""Where leans are noticed from here on or earlier, nothing more is advised."""
LARGE_LEAN_RAD = math.radians(4.0)
"""A ship that leans so much looks upright to people across the table."""
TILTS_DEG = (30.0, 35.0, 40.0, 45.0)
"""The first that is steep enough for the point below the camera to lie off the mat."""
ROUND_UP_MM = 10.0


class LeanRemedy(StrEnum):
    NONE = "as it is"
    TILT = "tilted camera"
    SECOND_TAG = "second tag"


@dataclass(frozen=True, slots=True, eq=False)
class LeanOutlook:
    """What a camera and the ships' tags make of a lean."""

    remedy: LeanRemedy
    view: PlannedView
    tags: tuple[TagPlan, ...]
    prospect: Prospect
    sure_mm: float | None
    """The smallest tag of this family that reads everywhere."""

    @property
    def seen(self) -> tuple[SpotAccuracy, ...]:
        """Where a ship's tag is in the picture."""
        return tuple(spot for spot in self.prospect.spots if spot.sigma_mm is not None)

    @property
    def centre_sigma_mm(self) -> float:
        """Where no ship is seen there, the worst of all places stands for it."""
        return self.prospect.centre.sigma_mm or self._worst_sigma_mm

    @property
    def corner_sigma_mm(self) -> float:
        """The same of the worst corner."""
        corners = [spot.sigma_mm for spot in self.prospect.spots[5:] if spot.sigma_mm is not None]
        return max(corners, default=self._worst_sigma_mm)

    @property
    def _worst_sigma_mm(self) -> float:
        return max((spot.sigma_mm or 0.0 for spot in self.seen), default=0.0)

    @property
    def noticed_rad(self) -> float | None:
        """A lean is noticed from here on, wherever the ship is seen; None where there is a place without."""
        leans = [spot.noticed_lean_rad for spot in self.seen]
        known = [lean for lean in leans if lean is not None]
        return max(known) if known and len(known) == len(leans) else None

    @property
    def unnoticed_mm(self) -> float:
        """How far a large lean takes the highest tag aside."""
        return max(tag.height_mm for tag in self.tags) * math.sin(LARGE_LEAN_RAD)


def beside_mm(view: PlannedView, area: PlayArea) -> float:
    """How far outside the mat the point straight below the camera lies; below zero on the mat."""
    x, y, _ = (float(part) for part in view.pose.position)
    return max(-x, x - area.width_mm, -y, y - area.height_mm)


def lean_outlooks(
    view: PlannedView, area: PlayArea, mat: MatLayout, tags: tuple[TagPlan, ...], set_up: SetUp
) -> tuple[LeanOutlook, ...]:
    """As it is; and where there are places on the mat at which a lean would not be noticed, with each remedy.

    BadRequestError where too few mat tags would be seen.
    """
    now = _outlook(LeanRemedy.NONE, view, area, mat, tags, set_up)
    if now.noticed_rad is not None and now.noticed_rad <= SMALL_LEAN_RAD:
        return (now,)
    remedies = []
    if beside_mm(view, area) <= 0:
        remedies.append(_tilted(view, area, mat, tags, set_up))
    if len(tags) == 1:
        remedies.append(_outlook(LeanRemedy.SECOND_TAG, view, area, mat, (*tags, second_tag(tags[0])), set_up))
    return now, *(each for each in remedies if each is not None and each.noticed_rad is not None)


def second_tag(tag: TagPlan, height_mm: float = WAKE_HEIGHT_MM) -> TagPlan:
    """Plan a second tag: the wake plate that the kit prints, or the same plate higher up."""
    stern_mm = min(x for x, _ in HULL_MM)
    # The kit prints wake plates a little smaller than flags, unless the camera needs larger tags everywhere.
    size_mm = tag.size_mm if tag.size_mm > LARGEST_FLAG_MM else WAKE_TAG_MM
    x_mm = stern_mm - WAKE_STRIP_MM - plate_mm(tag.family, size_mm) / 2
    return TagPlan(tag.family, size_mm, height_mm, x_mm)


def _outlook(
    remedy: LeanRemedy, view: PlannedView, area: PlayArea, mat: MatLayout, tags: tuple[TagPlan, ...], set_up: SetUp
) -> LeanOutlook:
    spots = planned_picture(view, mat, tags, spots_of(area)).accuracy(set_up)
    return LeanOutlook(remedy, view, tags, Prospect(set_up.name, spots), _choice(view, area, tags).sure_mm)


def _choice(view: PlannedView, area: PlayArea, tags: tuple[TagPlan, ...]) -> FamilyChoice:
    return next(choice for choice in family_choices(worst_px_per_mm(view, area)) if choice.family == tags[0].family)


def _tilted(
    view: PlannedView, area: PlayArea, mat: MatLayout, tags: tuple[TagPlan, ...], set_up: SetUp
) -> LeanOutlook | None:
    """As low as the mat fits; None where no tilt shows the whole mat and every lean."""
    for angle in TILTS_DEG:
        lowest = lowest_height_mm(area, view.lens, angle)
        if lowest is None:
            continue
        height = math.ceil(lowest / ROUND_UP_MM) * ROUND_UP_MM
        other = hung(area, view.lens, height_mm=height, angle_deg=angle)
        larger = _readable(tags, _choice(other, area, tags))
        if beside_mm(other, area) <= 0 or larger is None:
            continue
        try:
            found = _outlook(LeanRemedy.TILT, other, area, mat, larger, set_up)
        except BadRequestError:
            logging.getLogger(__name__).debug("too few mat tags at %.0f degrees", angle, exc_info=True)
            continue
        if found.noticed_rad is not None:
            return found
    return None


def _readable(tags: tuple[TagPlan, ...], choice: FamilyChoice) -> tuple[TagPlan, ...] | None:
    """No smaller than what reads in good light; None where ships cannot carry such.

    A slanting view leaves fewer pixels at the far side.
    """
    least = choice.reads_mm
    if least is None or least > max(LARGEST_FLAG_MM, tags[0].size_mm):
        return None
    return tuple(replace(tag, size_mm=max(tag.size_mm, least)) for tag in tags)
