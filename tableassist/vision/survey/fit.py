"""Bundle adjustment of a mat: Gauss-Newton on dense normal equations, robust per sighting."""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.vision.survey.priors import Flags, PriorKnowledge
from tableassist.vision.survey.unknowns import SurveySightings, SurveyUnknowns

STEPS = 30
SOFT_STEPS = 4
"""The first steps only weigh a sighting down that does not fit: the fit may still be the one to blame."""
SETTLED_STEPS = 12
"""From here on the choice of sightings stays, so that the fit must come to rest."""
STEP_TOLERANCE = 1e-4
"""In sigmas: a step shorter than this changes nothing."""
OUTLIER_CHI = 3.5
"""A sighting whose eight residuals are this many times their expected size is left out: cut, half covered, misread."""
SOFT_CHI = 2.0
LEAST_SIGHTINGS = 2
"""A picture with fewer is not used."""
POSE_HOLD = 1e-9
"""Holds the pose of a picture that is not used; far too weak to be felt by the others."""


@dataclass(frozen=True, slots=True, eq=False)
class SurveyFit:
    unknowns: SurveyUnknowns
    kept: Flags
    """(S,)."""
    chi2: float
    """Mean square of the kept sightings' whitened residuals, over their degrees of freedom."""
    residual_px: float
    covariance: Floats
    """(N, N) over the unknowns."""


def fit_survey(start: SurveyUnknowns, seen: SurveySightings, prior: PriorKnowledge) -> SurveyFit:
    at, kept = start, np.ones(len(seen.tag), dtype=np.bool_)
    for number in range(STEPS):
        chi = _chi(at, seen)
        if number < SOFT_STEPS:
            weight = 1.0 / (1.0 + (chi / (SOFT_CHI * max(1.0, float(np.median(chi))))) ** 2)
        else:
            kept = _agreeing(chi, seen) if number < SETTLED_STEPS else kept
            weight = kept.astype(np.float64)
        normal, slope = _normal_equations(at, seen, prior, weight)
        step: Floats = np.asarray(np.linalg.solve(normal, slope), dtype=np.float64)
        at = at.moved(step)
        if number > SOFT_STEPS and float(step @ normal @ step) < STEP_TOLERANCE**2:
            break
    return _fit_at(at, kept, seen, prior)


def _chi(at: SurveyUnknowns, seen: SurveySightings) -> Floats:
    white = np.einsum("sij,sj->si", seen.whiten, seen.residual(at))
    size: Floats = np.sqrt((white**2).mean(axis=1))
    return size


def _agreeing(chi: Floats, seen: SurveySightings) -> Flags:
    kept = chi <= OUTLIER_CHI * max(1.0, float(np.median(chi)))
    each_view = np.bincount(seen.view, weights=kept, minlength=int(seen.view.max()) + 1)
    agreeing: Flags = kept & (each_view[seen.view] >= LEAST_SIGHTINGS)
    return agreeing


def _normal_equations(
    at: SurveyUnknowns, seen: SurveySightings, prior: PriorKnowledge, weight: Floats
) -> tuple[Floats, Floats]:
    root = np.sqrt(weight)[:, None, None] * seen.whiten
    white = (root @ seen.jacobian(at)).reshape(-1, at.size)
    residual = np.einsum("sij,sj->si", root, seen.residual(at)).ravel()
    pulls, slopes = prior.rows(at)
    normal = white.T @ white + slopes.T @ slopes
    normal[np.arange(at.poses_at, at.size), np.arange(at.poses_at, at.size)] += POSE_HOLD
    return normal, white.T @ residual - slopes.T @ pulls


def _fit_at(at: SurveyUnknowns, kept: Flags, seen: SurveySightings, prior: PriorKnowledge) -> SurveyFit:
    residual = seen.residual(at)
    white = np.einsum("sij,sj->si", seen.whiten, residual)[kept]
    # The places take up some of the residuals, each picture's pose six; at least half are believed to be free.
    freedom = max(white.size - 6 * len(at.poses) - 3 * len(set(seen.tag[kept].tolist())), white.size // 2, 1)
    chi2 = float((white**2).sum()) / freedom
    # Residuals larger than their model says are taken at their word; smaller ones are not.
    weight = kept / max(1.0, chi2)
    normal, _ = _normal_equations(at, seen, prior, weight)
    rms_px = float(np.sqrt((residual[kept] ** 2).sum() / (4 * max(1, int(kept.sum())))))
    return SurveyFit(at, kept, chi2, rms_px, _inverse(normal))


def _inverse(normal: Floats) -> Floats:
    """Scaled first: its rows are in mm, radians, shares and pixels."""
    scale = 1.0 / np.sqrt(np.diag(normal))
    inverse: Floats = np.linalg.inv(normal * np.outer(scale, scale)) * np.outer(scale, scale)
    return (inverse + inverse.T) / 2
