"""How well a lens model predicts views it has not seen."""

from dataclasses import replace

import numpy as np

from tableassist.geometry import Floats
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.lens_fit.fit import LensFit, fit_lens, refit
from tableassist.vision.lens_fit.models import NOTHING_FREE
from tableassist.vision.lens_fit.target import CalibrationTarget, CalibrationView

FOLDS = 5


def held_out_px2(fit: LensFit, views: tuple[CalibrationView, ...], target: CalibrationTarget) -> Floats:
    """(V,) mean squared distance of held-out corners, both axes together.

    Each view is predicted by a lens that was fitted without it.
    """
    folds = min(FOLDS, len(views))
    errors = np.zeros(len(views))
    for fold in range(folds):
        out = [number for number in range(len(views)) if number % folds == fold]
        kept = [number for number in range(len(views)) if number % folds != fold]
        trained = refit(part_of(fit, kept), tuple(views[number] for number in kept), target, fit.model)
        poses = tuple(fit.poses[number] for number in out)
        errors[out] = _view_errors(trained, tuple(views[number] for number in out), poses, target)
    return errors


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
