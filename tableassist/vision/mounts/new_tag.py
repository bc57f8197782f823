"""Where a new tag sits on a piece that is seen by another of its own tags, with the plus-minus of that."""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats, ImagePoints, wrap_rad
from tableassist.pieces import MountKind, TagMount
from tableassist.scene.piece_pose import PiecePose
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.noise import sighting_covariance
from tableassist.vision.tags.pattern import tag_corners
from tableassist.vision.tags.sighting import TagSighting

STEPS = 10
STEP_TOLERANCE = 1e-5
FLOOR_MM, FLOOR_RAD = 0.02, 0.0005
"""Paper that is not flat: what no picture removes."""
MISFIT_CHI = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class SeenMount:
    mount: TagMount
    covariance: Floats
    """(4, 4) over x, y, z (mm) and yaw (rad) in the piece's frame."""
    chi: float
    """Residuals against their expected size; large where the tag is tipped or of another size."""

    @property
    def fits(self) -> bool:
        return self.chi <= MISFIT_CHI


@dataclass(frozen=True, slots=True, eq=False)
class _OnMat:
    """The tag lying flat at some height over the mat: x, y, z, yaw."""

    place: Floats
    own: Floats
    """(4, 4): what only this tag suffers."""
    shared: Floats
    """(4, K): how it answers to the errors that all pieces of this registration have in common."""
    chi: float


def flat_place(sighting: TagSighting, registration: Registration, z_mm: float) -> tuple[Floats, float, float]:
    """Middle (2,), side in mm, and heading of a tag that lies flat at a height."""
    normal = registration.lens.normalise(ImagePoints(np.asarray(sighting.corners)))
    corners = registration.pose.onto_height(normal, np.full(4, z_mm))
    along = corners[1] + corners[2] - corners[0] - corners[3]
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    return np.asarray(corners.mean(axis=0), dtype=np.float64), side, math.atan2(along[1], along[0])


def solve_new_mount(
    sighting: TagSighting,
    pose: PiecePose,
    registration: Registration,
    *,
    size_mm: float,
    z_mm: float,
    sigma_z_mm: float,
    kind: MountKind,
    mast: int | None = None,
) -> SeenMount:
    """From one picture. It says little of the tag's height: `z_mm` is what the hand meant, `sigma_z_mm` how well."""
    found = _on_mat(sighting, registration, size_mm, z_mm, sigma_z_mm)
    x, y, height, yaw = (float(value) for value in found.place)
    at = pose.pose
    c, s = math.cos(at.heading_rad), math.sin(at.heading_rad)
    dx, dy = x - at.x_mm, y - at.y_mm
    local_x, local_y = c * dx + s * dy, c * dy - s * dx
    by_tag = np.array([[c, s, 0, 0], [-s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1.0]])
    by_piece = np.array([[-c, -s, local_y], [s, -c, -local_x], [0, 0, 0], [0, 0, -1.0]])
    common = by_tag @ found.shared + by_piece @ pose.shared
    floor = np.diag([FLOOR_MM, FLOOR_MM, FLOOR_MM, FLOOR_RAD]) ** 2
    covariance = by_tag @ found.own @ by_tag.T + by_piece @ pose.own @ by_piece.T + common @ common.T + floor
    mount = TagMount(
        family=sighting.family,
        tag=sighting.tag,
        size_mm=size_mm,
        kind=kind,
        x_mm=local_x,
        y_mm=local_y,
        z_mm=max(0.0, height),
        yaw_rad=wrap_rad(yaw - at.heading_rad),
        sigma_xy_mm=math.sqrt(float(np.linalg.eigvalsh(covariance[:2, :2])[-1])),
        sigma_z_mm=math.sqrt(float(covariance[2, 2])),
        sigma_yaw_rad=math.sqrt(float(covariance[3, 3])),
        mast=mast,
    )
    return SeenMount(mount, np.asarray(covariance, dtype=np.float64), found.chi)


def _on_mat(
    sighting: TagSighting, registration: Registration, size_mm: float, z_mm: float, sigma_z_mm: float
) -> _OnMat:
    middle, _, heading = flat_place(sighting, registration, z_mm)
    place = np.array([*middle, z_mm, heading])
    white = np.linalg.inv(np.linalg.cholesky(sighting_covariance(sighting)))
    held = np.diag([0.0, 0.0, 1.0 / sigma_z_mm**2, 0.0])
    for _ in range(STEPS):
        residual, jacobian, common = _linearised(place, sighting, registration, size_mm)
        root = white @ jacobian
        normal = root.T @ root + held
        pull = root.T @ (white @ residual) - held @ (place - [0.0, 0.0, z_mm, 0.0])
        step = np.linalg.solve(normal, pull)
        place = place + step
        if np.abs(step).max() < STEP_TOLERANCE:
            break
    left = white @ (residual - jacobian @ step)
    squares = float(left @ left) + ((place[2] - z_mm) / sigma_z_mm) ** 2
    own = np.asarray(np.linalg.inv(normal), dtype=np.float64)
    shared = np.asarray(-own @ root.T @ (white @ common), dtype=np.float64)
    return _OnMat(place, own, shared, math.sqrt(squares / 5.0))


def _linearised(
    place: Floats, sighting: TagSighting, registration: Registration, size_mm: float
) -> tuple[Floats, Floats, Floats]:
    """Residuals (8,), their Jacobian by the tag's place (8, 4), and by the common errors (8, K)."""
    z, yaw = place[2:]
    c, s = math.cos(yaw), math.sin(yaw)
    arm = tag_corners(size_mm) @ np.array([[c, s], [-s, c]])
    on_mat = np.column_stack([arm + place[:2], np.full(4, z)])
    pose, lens = registration.pose, registration.lens
    in_camera = pose.into_camera(on_mat)
    by_point = lens.point_jacobian(in_camera)
    by_mat = by_point @ pose.rotation
    jacobian = np.empty((4, 2, 4))
    jacobian[..., :3] = by_mat
    jacobian[..., 3] = by_mat[..., 1] * arm[:, :1] - by_mat[..., 0] * arm[:, 1:]
    by_step = by_point @ pose.step_jacobian(on_mat)
    common = by_step @ registration.pose_factor + lens.lens_jacobian(in_camera) @ registration.lens_factor
    residual = (np.asarray(sighting.corners) - lens.project(in_camera)).reshape(8)
    return np.asarray(residual, dtype=np.float64), jacobian.reshape(8, 4), common.reshape(8, -1)
