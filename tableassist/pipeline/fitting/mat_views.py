"""Views of the mat for a survey, from a camera that is running: one each time it comes to rest on something new."""

from dataclasses import dataclass, replace

import numpy as np

from tableassist.vision.survey.start import Sightings

STILL_PX = 1.0
"""Between two pictures, on average over the tags: less than this is held still."""
APART_SHARE = 0.08
"""Of the picture's width that the tags must have moved, on average, before another view tells enough that is new."""
ENOUGH_VIEWS = 8
LEAST_TAGS = 3


@dataclass(frozen=True, slots=True, eq=False)
class MatViews:
    taken: tuple[Sightings, ...] = ()
    before: Sightings = ()
    """The picture before this one."""

    @property
    def enough(self) -> bool:
        return len(self.taken) >= ENOUGH_VIEWS

    def seen(self, sightings: Sightings, width_px: int) -> tuple["MatViews", bool]:
        """One picture's mat tags; whether it was taken as a view."""
        rests = is_at_rest(sightings, self.before)
        new = rests and not any(moved_px(sightings, other) < APART_SHARE * width_px for other in self.taken)
        after = replace(self, before=sightings)
        return (replace(after, taken=(*self.taken, sightings)), True) if new else (after, False)


def is_at_rest(seen: Sightings, before: Sightings) -> bool:
    return len(seen) >= LEAST_TAGS and moved_px(seen, before) < STILL_PX


def moved_px(seen: Sightings, other: Sightings) -> float:
    """How far the tags of the first lie from where the other has them, on average; endless where one is new."""
    there = {(one.family, one.tag): np.mean(one.corners, axis=0) for one in other}
    if not seen or any((one.family, one.tag) not in there for one in seen):
        return np.inf
    apart = [np.linalg.norm(np.mean(one.corners, axis=0) - there[one.family, one.tag]) for one in seen]
    return float(np.mean(apart))
