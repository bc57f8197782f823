"""The fit of fitting out: all pictures at once, every prior a row, and the covariance at the end."""

import math
from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry import Floats
from tableassist.pieces import Piece
from tableassist.vision.camera.lens import Lens
from tableassist.vision.least_squares import best_step, covariance_by
from tableassist.vision.mounts.jig import Jig
from tableassist.vision.mounts.unknowns import (
    HAND_UNKNOWNS,
    JigPriors,
    MountScene,
    MountUnknowns,
    build_mount_scene,
    is_flat_card,
)
from tableassist.vision.mounts.views import SetDown, first_mounts
from tableassist.vision.registration.mat_layout import MatLayout

HAND_TRUST = 16.0
"""Set-downs' worth of numbers by which the hand's prior is believed, before the set-downs' own scatter is."""
LEAN_TRUST = 4.0
"""And that of how upright a ship stands: ships differ in that, hands hardly."""
CARD_SIGMA_MM = 0.15
"""Of the height of a card that lies on the mat: cards are 0.3 to 0.8 mm thick with their paper. A height that is off by
0.3 mm moves a hull seen from two sides by 0.17 mm outward on both."""
USUAL_LEAN_RAD = math.radians(0.6)
"""Rigs lean by this much at each set-down; how much those of this ship do is learnt from her set-downs."""
LEAN_ROUNDS, SHAKIER = 4, 1.1
"""A ship that stands worse than was thought, by this share, is fitted again with that."""


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    at: MountUnknowns
    covariance: Floats
    pulls: Floats
    """(P,) how many sigmas the set-down was off, all its numbers together."""
    lean_rad: float
    """How far from upright the ship stood at a set-down, to each side: one sigma."""
    residual_px: float
    chi: float


def solve(
    downs: tuple[SetDown, ...],
    piece: Piece,
    jig: Jig,
    mat: MatLayout | None,
    lens: Lens,
    priors: JigPriors,
) -> tuple[MountScene, Solved]:
    scene = build_mount_scene(downs, piece, jig, mat, lens)
    mean, sigma = _priors(scene, downs, piece, jig, priors)
    start = _start(scene, downs, first_mounts(downs, piece, lens), mean)
    step = best_step(lambda step: _rows(start.moved(step), scene, mean, sigma), scene.columns.size)
    return scene, _spread(start.moved(step), scene, mean, sigma, priors)


def solve_as_steady_as_it_stands(
    downs: tuple[SetDown, ...],
    piece: Piece,
    jig: Jig,
    mat: MatLayout | None,
    lens: Lens,
    priors: JigPriors,
) -> tuple[MountScene, Solved]:
    """Again and again with the lean that the set-downs' own scatter shows, until it is the one they were solved with.
    A set-down that was a mistake would pass for that, so those are to be left out first."""
    scene, solved = solve(downs, piece, jig, mat, lens, priors)
    for _ in range(LEAN_ROUNDS):
        if solved.lean_rad < SHAKIER * priors.lean_rad:
            break
        priors = replace(priors, lean_rad=solved.lean_rad)
        scene, solved = solve(downs, piece, jig, mat, lens, priors)
    return scene, solved


def ship_misfits(scene: MountScene, solved: Solved) -> dict[tuple[int, int], float]:
    """By picture and tag of the ship: how far its corners are from where the fit has them, rms in sigmas."""
    residual, _, whiten = scene.predict(solved.at)
    white = np.einsum("sij,sj->si", whiten, residual)[-len(scene.ship.tag) :]
    chi = np.sqrt((white**2).mean(axis=1)).tolist()
    return dict(zip(zip(scene.ship.picture.tolist(), scene.ship.tag.tolist(), strict=True), chi, strict=True))


def _start(scene: MountScene, downs: tuple[SetDown, ...], mounts: Floats, mean: Floats) -> MountUnknowns:
    columns, values = scene.columns, mean.copy()
    for number, down in enumerate(downs):
        if down.jig_from_mat is not None:
            place = down.jig_from_mat
            at = columns.mat_places_at + 3 * number
            values[at : at + 3] = place.x_mm, place.y_mm, place.heading_rad
    for tag, place4 in enumerate(mounts):
        values[columns.ship(tag)][:4] = place4
    return MountUnknowns(values, tuple(down.camera_from_jig for down in downs))


