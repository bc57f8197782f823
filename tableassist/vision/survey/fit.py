"""Bundle adjustment of a mat: all pictures, places and scales at once, robust per sighting."""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Flags, Floats
from tableassist.vision.least_squares import best_step, covariance_by
from tableassist.vision.survey.priors import PriorKnowledge
from tableassist.vision.survey.unknowns import SurveySightings, SurveyUnknowns

SOFT_FITS = 2
"""The first fits only weigh a sighting down that does not fit: the fit may still be the one to blame."""
MOST_FITS = 8
"""By then the choice of sightings has come to rest, or goes round in circles."""
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
    """Fits, and chooses anew which sightings to believe, until the choice stays."""
    at = start
    for _ in range(SOFT_FITS):
        chi = _chi(at, seen)
        at = _fitted(at, seen, prior, 1.0 / (1.0 + (chi / (SOFT_CHI * max(1.0, float(np.median(chi))))) ** 2))
    kept: Flags = np.zeros(len(seen.tag), dtype=np.bool_)
    for _ in range(MOST_FITS):
        agreeing = _agreeing(_chi(at, seen), seen)
        if (agreeing == kept).all():
            break
        kept = agreeing
        at = _fitted(at, seen, prior, kept.astype(np.float64))
    return _fit_at(at, kept, seen, prior)


def _fitted(start: SurveyUnknowns, seen: SurveySightings, prior: PriorKnowledge, weight: Floats) -> SurveyUnknowns:
    return start.moved(best_step(lambda step: _rows(start.moved(step), step, seen, prior, weight), start.size))


def _chi(at: SurveyUnknowns, seen: SurveySightings) -> Floats:
    white = np.einsum("sij,sj->si", seen.whiten, seen.residual(at))
    return np.asarray(np.sqrt((white**2).mean(axis=1)), dtype=np.float64)


def _agreeing(chi: Floats, seen: SurveySightings) -> Flags:
    kept = chi <= OUTLIER_CHI * max(1.0, float(np.median(chi)))
    each_view = np.bincount(seen.view, weights=kept, minlength=int(seen.view.max()) + 1)
    return kept & (each_view[seen.view] >= LEAST_SIGHTINGS)


def _rows(
    at: SurveyUnknowns, step: Floats, seen: SurveySightings, prior: PriorKnowledge, weight: Floats
) -> tuple[Floats, Floats]:
    """Corners, priors, and what holds the poses: residuals in sigmas and their Jacobian."""
    root = np.sqrt(weight)[:, None, None] * seen.whiten
    corners = -np.einsum("sij,sj->si", root, seen.residual(at)).ravel()
    pulls, slopes = prior.rows(at)
    held = np.sqrt(POSE_HOLD) * np.eye(at.size)[at.poses_at :]
    jacobian = np.concatenate([(root @ seen.jacobian(at)).reshape(-1, at.size), slopes, held])
    return np.concatenate([corners, pulls, held @ step]), jacobian


def _fit_at(at: SurveyUnknowns, kept: Flags, seen: SurveySightings, prior: PriorKnowledge) -> SurveyFit:
    residual = seen.residual(at)
    white = np.einsum("sij,sj->si", seen.whiten, residual)[kept]
    # The places take up some of the residuals, each picture's pose six; at least half are believed to be free.
    freedom = max(white.size - 6 * len(at.poses) - 3 * len(set(seen.tag[kept].tolist())), white.size // 2, 1)
    chi2 = float((white**2).sum()) / freedom
    # Residuals larger than their model says are taken at their word; smaller ones are not.
    weight = kept / max(1.0, chi2)
    _, jacobian = _rows(at, np.zeros(at.size), seen, prior, weight)
    rms_px = float(np.sqrt((residual[kept] ** 2).sum() / (4 * max(1, int(kept.sum())))))
    return SurveyFit(at, kept, chi2, rms_px, covariance_by(jacobian))
