"""Whether a calibration may be used, and what to do if not."""

import math
from dataclasses import dataclass
from enum import StrEnum

from tableassist.messages import Message, template
from tableassist.vision.calibration.halving import HalvedBy

GOOD_MM, USABLE_MM = 0.25, 0.8
"""Per axis on the mat. A quarter of a millimetre is what the whole chain is allowed."""
FAR_MM = 6.0
"""Halves farther apart than this are not believed, whatever each says it does not know: it is a fault's size."""
GOOD_PX, USABLE_PX = 0.0026, 0.0078
"""Of the picture's width, between the halves, turned to agree: 5 and 15 px in 1080p. Above, the lens is not fixed.
Twelve views of a small board, from which the mat comes out right to 0.1 mm, can reach 14."""
HELD_OUT_SHARE = 0.0005
"""Of the picture's width: 1 px in 1080p. Corners that miss by more were blurred or the board was bent."""
GOOD_VIEWS = 10
GOOD_COVERED = 0.6


class CalibrationGrade(StrEnum):
    GOOD = template("good")
    USABLE = template("usable")
    REJECT = template("reject")

    @property
    def words(self) -> Message:
        return Message(self.value)


@dataclass(frozen=True, slots=True)
class HalvesApart:
    """The lenses of two halves of the views, compared."""

    by: HalvedBy
    mm: float
    """By how much they differ on the mat, RMS per axis."""
    claim_mm: float
    """What each half claims of itself."""
    px: float | None
    """The same in the picture, with nothing absorbed but a turn; only asked of evenly mixed halves."""
    names: tuple[str, ...]
    """The views of the smaller half."""

    @property
    def surprise(self) -> float:
        """Two honest halves differ by the root of two times their claim; this is 1 then."""
        return self.mm / max(math.sqrt(2.0) * self.claim_mm, 1e-9)

    def error_mm(self, claimed_mm: float) -> float:
        """What the difference makes of the claim of all views together: half of it, for halves of equal worth.

        A half that knows little, and says so, does not count against the whole. Views of two lenses have no whole.
        """
        return self.mm if self.by is HalvedBy.LENSES else claimed_mm * self.surprise


@dataclass(frozen=True, slots=True)
class CalibrationEvidence:
    views: int
    dropped: int
    rms_px: float
    held_out_px: float
    halves: tuple[HalvesApart, ...]
    """One for each way to halve the views."""
    claimed_mm: float
    """What the lens of all views claims of itself on the mat, RMS sigma per axis."""
    excess: float
    width_px: int
    covered: float
    missing_tilts: tuple[str, ...]

    @property
    def worst(self) -> HalvesApart:
        """The halves that differ most on the mat."""
        return max(self.halves, key=lambda each: each.mm)

    @property
    def weightiest(self) -> HalvesApart:
        """The halves whose difference says most against the lens of all views."""
        return max(self.halves, key=lambda each: each.error_mm(self.claimed_mm))

    @property
    def half_px(self) -> float:
        """RMS over the ways to mix the views evenly."""
        return _rms([each.px for each in self.halves if each.px is not None])

    @property
    def widening(self) -> float:
        """What the claim must be multiplied by for the halves to be no surprise."""
        two = [each.surprise for each in self.halves if each.by is HalvedBy.LENSES]
        return max(1.0, _rms([each.surprise for each in self.halves if each.by is HalvedBy.TURNS]), *two)


def _rms(values: list[float]) -> float:
    return math.sqrt(sum(value**2 for value in values) / len(values)) if values else 0.0


@dataclass(frozen=True, slots=True)
class CalibrationVerdict:
    grade: CalibrationGrade
    reasons: tuple[Message, ...]
    advice: tuple[Message, ...]


def judge(evidence: CalibrationEvidence) -> CalibrationVerdict:
    """The RMS of the fit is not asked: views that do not fix the lens fit well."""
    gravest_first = tuple(reversed(CalibrationGrade))
    found = sorted(_faults(evidence), key=lambda fault: gravest_first.index(fault[0]))
    grade = found[0][0] if found else CalibrationGrade.GOOD
    agree = Message("halves of the views agree within {half_mm:.2f} mm on the mat", half_mm=evidence.worst.mm)
    reasons = tuple(reason for _, reason, _ in found) or (agree,)
    return CalibrationVerdict(grade, reasons, tuple(dict.fromkeys(advice for _, _, advice in found)))


