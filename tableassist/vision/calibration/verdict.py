"""Whether a calibration may be used, and what to do if not."""

import math
from dataclasses import dataclass
from enum import StrEnum

from tableassist.messages import Message, template

GOOD_MM, USABLE_MM = 0.25, 0.8
"""Per axis on the mat. A quarter of a millimetre is what the whole chain is allowed."""
AGREE = 2.0
"""Halves that differ by more than this many times what each claims do not believe themselves."""
STRANGE = 4.0
GOOD_PX, USABLE_PX = 0.0026, 0.0052
"""Of the picture's width, between the halves, turned to agree: 5 and 10 px in 1080p. Above, the lens is not fixed."""
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
class CalibrationEvidence:
    views: int
    dropped: int
    rms_px: float
    held_out_px: float
    half_mm: float
    """By how much the lenses of two halves of the views differ on the mat, RMS per axis."""
    half_px: float
    """The same in the picture, with nothing absorbed but a turn."""
    half_claim_mm: float
    """What each half claims of itself."""
    claimed_mm: float
    """What the lens of all views claims of itself on the mat, RMS sigma per axis."""
    excess: float
    width_px: int
    covered: float
    missing_tilts: tuple[str, ...]

    @property
    def widening(self) -> float:
        """Two honest halves differ by the root of two times their claim; if by more, the claim is too narrow."""
        return max(1.0, self.half_mm / max(math.sqrt(2.0) * self.half_claim_mm, 1e-9))


@dataclass(frozen=True, slots=True)
class CalibrationVerdict:
    grade: CalibrationGrade
    reasons: tuple[Message, ...]
    advice: tuple[Message, ...]


def judge(evidence: CalibrationEvidence) -> CalibrationVerdict:
    """The RMS of the fit is not asked: views that do not fix the lens fit well."""
    found = _faults(evidence)
    grade = CalibrationGrade.GOOD
    if any(fault is CalibrationGrade.USABLE for fault, _, _ in found):
        grade = CalibrationGrade.USABLE
    if any(fault is CalibrationGrade.REJECT for fault, _, _ in found):
        grade = CalibrationGrade.REJECT
    reasons = tuple(reason for _, reason, _ in found) or (
        Message("two halves of the views agree within {half_mm:.2f} mm on the mat", half_mm=evidence.half_mm),
    )
    return CalibrationVerdict(grade, reasons, tuple(dict.fromkeys(advice for _, _, advice in found)))


def _faults(evidence: CalibrationEvidence) -> list[tuple[CalibrationGrade, Message, Message]]:
    more = Message("take more views: tilt the board by 20-40 degrees to every side, and fill the picture's corners")
    still = Message("hold board and camera still, in good light, on a flat stiff backing, with focus and zoom fixed")
    faults = []

    def check(value: float, good: float, usable: float, reason: Message, advice: Message) -> None:
        if not value <= good:
            faults.append((CalibrationGrade.USABLE if value <= usable else CalibrationGrade.REJECT, reason, advice))

    halves = Message("two halves of the views differ by {half_mm:.2f} mm on the mat", half_mm=evidence.half_mm)
    check(evidence.half_mm, GOOD_MM, USABLE_MM, halves, more)
    ratio = evidence.half_mm / max(evidence.half_claim_mm, 0.01)
    beyond = Message("{halves}, {times:.1f} times what each claims", halves=halves, times=ratio)
    check(ratio, AGREE, STRANGE, beyond, still)
    claim = Message("the lens is known to {claimed_mm:.2f} mm on the mat", claimed_mm=evidence.claimed_mm)
    check(evidence.claimed_mm, GOOD_MM, USABLE_MM, claim, more)
    share = evidence.half_px / evidence.width_px
    apart = Message("the halves' lenses lie {half_px:.1f} px apart in the picture", half_px=evidence.half_px)
    check(share, GOOD_PX, USABLE_PX, apart, more)
    limit = HELD_OUT_SHARE * evidence.width_px
    miss = Message("corners of unseen views are missed by {held_out_px:.2f} px", held_out_px=evidence.held_out_px)
    check(evidence.held_out_px, limit, 2 * limit, miss, still)
    few = Message("only {count} views", count=evidence.views)
    check(GOOD_VIEWS, evidence.views, 99, few, Message("take {count} views or more", count=GOOD_VIEWS))
    seen = Message("corners were seen in {covered:.0%} of the picture", covered=evidence.covered)
    check(GOOD_COVERED, evidence.covered, 99, seen, more)
    dropped = Message("{count} views had to be left out", count=evidence.dropped)
    check(evidence.dropped, evidence.views / 2, 99, dropped, still)
    return faults
