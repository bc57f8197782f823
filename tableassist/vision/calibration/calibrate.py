"""A lens from views of a board or of the mat: fitted, its model chosen, and judged."""

from dataclasses import dataclass, replace

import numpy as np

from tableassist.errors import BadRequestError
from tableassist.messages import Message
from tableassist.vision.calibration.candidates import Candidate, Progress, best_candidate, candidates_of
from tableassist.vision.calibration.cleaning import Cleaned, DroppedView, cleaned
from tableassist.vision.calibration.coverage import Coverage, coverage_of
from tableassist.vision.calibration.halves import OnMat, apart_px, disagreement_mm
from tableassist.vision.calibration.halving import HalvedBy, Halving, in_own_order, ways_to_halve
from tableassist.vision.calibration.held_out import part_of
from tableassist.vision.calibration.two_lenses import two_lenses
from tableassist.vision.calibration.verdict import CalibrationEvidence, CalibrationVerdict, HalvesApart, judge
from tableassist.vision.camera.lens import Lens
from tableassist.vision.lens_fit.fit import LensFit, refit
from tableassist.vision.lens_fit.models import LensModel
from tableassist.vision.lens_fit.target import CalibrationTarget, CalibrationView


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    lens: Lens
    """With its full covariance."""
    model: LensModel
    fit: LensFit
    views: tuple[CalibrationView, ...]
    """Those that were used."""
    dropped: tuple[DroppedView, ...]
    candidates: tuple[Candidate, ...]
    coverage: Coverage
    evidence: CalibrationEvidence
    verdict: CalibrationVerdict


def calibrate(
    views: tuple[CalibrationView, ...], target: CalibrationTarget, progress: Progress = lambda _what, _share: None
) -> Calibration:
    """The views may come in any order: the lens and the verdict are the same."""
    progress(Message("first fit"), 0.0)
    clean = cleaned(in_own_order(views), target)
    ways = ways_to_halve(clean.views, clean.poses, target)
    candidates = candidates_of(clean, target, ways, progress)
    if not candidates:
        raise BadRequestError("calibration: no lens fits the corners; expected views of one flat board")
    chosen = best_candidate(candidates)
    covariance, excess = chosen.pulls.covariance(np.arange(len(clean.views)))
    lens = _open_to_choice(replace(chosen.fit.lens, covariance=covariance), chosen, candidates)
    other = two_lenses(chosen.pulls)
    halves = tuple(_apart(chosen, way, clean, target) for way in (*ways, *((other,) if other else ())))
    coverage = coverage_of(clean.views, chosen.fit.poses)
    evidence = CalibrationEvidence(
        views=len(clean.views),
        dropped=len(clean.dropped),
        rms_px=chosen.fit.rms_px,
        held_out_px=chosen.rms_px,
        halves=halves,
        claimed_mm=OnMat(lens).sigma_mm(lens.covariance),
        excess=excess,
        width_px=lens.width_px,
        covered=coverage.covered,
        missing_tilts=coverage.missing_tilts,
    )
    wider = replace(lens, covariance=lens.covariance * evidence.widening**2)
    progress(Message("done"), 1.0)
    return Calibration(
        wider, chosen.model, chosen.fit, clean.views, clean.dropped, candidates, coverage, evidence, judge(evidence)
    )


def _apart(chosen: Candidate, way: Halving, clean: Cleaned, target: CalibrationTarget) -> HalvesApart:
    """Both halves fitted by themselves."""
    lenses = [
        refit(part_of(chosen.fit, part.tolist()), tuple(clean.views[n] for n in part), target, chosen.model).lens
        for part in way.parts
    ]
    on_mat = OnMat(chosen.fit.lens)
    claims = [on_mat.sigma_mm(chosen.pulls.covariance(part)[0]) for part in way.parts]
    smaller = min(way.parts, key=len)
    return HalvesApart(
        by=way.by,
        mm=disagreement_mm(*lenses),
        claim_mm=float(np.sqrt(np.mean(np.square(claims)))),
        px=apart_px(*lenses) if way.by is HalvedBy.TURNS else None,
        names=tuple(sorted(clean.views[number].name for number in smaller)),
    )


def _open_to_choice(lens: Lens, chosen: Candidate, candidates: tuple[Candidate, ...]) -> Lens:
    """The next richer model, where it predicts better but was not chosen, may be the true one: one more sigma.

    So parameters outside the chosen model may get a variance too.
    """
    family = [each for each in candidates if each.model.projection is chosen.model.projection]
    place = family.index(chosen)
    best = min(family[place : place + 2], key=lambda each: each.rms_px)
    apart = best.fit.lens.numbers - lens.numbers
    return replace(lens, covariance=lens.covariance + np.outer(apart, apart))
