"""How well a lens model predicts views it has not seen."""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.vision.calibration_target import CalibrationTarget, CalibrationView
from tableassist.vision.lens_fit import LensFit, fit_lens, predicted, refit
from tableassist.vision.lens_models import NOTHING_FREE, LensModel

FOLDS = 5
CLEAR_MARGIN = 0.02
"""A richer model must predict better by this share, and by more than the views' own scatter."""


@dataclass(frozen=True, slots=True, eq=False)
class HeldOut:
    model: LensModel
    fit: LensFit
    """On all views."""
    per_view_px2: Floats
    """(V,) mean squared distance of held-out corners, both axes together."""

    @property
    def rms_px(self) -> float:
        return float(np.sqrt(self.per_view_px2.mean()))


def held_out(fit: LensFit, views: tuple[CalibrationView, ...], target: CalibrationTarget) -> HeldOut:
    """Each view is predicted by a lens that was fitted without it."""
    folds = min(FOLDS, len(views))
    errors = np.zeros(len(views))
    for fold in range(folds):
        out = [number for number in range(len(views)) if number % folds == fold]
        kept = [number for number in range(len(views)) if number % folds != fold]
        start = _part(fit, kept)
        trained = refit(start, tuple(views[number] for number in kept), target, fit.model)
        for number in out:
            errors[number] = _view_error(trained, fit, views[number], number, target)
    return HeldOut(fit.model, fit, errors)


def _part(fit: LensFit, numbers: list[int]) -> LensFit:
    poses, residuals = (tuple(each[number] for number in numbers) for each in (fit.poses, fit.residuals))
    return LensFit(fit.model, fit.lens, poses, fit.bend, fit.noise_px, residuals)  # type: ignore[arg-type]


def _view_error(
    trained: LensFit, whole: LensFit, view: CalibrationView, number: int, target: CalibrationTarget
) -> float:
    """The pose from every second corner, the others predicted; then the other way round."""
    known = np.arange(len(view.index)) % 2 == 0
    squares = []
    exact = target.bent(trained.bend)
    for half in (known, ~known):
        seen = fit_lens((view.only(half),), exact, NOTHING_FREE, trained.lens, (whole.poses[number],))
        other = view.only(~half)
        squares.append(((other.px - predicted(trained, other, target, seen.poses[0])) ** 2).sum(axis=1))
    return float(np.concatenate(squares).mean())


def best_model(candidates: tuple[HeldOut, ...]) -> HeldOut:
    """The simplest from which no richer one stands out clearly. Candidates come simplest first."""
    chosen = candidates[0]
    for richer in candidates[1:]:
        gain = chosen.per_view_px2 - richer.per_view_px2
        scatter = float(gain.std(ddof=1)) / np.sqrt(len(gain))
        if gain.mean() > max(2 * CLEAR_MARGIN * float(chosen.per_view_px2.mean()), 1.5 * scatter):
            chosen = richer
    return chosen
