"""Every lens model fitted, and the choice among them: by views it has not seen, and by what halves make of the mat."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats
from tableassist.messages import Message, Text
from tableassist.vision.calibration.cleaning import Cleaned, simplest_fit
from tableassist.vision.calibration.halves import OnMat, disagreement_mm
from tableassist.vision.calibration.halving import HalvedBy, Halving
from tableassist.vision.calibration.held_out import held_out_px2
from tableassist.vision.lens_fit.covariance import ViewPulls, view_pulls
from tableassist.vision.lens_fit.fit import LensFit, refit
from tableassist.vision.lens_fit.models import MODELS, LensModel
from tableassist.vision.lens_fit.target import CalibrationTarget

CLEAR_MARGIN = 0.002
"""A richer model must predict better by this share of the squares, and by more than the views' own scatter. A model
too rich costs a wider claim; one too simple is wrong without saying so. So the margin is small."""

Progress = Callable[[Text, float], None]
"""Called with what is being done and how much of it is done, 0 to 1."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    model: LensModel
    fit: LensFit
    """On all views."""
    pulls: ViewPulls
    per_view_px2: Floats
    """(V,) of views held out."""
    half_mm: float
    """By how much evenly mixed halves differ on the mat: RMS over the ways to mix them."""
    worst_half_mm: float
    """Over all ways to halve."""

    @property
    def rms_px(self) -> float:
        return float(np.sqrt(self.per_view_px2.mean()))


def candidates_of(
    clean: Cleaned, target: CalibrationTarget, ways: tuple[Halving, ...], progress: Progress
) -> tuple[Candidate, ...]:
    """Family by family, simplest first. A model whose equations these views cannot solve is none."""
    models = [model for family in clean.families for model in MODELS[family]]
    found: list[Candidate] = []
    fit: LensFit | None = None
    for number, model in enumerate(models):
        progress(Message("model {name}", name=model.name), (number + 0.5) / (len(models) + 1))
        try:
            if fit is None or fit.model.projection is not model.projection:
                fit = simplest_fit(clean.views, target, model, clean.poses)
            fit = refit(fit, clean.views, target, model)
            found.append(_candidate(fit, clean, target, ways))
        except np.linalg.LinAlgError:
            continue
    return tuple(found)


def _candidate(fit: LensFit, clean: Cleaned, target: CalibrationTarget, ways: tuple[Halving, ...]) -> Candidate:
    pulls, on_mat = view_pulls(fit, clean.views, target), OnMat(fit.lens)
    apart = {way: on_mat.rms_mm(pulls.into_lens @ (pulls.step(way.first) - pulls.step(way.second))) for way in ways}
    mixed = [mm for way, mm in apart.items() if way.by is HalvedBy.TURNS]
    px2 = held_out_px2(fit, clean.views, target)
    return Candidate(fit.model, fit, pulls, px2, float(np.sqrt(np.mean(np.square(mixed)))), max(apart.values()))


def best_candidate(candidates: tuple[Candidate, ...]) -> Candidate:
    """In each family the simplest from which no richer one stands out clearly, then likewise between the families."""
    best = []
    for family in dict.fromkeys(each.model.projection for each in candidates):
        chosen, *others = (each for each in candidates if each.model.projection is family)
        for richer in others:
            chosen = richer if stands_out(richer, chosen) else chosen
        best.append(chosen)
    first, *rest = best
    for other in rest:
        first = other if stands_out(other, first) else first
    return first


def stands_out(richer: Candidate, simpler: Candidate) -> bool:
    """It predicts unseen views better, beyond their scatter, and what it buys on the mat is worth what it costs there.

    Halves that differ by d mean a lens known to d/2. If the richer model is right, the simpler is wrong by what lies
    between the two, less what the richer's own scatter adds to that. So the richer wins if twice the square of that
    distance is more than its halves' difference, squared, exceeds the simpler's.
    """
    gain = simpler.per_view_px2 - richer.per_view_px2
    scatter = float(gain.std(ddof=1)) / np.sqrt(len(gain))
    if not gain.mean() > max(CLEAR_MARGIN * float(simpler.per_view_px2.mean()), scatter):
        return False
    between_mm = disagreement_mm(richer.fit.lens, simpler.fit.lens)
    return 2 * between_mm**2 > richer.half_mm**2 - simpler.half_mm**2
