"""Where the camera stands over the mat: least squares in pixels over all mat-tag corners, robust per tag."""

import math
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
import numpy.typing as npt

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


Kept = npt.NDArray[np.bool_]


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


@dataclass(frozen=True, slots=True, eq=False)
class _MatView:
    """The mat tags that were seen: arrays over T tags."""

    tags: tuple[MatTag, ...]
    on_mat: Floats
    """(T, 4, 3) corners by the layout."""
    px: Floats
    """(T, 4, 2) corners seen."""
    lens: Lens
    placement_sigma_mm: float

    def linearised(self, pose: CameraPose) -> tuple[Floats, Floats, Floats]:
        """Whitened residuals (T, 8), their Jacobian by the pose (T, 8, 6) and by the lens (T, 8, 12)."""
        count = len(self.tags)
        in_camera = pose.into_camera(self.on_mat)
        by_point = self.lens.point_jacobian(in_camera)
        by_place = (by_point @ pose.rotation[:, :2]).reshape(count, 8, 2) * self.placement_sigma_mm
        covariance = corner_covariance(self.px) + by_place @ by_place.transpose(0, 2, 1)
        whiten = np.linalg.inv(np.linalg.cholesky(covariance))
        residual = (self.px - self.lens.project(in_camera)).reshape(count, 8)
        by_pose = (by_point @ pose.step_jacobian(self.on_mat)).reshape(count, 8, 6)
        by_lens = self.lens.lens_jacobian(in_camera).reshape(count, 8, 12)
        return np.einsum("tij,tj->ti", whiten, residual), whiten @ by_pose, whiten @ by_lens


def register(sightings: tuple[TagSighting, ...], mat: MatLayout, lens: Lens) -> Registration | None:
    """None where fewer than two mat tags can be made to agree."""
    pairs = _mat_sightings(sightings, mat)
    if len(pairs) < LEAST_TAGS:
        return None
    view = _MatView(
        tags=tuple(tag for tag, _ in pairs),
        on_mat=np.stack([mat_tag_corners(tag) for tag, _ in pairs]),
        px=np.stack([sighting.corners for _, sighting in pairs]),
        lens=lens,
        placement_sigma_mm=mat.placement_sigma_mm,
    )
    start = _start(view)
    if start is None:
        return None
    pose, kept = _fit(start, view)
    if kept.sum() < LEAST_TAGS or pose.position[2] <= 0:
        return None
    return _registration(pose, kept, view)


def mat_tag_corners(tag: MatTag) -> Floats:
    """(4, 3) corners on the mat."""
    c, s = math.cos(tag.yaw_rad), math.sin(tag.yaw_rad)
    flat = tag_corners(tag.size_mm) @ np.array([[c, s], [-s, c]]) + (tag.x_mm, tag.y_mm)
    return np.concatenate([flat, np.zeros((4, 1))], axis=1)


def _mat_sightings(sightings: tuple[TagSighting, ...], mat: MatLayout) -> list[tuple[MatTag, TagSighting]]:
    """Each mat tag with its sighting; a tag seen twice is one of two, so neither is believed."""
    by_key: dict[tuple[str, int], list[TagSighting]] = {}
    for sighting in sightings:
        by_key.setdefault((sighting.family, sighting.tag), []).append(sighting)
    found = ((tag, by_key.get((tag.family, tag.tag), [])) for tag in mat.tags)
    return [(tag, seen[0]) for tag, seen in found if len(seen) == 1]


def _start(view: _MatView) -> CameraPose | None:
    """A first pose by a robust homography of the undistorted corners."""
    normal = view.lens.normalise(ImagePoints(view.px.reshape(-1, 2)))
    flat = view.on_mat.reshape(-1, 3)[:, :2]
    homography, _ = cv2.findHomography(flat, normal, cv2.RANSAC, RANSAC_PX / view.lens.fx)
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


def _fit(pose: CameraPose, view: _MatView) -> tuple[CameraPose, Kept]:
    """Gauss-Newton; the tags that do not agree with the rest are found anew at each step."""
    kept = np.ones(len(view.tags), dtype=bool)
    for step_number in range(STEPS):
        residual, by_pose, _ = view.linearised(pose)
        if step_number >= 2:
            chi = np.sqrt((residual**2).mean(axis=1))
            kept = chi <= OUTLIER_CHI * max(1.0, float(np.median(chi)))
        step, *_ = np.linalg.lstsq(by_pose[kept].reshape(-1, 6), residual[kept].ravel(), rcond=None)
        pose = pose.moved(np.asarray(step, dtype=np.float64))
        if step_number >= 3 and np.abs(step).max() < STEP_TOLERANCE:
            break
    return pose, kept


def _registration(pose: CameraPose, kept: Kept, view: _MatView) -> Registration:
    lens = view.lens
    white_residual, by_pose, by_lens_each = view.linearised(pose)
    white, by_lens = by_pose[kept].reshape(-1, 6), by_lens_each[kept].reshape(-1, 12)
    chi2 = float((white_residual[kept] ** 2).mean())
    # Residuals larger than their model says are taken at their word; smaller ones are not.
    pose_covariance = np.linalg.inv(white.T @ white) * max(1.0, chi2)
    lens_root = _root(lens.covariance)
    pose_by_lens = -np.linalg.pinv(white) @ by_lens @ lens_root
    pose_factor = np.concatenate([np.linalg.cholesky(pose_covariance), pose_by_lens], axis=1)
    lens_factor = np.concatenate([np.zeros((12, 6)), lens_root], axis=1)
    seen = tuple(tag.tag for tag, keep in zip(view.tags, kept, strict=True) if keep)
    left_out = tuple(tag.tag for tag, keep in zip(view.tags, kept, strict=True) if not keep)
    health, reason = _health(len(seen), left_out, math.sqrt(chi2), view.on_mat[kept])
    residual = view.px[kept] - lens.project(pose.into_camera(view.on_mat[kept]))
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
