"""How well a lens model predicts views it has not seen."""

from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.lens_fit.fit import LensFit, fit_lens, refit
from tableassist.vision.lens_fit.models import NOTHING_FREE, LensModel
from tableassist.vision.lens_fit.target import CalibrationTarget, CalibrationView

FOLDS = 5
CLEAR_MARGIN = 0.002
"""A richer model must predict better by this share of the squares, and by more than the views' own scatter. A model
too rich costs a wider claim; one too simple is wrong without saying so. So the margin is small."""


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
        trained = refit(part_of(fit, kept), tuple(views[number] for number in kept), target, fit.model)
        poses = tuple(fit.poses[number] for number in out)
        errors[out] = _view_errors(trained, tuple(views[number] for number in out), poses, target)
    return HeldOut(fit.model, fit, errors)


def part_of(fit: LensFit, numbers: list[int]) -> LensFit:
    """The same fit of some of its views, as a start for a fit of these alone."""
    return replace(
        fit,
        poses=tuple(fit.poses[number] for number in numbers),
        residuals=tuple(fit.residuals[number] for number in numbers),
    )


def _view_errors(
    trained: LensFit, views: tuple[CalibrationView, ...], starts: tuple[CameraPose, ...], target: CalibrationTarget
) -> Floats:
    """The pose from every second corner, the others predicted; then the other way round."""
    exact = target.bent(trained.bend)
    squares: list[list[Floats]] = [[] for _ in views]
    for turn in (0, 1):
        known = tuple(view.only(np.arange(len(view.index)) % 2 == turn) for view in views)
        others = tuple(view.only(np.arange(len(view.index)) % 2 != turn) for view in views)
        seen = fit_lens(known, exact, NOTHING_FREE, trained.lens, starts)
        for number, (other, pose) in enumerate(zip(others, seen.poses, strict=True)):
            miss = other.px - trained.lens.project(pose.into_camera(exact.points[other.index]))
            squares[number].append((miss**2).sum(axis=1))
    return np.array([np.concatenate(parts).mean() for parts in squares])


def best_model(candidates: tuple[HeldOut, ...]) -> HeldOut:
    """The simplest from which no richer one stands out clearly. Candidates come simplest first."""
    chosen = candidates[0]
    for richer in candidates[1:]:
        gain = chosen.per_view_px2 - richer.per_view_px2
        scatter = float(gain.std(ddof=1)) / np.sqrt(len(gain))
        if gain.mean() > max(CLEAR_MARGIN * float(chosen.per_view_px2.mean()), scatter):
            chosen = richer
    return chosen
