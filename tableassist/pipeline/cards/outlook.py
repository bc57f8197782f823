"""Whether a camera that does not hang yet will read the card table: by pixels a module, where the view is worst."""

import math
from dataclasses import dataclass

from tableassist.errors import BadRequestError
from tableassist.messages import Message, template
from tableassist.pipeline.cards.card_tags import CARD_TAG_MM, FAME_TAG_MM
from tableassist.pipeline.cards.strip import (
    CARD_HEIGHT_MM,
    FAMILY,
    PITCH_MM,
    STRIP_HEIGHT_MM,
    STRIP_TAG_MM,
    STRIP_WIDTH_MM,
)
from tableassist.vision.camera.lens import Lens
from tableassist.vision.planning.reading import READS_PX, SURE_PX
from tableassist.vision.planning.view import PlannedView, PlayArea, fits, hung, lowest_height_mm, worst_px_per_mm
from tableassist.vision.tags.pattern import modules_of

FAN_MM = 64.0
"""Below the row: four fame cards that are fanned."""
CARD_AREA = PlayArea(STRIP_WIDTH_MM + PITCH_MM, STRIP_HEIGHT_MM + 2 * (CARD_HEIGHT_MM + 4.0) + FAN_MM, 2.0, 0.0)
"""The strip with all its cards, the adventure pile beside it."""
ROUND_UP_MM = 10.0
PRINTED = (
    (Message("cards"), CARD_TAG_MM),
    (Message("row strip"), STRIP_TAG_MM),
    (Message("fame, fanned"), FAME_TAG_MM),
)


@dataclass(frozen=True, slots=True)
class LabelOutlook:
    what: Message
    size_mm: float
    px_per_module: float

    @property
    def reads(self) -> bool:
        """In a good picture."""
        return self.px_per_module >= READS_PX[FAMILY]

    @property
    def is_sure(self) -> bool:
        """In a poor one too: in the evening, a little blurred."""
        return self.px_per_module >= SURE_PX[FAMILY]


@dataclass(frozen=True, slots=True, eq=False)
class CardOutlook:
    view: PlannedView
    lowest_mm: float
    """As low as the camera may hang for everything to be in the picture."""
    px_per_mm: float
    """Where it is worst."""
    labels: tuple[LabelOutlook, ...]


def card_outlook(lens: Lens, *, height_mm: float | None, angle_deg: float) -> CardOutlook:
    """`height_mm` None: as low as it fits."""
    lowest = lowest_height_mm(CARD_AREA, lens, angle_deg)
    if lowest is None:
        raise BadRequestError(
            "--angle: got {angle:g} degrees, expected fewer: at this angle the card table never fits in the picture",
            angle=angle_deg,
        )
    height = math.ceil(lowest / ROUND_UP_MM) * ROUND_UP_MM if height_mm is None else height_mm
    view = hung(CARD_AREA, lens, height_mm=height, angle_deg=angle_deg)
    if not fits(view, CARD_AREA):
        what = template(
            "--height: got {height:g} mm, expected {lowest:.0f} mm or more for the card table to be seen whole"
        )
        raise BadRequestError(what, height=height, lowest=lowest)
    worst = worst_px_per_mm(view, CARD_AREA)
    labels = tuple(LabelOutlook(what, size, worst * size / modules_of(FAMILY)) for what, size in PRINTED)
    return CardOutlook(view, lowest, worst, labels)