MORE = Message("take more views: tilt the board by 20-40 degrees to every side, and fill the picture's corners")
STILL = Message("hold board and camera still, in good light, on a flat stiff backing, with focus and zoom fixed")
SIDES = (("left", "right"), ("top", "bottom"))
Fault = tuple[CalibrationGrade, Message, Message]


def _faults(evidence: CalibrationEvidence) -> list[Fault]:
    return [*_halves_faults(evidence), *_tilt_faults(evidence), *_other_faults(evidence)]


def _beyond(value: float, good: float, usable: float, reason: Message, advice: Message) -> list[Fault]:
    if value <= good:
        return []
    return [(CalibrationGrade.USABLE if value <= usable else CalibrationGrade.REJECT, reason, advice)]


def _halves_faults(evidence: CalibrationEvidence) -> list[Fault]:
    weightiest, worst = evidence.weightiest, evidence.worst
    advice = MORE if weightiest.by is not HalvedBy.LENSES else STILL
    error_mm = weightiest.error_mm(evidence.claimed_mm)
    found = _beyond(error_mm, GOOD_MM, USABLE_MM, _apart_words(weightiest), advice)
    if worst.mm > FAR_MM:
        others = found if worst is not weightiest else []
        found = [*others, (CalibrationGrade.REJECT, _apart_words(worst), advice if worst is weightiest else MORE)]
    share = evidence.half_px / evidence.width_px
    apart = Message("the halves' lenses are {half_px:.1f} px apart in the picture", half_px=evidence.half_px)
    claim = Message("the lens is known to {claimed_mm:.2f} mm on the mat", claimed_mm=evidence.claimed_mm)
    return [
        *found,
        *_beyond(evidence.claimed_mm, GOOD_MM, USABLE_MM, claim, MORE),
        *_beyond(share, GOOD_PX, USABLE_PX, apart, MORE),
    ]


def _apart_words(halves: HalvesApart) -> Message:
    mm = {"half_mm": halves.mm, "each_mm": halves.claim_mm}
    match halves.by:
        case HalvedBy.LENSES:
            form = template(
                "the views are of two lenses, {half_mm:.2f} mm apart on the mat: focus or zoom was moved between them. "
                "One lens: {names}; the other: the rest"
            )
            return Message(form, names=halves.names, **mm)
        case HalvedBy.POSES:
            form = template(
                "views from one side differ from those from another by {half_mm:.2f} mm on the mat (each claims "
                "{each_mm:.2f} mm)"
            )
        case HalvedBy.TIME:
            form = template(
                "the earlier views differ from the later ones by {half_mm:.2f} mm on the mat (each claims "
                "{each_mm:.2f} mm)"
            )
        case HalvedBy.TURNS:
            form = template(
                "two halves of the views differ by {half_mm:.2f} mm on the mat (each claims {each_mm:.2f} mm)"
            )
    return Message(form, **mm)


def _tilt_faults(evidence: CalibrationEvidence) -> list[Fault]:
    """Seen straight on, a longer lens from farther away gives the same picture."""
    lacking = [sides for sides in SIDES if set(sides) <= set(evidence.missing_tilts)]
    if len(lacking) == len(SIDES):
        none = Message("no view is tilted by 15 degrees or more: the focal length cannot be known")
        return [(CalibrationGrade.REJECT, none, MORE)]
    words = {
        SIDES[0]: Message("no view is tilted to the left or to the right"),
        SIDES[1]: Message("no view is tilted to the top or to the bottom"),
    }
    return [(CalibrationGrade.USABLE, words[sides], MORE) for sides in lacking]


def _other_faults(evidence: CalibrationEvidence) -> list[Fault]:
    limit = HELD_OUT_SHARE * evidence.width_px
    miss = Message("corners of unseen views are missed by {held_out_px:.2f} px", held_out_px=evidence.held_out_px)
    few = Message("only {count} views", count=evidence.views)
    seen = Message("corners were seen in {covered:.0%} of the picture", covered=evidence.covered)
    dropped = Message("{count} views had to be left out", count=evidence.dropped)
    return [
        *_beyond(evidence.held_out_px, limit, 2 * limit, miss, STILL),
        *_beyond(GOOD_VIEWS, evidence.views, 99, few, Message("take {count} views or more", count=GOOD_VIEWS)),
        *_beyond(GOOD_COVERED, evidence.covered, 99, seen, MORE),
        *_beyond(evidence.dropped, evidence.views / 2, 99, dropped, STILL),
    ]