def _priors(
    scene: MountScene, downs: tuple[SetDown, ...], piece: Piece, jig: Jig, priors: JigPriors
) -> tuple[Floats, Floats]:
    """Mean and sigma of each unknown but the poses; an infinite sigma is no prior."""
    columns = scene.columns
    mean, sigma = np.zeros(columns.poses_at), np.full(columns.poses_at, np.inf)
    sigma[: columns.lens] = 1.0
    mean[columns.scale_at], sigma[columns.scale_at] = priors.scale - 1.0, priors.scale_sigma
    sigma[columns.lift_at] = priors.paper_sigma_mm
    place = jig.tags.placement_sigma_mm
    sigma[columns.jig_at : columns.mat_errors_at] = np.tile((place, place, priors.flat_mm), columns.jig_tags)
    sigma[columns.mat_errors_at : columns.mat_places_at] = 1.0
    for number, down in enumerate(downs):
        if not down.mat_seen:
            sigma[columns.mat_places_at + 3 * number :][:3] = 1.0
    sigma[columns.hand_at : columns.ship_at] = np.tile(_hand_sigma(priors), len(downs))
    seen = {tag for down in downs for tag in down.ship_seen}
    for tag, mount in enumerate(piece.mounts):
        of_tag = columns.ship(tag)
        free = np.inf if tag in seen else 1.0
        mean[of_tag] = mount.x_mm, mount.y_mm, mount.z_mm, mount.yaw_rad, 0.0, 0.0, 0.0
        # A card that lies on the mat is as high as it is thick.
        height = min(mount.sigma_z_mm, CARD_SIGMA_MM) if is_flat_card(mount) else priors.height_mm
        sigma[of_tag] = free, free, height, free, priors.slope_rad, priors.slope_rad, priors.size
    return mean, sigma


def _rows(
    at: MountUnknowns, scene: MountScene, mean: Floats, sigma: Floats, chi2: float = 1.0
) -> tuple[Floats, Floats]:
    """Corners, then priors: residuals in sigmas and their Jacobian."""
    residual, jacobian, whiten = scene.predict(at)
    whiten = whiten / math.sqrt(chi2)
    corners = -np.einsum("sij,sj->si", whiten, residual).ravel()
    apart = np.eye(scene.columns.poses_at, scene.columns.size) / sigma[:, None]
    slopes = (whiten @ jacobian).reshape(-1, scene.columns.size)
    residuals, rows = [corners, (at.values - mean) / sigma], [slopes, apart]
    return np.concatenate(residuals), np.concatenate(rows)


def _spread(at: MountUnknowns, scene: MountScene, mean: Floats, sigma: Floats, priors: JigPriors) -> Solved:
    """The covariance, widened where the corners or the hand were worse than thought."""
    columns = scene.columns
    residual, _, whiten = scene.predict(at)
    white = np.einsum("sij,sj->si", whiten, residual)
    freedom = max(white.size - 9 * columns.pictures - 4 * columns.ship_tags, white.size // 2, 1)
    chi2 = float((white**2).sum()) / freedom
    hand = at.values[columns.hand_at : columns.ship_at].reshape(-1, HAND_UNKNOWNS)
    squares = (hand / _hand_sigma(priors)) ** 2
    wider_hand = _times_wider(squares[:, :3], 3 * columns.pictures - 4, HAND_TRUST)
    wider_lean = _times_wider(squares[:, 3:], 2 * columns.pictures - 2, LEAN_TRUST)
    wider = sigma.copy()
    wider[columns.hand_at : columns.ship_at] *= np.tile((wider_hand,) * 3 + (wider_lean,) * 2, columns.pictures)
    _, jacobian = _rows(at, scene, mean, wider, max(1.0, chi2))
    rms = math.sqrt(float((residual**2).sum()) / (4 * len(residual)))
    if not scene.leaning.all():
        # A card on the mat tells a lean of the rig from a ship set down askew, so a lean alone is nothing odd.
        squares[:, 3:] *= min(1.0, (priors.lean_rad / USUAL_LEAN_RAD) ** 2)
    pulls = np.sqrt(squares.sum(axis=1))
    return Solved(at, covariance_by(jacobian), pulls, priors.lean_rad * wider_lean, rms, math.sqrt(chi2))


def _hand_sigma(priors: JigPriors) -> tuple[float, ...]:
    return priors.hand_mm, priors.hand_mm, priors.hand_rad, priors.lean_rad, priors.lean_rad


def _times_wider(squares: Floats, free: int, trust: float) -> float:
    """By how much the set-downs scatter more than was thought; never less."""
    if free <= 0:
        return 1.0
    return math.sqrt(max(1.0, (trust + float(squares.sum())) / (trust + free)))
