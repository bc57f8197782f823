"""A lens from views of a board or of the mat: fitted, its model chosen by held-out error, and judged."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from tableassist.errors import BadRequestError
from tableassist.messages import Message, Text, template
from tableassist.vision.calibration.coverage import Coverage, coverage_of
from tableassist.vision.calibration.halves import apart_px, claimed_mm, disagreement_mm
from tableassist.vision.calibration.held_out import HeldOut, best_model, held_out, part_of
from tableassist.vision.calibration.verdict import CalibrationEvidence, CalibrationVerdict, judge
from tableassist.vision.camera.lens import Lens
from tableassist.vision.lens_fit.covariance import lens_with_covariance
from tableassist.vision.lens_fit.fit import LensFit, fit_lens, refit
from tableassist.vision.lens_fit.models import CLEANING_MODEL, MODELS, LensModel
from tableassist.vision.lens_fit.start import start_lens, start_pose
from tableassist.vision.lens_fit.target import CalibrationTarget, CalibrationView

LEAST_VIEWS = 5
OUTLIER_VIEW = 3.0
"""A view whose residuals are this many times the median view's is left out."""
OUTLIER_CORNER = 5.0
LEAST_CORNERS_KEPT = 8

Progress = Callable[[Text, float], None]
"""Called with what is being done and how much of it is done, 0 to 1."""


@dataclass(frozen=True, slots=True, eq=False)
class DroppedView:
    name: str
    reason: Text


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    lens: Lens
    """With its full covariance."""
    model: LensModel
    fit: LensFit
    views: tuple[CalibrationView, ...]
    """Those that were used."""
    dropped: tuple[DroppedView, ...]
    candidates: tuple[HeldOut, ...]
    half_mm: tuple[float, ...]
    """The disagreement of the two halves for every candidate."""
    coverage: Coverage
    evidence: CalibrationEvidence
    verdict: CalibrationVerdict


def calibrate(
    views: tuple[CalibrationView, ...], target: CalibrationTarget, progress: Progress = lambda _what, _share: None
) -> Calibration:
    _check(views)
    progress(Message("first fit"), 0.0)
    fit, kept, dropped = _cleaned(views, target)
    candidates, halves = _candidates(fit, kept, target, progress)
    chosen = best_model(candidates)
    known, excess = lens_with_covariance(chosen.fit, kept, target)
    lens = _open_to_choice(known, chosen, candidates)
    pair = halves[candidates.index(chosen)]
    coverage = coverage_of(kept, chosen.fit.poses)
    half_mm = tuple(disagreement_mm(first.lens, second.lens) for first, second in halves)
    evidence = CalibrationEvidence(
        views=len(kept),
        dropped=len(dropped),
        rms_px=chosen.fit.rms_px,
        held_out_px=chosen.rms_px,
        half_mm=half_mm[candidates.index(chosen)],
        half_px=apart_px(pair[0].lens, pair[1].lens),
        half_claim_mm=_half_claim_mm(pair, kept, target),
        claimed_mm=claimed_mm(lens),
        excess=excess,
        width_px=lens.width_px,
        covered=coverage.covered,
        missing_tilts=coverage.missing_tilts,
    )
    wider = replace(lens, covariance=lens.covariance * evidence.widening**2)
    progress(Message("done"), 1.0)
    return Calibration(
        wider, chosen.model, chosen.fit, kept, dropped, candidates, half_mm, coverage, evidence, judge(evidence)
    )


def _check(views: tuple[CalibrationView, ...]) -> None:
    _check_count(len(views))
    sizes = sorted({(view.width_px, view.height_px) for view in views})
    if len(sizes) > 1:
        got = tuple(f"{width}x{height}" for width, height in sizes)
        raise BadRequestError("calibration: got pictures of {sizes}, expected all of one size", sizes=got)


def _check_count(count: int) -> None:
    if count < LEAST_VIEWS:
        raise BadRequestError(
            "calibration: got {count} usable views, expected {least} or more", count=count, least=LEAST_VIEWS
        )


