"""Whether a calibration may be used, and what to do if not."""

import math
from dataclasses import dataclass
from enum import StrEnum

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
    GOOD = "good"
    USABLE = "usable"
    REJECT = "reject"


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
    reasons: tuple[str, ...]
    advice: tuple[str, ...]


def judge(evidence: CalibrationEvidence) -> CalibrationVerdict:
    """The RMS of the fit is not asked: views that do not fix the lens fit well."""
    found = _faults(evidence)
    grade = CalibrationGrade.GOOD
    if any(fault is CalibrationGrade.USABLE for fault, _, _ in found):
        grade = CalibrationGrade.USABLE
    if any(fault is CalibrationGrade.REJECT for fault, _, _ in found):
        grade = CalibrationGrade.REJECT
    reasons = tuple(reason for _, reason, _ in found) or (
        f"two halves of the views agree within {evidence.half_mm:.2f} mm on the mat",
    )
    return CalibrationVerdict(grade, reasons, tuple(dict.fromkeys(advice for _, _, advice in found if advice)))


def _faults(evidence: CalibrationEvidence) -> list[tuple[CalibrationGrade, str, str]]:
    more = "take more views: tilt the board by 20-40 degrees to every side, and fill the picture's corners"
    still = "hold board and camera still, in good light, on a flat stiff backing, with focus and zoom fixed"
    faults = []

    def check(value: float, good: float, usable: float, reason: str, advice: str) -> None:
        if not value <= good:
            faults.append((CalibrationGrade.USABLE if value <= usable else CalibrationGrade.REJECT, reason, advice))

    halves = f"two halves of the views differ by {evidence.half_mm:.2f} mm on the mat"
    check(evidence.half_mm, GOOD_MM, USABLE_MM, halves, more)
    ratio = evidence.half_mm / max(evidence.half_claim_mm, 0.01)
    check(ratio, AGREE, STRANGE, f"{halves}, {ratio:.1f} times what each claims", still)
    claim = f"the lens is known to {evidence.claimed_mm:.2f} mm on the mat"
    check(evidence.claimed_mm, GOOD_MM, USABLE_MM, claim, more)
    share = evidence.half_px / evidence.width_px
    check(share, GOOD_PX, USABLE_PX, f"the halves' lenses lie {evidence.half_px:.1f} px apart in the picture", more)
    limit = HELD_OUT_SHARE * evidence.width_px
    miss = f"corners of unseen views are missed by {evidence.held_out_px:.2f} px"
    check(evidence.held_out_px, limit, 2 * limit, miss, still)
    check(GOOD_VIEWS, evidence.views, 99, f"only {evidence.views} views", f"take {GOOD_VIEWS} views or more")
    seen = f"corners were seen in {evidence.covered:.0%} of the picture"
    check(GOOD_COVERED, evidence.covered, 99, seen, more)
    check(evidence.dropped, evidence.views / 2, 99, f"{evidence.dropped} views had to be left out", still)
    return faults
