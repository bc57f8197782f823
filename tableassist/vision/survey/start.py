"""Where a survey starts: a first pose of each picture, and the tags that flatly contradict the layout."""

import math
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from tableassist.geometry import Floats, ImagePoints, wrap_rad
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tableassist.vision.registration.mat_places import SurveyedPlaces, covariance_root
from tableassist.vision.registration.registration import register
from tableassist.vision.survey.unknowns import SurveySightings, squares
from tableassist.vision.tags.bowed_edges import straightened
from tableassist.vision.tags.noise import edge_sigma_px, sighting_covariance
from tableassist.vision.tags.pattern import tag_corners
from tableassist.vision.tags.sighting import TagSighting, seen_once

ROUGH_SIGMA_MM = 2.0
ROUGH_SIGMA_RAD = math.radians(2.0)
ROUGH_SIGMA_SIZE = 0.03
"""Tags are let be this far from what the layout says while the first poses are looked for."""
GROSS_MM = 12.0
GROSS_SIGMAS = 8.0
GROSS_RAD = math.radians(15.0)
SWAP_MM = 25.0

Sightings = tuple[TagSighting, ...]


class ContradictionKind(StrEnum):
    SWAPPED = "swapped"
    TURNED = "turned"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A tag that is not where, or not as, the layout says; it is left out of the survey."""

    tag: MatTag
    kind: ContradictionKind
    x_mm: float
    y_mm: float
    turn_rad: float
    """Where it is seen, roughly, and how far it is turned from what the layout says."""
    other: int | None = None
    """The tag in whose place it lies."""


@dataclass(frozen=True, slots=True, eq=False)
class StartingView:
    number: int
    """Of the picture, as it was handed in."""
    pose: CameraPose
    lens: Lens
    """As this picture alone would have it, within its plus-minus."""
    seen: tuple[tuple[int, TagSighting], ...]
    """Index into the layout's tags, and how it is seen."""


def starting_views(views: tuple[Sightings, ...], nominal: MatLayout, lens: Lens) -> tuple[StartingView, ...]:
    """Those pictures in which two or more mat tags agree on where the camera was."""
    rough = replace(nominal, surveyed=_roughly_placed(nominal, lens))
    keys = tuple(tag.key for tag in nominal.tags)
    found = []
    for number, sightings in enumerate(views):
        registration = register(sightings, rough, lens)
        if registration is not None:
            found.append(StartingView(number, registration.pose, registration.lens, seen_once(sightings, keys)))
    return tuple(found)


def _roughly_placed(nominal: MatLayout, lens: Lens) -> SurveyedPlaces:
    """Each tag off by its own errors, and all printed at a common scale."""
    count = len(nominal.tags)
    placement = max(nominal.placement_sigma_mm, ROUGH_SIGMA_MM)
    factor = np.zeros((count, 4, 4 * count + 1))
    each = np.arange(count)
    for k, sigma in enumerate((placement, placement, ROUGH_SIGMA_RAD, ROUGH_SIGMA_SIZE)):
        factor[each, k, 4 * each + k] = sigma
    factor[:, 3, -1] = ROUGH_SIGMA_SIZE
    return SurveyedPlaces(factor, np.zeros((count, 4, 12)), lens)


def contradictions(views: tuple[StartingView, ...], nominal: MatLayout) -> tuple[Contradiction, ...]:
    rough: dict[int, list[Floats]] = {}
    for view in views:
        for index, sighting in view.seen:
            rough.setdefault(index, []).append(_rough_place(sighting, nominal.tags[index], view))
    found = []
    for index, places in sorted(rough.items()):
        x, y, turn = (float(value) for value in np.median(np.stack(places), axis=0))
        contradiction = _contradiction(index, x, y, turn, nominal)
        if contradiction is not None:
            found.append(contradiction)
    return tuple(found)


def _rough_place(sighting: TagSighting, tag: MatTag, view: StartingView) -> Floats:
    """x, y, and the turn against the layout, from one picture."""
    on_mat = view.pose.onto_height(view.lens.normalise(ImagePoints(sighting.corners)), np.zeros(4))
    middle = on_mat.mean(axis=0)
    square, arm = tag_corners(tag.size_mm), on_mat - middle
    cross = float((square[:, 0] * arm[:, 1] - square[:, 1] * arm[:, 0]).sum())
    return np.array([*middle, wrap_rad(math.atan2(cross, float((square * arm).sum())) - tag.yaw_rad)])


def _contradiction(index: int, x: float, y: float, turn: float, nominal: MatLayout) -> Contradiction | None:
    tag = nominal.tags[index]
    off = math.hypot(x - tag.x_mm, y - tag.y_mm)
    if off > max(GROSS_MM, GROSS_SIGMAS * nominal.placement_sigma_mm):
        other = _nearest(x, y, index, nominal)
        kind = ContradictionKind.MOVED if other is None else ContradictionKind.SWAPPED
        return Contradiction(tag, kind, x, y, turn, other)
    if abs(turn) > GROSS_RAD:
        return Contradiction(tag, ContradictionKind.TURNED, x, y, turn)
    return None


def _nearest(x: float, y: float, index: int, nominal: MatLayout) -> int | None:
    """The other tag in whose place this one lies."""
    others = [tag for k, tag in enumerate(nominal.tags) if k != index]
    near = min(others, key=lambda tag: math.hypot(x - tag.x_mm, y - tag.y_mm), default=None)
    if near is None or math.hypot(x - near.x_mm, y - near.y_mm) > SWAP_MM:
        return None
    return near.tag


def survey_sightings(
    starts: tuple[StartingView, ...], indices: list[int], believed: MatLayout, lens: Lens
) -> SurveySightings:
    place_of = {index: place for place, index in enumerate(indices)}
    flat = [
        (number, place_of[index], sighting)
        for number, view in enumerate(starts)
        for index, sighting in view.seen
        if index in place_of
    ]
    noise = np.stack([sighting_covariance(sighting) for _, _, sighting in flat])
    return SurveySightings(
        view=np.array([view for view, _, _ in flat], dtype=np.intp),
        tag=np.array([tag for _, tag, _ in flat], dtype=np.intp),
        px=straightened(tuple(sighting for _, _, sighting in flat), lens),
        scale_error=np.stack([_scale_error_of(sighting) for _, _, sighting in flat]),
        whiten=np.linalg.inv(np.linalg.cholesky(noise)),
        lens=lens,
        lens_root=covariance_root(lens.covariance),
        square=squares(believed),
    )


def _scale_error_of(sighting: TagSighting) -> Floats:
    """(4, 2) px. Each sighting's noise has a scale error of its own; most of it is the same in all pictures, and
    averaging must not make it vanish."""
    arm = np.asarray(sighting.corners) - np.mean(sighting.corners, axis=0)
    return np.asarray(edge_sigma_px(sighting) * arm / np.linalg.norm(arm, axis=1, keepdims=True), dtype=np.float64)