def _cleaned(
    views: tuple[CalibrationView, ...], target: CalibrationTarget
) -> tuple[LensFit, tuple[CalibrationView, ...], tuple[DroppedView, ...]]:
    """Outlier corners, then the worst view, are left out until the rest agree."""
    lens = start_lens(views, target)
    starts = [start_pose(view, target, lens) for view in views]
    dropped = [
        DroppedView(view.name, Message("its corners lie in one line"))
        for view, pose in zip(views, starts, strict=True)
        if pose is None
    ]
    kept = tuple(view for view, pose in zip(views, starts, strict=True) if pose is not None)
    _check_count(len(kept))
    fit = fit_lens(kept, target, MODELS[0], lens, tuple(pose for pose in starts if pose is not None))
    while True:
        fit = refit(refit(fit, kept, target, CLEANING_MODEL), kept, target, CLEANING_MODEL)
        each = np.array([np.sqrt((part**2).sum(axis=1).mean()) for part in fit.residuals])
        usual, worst = float(np.median(each)), int(each.argmax())
        if each[worst] <= OUTLIER_VIEW * usual or len(kept) <= LEAST_VIEWS:
            break
        form = template("its corners miss by {worst_px:.2f} px, the others' by {usual_px:.2f}: moved, bent or misread")
        reason = Message(form, worst_px=float(each[worst]), usual_px=usual)
        dropped.append(DroppedView(kept[worst].name, reason))
        fit = part_of(fit, [number for number in range(len(kept)) if number != worst])
        kept = kept[:worst] + kept[worst + 1 :]
    clean = _without_stray_corners(fit, kept)
    return refit(fit, clean, target, CLEANING_MODEL), clean, tuple(dropped)


def _without_stray_corners(fit: LensFit, views: tuple[CalibrationView, ...]) -> tuple[CalibrationView, ...]:
    limit = OUTLIER_CORNER * fit.noise_px
    masks = [np.linalg.norm(part, axis=1) <= limit for part in fit.residuals]
    return tuple(
        view.only(mask) if mask.sum() >= LEAST_CORNERS_KEPT else view for view, mask in zip(views, masks, strict=True)
    )


def _candidates(
    fit: LensFit, views: tuple[CalibrationView, ...], target: CalibrationTarget, progress: Progress
) -> tuple[tuple[HeldOut, ...], tuple[tuple[LensFit, LensFit], ...]]:
    """Every model on all views and on the two halves, which take turns through the set."""
    candidates, halves = [], []
    for number, model in enumerate(MODELS):
        progress(Message("model {name}", name=model.name), (number + 0.5) / (len(MODELS) + 1))
        fit = refit(fit, views, target, model) if number else _simplest(fit, views, target, model)
        candidates.append(held_out(fit, views, target))
        halves.append((_half(fit, views, target, 0), _half(fit, views, target, 1)))
    return tuple(candidates), tuple(halves)


def _simplest(fit: LensFit, views: tuple[CalibrationView, ...], target: CalibrationTarget, model: LensModel) -> LensFit:
    """From the beginning: what a richer model has set must not stay in what a simpler one holds fixed."""
    lens = start_lens(views, target)
    poses = tuple(start_pose(view, target, lens) or pose for view, pose in zip(views, fit.poses, strict=True))
    return refit(fit_lens(views, target, model, lens, poses), views, target, model)


def _half(fit: LensFit, views: tuple[CalibrationView, ...], target: CalibrationTarget, which: int) -> LensFit:
    start = part_of(fit, list(range(which, len(views), 2)))
    return refit(start, views[which::2], target, fit.model)


def _half_claim_mm(
    pair: tuple[LensFit, LensFit], views: tuple[CalibrationView, ...], target: CalibrationTarget
) -> float:
    """What each half says of itself, in the mean of squares."""
    claims = [claimed_mm(lens_with_covariance(fit, views[which::2], target)[0]) for which, fit in enumerate(pair)]
    return float(np.sqrt(np.mean(np.square(claims))))


def _open_to_choice(lens: Lens, chosen: HeldOut, candidates: tuple[HeldOut, ...]) -> Lens:
    """The next richer model, where it predicts better but not clearly, may be the true one: one more sigma.

    So parameters outside the chosen model may get a variance too.
    """
    place = candidates.index(chosen)
    best = min(candidates[place : place + 2], key=lambda each: each.rms_px)
    apart = best.fit.lens.numbers - lens.numbers
    return replace(lens, covariance=lens.covariance + np.outer(apart, apart))
