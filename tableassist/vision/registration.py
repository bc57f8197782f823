"""Where the camera stands over the mat: least squares in pixels over all mat-tag corners, robust per tag."""

import math
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np

from tableassist.geometry.arrays import Floats, ImagePoints, MatPoints
from tableassist.vision.camera_pose import CameraPose
from tableassist.vision.lens import Lens
from tableassist.vision.mat_layout import MatLayout, MatTag
from tableassist.vision.noise import corner_covariance
from tableassist.vision.sighting import TagSighting
from tableassist.vision.tag_frame import tag_corners

LEAST_TAGS = 2
GOOD_TAGS = 4
STEPS = 12
STEP_TOLERANCE = 1e-9
OUTLIER_CHI = 3.5
"""A tag whose eight residuals are this many times their expected size is left out: moved, half hidden, misread."""
DEGRADED_CHI = 2.0
RANSAC_PX = 6.0


class Health(StrEnum):
    GOOD = "good"
    DEGRADED = "degraded"


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    pose: CameraPose
    lens: Lens
    pose_factor: Floats
    """(6, K): how the pose (step of CameraPose.moved) answers to K independent unit errors."""
    lens_factor: Floats
    """(12, K): how the lens parameters answer to the same errors."""
    residual_px: float
    """RMS over the corners of the tags that were used."""
    mat_tags_seen: tuple[int, ...]
    mat_tags_left_out: tuple[int, ...]
    """Seen, but not where the layout says."""
    health: Health
    reason: str

    @property
    def camera_height_mm(self) -> float:
        return float(self.pose.position[2])

    def image_from_mat(self, points: MatPoints, z_mm: float = 0.0) -> ImagePoints:
        """(N, 2) mat points at a height to pixels, lens distortion included."""
        flat = np.asarray(points, dtype=np.float64)
        solid = np.concatenate([flat, np.full((*flat.shape[:-1], 1), z_mm)], axis=-1)
        return self.lens.project(self.pose.into_camera(solid))


def register(sightings: tuple[TagSighting, ...], mat: MatLayout, lens: Lens) -> Registration | None:
    """None where fewer than two mat tags can be made to agree."""
    pairs = _mat_sightings(sightings, mat)
    if len(pairs) < LEAST_TAGS:
        return None
    corners_mat = np.stack([mat_tag_corners(tag) for tag, _ in pairs])
    corners_px = np.stack([sighting.corners for _, sighting in pairs])
    start = _start(corners_mat, corners_px, lens)
    if start is None:
        return None
    pose, kept, whiten = _fit(start, pairs, corners_mat, corners_px, lens, mat.placement_sigma_mm)
    if kept.sum() < LEAST_TAGS or pose.position[2] <= 0:
        return None
    return _registration(pose, kept, whiten, pairs, corners_mat, corners_px, lens)


def mat_tag_corners(tag: MatTag) -> Floats:
    """(4, 3) corners on the mat."""
    c, s = math.cos(tag.yaw_rad), math.sin(tag.yaw_rad)
    flat = tag_corners(tag.size_mm) @ np.array([[c, s], [-s, c]]) + (tag.x_mm, tag.y_mm)
    return np.concatenate([flat, np.zeros((4, 1))], axis=1)


def _mat_sightings(
    sightings: tuple[TagSighting, ...], mat: MatLayout
) -> list[tuple[MatTag, TagSighting]]:
    """Each mat tag with its sighting; a tag seen twice is one of two, so neither is believed."""
    by_key: dict[tuple[str, int], list[TagSighting]] = {}
    for sighting in sightings:
        by_key.setdefault((sighting.family, sighting.tag), []).append(sighting)
    found = ((tag, by_key.get((tag.family, tag.tag), [])) for tag in mat.tags)
    return [(tag, seen[0]) for tag, seen in found if len(seen) == 1]


def _start(corners_mat: Floats, corners_px: Floats, lens: Lens) -> CameraPose | None:
    """A first pose by a robust homography of the undistorted corners."""
    normal = lens.normalise(ImagePoints(corners_px.reshape(-1, 2)))
    flat = corners_mat.reshape(-1, 3)[:, :2]
    homography, _ = cv2.findHomography(flat, normal, cv2.RANSAC, RANSAC_PX / lens.fx)
    if homography is None or not np.isfinite(homography).all():
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
    return CameraPose(left @ right, np.asarray(columns[:, 2], dtype=np.float64))


