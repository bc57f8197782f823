"""The fit of pieces to their tags: six unknowns a piece, what is known of them beforehand, all pieces at once.

x, y and heading of the hull on the mat; by how much the ship leans to its bow and to port (radians, about the hull's
centre on the mat); and by how much it is lifted. One picture shows the tags, or several do (V of them): the unknowns
are the same, and each tag has four corners for each picture.

The fit is that of docs/measurement-model.md, eq. 28, with the steps of eq. 52. Eq. 60 places a corner on the mat.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry import Floats
from tableassist.vision.localisation.seen_tags import SHAPE_SLOPE, SeenTags
from tableassist.vision.registration.registration import Registration

UNKNOWNS = 6
_SET_DOWN = [0, 1, 3]
"""Of a mount's errors, those that a set-down on the jig has: x, y and yaw."""
STEPS = 10
STEP_TOLERANCE = 5e-3
"""Of a millimetre; the step after it would be a hundredth of that."""
LONGEST_STEP = np.array([0.2, 0.2, 40.0])
"""Of the leans and the lift: farther than that the linearisation says nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What is known of P pieces before their tags are looked at."""

    mean: Floats
    """(P, 6)."""
    information: Floats
    """(P, 6, 6) the inverse covariance; zero where nothing is known."""

    def pull(self, values: Floats) -> Floats:
        """(P, 6) towards the mean, the headings by the shorter way round."""
        off = self.mean - values
        off[:, 2] = np.remainder(off[:, 2] + np.pi, 2 * np.pi) - np.pi
        return off


