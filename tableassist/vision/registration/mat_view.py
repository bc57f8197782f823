"""The mat's tags in one picture, as equations for where the camera stands and what its lens is."""

import math
from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry import Flags, Floats, ImagePoints
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.registration.mat_layout import LAYOUT_SCALE_SIGMA, MatLayout, MatTag
from tableassist.vision.registration.mat_places import covariance_root, place_jacobian
from tableassist.vision.tags.bowed_edges import straightened
from tableassist.vision.tags.noise import corner_covariance, edge_sigma_px, sighting_covariance
from tableassist.vision.tags.pattern import tag_corners
from tableassist.vision.tags.sighting import TagSighting


@dataclass(frozen=True, slots=True, eq=False)
class Estimate:
    pose: CameraPose
    lens_shift: Floats
    """(M,) in sigmas: the lens may move within its plus-minus, for the mat's tags know something of it too."""

    def moved(self, step: Floats) -> "Estimate":
        return Estimate(self.pose.moved(step[:6]), self.lens_shift + step[6:])


@dataclass(frozen=True, slots=True, eq=False)
class Equations:
    """Linearised at an estimate; each tag for itself, as if it shared no error with others: good enough to find the
    place by, and to judge a tag by."""

    residual: Floats
    """(T, 8) px."""
    jacobian: Floats
    """(T, 8, 6 + M) by pose and lens."""
    by_place: Floats
    """(T, 8, 4) by PLACE."""
    whiten: Floats
    """(T, 8, 8)"""
    lens_shift: Floats

    @property
    def white(self) -> Floats:
        """(T, 8)."""
        return np.asarray((self.whiten @ self.residual[..., None])[..., 0], dtype=np.float64)

    def cost_at(self, residual: Floats, lens_shift: Floats, kept: Flags) -> float:
        """Of other residuals by the same weights, the lens's own plus-minus included."""
        white = self.whiten[kept] @ residual[kept][..., None]
        return float((white**2).sum() + (lens_shift**2).sum())


