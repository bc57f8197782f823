"""Check the print's scale by a card of known size that lies on the mat."""

import math
from dataclasses import dataclass

from tableassist.errors import BadRequestError
from tableassist.geometry import plus_minus
from tableassist.messages import Message, Text
from tableassist.pipeline.fitting.scan_view import ScanFrame
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.editions import CARD
from tableassist.rulebook.ruling import CALL_SIGMAS, CONTACT_TOLERANCE_MM
from tableassist.setup.measure.scaling import KnownCard, card_in, known_card, scale_by_card, scale_reader
from tableassist.vision.camera.frame import Frame
from tableassist.vision.outline.card import GAME_CARD, CardSize
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.registration.print_scale import PrintScale

PICTURES = 3
MOST_OFF_MM = CONTACT_TOLERANCE_MM
"""What a table may be wrong by over a card's length: pieces that are so far apart count as touching."""
RULER_MM = 0.25
"""How well a player knows the card's own size."""


@dataclass(frozen=True, slots=True)
class CardCheck:
    card: CardSize
    long_mm: float
    short_mm: float
    """What the card really is."""
    scale_sigma: float = 0.0
    """Of the print, which nobody has proven yet: a share."""

    @property
    def sigma_mm(self) -> float:
        return math.hypot(self.card.sigma_mm, self.scale_sigma * self.long_mm)

    @property
    def off_long_mm(self) -> float:
        return self.card.long_mm - self.long_mm

    @property
    def off_short_mm(self) -> float:
        return self.card.short_mm - self.short_mm

    @property
    def plus_minus_mm(self) -> float:
        return plus_minus(self.sigma_mm)

    @property
    def allowed_mm(self) -> float:
        """No more than touching pieces are apart, and no more than the program itself would call."""
        return min(MOST_OFF_MM, CALL_SIGMAS * self.sigma_mm + RULER_MM)

    @property
    def is_passed(self) -> bool:
        return max(abs(self.off_long_mm), abs(self.off_short_mm)) <= self.allowed_mm


@dataclass(frozen=True, slots=True, eq=False)
class CardSeen:
    card: CardSize | None
    """Of the last few pictures together; None while they show none."""
    problem: Text
    """Why not, in words; "" while it is looked for."""
    mat: MatLayout
    """As it was known then."""


class CardWatch:
    """Holds the detector and the last pictures; belongs to one thread."""

    def __init__(self, settings: TableSettings) -> None:
        self._tag_source = scale_reader(settings)
        self._mat = settings.mat
        self._frames: list[ScanFrame] = []
        self._last = CardSeen(None, "", self._mat)

    def look(self, frame: Frame) -> CardSeen:
        seen = self._tag_source.look(frame)
        if isinstance(seen, Message):
            self._frames.clear()
            self._last = CardSeen(None, seen, self._mat)
            return self._last
        self._frames.append(seen)
        if len(self._frames) == PICTURES:
            self._last = self._measured()
            self._frames.clear()
        return self._last

    def _measured(self) -> CardSeen:
        try:
            card, _ = card_in(self._frames, known_card(None))
        except BadRequestError as problem:
            return CardSeen(None, problem.message, self._mat)
        return CardSeen(card, "", self._mat)


def scale_by_check(check: CardCheck, seen: CardSeen) -> PrintScale:
    """Derive the print's scale from the card as it was measured and as it really is."""
    known = KnownCard(GAME_CARD, check.long_mm, check.short_mm, RULER_MM)
    return scale_by_card(check.card, known, seen.mat)


USUAL_LONG_MM, USUAL_SHORT_MM = CARD.long_mm, CARD.short_mm
"""Of a card of the game, by caliper."""
