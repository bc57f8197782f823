"""Which tags will read: by pixels a module, where the view is worst."""

from dataclasses import dataclass

from tableassist.messages import Message
from tableassist.vision.planning.noise import TAG_IDS
from tableassist.vision.tags.pattern import modules_of

READS_PX = {"36h11": 1.4, "25h9": 1.4, "16h5": 1.5}
"""Pixels a module, across the way the view shortens most, from which `TagDetector.detect` reads every tag. From 2,376
tags in studio pictures of the default look: 720p and 1080p, 0, 30 and 45 degrees off the vertical, 0.6 to 2.6 pixels
a module. From these limits on it missed none of 1,288; in the tenth of a pixel below them it read 95 to 98 %, and at
1.0 to 1.1 a third."""
SURE_PX = {"36h11": 2.1, "25h9": 2.1, "16h5": 2.3}
"""The same from 2,079 tags in a poor picture (brightness 0.6, blur 0.9 px, noise doubled, JPEG 80), in which every tag
is read from 2.05, 2.05 and 2.2 on: a plan has to hold in the evening too. 16h5 suffers most, since it is believed only
where it is clear."""
SIZES_MM = (8.0, 10.0, 12.0, 14.0, 16.0, 18.0, 20.0, 22.0, 25.0, 28.0, 30.0, 35.0, 40.0, 45.0, 50.0, 60.0, 80.0)
"""The black square's side, as it is printed."""
LARGEST_FLAG_MM = 20.0
"""A larger plate at a ship's stern touches her neighbours'."""
STERN_MM = -20.5
"""Where a three-master flies her flag, from the hull's centre."""
MAT_IDS = 20
"""Ids 0 to 19 of 36h11 are the mat's."""
REMARKS = {
    "36h11": Message("the default: hardly ever misread"),
    "25h9": Message("few ids: two fleets at most"),
    "16h5": Message("few ids, and noise looks like it: a last resort"),
}


@dataclass(frozen=True, slots=True)
class FamilyChoice:
    family: str
    ids: int
    """Free for pieces, beside the mat's."""
    reads_mm: float | None
    """The smallest size that reads anywhere on the mat in a good picture; None where even the largest does not."""
    sure_mm: float | None
    """The smallest that reads in a poor one too."""
    remark: Message


@dataclass(frozen=True, slots=True)
class TagPlan:
    """The tag to carry on ships."""

    family: str
    size_mm: float
    height_mm: float
    """Of its printed face above the mat."""
    x_mm: float = STERN_MM
    """From the hull's centre to the tag's, towards the bow."""
    y_mm: float = 0.0
    """The same to port."""

    @property
    def modules(self) -> int:
        return modules_of(self.family)


def family_choices(worst_px_per_mm: float) -> tuple[FamilyChoice, ...]:
    return tuple(
        FamilyChoice(
            family=family,
            ids=ids - (MAT_IDS if family == "36h11" else 0),
            reads_mm=_smallest(READS_PX[family] * modules_of(family) / worst_px_per_mm),
            sure_mm=_smallest(SURE_PX[family] * modules_of(family) / worst_px_per_mm),
            remark=REMARKS[family],
        )
        for family, ids in TAG_IDS.items()
    )


def _smallest(at_least_mm: float) -> float | None:
    return next((size for size in SIZES_MM if size >= at_least_mm - 1e-9), None)


def recommended(choices: tuple[FamilyChoice, ...]) -> FamilyChoice:
    """36h11 where a plate of it is not too large, else the next family that fits on a ship, else 36h11 all the same."""
    fitting = (choice for choice in choices if choice.sure_mm is not None and choice.sure_mm <= LARGEST_FLAG_MM)
    return next(fitting, choices[0])