@dataclass(frozen=True, slots=True, eq=False)
class PieceFits:
    """Where P pieces lie by their tags, and the last linearisation, which is as good as there."""

    values: Floats
    """(P, 6)."""
    residual: Floats
    """(T, 8V) px."""
    jacobian: Floats
    """(T, 8V, 6)."""
    white: Floats
    """(T, 8V, 6) the same in sigmas."""
    by_point: Floats
    """(T, 4V, 2, 3) the corners in the picture, by where they are in the camera's frame."""
    whiten: Floats
    """(T, 8V, 8V)."""
    in_camera: Floats
    """(T, 4V, 3) the corners in the camera's frame."""
    by_mount: Floats
    """(T, 8V, 6) the corners in the picture, by the mount's x, y, z, yaw and slopes."""
    known: Known
    squares: Floats
    """(P,) of the residuals in sigmas, those of what was known beforehand too."""

    def normal(self, tags: SeenTags, wider: Floats | float = 1.0) -> Floats:
        """(P, 6, 6) the inverse covariance, the corners' noise `wider` times what it was thought (as a variance)."""
        data = _summed(self.white.transpose(0, 2, 1) @ self.white, tags, len(self.values))
        return np.asarray(data / np.reshape(wider, (-1, 1, 1)) + self.known.information, dtype=np.float64)

    def with_known(self, tags: SeenTags, known: Known) -> "PieceFits":
        """The same with something else known beforehand. One step of the last linearisation does it: what is known of
        leans and lifts moves the corners by less than a pixel."""
        slope = known.information @ known.pull(self.values)[..., None]
        slope += _summed(
            self.white.transpose(0, 2, 1) @ (self.whiten @ self.residual[..., None]), tags, len(self.values)
        )
        normal = self.normal(tags) + known.information - self.known.information
        step = np.asarray(np.linalg.solve(normal, slope)[..., 0], dtype=np.float64)
        values = self.values + step
        residual = self.residual - (self.jacobian @ step[tags.piece][..., None])[..., 0]
        squares = _squares(self.whiten, residual, tags, known, values)
        return replace(self, values=values, residual=residual, known=known, squares=squares)

    def shared_errors(self, tags: SeenTags, views: Sequence[Registration]) -> Floats:
        """(T, 8V, K) how the corners expected in the pictures answer to the K independent unit errors of their
        registrations, which are the same for all pictures."""
        parts = []
        for number, view in enumerate(views):
            corners = slice(4 * number, 4 * number + 4)
            in_camera, pose = self.in_camera[:, corners], view.pose
            turned = in_camera - pose.translation
            by_step = self.by_point[:, corners] @ pose.step_jacobian(turned @ pose.rotation)
            by_lens = view.lens.lens_jacobian(in_camera)
            parts.append(by_step @ view.pose_factor + by_lens @ view.lens_factor)
        common = parts[0] if len(parts) == 1 else _zero_unseen(np.concatenate(parts, axis=1), tags)
        return np.asarray(common.reshape(*self.residual.shape, -1), dtype=np.float64)

    def common_mount_errors(self, tags: SeenTags, covariance: Floats) -> Floats:
        """(P, 6, 6) what is to be added where the mounts of a piece were measured together.

        The jig measures all tags of a ship in the same set-downs: where she stood against the stop is wrong for all
        of them alike, in x, y and yaw. With `g_t` the answer of the unknowns to such an error of tag t, independent
        errors of sigma s leave `s^2 sum g_t g_t'`, which the fit has counted, and a common one leaves
        `s^2 (sum g_t) (sum g_t)'`: the difference is returned (docs/measurement-model.md, eq. 3).
        """
        out = np.zeros_like(covariance)
        if len(tags.piece) == len(covariance) or not tags.is_measured.any():
            return out
        pieces = tags.piece[tags.is_measured]
        weighted = self.white.transpose(0, 2, 1) @ (self.whiten @ self.by_mount[..., _SET_DOWN])
        answers = (covariance[tags.piece] @ weighted)[tags.is_measured]
        sigma = np.full((len(covariance), len(_SET_DOWN)), np.inf)
        np.minimum.at(sigma, pieces, tags.mount_sigma[tags.is_measured][:, _SET_DOWN])
        answers *= np.where(np.isfinite(sigma), sigma, 0.0)[pieces][:, None]
        together = np.zeros((len(covariance), *answers.shape[1:]))
        np.add.at(together, pieces, answers)
        np.add.at(out, pieces, -(answers @ answers.transpose(0, 2, 1)))
        return np.asarray(out + together @ together.transpose(0, 2, 1), dtype=np.float64)

    def pulled(self, common: Floats, tags: SeenTags) -> Floats:
        """(P, 6, K) how errors `common` (T, 8V, K) of the expected corners pull at the unknowns."""
        pull = np.zeros((len(self.values), UNKNOWNS, common.shape[-1]))
        np.add.at(pull, tags.piece, self.white.transpose(0, 2, 1) @ (self.whiten @ common))
        return pull


def covariances(normal: Floats) -> Floats:
    """(P, 6, 6) the inverses. Scaled first: the unknowns are in mm and radians, and some are hardly known."""
    scale = 1.0 / np.sqrt(np.diagonal(normal, axis1=1, axis2=2))
    both = scale[:, :, None] * scale[:, None, :]
    inverse = np.linalg.inv(normal * both) * both
    return np.asarray((inverse + inverse.transpose(0, 2, 1)) / 2, dtype=np.float64)


def fit(
    start: Floats, tags: SeenTags, known: Known, views: Sequence[Registration], extra: Floats | None = None
) -> PieceFits:
    """From (P, 6) on by Gauss-Newton. `extra` (6,) makes the mounts less well known, in quadrature."""
    values, pieces = start, len(start)
    sigma2 = tags.mount_sigma**2 if extra is None else tags.mount_sigma**2 + extra**2
    for _ in range(STEPS):
        residual, jacobian, whiten, in_camera, by_point, by_mount = _linearised(values, tags, views, sigma2)
        white = whiten @ jacobian
        turned = white.transpose(0, 2, 1)
        slope = _summed(turned @ (whiten @ residual[..., None]), tags, pieces)
        slope += known.information @ known.pull(values)[..., None]
        normal = _summed(turned @ white, tags, pieces) + known.information
        step = np.asarray(np.linalg.solve(normal, slope)[..., 0], dtype=np.float64)
        step[:, 3:] = np.minimum(np.maximum(step[:, 3:], -LONGEST_STEP), LONGEST_STEP)
        values = values + step
        if np.abs(step).max() < STEP_TOLERANCE:
            break
    left = residual - (jacobian @ step[tags.piece][..., None])[..., 0]
    squares = _squares(whiten, left, tags, known, values)
    return PieceFits(values, left, jacobian, white, by_point, whiten, in_camera, by_mount, known, squares)


