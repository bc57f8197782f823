"""Where the camera stands over the mat: least squares in pixels over all mat-tag corners, robust per tag."""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tableassist.geometry import Flags, Floats, ImagePoints, MatPoints
from tableassist.messages import Text
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.registration.first_poses import both_leans, other_poses, quick_pose
from tableassist.vision.registration.layout_scale import (
    TRUE_SIZE,
    TagSizeError,
    doubted_scale,
    kit_size_error,
    measured_size_error,
    scale_error,
)
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.registration.mat_view import Estimate, MatView, mat_view
from tableassist.vision.registration.misplaced_tags import Consensus, consensus
from tableassist.vision.registration.pose_fit import PoseFit, fit_pose, solved, with_lens_prior
from tableassist.vision.registration.pose_spread import pose_spread
from tableassist.vision.registration.print_scale import with_print_scale
from tableassist.vision.registration.registration_health import Agreement, Health, LensFault, registration_health
from tableassist.vision.tags.sighting import TagSighting, seen_once

LEAST_TAGS = 2
JOINT_STEPS = 2
"""From where each tag weighed for itself it is a small way."""
ODD_MISFIT = 25.0
"""Where tags fit five times worse than expected, the fit is started anew from other poses."""
IMPLAUSIBLE_LENS_SIGMAS = 4.0
UNPROJECTED_WITHIN_PX = 0.01


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
    place_chi: float = 0.0
    """How far the mat's tags lie from where they should, in units of what noise and placement explain; 1 is normal."""
    size_error: TagSizeError = TRUE_SIZE
    """Of the tags that were printed with the mat's: those of the pieces."""
    lens_fault: LensFault | None = None
    """Set where the profile's lens was not used, because the mat shows another one."""

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


def register(sightings: tuple[TagSighting, ...], mat: MatLayout, lens: Lens) -> Registration | None:
    """None where fewer than two mat tags are seen, or they make no camera above the mat. What must not be judged by,
    for the tags contradict each other, has Health.UNRELIABLE."""
    pairs = seen_once(sightings, (tag.key for tag in mat.tags))
    if len(pairs) < LEAST_TAGS:
        return None
    view = mat_view(pairs, mat, lens)
    found = _found(view)
    if found is None:
        return None
    registration = _registration(found, is_surveyed=mat.surveyed is not None)
    pose_factor, lens_factor = with_print_scale(
        registration.pose_factor, registration.lens_factor, registration.pose, mat
    )
    # After a survey the layout has the tags' sizes as they are: they say nothing of what the table file states.
    prior_sigma, shown = mat.tag_size_sigma, registration.size_error
    size_error = TagSizeError(0.0, prior_sigma) if mat.surveyed is not None else kit_size_error(shown, prior_sigma)
    return replace(registration, pose_factor=pose_factor, lens_factor=lens_factor, size_error=size_error)


def _found(view: MatView) -> Consensus | None:
    start, everything = quick_pose(view), np.ones(len(view.tags), dtype=bool)
    no_shift = np.zeros(view.lens_root.shape[1])
    fit = None if start is None else fit_pose(view, Estimate(start, no_shift), everything)
    if fit is not None and fit.misfit <= ODD_MISFIT and len(view.tags) >= 4:
        return consensus(view, fit)
    few = both_leans(view) if fit is not None and fit.misfit <= ODD_MISFIT else other_poses(view)
    starts = [Estimate(pose, no_shift) for pose in few if pose is not None]
    fits = [fit_pose(view, other, everything) for other in starts] + ([] if fit is None else [fit])
    if not fits:
        return None
    by_majority = min((*starts, *(each.at for each in fits)), key=lambda at: _misfit_of_most(view, at))
    return _with_plausible_lens(consensus(view, min(fits, key=lambda each: each.cost), (by_majority,)), starts)


