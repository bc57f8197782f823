"""Where the camera might stand: starts for the fit, from several ways that know nothing of each other."""

import cv2
import numpy as np

from tableassist.geometry import Floats
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.registration.mat_view import MatView

_PINHOLE = np.eye(3)


def quick_pose(view: MatView) -> CameraPose | None:
    """By the homography that fits all undistorted corners best; None where it makes no camera above the mat."""
    flat, normal = _undistorted(view)
    return _from_homography(flat, normal, 0, view)


def other_poses(view: MatView) -> tuple[CameraPose, ...]:
    """By homographies that follow the majority, and by the general solvers: both ways to lean a plane, too."""
    flat, normal = _undistorted(view)
    found = [_from_homography(flat, normal, cv2.LMEDS, view)]
    found += both_leans(view)
    solid = np.column_stack([flat, np.zeros(len(flat))])
    found += _solved(view, solid, normal, cv2.SOLVEPNP_SQPNP)
    return tuple(pose for pose in found if pose is not None)


def both_leans(view: MatView) -> list[CameraPose | None]:
    """A small plane seen from afar looks the same when it leans the other way: both are to be tried."""
    flat, normal = _undistorted(view)
    return _solved(view, np.column_stack([flat, np.zeros(len(flat))]), normal, cv2.SOLVEPNP_IPPE)


def _undistorted(view: MatView) -> tuple[Floats, Floats]:
    """(N, 2) corners on the mat, and as the undistorted (x/z, y/z)."""
    return np.ascontiguousarray(view.on_mat.reshape(-1, 3)[:, :2]), view.normal.reshape(-1, 2)


def _solved(view: MatView, solid: Floats, normal: Floats, method: int) -> list[CameraPose | None]:
    try:
        _, turns, shifts, _ = cv2.solvePnPGeneric(solid, normal, _PINHOLE, None, flags=method)
    except cv2.error:
        return []
    return [
        _possible(CameraPose(_array(cv2.Rodrigues(turn)[0]), _array(shift).reshape(3)), view)
        for turn, shift in zip(turns, shifts, strict=True)
    ]


def _from_homography(flat: Floats, normal: Floats, method: int, view: MatView) -> CameraPose | None:
    found, _ = cv2.findHomography(flat, normal, method)
    homography = np.zeros((3, 3)) if found is None else np.asarray(found, dtype=np.float64)
    if not np.isfinite(homography).all():
        return None
    scale = (np.linalg.norm(homography[:, 0]) + np.linalg.norm(homography[:, 1])) / 2
    if scale < 1e-12:
        return None
    columns = homography / scale
    if columns[2, 2] < 0:
        columns = -columns
    raw = np.column_stack([columns[:, 0], columns[:, 1], np.cross(columns[:, 0], columns[:, 1])])
    left, _, right = np.linalg.svd(raw)
    if np.linalg.det(left @ right) < 0:
        return None
    return _possible(CameraPose(left @ right, np.asarray(columns[:, 2], dtype=np.float64)), view)


def _array(values: object) -> Floats:
    return np.asarray(values, dtype=np.float64)


def _possible(pose: CameraPose, view: MatView) -> CameraPose | None:
    depth = view.on_mat @ pose.rotation[2] + pose.translation[2]
    ahead = np.isfinite(pose.translation).all() and bool((depth > 0).all())
    return pose if ahead and pose.position[2] > 0 else None
