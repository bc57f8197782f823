"""Where the camera stands over the mat: least squares in pixels over all mat-tag corners, robust per tag."""

import math
from dataclasses import dataclass, replace
from enum import StrEnum

import cv2
import numpy as np
from scipy.linalg import solve_triangular

from tableassist.geometry.arrays import Flags, Floats, ImagePoints, MatPoints
from tableassist.messages import Message, Text, template
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.localisation.mat_layout import LAYOUT_SCALE_SIGMA, MatLayout, MatTag
from tableassist.vision.localisation.mat_places import covariance_root, place_jacobian
from tableassist.vision.localisation.print_scale import with_print_scale
from tableassist.vision.tags.noise import sighting_covariance
from tableassist.vision.tags.pattern import tag_corners
from tableassist.vision.tags.sighting import TagSighting, seen_once

LEAST_TAGS = 2
GOOD_TAGS = 4
STEPS = 12
STEP_TOLERANCE = 1e-9
JOINT_STEPS = 2
"""From where each tag weighed for itself it is a small way."""
OUTLIER_CHI = 3.5
"""A tag whose eight residuals are this many times their expected size is left out: moved, half hidden, misread."""
OUTLIER_PX = 0.15
"""Smaller residuals are no reason to leave a tag out, however good the others are."""
DEGRADED_CHI = 2.0
DEGRADED_PX = 0.5
"""Mat tags that fit so much worse than expected, and so badly in pixels, speak of a wrong lens or layout."""
RANSAC_PX = 6.0
HOMOGRAPHY_MM = 1.0
UNPROJECTED_WITHIN_PX = 0.01
ODD_PRINT = 0.01
"""Tags that look so much larger or smaller than they should, all together, were not printed at 100 %."""


class Health(StrEnum):
    GOOD = "good"
    DEGRADED = "degraded"


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    pose: CameraPose
    lens: Lens
    """The camera's, moved within its plus-minus to where the mat's tags fit best."""
    pose_factor: Floats
    """(6, K): how the pose (step of CameraPose.moved) answers to K independent unit errors."""
    lens_factor: Floats
    """(12, K): how the lens parameters answer to the same errors."""
    residual_px: float
    """RMS over the corners of the tags that were used."""
    homography_mm: float
    """How far a plain homography of the undistorted corners disagrees on the mat: a wrong lens or layout shows here."""
    mat_tags_seen: tuple[int, ...]
    mat_tags_left_out: tuple[int, ...]
    """Seen, but not where the layout says."""
    health: Health
    reason: Text
    scale_error: float = 0.0
    """How much larger the mat's tags look than the layout says, as a share."""

    @property
    def camera_height_mm(self) -> float:
        return float(self.pose.position[2])

    def image_from_mat(self, points: MatPoints, z_mm: float = 0.0) -> ImagePoints:
        """(N, 2) mat points at a height to pixels, lens distortion included."""
        flat = np.asarray(points, dtype=np.float64)
        solid = np.concatenate([flat, np.full((*flat.shape[:-1], 1), z_mm)], axis=-1)
        return self.lens.project(self.pose.into_camera(solid))

    def mat_from_image(self, pixels: ImagePoints, z_mm: float = 0.0) -> MatPoints:
        """(N, 2) pixels to where their rays meet the plane `z_mm` above the mat; NaN for rays that never do, and for
        pixels that this lens cannot make."""
        normal = self.lens.normalise(pixels)
        ahead = np.concatenate([normal, np.ones((*normal.shape[:-1], 1))], axis=-1)
        missed_px = np.abs(self.lens.project(ahead) - pixels).max(axis=-1)
        falls = (ahead @ self.pose.rotation)[..., 2] < 0.0
        sound = (missed_px < UNPROJECTED_WITHIN_PX) & falls
        return MatPoints(self.pose.onto_height(np.where(sound[..., None], normal, np.nan), np.asarray(z_mm)))


