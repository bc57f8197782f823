"""Two lenses compared where it counts: on the mat, in millimetres, after each has been registered on its border.

What the camera's pose can absorb (a longer focal length seen from farther away) costs nothing in play, so it does
not count; flags stand 50 mm above the mat, so their plane is compared as well.
"""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats, ImagePoints
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.pose import CameraPose, rotation_by
from tableassist.vision.lens_fit.fit import fit_lens
from tableassist.vision.lens_fit.models import NOTHING_FREE
from tableassist.vision.lens_fit.target import CalibrationTarget, CalibrationView, rigid_target

MAT_MM = 915.0
BORDER_MM = 30.0
"""The border tags' centres lie this far inside the mat's edge."""
FILLS = 0.94
"""Share of the picture that the mat fills, in the tighter direction."""
OBLIQUE_RAD = 0.6
FLAG_MM = 50.0
GRID = 9


@dataclass(frozen=True, slots=True, eq=False)
class MatScene:
    """A camera over the mat: where it stands, the border it registers on, the places it is asked for."""

    pose: CameraPose
    border: CalibrationTarget
    asked: Floats
    """(N, 3) mm."""


def typical_scenes(lens: Lens) -> tuple[MatScene, ...]:
    """The mat filling the picture, from straight above and from the side."""
    return tuple(_scene(lens, tilt) for tilt in (0.0, OBLIQUE_RAD))


def _scene(lens: Lens, tilt_rad: float) -> MatScene:
    low, middle, high = BORDER_MM, MAT_MM / 2, MAT_MM - BORDER_MM
    border = [(x, y, 0.0) for x in (low, middle, high) for y in (low, middle, high) if (x, y) != (middle, middle)]
    line = np.linspace(low, high, GRID)
    x, y = (axis.ravel() for axis in np.meshgrid(line, line))
    asked = np.concatenate([np.stack([x, y, np.full_like(x, z)], axis=1) for z in (0.0, FLAG_MM)])
    points = np.array(border)
    edge = np.array([(x, y, 0.0) for x in (0.0, MAT_MM) for y in (0.0, MAT_MM)])
    return MatScene(_filling_pose(lens, tilt_rad, edge), rigid_target(points), asked)


def _filling_pose(lens: Lens, tilt_rad: float, edge: Floats) -> CameraPose:
    """As near as the picture still holds the mat, by halving; no distortion, which can fold far outside."""
    down = rotation_by(np.array([tilt_rad, 0.0, 0.0])) @ np.diag([1.0, -1.0, -1.0])
    focal = np.array([lens.fx, lens.fy])
    half = FILLS * np.array([lens.width_px, lens.height_px]) / 2
    near, far = 100.0, 20_000.0
    middle = np.array([MAT_MM / 2, MAT_MM / 2, 0.0])
    for _ in range(40):
        distance = (near + far) / 2
        pose = CameraPose(down, np.array([0.0, 0.0, distance]) - down @ middle)
        seen = pose.into_camera(edge)
        inside = (seen[:, 2] > 1).all() and (np.abs(seen[:, :2] / seen[:, 2:]) * focal <= half).all()
        near, far = (near, distance) if inside else (distance, far)
    return CameraPose(down, np.array([0.0, 0.0, far]) - down @ middle)


def shifts_mm(truth: Lens, other: Lens, scene: MatScene) -> Floats:
    """(N, 2) by how much `other` misplaces what `truth` sees, each registered on the border."""
    count = len(scene.border.points)
    seen = truth.project(scene.pose.into_camera(scene.border.points))
    view = CalibrationView("border", truth.width_px, truth.height_px, np.arange(count), seen)
    pose = fit_lens((view,), scene.border, NOTHING_FREE, other, (scene.pose,)).poses[0]
    asked = truth.project(scene.pose.into_camera(scene.asked))
    found = pose.onto_height(other.normalise(ImagePoints(asked)), scene.asked[:, 2])
    return np.asarray(found - scene.asked[:, :2], dtype=np.float64)


def shifts_by_lens(lens: Lens, scene: MatScene) -> Floats:
    """(N, 2, 12) mm: the slope of `shifts_mm` by the lens's PARAMETERS."""
    in_camera = scene.pose.into_camera(scene.border.points)
    by_step = (lens.point_jacobian(in_camera) @ scene.pose.step_jacobian(scene.border.points)).reshape(-1, 6)
    absorbed, *_ = np.linalg.lstsq(by_step, -lens.lens_jacobian(in_camera).reshape(-1, 12), rcond=None)
    asked = scene.pose.into_camera(scene.asked)
    by_point = lens.point_jacobian(asked)
    miss = lens.lens_jacobian(asked) + by_point @ scene.pose.step_jacobian(scene.asked) @ absorbed
    return np.asarray(np.linalg.solve(by_point @ scene.pose.rotation[:, :2], -miss), dtype=np.float64)


def disagreement_mm(first: Lens, second: Lens) -> float:
    """RMS per axis over the mat, in the worse of the typical scenes."""
    return max(_rms(shifts_mm(first, second, scene)) for scene in typical_scenes(first))


def claimed_mm(lens: Lens) -> float:
    """What the lens's own covariance says of the same: RMS sigma per axis, in the worse scene."""
    return OnMat(lens).sigma_mm(lens.covariance)


class OnMat:
    """What small differences of one lens's numbers do on the mat, in the worse of the typical scenes."""

    def __init__(self, lens: Lens) -> None:
        self._slopes = [shifts_by_lens(lens, scene).reshape(-1, 12) for scene in typical_scenes(lens)]

    def rms_mm(self, step: Floats) -> float:
        """Of (12,) over PARAMETERS."""
        return max(_rms(slope @ step) for slope in self._slopes)

    def sigma_mm(self, covariance: Floats) -> float:
        """Of (12, 12)."""
        return max(
            float(np.sqrt(np.einsum("ni,ij,nj->n", slope, covariance, slope).mean().clip(0.0)))
            for slope in self._slopes
        )


def _rms(shifts: Floats) -> float:
    rms = float(np.sqrt((shifts**2).mean()))
    return rms if np.isfinite(rms) else float("inf")


def apart_px(first: Lens, second: Lens) -> float:
    """RMS distance in px over the picture between what two lenses make of the same rays, turned to agree best.

    This counts what a camera pose would absorb too: it shows views that do not fix the lens.
    """
    x, y = np.meshgrid(np.linspace(0.03, 0.97, 15) * first.width_px, np.linspace(0.03, 0.97, 11) * first.height_px)
    px = ImagePoints(np.stack([x.ravel(), y.ravel()], axis=1))
    normal = first.normalise(px)
    rays = np.concatenate([normal, np.ones((len(normal), 1))], axis=1)
    seen = np.abs(first.project(rays) - px).max(axis=1) < 1.0  # a fisheye's picture may have black corners
    px, rays = ImagePoints(px[seen]), rays[seen]
    turn = np.eye(3)
    for _ in range(8):
        turned = rays @ turn.T
        miss = (px - second.project(turned)).ravel()
        by_turn = second.point_jacobian(turned) @ np.stack([np.cross(axis, turned) for axis in np.eye(3)], axis=2)
        step, *_ = np.linalg.lstsq(by_turn.reshape(-1, 3), miss, rcond=None)
        turn = rotation_by(np.asarray(step)) @ turn
    off = px - second.project(rays @ turn.T)
    rms = float(np.sqrt((off**2).sum(axis=1).mean()))
    return rms if np.isfinite(rms) else float("inf")
