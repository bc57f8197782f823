"""A printed plane before the camera: its pose from some of its points, and where other pixels lie on it.

Paper is not to scale: printers stretch it along one axis by a few parts in a thousand (0.5 % on a mat that was
measured). So the stretch and skew of the print are found along with the pose, each with a prior.
"""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry.frames import Floats, ImagePoints
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.lens_fit.board import PRINT_SIGMA
from tableassist.vision.lens_fit.fit import fit_lens
from tableassist.vision.lens_fit.models import NOTHING_FREE
from tableassist.vision.lens_fit.start import start_pose
from tableassist.vision.lens_fit.target import CalibrationTarget, CalibrationView

LEAST_NOISE_PX = 0.05
TOGETHER = 4
"""Corners of one square err together, for it is the paper that errs and not the pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardPlane:
    lens: Lens
    pose: CameraPose
    plane_from_print: Floats
    """(2, 2): from places as they were meant to places as they were printed."""
    noise_px: float
    """Of one corner coordinate: pixels and paper together."""
    factor: Floats
    """(8, K): how the pose (6), stretch and skew answer to K independent unit errors."""
    lens_factor: Floats
    """(12, K): how the lens answers to the same."""

    def places(self, px: ImagePoints) -> tuple[Floats, Floats]:
        """(N, 2) pixels to (N, 2) mm in the print's own frame, and their (N, 2, 2) covariance."""
        printed = self.pose.onto_height(self.lens.normalise(px), np.zeros(len(px)))
        meant: Floats = printed @ np.linalg.inv(self.plane_from_print).T
        by_pose, by_lens, by_place = _jacobians(self.lens, self.pose, self.plane_from_print, meant)
        mm_per_px = np.linalg.inv(by_place)
        spread = mm_per_px @ (by_pose @ self.factor + by_lens @ self.lens_factor)
        own = mm_per_px @ mm_per_px.transpose(0, 2, 1) * self.noise_px**2
        return meant, spread @ spread.transpose(0, 2, 1) + own


def fit_plane(view: CalibrationView, points: Floats, lens: Lens) -> BoardPlane:
    """`points` are the print's (P, 3), of which the view holds some."""
    flex = np.zeros((2, len(points), 3))
    flex[0, :, :2] = points[:, :2] * (0.5, -0.5)
    flex[1, :, 0] = points[:, 1]
    target = CalibrationTarget(points, flex, np.full(2, PRINT_SIGMA))
    start = start_pose(view, target, lens)
    if start is None:
        raise ValueError(f"{view.name}: {len(view.index)} points in a line, expected a plane")
    fit = fit_lens((view,), target, NOTHING_FREE, lens, (start,))
    fit = fit_lens((view,), target, NOTHING_FREE, lens, fit.poses, noise_px=max(fit.noise_px, LEAST_NOISE_PX))
    noise = max(fit.noise_px, LEAST_NOISE_PX)
    stretch, skew = fit.bend
    printed = np.array([[1 + stretch / 2, skew], [0.0, 1 - stretch / 2]])
    factor, lens_factor = _factors(lens, fit.poses[0], printed, points[view.index, :2], noise)
    return BoardPlane(lens, fit.poses[0], printed, noise, factor, lens_factor)


def _factors(lens: Lens, pose: CameraPose, printed: Floats, meant: Floats, noise_px: float) -> tuple[Floats, Floats]:
    by_pose, by_lens, _ = _jacobians(lens, pose, printed, meant)
    white = by_pose.reshape(-1, 8) / (noise_px * np.sqrt(TOGETHER))
    prior = np.diag([0.0] * 6 + [PRINT_SIGMA**-2] * 2)
    covariance = np.linalg.inv(white.T @ white + prior)
    values, vectors = np.linalg.eigh(lens.covariance)
    root = vectors * np.sqrt(np.clip(values, 0.0, None))
    answer = -covariance @ white.T @ (by_lens.reshape(-1, 12) / (noise_px * np.sqrt(TOGETHER))) @ root
    factor = np.concatenate([np.linalg.cholesky(covariance), answer], axis=1)
    return factor, np.concatenate([np.zeros((12, 8)), root], axis=1)


def _jacobians(lens: Lens, pose: CameraPose, printed: Floats, meant: Floats) -> tuple[Floats, Floats, Floats]:
    """Of the pixel by pose, stretch and skew (N, 2, 8), by the lens (N, 2, 12), by the place as meant (N, 2, 2)."""
    solid = np.concatenate([meant @ printed.T, np.zeros((len(meant), 1))], axis=1)
    in_camera = pose.into_camera(solid)
    by_point = lens.point_jacobian(in_camera)
    by_plane = by_point @ pose.rotation[:, :2]
    flex = np.zeros((len(meant), 2, 2))
    flex[:, :, 0] = meant * (0.5, -0.5)
    flex[:, 0, 1] = meant[:, 1]
    by_pose = np.concatenate([by_point @ pose.step_jacobian(solid), by_plane @ flex], axis=2)
    return by_pose, lens.lens_jacobian(in_camera), by_plane @ printed