def _squares(whiten: Floats, residual: Floats, tags: SeenTags, known: Known, values: Floats) -> Floats:
    """(P,) of the residuals in sigmas, and of how far the unknowns are from what was known."""
    pull = known.pull(values)
    squares = _summed(((whiten @ residual[..., None]) ** 2).sum(axis=(1, 2)), tags, len(values))
    return np.asarray(squares + (pull * (known.information @ pull[..., None])[..., 0]).sum(axis=1), dtype=np.float64)


def _summed(of_tags: Floats, tags: SeenTags, pieces: int) -> Floats:
    out = np.zeros((pieces, *of_tags.shape[1:]))
    if len(of_tags) == pieces:  # one tag each: nothing to add up
        out[tags.piece] = of_tags
        return out
    np.add.at(out, tags.piece, of_tags)
    return out


def _linearised(
    values: Floats, tags: SeenTags, views: Sequence[Registration], mount_sigma2: Floats
) -> tuple[Floats, Floats, Floats, Floats, Floats, Floats]:
    """Residuals (T, 8V), their Jacobian (T, 8V, 6), whitening (T, 8V, 8V), corners in the camera (T, 4V, 3), and those
    in the picture by them (T, 4V, 2, 3) and by the mount (T, 8V, 6).

    A mount's error is the same in all pictures; what light makes of a tag's slope (SHAPE_SLOPE) is not.
    """
    of_tag = values[tags.piece]
    turn = _turns(of_tag[:, 2])
    leaned, by_lean = _leaned(tags.local, tags.leans * of_tag[:, 3], tags.leans * of_tag[:, 4])
    by_lean *= tags.leans[:, None, None, None]
    arm = leaned[..., :2] @ turn.transpose(0, 2, 1)
    on_mat = np.empty_like(leaned)
    on_mat[..., :2], on_mat[..., 2] = arm + of_tag[:, None, :2], leaned[..., 2] + of_tag[:, 5:]
    in_camera, px, by_point, by_mat = _in_pictures(on_mat, tags, views)
    arm, by_lean = _for_each_view(arm, views), _for_each_view(by_lean, views)
    by_piece = by_mat[..., :2] @ turn[:, None]
    residual = (tags.px - px).reshape(len(px), -1)
    jacobian = np.empty((*arm.shape[:2], 2, UNKNOWNS))
    jacobian[..., :2] = by_mat[..., :2]
    jacobian[..., 2] = _by_turn(by_mat, arm)
    jacobian[..., 3:5] = by_piece @ by_lean[..., :2, :] + by_mat[..., 2:] * by_lean[..., 2:, :]
    jacobian[..., 5] = by_mat[..., 2]
    about_pivot = arm - (turn @ tags.pivot[..., None])[:, None, :, 0]
    by_mount = _mount_jacobian(by_mat, by_piece, about_pivot, _for_each_view(tags.from_middle, views))
    if len(views) > 1:
        by_light = by_mount[..., 4:] * SHAPE_SLOPE
        mount_sigma2 = np.maximum(mount_sigma2 - SHAPE_SLOPE**2 * np.array([0.0, 0.0, 0.0, 0.0, 1.0, 1.0]), 0.0)
    covariance = tags.noise + (by_mount * mount_sigma2[:, None]) @ by_mount.transpose(0, 2, 1)
    for number in range(len(views) if len(views) > 1 else 0):
        rows = slice(8 * number, 8 * number + 8)
        covariance[:, rows, rows] += by_light[:, rows] @ by_light[:, rows].transpose(0, 2, 1)
    whiten = np.linalg.inv(np.linalg.cholesky(covariance))
    return residual, jacobian.reshape(*residual.shape, UNKNOWNS), whiten, in_camera, by_point, by_mount