@dataclass(frozen=True, slots=True, eq=False)
class MatView:
    """The mat tags that were seen: arrays over T tags."""

    tags: tuple[MatTag, ...]
    on_mat: Floats
    """(T, 4, 3) corners by the layout."""
    normal: Floats
    """(T, 4, 2) corners seen, as undistorted (x/z, y/z) through the lens as it was given."""
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
    detected: Flags
    """(T,) where the corners are the detector's, and what the tone curve shifts its edges by was not measured."""

    @property
    def unknowns(self) -> int:
        return 6 + int(self.lens_root.shape[1])

    def noisier(self, times: float) -> "MatView":
        """With the corners' noise as this picture shows it: so many times the variance that is expected."""
        return replace(self, noise=self.noise * times)

    def _arms(self) -> Floats:
        return np.asarray((self.on_mat - self.on_mat.mean(axis=1, keepdims=True))[..., :2], dtype=np.float64)

    def through(self, lens_shift: Floats) -> "MatView":
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

    def is_possible(self, at: Estimate) -> bool:
        """The camera is above the mat, all tags are in front of it, and its lens makes pictures."""
        seen = self.through(at.lens_shift)
        depth = seen.on_mat @ at.pose.rotation[2] + at.pose.translation[2]
        return at.pose.position[2] > 0 and bool((depth > 0).all()) and min(seen.lens.fx, seen.lens.fy) > 0

    def _in_pixels(self, pose: CameraPose) -> tuple[Floats, Floats, Floats]:
        """Residuals (T, 8), their Jacobian by pose and lens (T, 8, 6 + M), and by PLACE (T, 8, 4)."""
        count = len(self.tags)
        in_camera = pose.into_camera(self.on_mat)
        by_point = self.lens.point_jacobian(in_camera)
        by_place = place_jacobian(by_point @ pose.rotation[:, :2], self._arms(), 0.0).reshape(count, 8, 4)
        residual = (self.px - self.lens.project(in_camera)).reshape(count, 8)
        jacobian = (by_point @ pose.step_jacobian(self.on_mat)).reshape(count, 8, 6)
        if self.lens_root.shape[1]:
            by_lens = self.lens.lens_jacobian(in_camera).reshape(count, 8, 12) + by_place @ self.by_lens
            jacobian = np.concatenate([jacobian, by_lens @ self.lens_root], axis=-1)
        return residual, jacobian, by_place

    def equations(self, at: Estimate) -> Equations:
        residual, jacobian, by_place = self.through(at.lens_shift)._in_pixels(at.pose)
        by_error = by_place @ self.placement
        whiten = np.linalg.inv(np.linalg.cholesky(self.noise + by_error @ by_error.transpose(0, 2, 1)))
        return Equations(residual, jacobian, by_place, whiten, at.lens_shift)

    def answer_to_places(self, pose: CameraPose, errors: Floats) -> Floats:
        """(6 + M, K): how pose and lens, fitted to all tags, answer to errors (T, 4, K) of the tags' places."""
        _, jacobian, by_place = self._in_pixels(pose)
        by_error = by_place @ errors
        shared = by_error.reshape(-1, by_error.shape[-1])
        covariance = shared @ shared.T
        for tag, noise in enumerate(self.noise):
            rows = slice(8 * tag, 8 * tag + 8)
            covariance[rows, rows] += noise
        flat = jacobian.reshape(len(shared), -1)
        weighted = np.linalg.solve(covariance, np.concatenate([flat, shared], axis=1))
        normal = flat.T @ weighted[:, : flat.shape[1]]
        normal[range(6, len(normal)), range(6, len(normal))] += 1.0
        scale = 1.0 / np.sqrt(np.diagonal(normal))
        answer = np.linalg.solve(
            normal * np.outer(scale, scale), scale[:, None] * (flat.T @ weighted[:, flat.shape[1] :])
        )
        return np.asarray(scale[:, None] * answer, dtype=np.float64)

    def together(self, at: Estimate, kept: Flags) -> tuple[Floats, Floats]:
        """Of the kept tags, with the errors that they share: whitened residuals (N,) and their Jacobian by pose and
        lens (N, 6 + M)."""
        seen = self.through(at.lens_shift)
        residual, jacobian, by_place = (part[kept] for part in seen._in_pixels(at.pose))
        tags, count = len(residual), residual.size
        each = np.arange(tags)
        shared = (by_place @ self.placement[kept]).reshape(count, -1)
        covariance = shared @ shared.T
        covariance.reshape(tags, 8, tags, 8)[each, :, each, :] += self.noise[kept]
        columns = np.concatenate([residual[..., None], jacobian], axis=-1).reshape(count, -1)
        root = np.linalg.cholesky(covariance)
        # scipy knows that the root is a triangle; its loading alone takes longer than a picture.
        white = np.asarray(np.linalg.solve(root, columns), dtype=np.float64)
        return white[:, 0], white[:, 1:]


def place_errors(mat: MatLayout, lens: Lens) -> Floats:
    """(N, 4, K): how the places of all tags of a layout answer to K errors, whichever of them a picture shows."""
    return _placement(list(range(len(mat.tags))), mat, lens)[0]


def mat_view(pairs: tuple[tuple[int, TagSighting], ...], mat: MatLayout, lens: Lens) -> MatView:
    """`pairs`: index into the layout's tags, and how that tag is seen."""
    indices, sightings = [index for index, _ in pairs], tuple(sighting for _, sighting in pairs)
    tags = tuple(mat.tags[index] for index in indices)
    placement, by_lens = _placement(indices, mat, lens)
    px = straightened(sightings, lens)
    return MatView(
        tags=tags,
        on_mat=np.stack([mat_tag_corners(tag) for tag in tags]),
        px=px,
        normal=lens.normalise(ImagePoints(px)),
        noise=_noise(sightings),
        lens=lens,
        lens_root=covariance_root(lens.covariance),
        placement=placement,
        by_lens=by_lens,
        shares_errors=mat.surveyed is not None or mat.placement_sigma_mm > 0,
        detected=np.array([s.noise is None and s.edge_sigma_px is None for s in sightings]),
    )


def _noise(sightings: tuple[TagSighting, ...]) -> Floats:
    """(T, 8, 8), all at once where only the detector placed the corners."""
    if all(sighting.noise is None for sighting in sightings):
        shifts = np.array([edge_sigma_px(sighting) for sighting in sightings])
        return corner_covariance(np.stack([np.asarray(sighting.corners) for sighting in sightings]), shifts)
    return np.stack([sighting_covariance(sighting) for sighting in sightings])


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
    # A hand that is off by so much at a tag's middle turns it by as much over its size. A file may claim any size.
    apart[each, 2, each, 2] = mat.placement_sigma_mm / np.maximum(size_mm, 0.1)
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
