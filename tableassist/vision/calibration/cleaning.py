"""Views and corners that do not agree with the rest are left out; the families of lenses that can fit are found."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tableassist.errors import BadRequestError
from tableassist.messages import Message, Text, template
from tableassist.vision.calibration.held_out import part_of
from tableassist.vision.camera.lens import Projection
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.lens_fit.fit import LensFit, fit_lens, refit
from tableassist.vision.lens_fit.models import CLEANING_MODELS, MODELS, LensModel
from tableassist.vision.lens_fit.start import start_fisheye, start_lens, start_pose
from tableassist.vision.lens_fit.target import CalibrationTarget, CalibrationView

LEAST_VIEWS = 5
OUTLIER_VIEW = 3.0
"""A view whose residuals are this many times the median view's is left out."""
OUTLIER_CORNER = 5.0
LEAST_CORNERS_KEPT = 8
CLEARLY_BETTER = 0.9
"""A fisheye is thought of where its residuals are below this share of the pinhole's."""
HOPELESS = 3.0
"""A family whose residuals are this many times the other's is not tried any further."""
NARROW_SHARE = 0.6
"""Of the picture's width: with a longer focal length (80 degrees across) both families draw the same picture."""


@dataclass(frozen=True, slots=True, eq=False)
class DroppedView:
    name: str
    reason: Text


@dataclass(frozen=True, slots=True, eq=False)
class Cleaned:
    views: tuple[CalibrationView, ...]
    poses: tuple[CameraPose, ...]
    dropped: tuple[DroppedView, ...]
    families: tuple[Projection, ...]
    """Those worth trying."""


def cleaned(views: tuple[CalibrationView, ...], target: CalibrationTarget) -> Cleaned:
    """Outlier corners, then the worst view, are left out until the rest agree."""
    alike, other_sizes = _of_one_size(views)
    kept, in_line = _with_poses(alike, target)
    _check_count(len(kept))
    fits = {family: _first_fit(kept, target, family) for family in Projection}
    usual = {family: _usual_px(fit) for family, fit in fits.items()}
    fisheye = usual[Projection.FISHEYE] < CLEARLY_BETTER * usual[Projection.PINHOLE]
    is_narrow = _is_narrow(fits[Projection.PINHOLE], usual)
    family = Projection.FISHEYE if fisheye and not is_narrow else Projection.PINHOLE
    fit = fits[family]
    if fit is None:
        raise BadRequestError("calibration: no lens fits the corners; expected views of one flat board")
    families = tuple(each for each in Projection if usual[each] <= HOPELESS * usual[family])
    if is_narrow:
        families = (family,)
    fit, kept, dropped = _without_stray_views(fit, kept, target)
    clean = _without_stray_corners(fit, kept)
    fit = refit(fit, clean, target, fit.model)
    return Cleaned(clean, fit.poses, (*other_sizes, *in_line, *dropped), families)


def _is_narrow(pinhole: LensFit | None, usual: Mapping[Projection, float]) -> bool:
    """Whether this is an ordinary lens, whichever family leaves the smaller residuals: a curved board or a shaken
    picture may suit a fisheye's terms a little better. Only a pinhole that is hopeless says nothing of the lens."""
    if pinhole is None or usual[Projection.PINHOLE] > HOPELESS * usual[Projection.FISHEYE]:
        return False
    return pinhole.lens.fx > NARROW_SHARE * pinhole.lens.width_px


def _check_count(count: int) -> None:
    if count < LEAST_VIEWS:
        raise BadRequestError(
            "calibration: got {count} usable views, expected {least} or more", count=count, least=LEAST_VIEWS
        )


