"""Cameras that see the same pieces, tied to each other by them.

A phone's lens is hardly known, and a photo from near shows few of the mat's tags, so its registration alone is poor.
But ships and islands that another camera sees, too, tell where it was. All pieces and all cameras together are one
least squares problem: the cameras' errors e (unit errors, eq. 44) are known beforehand by their registrations, and the
pieces are eliminated (docs/measurement-model.md, eq. 45). What is left open afterwards is again an error that all
pieces have in common.

A piece that was touched between two pictures belongs to neither of them, and must not pull: where the pictures disagree
about a piece by more than their plus-minus, it is left out, the worst one first.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from tableassist.geometry import Flags, Floats
from tableassist.pieces import Piece
from tableassist.vision.localisation.leans import NO_LEANS
from tableassist.vision.localisation.piece_fit import PieceFits, covariances, fit
from tableassist.vision.localisation.seen_tags import SeenTags, matched
from tableassist.vision.localisation.standing import Setting, StandingFit, View, fit_standing
from tableassist.vision.localisation.tracking import MOVED_MM, MOVED_RAD
from tableassist.vision.registration.joint import SIZE, errors_of, moved_by, with_errors
from tableassist.vision.registration.registration import Registration

STEPS = 4
STEP_TOLERANCE = 1e-3
"""Of a sigma."""
APART_SIGMAS = 5.0
"""Squares of three differences (x, y, heading) above this squared are no chance: one piece in 60,000."""


@dataclass(frozen=True, slots=True)
class Apart:
    """A piece about whose place two pictures disagree."""

    view: int
    """The later one of the two."""
    off_mm: float
    off_rad: float


@dataclass(frozen=True, slots=True, eq=False)
class Tied:
    registrations: tuple[Registration, ...]
    apart: Mapping[str, Apart] = field(default_factory=dict)
    in_several: frozenset[str] = frozenset()
    """Pieces that more than one picture shows."""


def tie_cameras(views: tuple[View, ...], pieces: tuple[Piece, ...]) -> Tied:
    """Better registrations of several pictures, and what they contradict each other about."""
    registrations = tuple(view.registration for view in views)
    seen = [matched(view.sightings, pieces)[0] for view in views]
    if sum(map(bool, seen)) < 2:
        return Tied(registrations)
    by_id = {piece.id: piece for matches in seen for piece, _, _ in matches}
    setting = Setting(views, {}, frozenset(), NO_LEANS, 0)
    start = fit_standing(seen, setting, by_id)
    shown = _pictures_of(start.tags)
    ties = np.asarray(shown.sum(axis=1) > 1)
    apart: dict[str, Apart] = {}
    in_several = frozenset(start.found[index] for index in np.flatnonzero(ties))
    while ties.any():
        tied, upright = _tied(registrations, start, ties)
        index, worst = _worst(start.tags, upright, tied, shown, ties)
        if worst is None:
            return Tied(tied, apart, in_several)
        apart[start.found[index]] = worst
        ties[index] = False
    return Tied(registrations, apart, in_several)


def _pictures_of(tags: SeenTags) -> Flags:
    """(P, V) which pictures show which pieces."""
    shown = np.zeros((len(tags.counts), tags.is_shown.shape[1]))
    np.add.at(shown, tags.piece, tags.is_shown)
    return np.asarray(shown > 0.0)


def _tied(
    registrations: tuple[Registration, ...], start: StandingFit, ties: Flags
) -> tuple[tuple[Registration, ...], PieceFits]:
    """The cameras as the pieces `ties` (P,) have them, and the fit of all pieces there."""
    whole = np.concatenate([errors_of(registration) for registration in registrations])
    # The last unit error is the print's scale. Staffs of known height would tell of it, but their heights were measured
    # by the same print, or by the same hand: it is not estimated, and what it makes of the others is kept.
    factor, by_scale = whole[:, :-1], whole[:, -1:]
    error, now, upright = np.zeros(factor.shape[1]), registrations, start.upright
    for _ in range(STEPS):
        normal, slope = _normal_equations(upright, start.tags, now, ties)
        # The cameras are known beforehand where they were, and not where the last step put them.
        step = np.linalg.solve(normal[:-1, :-1], slope[:-1] - error)
        error = error + step
        now = _moved(registrations, -factor @ error)
        upright = fit(upright.values, start.tags, start.upright.known, now)
        if np.abs(step).max() < STEP_TOLERANCE:
            break
    normal, _ = _normal_equations(upright, start.tags, now, ties)
    left = factor @ np.linalg.inv(np.linalg.cholesky(normal[:-1, :-1])).T
    by_scale = by_scale - factor @ np.linalg.solve(normal[:-1, :-1], normal[:-1, -1:])
    return with_errors(now, np.concatenate([left, by_scale], axis=1)), upright


def _moved(registrations: Sequence[Registration], step: Floats) -> tuple[Registration, ...]:
    return tuple(
        moved_by(registration, step[SIZE * number : SIZE * number + SIZE])
        for number, registration in enumerate(registrations)
    )


def _normal_equations(
    upright: PieceFits, tags: SeenTags, views: Sequence[Registration], ties: Flags
) -> tuple[Floats, Floats]:
    """(K, K) and (K,) of the cameras' unit errors, the tying pieces eliminated."""
    common = upright.whiten @ upright.shared_errors(tags, views)
    residual = (upright.whiten @ upright.residual[..., None])[..., 0]
    tying = ties[tags.piece]
    normal = np.eye(common.shape[-1]) + np.einsum("tik,til->kl", common[tying], common[tying])
    slope = -np.einsum("tik,ti->k", common[tying], residual[tying])
    pull = np.zeros((len(ties), 6, common.shape[-1]))
    np.add.at(pull, tags.piece, upright.white.transpose(0, 2, 1) @ common)
    left = np.zeros((len(ties), 6))
    np.add.at(left, tags.piece, np.einsum("tiu,ti->tu", upright.white, residual))
    left += (upright.known.information @ upright.known.pull(upright.values)[..., None])[..., 0]
    gain = pull.transpose(0, 2, 1) @ covariances(upright.normal(tags))
    normal -= (gain @ pull)[ties].sum(axis=0)
    slope += (gain @ left[..., None])[ties].sum(axis=0)[:, 0]
    return np.asarray((normal + normal.T) / 2.0, dtype=np.float64), slope


