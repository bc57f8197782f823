"""A measured path: each leg and their sum, with the plus-minus of all that the ends stand on, taken together.

What the camera gets wrong for two pieces alike cancels between them; what each suffers by itself does not.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats
from tableassist.rulebook import Scene
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Separation, between, shared_errors
from tableassist.ui.tools.measure.points import MeasurePoint, Point
from tableassist.vision.registration.pointed_place import pointed_place_error
from tableassist.vision.registration.registration import Registration


@dataclass(frozen=True, slots=True)
class MeasuredLeg:
    start: Point
    end: Point
    mm: float
    sigma_mm: float


@dataclass(frozen=True, slots=True)
class MeasuredPath:
    legs: tuple[MeasuredLeg, ...]
    mm: float
    """Of all legs together."""
    sigma_mm: float
    """Less than the legs' own put together where they share an error, more where they share it the same way."""
    hidden: tuple[str, ...] = ()
    """Names of pieces that were not measured just now: they may have been moved since."""


def measured_path(points: Sequence[MeasurePoint], scene: Scene, registration: Registration) -> MeasuredPath | None:
    """None while one of the pieces is not there, or with fewer than two points."""
    places = [point.place(scene) for point in points]
    at = [place for place in places if place is not None]
    if len(at) != len(points) or len(at) < 2:
        return None
    errors = _Errors(points, np.array(at), scene, registration)
    steps = np.diff(np.array(at), axis=0)
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    units = np.where(lengths[:, None] > 1e-9, steps / np.maximum(lengths, 1e-9)[:, None], (1.0, 0.0))
    pulls = np.zeros((len(lengths), len(at), 2))
    legs = np.arange(len(lengths))
    pulls[legs, legs] = -units
    pulls[legs, legs + 1] += units
    sigmas = [errors.sigma_mm(pull) for pull in pulls]
    made = tuple(
        MeasuredLeg(at[n], at[n + 1], float(lengths[n]), sigmas[n]) for n in range(len(lengths))
    )  # fmt: skip
    stale = (scene.find(point.piece) for point in points)
    hidden = dict.fromkeys(placed.name for placed in stale if placed is not None and placed.is_stale)
    return MeasuredPath(made, float(lengths.sum()), errors.sigma_mm(pulls.sum(axis=0)), tuple(hidden))


def measured_gap(one: PlacedPiece, other: PlacedPiece) -> Separation:
    """From the nearest edge of one hull to that of the other; below zero where they overlap."""
    return between(one, one.footprint, other, other.footprint)


class _Errors:
    """Of N places: what moves them by themselves, with their pieces, and with the camera."""

    def __init__(
        self, points: Sequence[MeasurePoint], places: Floats, scene: Scene, registration: Registration
    ) -> None:
        ids = dict.fromkeys(point.piece for point in points if point.piece is not None)
        self._pieces = [placed for placed in (scene.find(piece) for piece in ids) if placed is not None]
        self._owner = [None if point.piece is None else list(ids).index(point.piece) for point in points]
        self._points, self._places = points, places
        free = [None if point.piece is not None else pointed_place_error(registration, *point.at) for point in points]
        self._free = free
        width = registration.pose_factor.shape[1]
        self._shared = _side_by_side(self._pieces, width)
        self._width = self._shared.shape[2] if self._pieces else width

    def sigma_mm(self, pull: Floats) -> float:
        """Of a length that answers so (N, 2) to its places."""
        variance, together = 0.0, np.zeros(self._width)
        by_model: dict[tuple[int, Point], Floats] = {}
        by_pose = np.zeros((len(self._pieces), 3))
        for n, (owner, free) in enumerate(zip(self._owner, self._free, strict=True)):
            if free is not None:
                own, shared = free
                variance += float(pull[n] @ own @ pull[n])
                together[: shared.shape[1]] += pull[n] @ shared
            elif owner is not None:
                placed = self._pieces[owner]
                x, y = self._places[n]
                by_pose[owner] += pull[n] @ placed.pose.pose.point_jacobian((float(x), float(y)))
                # The same place of a ship is wrong the same way each time it is measured to.
                same = (owner, self._points[n].at)
                by_model[same] = by_model.get(same, np.zeros(2)) + pull[n]
        for (owner, _), by in by_model.items():
            variance += self._pieces[owner].piece.model.sigma_mm ** 2 * float(by @ by)
        for row, placed, shared in zip(by_pose, self._pieces, self._shared, strict=True):
            variance += float(row @ placed.pose.own @ row)
            together += row @ shared
        return math.sqrt(variance + float(together @ together))


def _side_by_side(pieces: Sequence[PlacedPiece], width: int) -> Floats:
    """(P, 3, K): the first columns are those of a registration with so many errors; others share nothing with it."""
    if not pieces:
        return np.zeros((0, 3, width))
    poses = [placed.pose for placed in pieces]
    if all(pose.shared.shape[1] == width for pose in poses):
        return np.stack([pose.shared for pose in poses])
    other = shared_errors(poses)
    out = np.zeros((len(poses), 3, width + other.shape[2]))
    for n, pose in enumerate(poses):
        if pose.shared.shape[1] == width:
            out[n, :, :width] = pose.shared
        else:
            out[n, :, width:] = other[n]
    return out
