"""Where the camera stands: `camera_from_mat` as a rotation and a translation.

Steps, derivatives and the plane at a height are those of docs/measurement-model.md, eq. 47, 49 and 50.
"""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats


def skew(vectors: Floats) -> Floats:
    """(..., 3) to (..., 3, 3): the matrices that take the cross product from the left."""
    out = np.zeros((*vectors.shape[:-1], 3, 3))
    out[..., 0, 1], out[..., 0, 2] = -vectors[..., 2], vectors[..., 1]
    out[..., 1, 0], out[..., 1, 2] = vectors[..., 2], -vectors[..., 0]
    out[..., 2, 0], out[..., 2, 1] = -vectors[..., 1], vectors[..., 0]
    return out


def rotation_by(turn: Floats) -> Floats:
    """The rotation about the axis `turn` by its length in radians."""
    angle = float(np.linalg.norm(turn))
    if angle < 1e-12:
        return np.eye(3) + skew(turn)
    axis = skew(turn / angle)
    return np.asarray(np.eye(3) + np.sin(angle) * axis + (1 - np.cos(angle)) * axis @ axis, dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class CameraPose:
    rotation: Floats
    """(3, 3) camera_from_mat."""
    translation: Floats
    """(3,) the mat's origin in the camera's frame, mm."""

    def into_camera(self, mat_points: Floats) -> Floats:
        """(..., 3) mat to camera."""
        return mat_points @ self.rotation.T + self.translation

    def moved(self, step: Floats) -> "CameraPose":
        """Turned by step[:3] (radians, about the mat's origin) and shifted by step[3:]."""
        return CameraPose(rotation_by(step[:3]) @ self.rotation, self.translation + step[3:])

    def step_jacobian(self, mat_points: Floats) -> Floats:
        """d(point in the camera's frame)/d(step of `moved`): (..., 3, 6) of eq. 49."""
        turned = mat_points @ self.rotation.T
        out = np.empty((*turned.shape[:-1], 3, 6))
        out[..., :3] = -skew(turned)
        out[..., 3:] = np.eye(3)
        return out

    @property
    def position(self) -> Floats:
        """The camera's place in the mat's frame, mm."""
        return -self.rotation.T @ self.translation

    def onto_height(self, normal: Floats, z_mm: Floats) -> Floats:
        """Where the rays through undistorted (x/z, y/z) meet the plane `z_mm` above the mat: (..., 2), as in eq. 50."""
        rays = np.concatenate([normal, np.ones((*normal.shape[:-1], 1))], axis=-1) @ self.rotation
        camera = self.position
        reach = (np.asarray(z_mm) - camera[2]) / rays[..., 2]
        return np.asarray(camera[:2] + rays[..., :2] * reach[..., None], dtype=np.float64)
