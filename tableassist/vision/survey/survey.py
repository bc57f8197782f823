"""The mat survey: where hand-taped tags really are, from several pictures of the mat.

One camera pose a picture, whether the camera was carried round the mat or the mat was turned under the camera.
The mat's frame stays that of the nominal layout in the least-squares sense: the priors hold it.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from tableassist.errors import BadRequestError
from tableassist.geometry import Flags, Floats
from tableassist.vision.camera.lens import Lens
from tableassist.vision.registration.mat_layout import LAYOUT_SCALE_SIGMA, MatLayout, MatTag
from tableassist.vision.registration.mat_places import SurveyedPlaces, covariance_root
from tableassist.vision.survey.fit import SurveyFit, fit_survey
from tableassist.vision.survey.priors import (
    CONTRADICTION_CHI,
    OWN_SCALE_SIGMA,
    PRINT_SCALE_SIGMA,
    YAW_SIGMA_RAD,
    PriorKnowledge,
    RulerDistance,
)
from tableassist.vision.survey.start import (
    Contradiction,
    Sightings,
    StartingView,
    contradictions,
    starting_views,
    survey_sightings,
)
from tableassist.vision.survey.unknowns import (
    COMMON,
    LAYOUT_SCALE,
    PRINT_SCALE,
    SurveySightings,
    SurveyUnknowns,
    nominal_places,
)

LEAST_PLACEMENT_SIGMA_MM = 0.05
"""No tag was ever placed better; and the frame must not hang on a prior of zero."""
LEAST_TAGS = 3
PRIOR_ROUNDS = 4


@dataclass(frozen=True, slots=True)
class ScaleFound:
    """A scale as a share of what was stated: 0.97 is 97 %."""

    value: float
    sigma: float
    contradicts: bool
    """Too far from 1 for the prior, which was given up."""


@dataclass(frozen=True, slots=True)
class SurveyedTag:
    """Against the nominal layout; sigmas against the other tags: shift, turn and scale of the whole are taken out."""

    tag: MatTag
    """As surveyed."""
    dx_mm: float
    dy_mm: float
    dyaw_rad: float
    scale: float
    sigma_mm: float
    sigma_yaw_rad: float
    views: int
    views_left_out: int
    misplaced: bool
    """Farther from its place, or turned more, than the sigmas allow; surveyed all the same."""
    resized: bool
    """Printed at another scale than the others."""


@dataclass(frozen=True, slots=True, eq=False)
class MatSurvey:
    layout: MatLayout
    tags: tuple[SurveyedTag, ...]
    contradictions: tuple[Contradiction, ...]
    print_scale: ScaleFound
    """Of the tags' size."""
    layout_scale: ScaleFound
    """Of the distances between tags."""
    scale_sigma: float
    """Of the surveyed mat as a whole: every distance on it may be wrong by this share."""
    ruler: RulerDistance | None
    ruler_off_mm: float | None
    """What the survey makes of the ruler's distance, less what was typed."""
    views: int
    views_used: tuple[int, ...]
    residual_px: float
    chi: float


def survey_mat(
    views: tuple[Sightings, ...], nominal: MatLayout, lens: Lens, *, ruler: RulerDistance | None = None
) -> MatSurvey:
    """BadRequestError where the pictures do not show enough of the mat's tags."""
    starts = starting_views(views, nominal, lens)
    refuted = contradictions(starts, nominal)
    left_out = {contradiction.tag for contradiction in refuted}
    believed = replace(nominal, tags=tuple(tag for tag in nominal.tags if tag not in left_out))
    indices = [index for index, tag in enumerate(nominal.tags) if tag not in left_out]
    _check(views, starts, indices)
    seen = survey_sightings(starts, indices, believed, lens)
    prior = _prior(believed, ruler)
    start = SurveyUnknowns(
        nominal_places(believed), np.zeros(COMMON), np.zeros(seen.lens_root.shape[1]), tuple(v.pose for v in starts)
    )
    fit, prior, misplaced = _fit_believing_what_agrees(start, seen, prior)
    return _survey(fit, prior, misplaced, seen, believed, starts, refuted, len(views), ruler)