def _fit(
    pose: CameraPose,
    pairs: list[tuple[MatTag, TagSighting]],
    corners_mat: Floats,
    corners_px: Floats,
    lens: Lens,
    placement_sigma_mm: float,
) -> tuple[CameraPose, np.ndarray[tuple[int], np.dtype[np.bool_]], Floats]:
    """Gauss-Newton; the tags that do not agree with the rest are found anew at each step."""
    kept = np.ones(len(pairs), dtype=bool)
    whiten = np.empty((len(pairs), 8, 8))
    for step_number in range(STEPS):
        in_camera = pose.into_camera(corners_mat)
        by_point = lens.point_jacobian(in_camera)
        residual = (corners_px - lens.project(in_camera)).reshape(len(pairs), 8)
        jacobian = (by_point @ pose.step_jacobian(corners_mat)).reshape(len(pairs), 8, 6)
        by_place = (by_point @ pose.rotation[:, :2]).reshape(len(pairs), 8, 2)
        covariance = corner_covariance(corners_px) + placement_sigma_mm**2 * by_place @ by_place.transpose(0, 2, 1)
        whiten = np.linalg.inv(np.linalg.cholesky(covariance))
        white_residual = np.einsum("tij,tj->ti", whiten, residual)
        chi = np.sqrt((white_residual**2).mean(axis=1))
        if step_number >= 2:
            kept = chi <= OUTLIER_CHI * max(1.0, float(np.median(chi)))
        white_jacobian = (whiten @ jacobian)[kept].reshape(-1, 6)
        step, *_ = np.linalg.lstsq(white_jacobian, white_residual[kept].ravel(), rcond=None)
        pose = pose.moved(step)
        if step_number >= 3 and np.abs(step).max() < STEP_TOLERANCE:
            break
    return pose, kept, whiten


def _registration(
    pose: CameraPose,
    kept: np.ndarray[tuple[int], np.dtype[np.bool_]],
    whiten: Floats,
    pairs: list[tuple[MatTag, TagSighting]],
    corners_mat: Floats,
    corners_px: Floats,
    lens: Lens,
) -> Registration:
    in_camera = pose.into_camera(corners_mat[kept])
    residual = corners_px[kept] - lens.project(in_camera)
    jacobian = (lens.point_jacobian(in_camera) @ pose.step_jacobian(corners_mat[kept])).reshape(-1, 8, 6)
    white = (whiten[kept] @ jacobian).reshape(-1, 6)
    by_lens = (whiten[kept] @ lens.lens_jacobian(in_camera).reshape(-1, 8, 12)).reshape(-1, 12)
    chi2 = float((np.einsum("tij,tj->ti", whiten[kept], residual.reshape(-1, 8)) ** 2).mean())
    # Residuals larger than their model says are taken at their word; smaller ones are not.
    pose_covariance = np.linalg.inv(white.T @ white) * max(1.0, chi2)
    lens_root = _root(lens.covariance)
    pose_by_lens = -np.linalg.pinv(white) @ by_lens @ lens_root
    pose_factor = np.concatenate([np.linalg.cholesky(pose_covariance), pose_by_lens], axis=1)
    lens_factor = np.concatenate([np.zeros((12, 6)), lens_root], axis=1)
    seen = tuple(tag.tag for (tag, _), keep in zip(pairs, kept, strict=True) if keep)
    left_out = tuple(tag.tag for (tag, _), keep in zip(pairs, kept, strict=True) if not keep)
    health, reason = _health(len(seen), left_out, math.sqrt(chi2), corners_mat[kept])
    rms_px = math.sqrt(float((residual**2).sum(axis=-1).mean()))
    return Registration(pose, lens, pose_factor, lens_factor, rms_px, seen, left_out, health, reason)


def _root(covariance: Floats) -> Floats:
    """A matrix R with R R' = covariance, which may have zero rows."""
    values, vectors = np.linalg.eigh(covariance)
    root: Floats = vectors * np.sqrt(np.clip(values, 0.0, None))
    return root[:, values > values.max() * 1e-14] if values.max() > 0 else np.zeros((len(covariance), 0))


def _health(seen: int, left_out: tuple[int, ...], chi: float, corners: Floats) -> tuple[Health, str]:
    spread = corners.reshape(-1, 3)[:, :2]
    thin = float(np.linalg.svd(spread - spread.mean(axis=0), compute_uv=False)[-1]) / math.sqrt(len(spread))
    if seen < GOOD_TAGS:
        return Health.DEGRADED, f"only {seen} mat tags seen, {GOOD_TAGS} or more are needed"
    if thin < 100.0:
        return Health.DEGRADED, "the mat tags seen lie almost in one line"
    if chi > DEGRADED_CHI:
        return Health.DEGRADED, f"mat tags fit {chi:.1f} times worse than expected: check lens and layout"
    if len(left_out) >= seen:
        return Health.DEGRADED, f"mat tags {', '.join(map(str, left_out))} are not where the layout says"
    return Health.GOOD, ""
