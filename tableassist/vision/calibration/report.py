"""A calibration in words."""

import numpy as np

from tableassist.vision.calibration.calibrate import Calibration
from tableassist.vision.calibration.coverage import TILTS
from tableassist.vision.camera.lens import PARAMETERS


def headline(calibration: Calibration) -> str:
    verdict = calibration.verdict
    return f"{verdict.grade.upper()}: {verdict.reasons[0]}"


def report_lines(calibration: Calibration) -> tuple[str, ...]:
    evidence, verdict = calibration.evidence, calibration.verdict
    lens = calibration.lens
    tilts = ", ".join(f"{name} {count}" for name, count in zip(TILTS, calibration.coverage.tilts, strict=True))
    lines = [
        headline(calibration),
        *(f"also: {reason}" for reason in verdict.reasons[1:]),
        *(f"do: {advice}" for advice in verdict.advice),
        f"{lens.width_px}x{lens.height_px}, model {calibration.model.name}, {evidence.views} views used",
        *(f"left out {view.name}: {view.reason}" for view in calibration.dropped),
        f"held-out error {evidence.held_out_px:.2f} px (fit {evidence.rms_px:.2f} px RMS, which decides nothing)",
        f"halves differ by {evidence.half_mm:.2f} mm on the mat ({evidence.half_px:.1f} px in the picture); "
        f"each claims {evidence.half_claim_mm:.2f} mm, all views together {evidence.claimed_mm:.2f} mm",
        f"views disagree {evidence.excess:.1f} times more than their corners' noise explains; it is in the plus-minus",
        f"corners seen in {evidence.covered:.0%} of the picture; farther side of the board: {tilts}",
        f"lens: {_lens_words(calibration)}",
    ]
    return tuple(lines)


def model_lines(calibration: Calibration) -> tuple[str, ...]:
    """One line a model that was tried, the chosen one marked."""
    return tuple(
        f"{'*' if each.model is calibration.model else ' '} {each.model.name:<21} held-out {each.rms_px:.3f} px, "
        f"halves {half:.2f} mm"
        for each, half in zip(calibration.candidates, calibration.half_mm, strict=True)
    )


def _lens_words(calibration: Calibration) -> str:
    """Every number with two sigma, where it is free."""
    sigma = np.sqrt(np.diag(calibration.lens.covariance))
    words = []
    for name, value, width in zip(PARAMETERS, calibration.lens.numbers, sigma, strict=True):
        if width > 0:
            digits = 1 if name in PARAMETERS[:4] else 4
            words.append(f"{name} {value:.{digits}f} ± {2 * width:.{digits}f}")
    return ", ".join(words)