@dataclass(frozen=True, slots=True, eq=False)
class _MatView:
    """The mat tags that were seen: arrays over T tags."""

    tags: tuple[MatTag, ...]
    on_mat: Floats
    """(T, 4, 3) corners by the layout."""
    px: Floats
    """(T, 4, 2) corners seen."""
    noise: Floats
    """(T, 8, 8) covariance of the corners seen."""
    lens: Lens
    lens_root: Floats
    """(12, M): how the lens answers to M independent errors of size 1."""
    placement: Floats
    """(T, 4, K): how the places (x, y, yaw, size) answer to K errors that have nothing to do with the lens."""
    by_lens: Floats
    """(T, 4, 12): how they answer to errors of the lens, through which they were surveyed."""
    shares_errors: bool
    """Whether the tags share their errors of placement; else each has its own."""

    @property
    def unknowns(self) -> int:
        return 6 + int(self.lens_root.shape[1])

    def _arms(self) -> Floats:
        return np.asarray((self.on_mat - self.on_mat.mean(axis=1, keepdims=True))[..., :2], dtype=np.float64)

    def through(self, lens_shift: Floats) -> "_MatView":
        """With the lens moved by (M,) sigmas, and the places that were surveyed through it moved along."""
        if not lens_shift.any():
            return self
        by = self.lens_root @ lens_shift
        x, y, yaw, size = ((self.by_lens @ by)[:, k, None] for k in range(4))
        arm = self._arms()
        on_mat = self.on_mat.copy()
        on_mat[..., 0] += x - yaw * arm[..., 1] + size * arm[..., 0]
        on_mat[..., 1] += y + yaw * arm[..., 0] + size * arm[..., 1]
        return replace(self, lens=self.lens.shifted(by), on_mat=on_mat)

    def _in_pixels(self, pose: CameraPose) -> tuple[Floats, Floats, Floats]:
        """Residuals (T, 8), their Jacobian by pose and lens (T, 8, 6 + M), and by errors of placement (T, 8, K)."""
        count = len(self.tags)
        in_camera = pose.into_camera(self.on_mat)
        by_point = self.lens.point_jacobian(in_camera)
        by_place = place_jacobian(by_point @ pose.rotation[:, :2], self._arms(), 0.0).reshape(count, 8, 4)
        residual = (self.px - self.lens.project(in_camera)).reshape(count, 8)
        by_pose = (by_point @ pose.step_jacobian(self.on_mat)).reshape(count, 8, 6)
        by_lens = self.lens.lens_jacobian(in_camera).reshape(count, 8, 12) + by_place @ self.by_lens
        return residual, np.concatenate([by_pose, by_lens @ self.lens_root], axis=-1), by_place @ self.placement

    def px_residual(self, at: "_Estimate") -> Floats:
        """(T, 8)."""
        seen = self.through(at.lens_shift)
        return (self.px - seen.lens.project(at.pose.into_camera(seen.on_mat))).reshape(len(self.tags), 8)

    def linearised(self, pose: CameraPose) -> tuple[Floats, Floats]:
        """Whitened residuals (T, 8) and their Jacobian by pose and lens (T, 8, 6 + M).

        Each tag for itself, as if it shared no error with others: good enough to judge it by.
        """
        residual, jacobian, by_error = self._in_pixels(pose)
        whiten = np.linalg.inv(np.linalg.cholesky(self.noise + by_error @ by_error.transpose(0, 2, 1)))
        return np.einsum("tij,tj->ti", whiten, residual), whiten @ jacobian

    def linearised_together(self, pose: CameraPose, kept: Flags) -> tuple[Floats, Floats]:
        """Whitened residuals (N,) of the kept tags and their Jacobian by pose and lens (N, 6 + M)."""
        residual, jacobian, by_error = (part[kept] for part in self._in_pixels(pose))
        count = residual.size
        shared = by_error.reshape(count, -1)
        covariance = shared @ shared.T
        each = np.arange(count // 8)
        covariance.reshape(count // 8, 8, count // 8, 8)[each, :, each, :] += self.noise[kept]
        columns = np.concatenate([residual[..., None], jacobian], axis=-1).reshape(count, -1)
        root = np.linalg.cholesky(covariance)
        white = np.asarray(solve_triangular(root, columns, lower=True, check_finite=False), dtype=np.float64)
        return white[:, 0], white[:, 1:]


@dataclass(frozen=True, slots=True, eq=False)
class _Estimate:
    pose: CameraPose
    lens_shift: Floats
    """(M,) in sigmas: the lens may move within its plus-minus, for the mat's tags know something of it too."""

    def stepped(self, residual: Floats, jacobian: Floats) -> tuple["_Estimate", float]:
        """One Gauss-Newton step, the lens held by its plus-minus; and how long the step was."""
        count = len(self.lens_shift)
        held = np.concatenate([np.zeros((count, 6)), np.eye(count)], axis=1)
        step, *_ = np.linalg.lstsq(
            np.concatenate([jacobian, held]), np.concatenate([residual, -self.lens_shift]), rcond=None
        )
        moved = np.asarray(step, dtype=np.float64)
        return _Estimate(self.pose.moved(moved[:6]), self.lens_shift + moved[6:]), float(np.abs(moved).max())


def register(sightings: tuple[TagSighting, ...], mat: MatLayout, lens: Lens) -> Registration | None:
    """None where fewer than two mat tags can be made to agree."""
    pairs = seen_once(sightings, (tag.key for tag in mat.tags))
    if len(pairs) < LEAST_TAGS:
        return None
    tags = tuple(mat.tags[index] for index, _ in pairs)
    placement, by_lens = _placement([index for index, _ in pairs], mat, lens)
    view = _MatView(
        tags=tags,
        on_mat=np.stack([mat_tag_corners(tag) for tag in tags]),
        px=np.stack([sighting.corners for _, sighting in pairs]),
        noise=np.stack([sighting_covariance(sighting) for _, sighting in pairs]),
        lens=lens,
        lens_root=covariance_root(lens.covariance),
        placement=placement,
        by_lens=by_lens,
        shares_errors=mat.surveyed is not None or mat.placement_sigma_mm > 0,
    )
    start = _start(view)
    if start is None:
        return None
    found, kept = _fit(start, view)
    if kept.sum() < LEAST_TAGS or found.pose.position[2] <= 0:
        return None
    registration = _registration(found, kept, view)
    pose_factor, lens_factor = with_print_scale(
        registration.pose_factor, registration.lens_factor, registration.pose, mat
    )
    return replace(registration, pose_factor=pose_factor, lens_factor=lens_factor)


def _placement(indices: list[int], mat: MatLayout, lens: Lens) -> tuple[Floats, Floats]:
    """How the seen tags' places answer to errors of placement (T, 4, K) and of the lens (T, 4, 12)."""
    if mat.surveyed is not None:
        alone, by_lens = mat.surveyed.columns(lens)
        return alone[indices], by_lens[indices]
    count = len(indices)
    size_mm = np.array([mat.tags[index].size_mm for index in indices])
    apart = np.zeros((count, 4, count, 3))
    each = np.arange(count)
    apart[each, 0, each, 0] = apart[each, 1, each, 1] = mat.placement_sigma_mm
    # A hand that is off by so much at a tag's middle turns it by as much over its size.
    apart[each, 2, each, 2] = mat.placement_sigma_mm / size_mm
    together = np.zeros((count, 4, 2))
    together[:, 3, 1] = mat.tag_size_sigma
    if mat.placement_sigma_mm > 0:
        places = np.array([(mat.tags[index].x_mm, mat.tags[index].y_mm) for index in indices])
        together[:, :2, 0] = LAYOUT_SCALE_SIGMA * (places - mat.centre)
    return np.concatenate([apart.reshape(count, 4, 3 * count), together], axis=2), np.zeros((count, 4, 12))


def mat_tag_corners(tag: MatTag) -> Floats:
    """(4, 3) corners on the mat."""
    c, s = math.cos(tag.yaw_rad), math.sin(tag.yaw_rad)
    flat = tag_corners(tag.size_mm) @ np.array([[c, s], [-s, c]]) + (tag.x_mm, tag.y_mm)
    return np.concatenate([flat, np.zeros((4, 1))], axis=1)


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


def _fit(pose: CameraPose, view: _MatView) -> tuple[_Estimate, Flags]:
    """Gauss-Newton; the tags that do not agree with the rest are found anew at each step."""
    kept = np.ones(len(view.tags), dtype=bool)
    at = _Estimate(pose, np.zeros(view.lens_root.shape[1]))
    for step_number in range(STEPS):
        residual, jacobian = view.through(at.lens_shift).linearised(at.pose)
        if step_number >= 2:
            chi = np.sqrt((residual**2).mean(axis=1))
            size_px = np.sqrt((view.px_residual(at) ** 2).mean(axis=1))
            kept = (chi <= OUTLIER_CHI * max(1.0, float(np.median(chi)))) | (size_px < OUTLIER_PX)
        at, length = at.stepped(residual[kept].ravel(), jacobian[kept].reshape(-1, view.unknowns))
        if step_number >= 3 and length < STEP_TOLERANCE:
            break
    # The errors that the tags have in common weigh them differently.
    for _ in range(JOINT_STEPS if view.shares_errors else 0):
        at, _ = at.stepped(*view.through(at.lens_shift).linearised_together(at.pose, kept))
    return at, kept


def _registration(at: _Estimate, kept: Flags, view: _MatView) -> Registration:
    seen_through = view.through(at.lens_shift)
    residual, white = seen_through.linearised_together(at.pose, kept)
    chi2 = float((residual**2).mean())
    # Residuals larger than their model says are taken at their word; smaller ones are not.
    normal = white.T @ white / max(1.0, chi2)
    normal[np.arange(6, view.unknowns), np.arange(6, view.unknowns)] += 1.0
    factor = _root_of_inverse(normal)
    seen = tuple(tag.tag for tag, keep in zip(view.tags, kept, strict=True) if keep)
    left_out = tuple(tag.tag for tag, keep in zip(view.tags, kept, strict=True) if not keep)
    expected = seen_through.lens.project(at.pose.into_camera(seen_through.on_mat[kept]))
    rms_px = math.sqrt(float(((view.px[kept] - expected) ** 2).sum(axis=-1).mean()))
    chi = math.sqrt(chi2) if rms_px > DEGRADED_PX else 0.0
    apart_mm = _homography_mm(at.pose, seen_through, kept)
    scale_error = _scale_error(view.px[kept], expected)
    health, reason = _health(len(seen), left_out, chi, view.on_mat[kept], scale_error)
    if health is Health.GOOD and apart_mm > HOMOGRAPHY_MM:
        health = Health.DEGRADED
        reason = Message(
            "the flat picture of the mat disagrees by {apart_mm:.1f} mm: check the lens profile and the layout",
            apart_mm=apart_mm,
        )
    return Registration(
        pose=at.pose,
        lens=seen_through.lens,
        pose_factor=factor[:6],
        lens_factor=view.lens_root @ factor[6:],
        residual_px=rms_px,
        homography_mm=apart_mm,
        mat_tags_seen=seen,
        mat_tags_left_out=left_out,
        health=health,
        reason=reason,
        scale_error=scale_error,
    )


def _scale_error(px: Floats, expected: Floats) -> float:
    """The middle one of the tags' (T, 4, 2) sizes against what was expected of them, less 1."""
    reach, expected_reach = (
        np.linalg.norm(corners - corners.mean(axis=1, keepdims=True), axis=2).mean(axis=1) for corners in (px, expected)
    )
    return float(np.median(reach / expected_reach)) - 1.0


def _root_of_inverse(normal: Floats) -> Floats:
    """A factor F with F F' the inverse; the unknowns are scaled alike first, for their sizes differ by millions."""
    scale = 1.0 / np.sqrt(np.diag(normal))
    root = np.linalg.cholesky(normal * np.outer(scale, scale))
    return np.asarray(scale[:, None] * np.linalg.inv(root).T, dtype=np.float64)


def _homography_mm(pose: CameraPose, view: _MatView, kept: Flags) -> float:
    """RMS on the mat between the fitted camera and the homography that the same corners alone ask for."""
    flat = view.on_mat[kept].reshape(-1, 3)[:, :2]
    normal = view.lens.normalise(ImagePoints(view.px[kept].reshape(-1, 2)))
    homography, _ = cv2.findHomography(normal, flat)
    solid = pose.into_camera(np.column_stack([flat, np.zeros(len(flat))]))
    back = np.column_stack([solid[:, :2] / solid[:, 2:], np.ones(len(flat))]) @ np.asarray(homography).T
    return math.sqrt(float((((back[:, :2] / back[:, 2:]) - flat) ** 2).sum(axis=1).mean()))


def _health(
    seen: int, left_out: tuple[int, ...], chi: float, corners: Floats, scale_error: float
) -> tuple[Health, Text]:
    spread = corners.reshape(-1, 3)[:, :2]
    thin = float(np.linalg.svd(spread - spread.mean(axis=0), compute_uv=False)[-1]) / math.sqrt(len(spread))
    if seen < GOOD_TAGS:
        reason = Message("only {count} mat tags seen, {least} or more are needed", count=seen, least=GOOD_TAGS)
    elif thin < 100.0:
        reason = Message("the mat tags seen lie almost in one line")
    elif chi > DEGRADED_CHI and abs(scale_error) > ODD_PRINT:
        reason = _odd_print(scale_error)
    elif chi > DEGRADED_CHI:
        reason = Message("mat tags fit {times:.1f} times worse than expected: check lens and layout", times=chi)
    elif len(left_out) >= seen:
        reason = Message("mat tags {tags} are not where the layout says", tags=left_out)
    else:
        return Health.GOOD, ""
    return Health.DEGRADED, reason


def _odd_print(scale_error: float) -> Message:
    large = template("the mat's tags look {percent:.0f} % larger than the table file says: were they printed at 100 %?")
    small = template(
        "the mat's tags look {percent:.0f} % smaller than the table file says: were they printed at 100 %?"
    )
    return Message(large if scale_error > 0 else small, percent=100 * abs(scale_error))