def _worst(
    tags: SeenTags, upright: PieceFits, views: Sequence[Registration], shown: Flags, ties: Flags
) -> tuple[int, Apart | None]:
    """The piece about which the pictures disagree most, and how; None where they all agree."""
    common = upright.shared_errors(tags, views)
    parts = [_place_in_view(tags, upright, common, number) for number in range(len(views))]
    leans = covariances(upright.normal(tags))[:, 3:, 3:]
    worst_index, worst, squares_of_worst = -1, None, APART_SIGMAS**2
    for index in np.flatnonzero(ties):
        first, *later = np.flatnonzero(shown[index])
        for number in later:
            off, covariance = _difference(parts[first], parts[number], int(index), leans[index])
            squares = float(off @ np.linalg.solve(covariance, off))
            # A lift explains a part of a move along the line between the cameras. The move is told without one.
            by_lift = (parts[number].by_lean[index] - parts[first].by_lean[index])[:, 2]
            off = off + by_lift * upright.values[index, 5]
            off_mm, off_rad = math.hypot(off[0], off[1]), abs(float(off[2]))
            if squares > squares_of_worst and (off_mm > MOVED_MM or off_rad > MOVED_RAD):
                worst_index, worst, squares_of_worst = int(index), Apart(int(number), off_mm, off_rad), squares
    return worst_index, worst


@dataclass(frozen=True, slots=True, eq=False)
class _PlaceInView:
    """By how much one picture alone would move P pieces, as they lean and are lifted by all pictures."""

    off: Floats
    """(P, 3)."""
    covariance: Floats
    """(P, 3, 3) by the corners' noise."""
    by_lean: Floats
    """(P, 3, 3) answers to leans and lift,"""
    by_camera: Floats
    """(P, 3, K) to the cameras' unit errors,"""
    by_mounts: Floats
    """(P, 3, 6T) and to those of the mounts, tag by tag."""


def _place_in_view(tags: SeenTags, upright: PieceFits, common: Floats, number: int) -> _PlaceInView:
    rows, pieces = slice(8 * number, 8 * number + 8), len(upright.values)
    shown = tags.is_shown[:, number]
    weight = np.linalg.inv(tags.noise[:, rows, rows]) * shown[:, None, None]
    jacobian = upright.jacobian[:, rows]
    turned = jacobian[..., :3].transpose(0, 2, 1) @ weight
    normal, left = np.zeros((pieces, 3, 3)), np.zeros((pieces, 3))
    np.add.at(normal, tags.piece, turned @ jacobian[..., :3])
    np.add.at(left, tags.piece, (turned @ upright.residual[:, rows, None])[..., 0])
    normal[normal[:, 0, 0] == 0.0] = np.eye(3)  # not shown here
    covariance = covariances(normal)
    by_lean, by_camera = np.zeros((pieces, 3, 3)), np.zeros((pieces, 3, common.shape[-1]))
    np.add.at(by_lean, tags.piece, turned @ jacobian[..., 3:])
    np.add.at(by_camera, tags.piece, turned @ common[:, rows])
    by_mounts = np.zeros((pieces, 3, len(tags.piece), 6))
    of_tags = turned @ (upright.by_mount[:, rows] * tags.mount_sigma[:, None])
    by_mounts[tags.piece, :, np.arange(len(tags.piece))] = of_tags
    return _PlaceInView(
        (covariance @ left[..., None])[..., 0],
        covariance,
        covariance @ by_lean,
        covariance @ by_camera,
        covariance @ by_mounts.reshape(pieces, 3, -1),
    )


def _difference(first: _PlaceInView, other: _PlaceInView, index: int, leans: Floats) -> tuple[Floats, Floats]:
    """(3,) between two pictures' places of a piece, and its covariance: what moves both alike is no difference."""
    off = other.off[index] - first.off[index]
    covariance = first.covariance[index] + other.covariance[index]
    by_lean = other.by_lean[index] - first.by_lean[index]
    covariance = covariance + by_lean @ leans @ by_lean.T
    for answers, others in ((first.by_camera, other.by_camera), (first.by_mounts, other.by_mounts)):
        apart = others[index] - answers[index]
        covariance = covariance + apart @ apart.T
    return off, covariance