def _check(views: tuple[Sightings, ...], starts: tuple[StartingView, ...], believed: list[int]) -> None:
    seen = {index for view in starts for index, _ in view.seen if index in set(believed)}
    if not starts or len(seen) < LEAST_TAGS:
        raise BadRequestError(
            "survey: got {count} mat tags that agree with the layout in {views} pictures, expected {least} or more: "
            "check the table file's tag ids and places, and the light",
            count=len(seen),
            views=len(views),
            least=LEAST_TAGS,
        )


def _prior(believed: MatLayout, ruler: RulerDistance | None) -> PriorKnowledge:
    placement = max(believed.placement_sigma_mm, LEAST_PLACEMENT_SIGMA_MM)
    each = [placement, placement, YAW_SIGMA_RAD, OWN_SCALE_SIGMA]
    index = {tag.tag: place for place, tag in enumerate(believed.tags)}
    known = None
    if ruler is not None:
        if ruler.tag == ruler.other or not {ruler.tag, ruler.other} <= index.keys():
            raise BadRequestError(
                "ruler: got tags {tag} and {other}, expected two different tags of the mat that lie where the layout "
                "says: {tags}",
                tag=ruler.tag,
                other=ruler.other,
                tags=tuple(index),
            )
        known = (index[ruler.tag], index[ruler.other], ruler.mm, ruler.sigma_mm)
    return PriorKnowledge(
        nominal=nominal_places(believed),
        sigma=np.tile(each, (len(believed.tags), 1)),
        common_sigma=np.array([PRINT_SCALE_SIGMA, LAYOUT_SCALE_SIGMA, 1.0]),
        ruler=known,
    )


def _fit_believing_what_agrees(
    start: SurveyUnknowns, seen: SurveySightings, prior: PriorKnowledge
) -> tuple[SurveyFit, PriorKnowledge, Flags]:
    """Fits, gives up those priors that the pictures contradict, and fits again until none is left."""
    misplaced: Flags = np.zeros((len(start.places), 3), dtype=np.bool_)
    fit = fit_survey(start, seen, prior)
    for _ in range(PRIOR_ROUNDS):
        changed = False
        if prior.scale_pull(fit.unknowns) > CONTRADICTION_CHI:
            fit, prior = _believe_other_scales(fit, seen, prior)
            changed = True
        looser, off = prior.without_contradicted_places(fit.unknowns)
        if off.any():
            prior, misplaced = looser, misplaced | off
            fit = fit_survey(fit.unknowns, seen, prior)
            changed = True
        if not changed:
            break
    return fit, prior, misplaced


def _believe_other_scales(
    fit: SurveyFit, seen: SurveySightings, prior: PriorKnowledge
) -> tuple[SurveyFit, PriorKnowledge]:
    for belief in prior.other_scale_beliefs():
        other = fit_survey(fit.unknowns, seen, belief)
        if belief.scale_pull(other.unknowns) <= CONTRADICTION_CHI:
            break
    return other, belief


def _survey(
    fit: SurveyFit,
    prior: PriorKnowledge,
    misplaced: Flags,
    seen: SurveySightings,
    believed: MatLayout,
    starts: tuple[StartingView, ...],
    refuted: tuple[Contradiction, ...],
    views: int,
    ruler: RulerDistance | None,
) -> MatSurvey:
    at = fit.unknowns
    tags = tuple(_moved(tag, place) for tag, place in zip(believed.tags, at.places, strict=True))
    used = sorted(set(seen.view[fit.kept].tolist()))
    off_mm = None if prior.ruler is None else prior.ruler_off_mm(at)
    return MatSurvey(
        layout=replace(believed, tags=tags, surveyed=_surveyed_places(fit, seen)),
        tags=_tag_table(fit, misplaced, seen, believed, tags),
        contradictions=refuted,
        print_scale=_scale(fit, prior, PRINT_SCALE),
        layout_scale=_scale(fit, prior, LAYOUT_SCALE),
        scale_sigma=relative_sigmas(tags, fit.covariance[: at.common_at, : at.common_at])[2],
        ruler=ruler,
        ruler_off_mm=off_mm,
        views=views,
        views_used=tuple(starts[number].number for number in used),
        residual_px=fit.residual_px,
        chi=math.sqrt(fit.chi2),
    )


