"""Proving a table: a card of known size is laid on the mat and measured."""

from dataclasses import dataclass

from tableassist.errors import BadRequestError
from tableassist.messages import Message, Text
from tableassist.pipeline.fitting.scan_view import ScanFrame, ScanReader
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rules.editions.ruler import CARD
from tableassist.rules.ruling.confidence import CALL_SIGMAS, CONTACT_TOLERANCE_MM
from tableassist.vision.camera.frame import Frame
from tableassist.vision.outline.card import CardSize, measure_card

PICTURES = 3
MOST_OFF_MM = CONTACT_TOLERANCE_MM
"""What a table may be wrong by over a card's length: pieces that are so far apart count as touching."""
RULER_MM = 0.25
"""How well a player knows the card's own size."""


@dataclass(frozen=True, slots=True)
class Proof:
    card: CardSize
    long_mm: float
    short_mm: float
    """What the card really is."""

    @property
    def off_long_mm(self) -> float:
        return self.card.long_mm - self.long_mm

    @property
    def off_short_mm(self) -> float:
        return self.card.short_mm - self.short_mm

    @property
    def plus_minus_mm(self) -> float:
        """As wide as rulings take it."""
        return CALL_SIGMAS * self.card.sigma_mm

    @property
    def allowed_mm(self) -> float:
        """No more than touching pieces are apart, and no more than the program itself claims."""
        return min(MOST_OFF_MM, self.plus_minus_mm + RULER_MM)

    @property
    def is_passed(self) -> bool:
        return max(abs(self.off_long_mm), abs(self.off_short_mm)) <= self.allowed_mm


@dataclass(frozen=True, slots=True, eq=False)
class ProofSeen:
    card: CardSize | None
    """Of the last few pictures together; None while they show none."""
    problem: Text
    """Why not, in words; "" while it is looked for."""


class Proving:
    """Holds the detector and the last pictures; belongs to one thread."""

    def __init__(self, settings: TableSettings) -> None:
        self._tag_source = ScanReader(settings, ())
        self._frames: list[ScanFrame] = []
        self._last = ProofSeen(None, "")

    def look(self, frame: Frame) -> ProofSeen:
        seen = self._tag_source.look(frame)
        if isinstance(seen, Message):
            self._frames.clear()
            self._last = ProofSeen(None, seen)
            return self._last
        self._frames.append(seen)
        if len(self._frames) == PICTURES:
            self._last = self._measured()
            self._frames.clear()
        return self._last

    def _measured(self) -> ProofSeen:
        try:
            return ProofSeen(measure_card(tuple((one.frame.image, one.registration) for one in self._frames)), "")
        except BadRequestError as problem:
            return ProofSeen(None, problem.message)


USUAL_LONG_MM, USUAL_SHORT_MM = CARD.long_mm, CARD.short_mm
"""Of a card of the game, by caliper."""