def _of_one_size(
    views: tuple[CalibrationView, ...],
) -> tuple[tuple[CalibrationView, ...], list[DroppedView]]:
    """Those of the size that most have, or of the larger one."""
    counts = Counter((view.width_px, view.height_px) for view in views)
    if not counts:
        return views, []
    usual = max(counts, key=lambda size: (counts[size], size))
    if len(counts) > 1 and counts[usual] < LEAST_VIEWS:
        got = tuple(f"{width}x{height}" for width, height in sorted(counts))
        what = template("calibration: got pictures of {sizes}, expected {least} or more of one size")
        raise BadRequestError(what, sizes=got, least=LEAST_VIEWS)
    size = "{}x{}".format(*usual)
    form = template("a picture of {got}, most are of {size}")
    dropped = [
        DroppedView(view.name, Message(form, got=f"{view.width_px}x{view.height_px}", size=size))
        for view in views
        if (view.width_px, view.height_px) != usual
    ]
    return tuple(view for view in views if (view.width_px, view.height_px) == usual), dropped


def simplest_fit(
    views: tuple[CalibrationView, ...], target: CalibrationTarget, model: LensModel, poses: tuple[CameraPose, ...]
) -> LensFit:
    """From the beginning: what a richer model has set must not stay in what a simpler one holds fixed."""
    begin = start_fisheye if model.projection is Projection.FISHEYE else start_lens
    lens = begin(views, target)
    starts = tuple(start_pose(view, target, lens) or pose for view, pose in zip(views, poses, strict=True))
    return fit_lens(views, target, model, lens, starts)


def _with_poses(
    views: tuple[CalibrationView, ...], target: CalibrationTarget
) -> tuple[tuple[CalibrationView, ...], list[DroppedView]]:
    lens = start_lens(views, target)
    kept, dropped = [], []
    for view in views:
        if start_pose(view, target, lens) is None:
            dropped.append(DroppedView(view.name, Message("its corners are in one line")))
        else:
            kept.append(view)
    return tuple(kept), dropped


def _first_fit(views: tuple[CalibrationView, ...], target: CalibrationTarget, family: Projection) -> LensFit | None:
    """None where this family's equations cannot be solved."""
    begin = start_fisheye if family is Projection.FISHEYE else start_lens
    lens = begin(views, target)
    poses = [start_pose(view, target, lens) for view in views]
    found = tuple(pose for pose in poses if pose is not None)
    if len(found) < len(views):
        return None
    try:
        fit = fit_lens(views, target, MODELS[family][0], lens, found)
        model = CLEANING_MODELS[family]
        fit = refit(refit(fit, views, target, model), views, target, model)
    except np.linalg.LinAlgError:
        return None
    return fit if np.isfinite(fit.noise_px) else None


def _each_px(fit: LensFit) -> list[float]:
    return [float(np.sqrt((part**2).sum(axis=1).mean())) for part in fit.residuals]


def _usual_px(fit: LensFit | None) -> float:
    return float("inf") if fit is None else float(np.median(_each_px(fit)))


def _without_stray_views(
    fit: LensFit, views: tuple[CalibrationView, ...], target: CalibrationTarget
) -> tuple[LensFit, tuple[CalibrationView, ...], list[DroppedView]]:
    dropped: list[DroppedView] = []
    while True:
        each = np.array(_each_px(fit))
        usual, worst = float(np.median(each)), int(each.argmax())
        if each[worst] <= OUTLIER_VIEW * usual or len(views) <= LEAST_VIEWS:
            return fit, views, dropped
        form = template("its corners miss by {worst_px:.2f} px, the others' by {usual_px:.2f}: moved, bent or misread")
        dropped.append(DroppedView(views[worst].name, Message(form, worst_px=float(each[worst]), usual_px=usual)))
        rest = part_of(fit, [number for number in range(len(views)) if number != worst])
        views = views[:worst] + views[worst + 1 :]
        fit = refit(refit(rest, views, target, fit.model), views, target, fit.model)


def _without_stray_corners(fit: LensFit, views: tuple[CalibrationView, ...]) -> tuple[CalibrationView, ...]:
    limit = OUTLIER_CORNER * fit.noise_px
    masks = [np.linalg.norm(part, axis=1) <= limit for part in fit.residuals]
    return tuple(
        view.only(mask) if mask.sum() >= LEAST_CORNERS_KEPT else view for view, mask in zip(views, masks, strict=True)
    )