def _moved(tag: MatTag, place: Floats) -> MatTag:
    x, y, yaw, size = (float(value) for value in place)
    return replace(tag, x_mm=x, y_mm=y, yaw_rad=yaw, size_mm=tag.size_mm * (1.0 + size))


def _scale(fit: SurveyFit, prior: PriorKnowledge, which: int) -> ScaleFound:
    place = fit.unknowns.common_at + which
    value = 1.0 + float(fit.unknowns.common[which])
    return ScaleFound(value, math.sqrt(float(fit.covariance[place, place])), prior.scale_given_up(which))


def _surveyed_places(fit: SurveyFit, seen: SurveySightings) -> SurveyedPlaces:
    at = fit.unknowns
    count = at.common_at
    # From a share of the stated size to a share of the size it has.
    unit = np.ones_like(at.places)
    unit[:, 3] = 1.0 / (1.0 + at.places[:, 3])
    each = unit.reshape(-1, 1)
    with_lens = fit.covariance[:count, at.lens_at : at.poses_at]
    # The lens's own errors have sigma 1, so what they do to the places is their covariance with them.
    alone = (fit.covariance[:count, :count] - with_lens @ with_lens.T) * each * each.T
    factor = covariance_root(alone)
    by_lens = (with_lens * each) @ np.linalg.pinv(seen.lens_root)
    return SurveyedPlaces(factor.reshape(-1, 4, factor.shape[1]), by_lens.reshape(-1, 4, 12), seen.lens)


def _tag_table(
    fit: SurveyFit, misplaced: Flags, seen: SurveySightings, believed: MatLayout, tags: tuple[MatTag, ...]
) -> tuple[SurveyedTag, ...]:
    sigma_mm, sigma_yaw, _ = relative_sigmas(tags, fit.covariance[: 4 * len(tags), : 4 * len(tags)])
    views = np.bincount(seen.tag[fit.kept], minlength=len(tags))
    out = np.bincount(seen.tag[~fit.kept], minlength=len(tags))
    return tuple(
        SurveyedTag(
            tag=tag,
            dx_mm=tag.x_mm - was.x_mm,
            dy_mm=tag.y_mm - was.y_mm,
            dyaw_rad=tag.yaw_rad - was.yaw_rad,
            scale=tag.size_mm / was.size_mm,
            sigma_mm=float(sigma_mm[k]),
            sigma_yaw_rad=float(sigma_yaw[k]),
            views=int(views[k]),
            views_left_out=int(out[k]),
            misplaced=bool(misplaced[k, :2].any()),
            resized=bool(misplaced[k, 2]),
        )
        for k, (tag, was) in enumerate(zip(tags, believed.tags, strict=True))
    )


def relative_sigmas(tags: tuple[MatTag, ...], covariance: Floats) -> tuple[Floats, Floats, float]:
    """Of each tag's centre (per axis, the mean of both) and yaw, once shift, turn and scale of all together are
    taken out; and of that scale, as a share."""
    centre = np.array([(tag.x_mm, tag.y_mm) for tag in tags])
    arm = centre - centre.mean(axis=0)
    common = np.zeros((len(tags), 4, 4))
    common[:, 0, 0] = common[:, 1, 1] = 1.0
    common[:, 0, 2], common[:, 1, 2], common[:, 2, 2] = -arm[:, 1], arm[:, 0], 1.0
    common[:, :2, 3] = arm
    # The shift, turn and scale that fit the centres best, as a linear answer to the places.
    answer = np.zeros((4, len(tags), 4))
    answer[:, :, :2] = np.linalg.pinv(common[:, :2].reshape(-1, 4)).reshape(4, -1, 2)
    flat = answer.reshape(4, -1)
    keep = np.eye(4 * len(tags)) - common.reshape(-1, 4) @ flat
    variance = np.diag(keep @ covariance @ keep.T).reshape(-1, 4)
    scale_sigma = math.sqrt(float(flat[3] @ covariance @ flat[3]))
    return np.sqrt(variance[:, :2].mean(axis=1)), np.sqrt(variance[:, 2]), scale_sigma