def _with_plausible_lens(found: Consensus, starts: list[Estimate]) -> Consensus:
    """One misread tag can pull a lens that is hardly known to where the others fit it too, after a fashion, and there
    it stays when the tag is left out. So where the lens ended far from what is known of it, the tags that agree are
    fitted again from the first poses."""
    if np.abs(found.fit.at.lens_shift).max(initial=0.0) < IMPLAUSIBLE_LENS_SIGMAS:
        return found
    again = [fit_pose(found.view, start, found.fit.kept) for start in starts]
    return replace(found, fit=min((found.fit, *again), key=lambda fit: fit.cost))


def _misfit_of_most(view: MatView, at: Estimate) -> float:
    """Of the better two thirds of the tags."""
    each = np.sort((view.equations(at).white ** 2).sum(axis=1))
    return float(each[: -(-2 * len(each) // 3)].sum())


def _registration(found: Consensus, *, is_surveyed: bool) -> Registration:
    view, kept = found.view, found.fit.kept
    at = _with_shared_errors(found.fit, view)
    seen_through = view.through(at.lens_shift)
    expected = seen_through.lens.project(at.pose.into_camera(seen_through.on_mat))
    off = np.asarray(view.px - expected)[kept]
    apart_mm = _homography_mm(at.pose, seen_through, kept, moved=seen_through is not view)
    odd_size = scale_error(view.px[kept], expected[kept])
    # A survey has measured the tags as large as they look.
    shrinks = bool(view.detected[kept].all()) and not is_surveyed
    size_error = measured_size_error(odd_size, expected[kept], only_detected=shrinks)
    equations = found.fit.equations if at is found.fit.at else view.equations(at)
    spread = pose_spread(view, at, kept, equations, found.doubts, scale_sigma=doubted_scale(size_error))
    left_out = tuple(tag.tag for tag, keep in zip(view.tags, kept, strict=True) if not keep)
    agreement = Agreement(found.is_clear, math.sqrt(found.noise), spread.place_chi, apart_mm, size_error)
    health, reason = registration_health(view.on_mat[kept], left_out, agreement)
    return Registration(
        pose=at.pose,
        lens=seen_through.lens,
        pose_factor=spread.factor[:6],
        lens_factor=view.lens_root @ spread.factor[6:],
        residual_px=math.sqrt(float((off**2).sum(axis=-1).mean())),
        homography_mm=apart_mm,
        mat_tags_seen=tuple(tag.tag for tag, keep in zip(view.tags, kept, strict=True) if keep),
        mat_tags_left_out=left_out,
        health=health,
        reason=reason,
        scale_error=odd_size,
        place_chi=spread.place_chi,
        size_error=size_error,
    )


def _with_shared_errors(fit: PoseFit, view: MatView) -> Estimate:
    """The errors that the tags have in common weigh them differently."""
    at = fit.at
    for _ in range(JOINT_STEPS if view.shares_errors else 0):
        residual, jacobian = view.together(at, fit.kept)
        slope, normal = with_lens_prior(jacobian.T @ residual, jacobian.T @ jacobian, at.lens_shift)
        moved = at.moved(solved(normal, slope))
        if not view.is_possible(moved):
            break
        at = moved
    return at


def _homography_mm(pose: CameraPose, view: MatView, kept: Flags, *, moved: bool) -> float:
    """RMS on the mat between the fitted camera and the homography that the same corners alone ask for. `moved` where
    the lens was moved within its plus-minus."""
    flat = view.on_mat[kept].reshape(-1, 3)[:, :2]
    normal = (view.lens.normalise(ImagePoints(view.px[kept])) if moved else view.normal[kept]).reshape(-1, 2)
    homography, _ = cv2.findHomography(normal, flat)
    solid = pose.into_camera(np.column_stack([flat, np.zeros(len(flat))]))
    back = np.column_stack([solid[:, :2] / solid[:, 2:], np.ones(len(flat))]) @ np.asarray(homography).T
    return math.sqrt(float((((back[:, :2] / back[:, 2:]) - flat) ** 2).sum(axis=1).mean()))