def _in_pictures(
    on_mat: Floats, tags: SeenTags, views: Sequence[Registration]
) -> tuple[Floats, Floats, Floats, Floats]:
    """Corners (T, 4, 3) on the mat in each camera's frame (T, 4V, 3) and in each picture (T, 4V, 2); the latter by the
    former, and by where they are on the mat (both T, 4V, 2, 3). Where a picture does not show a tag, its corners are
    where they were "seen", and answer to nothing."""
    parts = []
    for view in views:
        in_camera = view.pose.into_camera(on_mat)
        px, by_point = view.lens.project_with_jacobian(in_camera)
        parts.append((in_camera, px, by_point, by_point @ view.pose.rotation))
    if len(parts) == 1:
        return parts[0]
    in_camera, seen_px, by_point, by_mat = (np.concatenate(column, axis=1) for column in zip(*parts, strict=True))
    seen_px = np.where(tags.shown_corners[..., None], seen_px, tags.px)
    return in_camera, seen_px, _zero_unseen(by_point, tags), _zero_unseen(by_mat, tags)


def _zero_unseen(of_corners: Floats, tags: SeenTags) -> Floats:
    """(T, 4V, ...) without those of tags that a picture does not show."""
    shown = tags.shown_corners
    return np.where(shown.reshape(*shown.shape, *[1] * (of_corners.ndim - 2)), of_corners, 0.0)


def _for_each_view(of_corners: Floats, views: Sequence[Registration]) -> Floats:
    """(T, 4, ...) once for each picture: (T, 4V, ...)."""
    return of_corners if len(views) == 1 else np.concatenate([of_corners] * len(views), axis=1)


def _turns(heading: Floats) -> Floats:
    out = np.empty((len(heading), 2, 2))
    out[:, 0, 0] = out[:, 1, 1] = np.cos(heading)
    out[:, 1, 0] = s = np.sin(heading)
    out[:, 0, 1] = -s
    return out


def _leaned(local: Floats, to_bow: Floats, to_port: Floats) -> tuple[Floats, Floats]:
    """(T, 4, 3) corners of a piece that leans, first to port and then to its bow; and (T, 4, 3, 2) by both angles."""
    cu, su = np.cos(to_bow)[:, None], np.sin(to_bow)[:, None]
    cv, sv = np.cos(to_port)[:, None], np.sin(to_port)[:, None]
    x, y, z = local[..., 0], local[..., 1], local[..., 2]
    y1, z1 = cv * y + sv * z, cv * z - sv * y
    x2, z2 = cu * x + su * z1, cu * z1 - su * x
    leaned, by = np.empty(local.shape), np.empty((*local.shape, 2))
    leaned[..., 0], leaned[..., 1], leaned[..., 2] = x2, y1, z2
    by[..., 0, 0], by[..., 1, 0], by[..., 2, 0] = z2, 0.0, -x2
    by[..., 0, 1], by[..., 1, 1], by[..., 2, 1] = -su * y1, z1, -cu * y1
    return leaned, by


def _by_turn(by_mat: Floats, arm: Floats) -> Floats:
    return np.asarray(by_mat[..., 1] * arm[..., :1] - by_mat[..., 0] * arm[..., 1:], dtype=np.float64)


def _mount_jacobian(by_mat: Floats, by_piece: Floats, about_pivot: Floats, from_middle: Floats) -> Floats:
    """d(pixels)/d(mount x, y, z, yaw, slope along x and y): (T, 8V, 6)."""
    out = np.empty((*by_mat.shape[:2], 2, 6))
    out[..., :2] = by_piece
    out[..., 2] = by_mat[..., 2]
    out[..., 3] = _by_turn(by_mat, about_pivot)
    out[..., 4:] = by_mat[..., 2:] * from_middle[..., None, :]
    return out.reshape(len(out), -1, 6)
