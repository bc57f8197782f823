"""Ways to halve the views of a calibration. None of them asks for the views' names or order: a set of pictures gets one
verdict, whatever the files are called.
"""

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

import numpy as np

from tableassist.geometry import Floats, Indices
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.lens_fit.target import CalibrationTarget, CalibrationView

GROUPS = 4
GROUP_STEPS = 20
LEAST_HALF = 2
LEAST_SHARE = 0.25
"""Of the views in the smaller half."""
PAIRINGS = ((0, 1), (0, 2), (0, 3))
"""The groups of the first half: the three ways in which four groups make two pairs."""


class HalvedBy(StrEnum):
    TURNS = "turns"
    """Neighbours in some respect of the pose (distance, place, tilt) go to different halves."""
    POSES = "poses"
    """Views from the same side stay together: what one half has seen, the other has not."""
    TIME = "time"
    """The first against the last, where it is known when they were taken."""
    LENSES = "lenses"
    """Those that ask for one lens against those that ask for another."""


@dataclass(frozen=True, slots=True, eq=False)
class Halving:
    by: HalvedBy
    first: Indices
    second: Indices

    @property
    def parts(self) -> tuple[Indices, Indices]:
        return self.first, self.second


def in_own_order(views: tuple[CalibrationView, ...]) -> tuple[CalibrationView, ...]:
    """By what they show, not by their names."""
    return tuple(sorted(views, key=lambda view: (*view.px.mean(axis=0).tolist(), view.px.tobytes())))


def ways_to_halve(
    views: tuple[CalibrationView, ...], poses: tuple[CameraPose, ...], target: CalibrationTarget
) -> tuple[Halving, ...]:
    aspects = pose_aspects(poses, target)
    found = [*_by_turns(aspects), *_by_poses(aspects), *_by_time(views)]
    least = max(LEAST_HALF, round(LEAST_SHARE * len(views)))
    return tuple(way for way in found if min(len(way.first), len(way.second)) >= least)


def pose_aspects(poses: tuple[CameraPose, ...], target: CalibrationTarget) -> Floats:
    """(V, 5) in comparable units: where the target stands (two angles), its distance (logarithm), its tilt (two)."""
    middle = np.stack([pose.into_camera(target.points.mean(axis=0)) for pose in poses])
    away = np.linalg.norm(middle, axis=1)
    normal = np.stack([pose.rotation[:, 2] for pose in poses])
    normal *= np.where(normal[:, 2:] < 0, -1.0, 1.0)
    return np.column_stack([np.arcsin(middle[:, :2] / away[:, None]), np.log(away), np.arcsin(normal[:, :2])])


def _halving(by: HalvedBy, in_first: Indices, count: int) -> Halving:
    return Halving(by, np.sort(in_first), np.setdiff1d(np.arange(count), in_first))


def _by_turns(aspects: Floats) -> list[Halving]:
    """First, second, second, first: neither half gets the nearer of every two."""
    count = len(aspects)
    turn = np.isin(np.arange(count) % 4, (0, 3))
    return [_halving(HalvedBy.TURNS, np.argsort(aspect, kind="stable")[turn], count) for aspect in aspects.T]


def _by_poses(aspects: Floats) -> list[Halving]:
    group = _groups(aspects)
    return [_halving(HalvedBy.POSES, np.flatnonzero(np.isin(group, pair)), len(aspects)) for pair in PAIRINGS]


def _groups(aspects: Floats) -> Indices:
    """(V,) which of GROUPS: k-means, started from poses as far from each other as there are."""
    chosen = [int(np.linalg.norm(aspects - aspects.mean(axis=0), axis=1).argmax())]
    while len(chosen) < GROUPS:
        chosen.append(int(_apart(aspects, aspects[chosen]).min(axis=1).argmax()))
    middles = aspects[chosen]
    group = _apart(aspects, middles).argmin(axis=1)
    for _ in range(GROUP_STEPS):
        middles = np.stack(
            [aspects[group == g].mean(axis=0) if (group == g).any() else middles[g] for g in range(GROUPS)]
        )
        group = _apart(aspects, middles).argmin(axis=1)
    return np.asarray(group, dtype=np.intp)


def _apart(aspects: Floats, middles: Floats) -> Floats:
    return np.asarray(np.linalg.norm(aspects[:, None] - middles[None], axis=2), dtype=np.float64)


def _by_time(views: tuple[CalibrationView, ...]) -> list[Halving]:
    times = [view.taken_s for view in views if view.taken_s is not None]
    if len(times) < len(views) or any(one == other for one, other in pairwise(sorted(times))):
        return []
    return [_halving(HalvedBy.TIME, np.argsort(times)[: len(times) // 2], len(times))]
