"""A calibration in words."""

import numpy as np

from tableassist.geometry import plus_minus
from tableassist.messages import Message, template
from tableassist.vision.calibration.calibrate import Calibration
from tableassist.vision.calibration.coverage import TILTS
from tableassist.vision.calibration.verdict import CalibrationGrade
from tableassist.vision.camera.lens import PARAMETERS

_HEADLINES = {
    CalibrationGrade.GOOD: template("GOOD: {reason}"),
    CalibrationGrade.USABLE: template("USABLE: {reason}"),
    CalibrationGrade.REJECT: template("REJECT: {reason}"),
}

PORTRAIT = Message(
    "the pictures are taller than wide: turn the camera sideways, as it has to hang for the whole mat to be in view, "
    "and calibrate it that way; this profile fits upright pictures only"
)


def advice_lines(calibration: Calibration) -> tuple[Message, ...]:
    advice = [Message("do: {advice}", advice=advice) for advice in calibration.verdict.advice]
    if calibration.lens.height_px > calibration.lens.width_px:
        advice.append(PORTRAIT)
    return tuple(advice)


def report_lines(calibration: Calibration) -> tuple[Message, ...]:
    verdict = calibration.verdict
    return (
        Message(_HEADLINES[verdict.grade], reason=verdict.reasons[0]),
        *(Message("also: {reason}", reason=reason) for reason in verdict.reasons[1:]),
        *advice_lines(calibration),
        Message(
            "{size}, model {model}, {count} views used",
            size=f"{calibration.lens.width_px}x{calibration.lens.height_px}",
            model=calibration.model.name,
            count=calibration.evidence.views,
        ),
        *(Message("left out {name}: {reason}", name=view.name, reason=view.reason) for view in calibration.dropped),
        *_evidence_lines(calibration),
        Message("lens: {numbers}", numbers=_lens_words(calibration)),
    )


def _evidence_lines(calibration: Calibration) -> tuple[Message, ...]:
    evidence = calibration.evidence
    return (
        Message(
            "held-out error {held_out_px:.2f} px (fit {rms_px:.2f} px RMS, which decides nothing)",
            held_out_px=evidence.held_out_px,
            rms_px=evidence.rms_px,
        ),
        Message(
            "halves differ by {half_mm:.2f} mm on the mat at worst of {count} ways to halve, {half_px:.1f} px in the "
            "picture; all views together claim {claimed_mm:.2f} mm",
            half_mm=evidence.worst.mm,
            count=len(evidence.halves),
            half_px=evidence.half_px,
            claimed_mm=evidence.claimed_mm,
        ),
        Message(
            "views disagree {times:.1f} times more than their corners' noise explains; it is in the plus-minus",
            times=evidence.excess,
        ),
        Message(
            "corners seen in {covered:.0%} of the picture; farther side of the board: flat {flat}, left {left}, "
            "right {right}, top {top}, bottom {bottom}",
            covered=evidence.covered,
            **dict(zip(TILTS, calibration.coverage.tilts, strict=True)),
        ),
    )


def model_lines(calibration: Calibration) -> tuple[Message, ...]:
    """One line a model that was tried, the chosen one marked."""
    return tuple(
        Message(
            "{mark} {model:<21} held-out {rms_px:.3f} px, halves {half_mm:.2f} mm, at worst {worst_mm:.2f} mm",
            mark="*" if each.model is calibration.model else " ",
            model=each.model.name,
            rms_px=each.rms_px,
            half_mm=each.half_mm,
            worst_mm=each.worst_half_mm,
        )
        for each in calibration.candidates
    )


def _lens_words(calibration: Calibration) -> tuple[Message, ...]:
    """Every number with its plus-minus, where it is free."""
    sigma = np.sqrt(np.diag(calibration.lens.covariance))
    words = []
    for name, value, width in zip(PARAMETERS, calibration.lens.numbers, sigma, strict=True):
        if width > 0:
            in_px = name in PARAMETERS[:4]
            form = (
                template("{name} {value:.1f} ± {known:.1f}") if in_px else template("{name} {value:.4f} ± {known:.4f}")
            )
            words.append(Message(form, name=name, value=value, known=plus_minus(width)))
    return tuple(words)
