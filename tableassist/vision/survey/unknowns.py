"""What a mat survey solves for, as one vector: places, scales, the lens within its plus-minus, a pose a picture."""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats, Indices
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.registration.mat_places import place_jacobian
from tableassist.vision.tags.pattern import tag_corners

PRINT_SCALE, LAYOUT_SCALE, SCALE_ERROR = range(3)
"""The common unknowns: all tags' size, all tags' distances, and the rim that the camera adds to every tag."""
COMMON = 3


@dataclass(frozen=True, slots=True, eq=False)
class SurveyUnknowns:
    places: Floats
    """(T, 4): x_mm, y_mm, yaw_rad, size as a share above what the layout states (-0.03: printed at 97 %)."""
    common: Floats
    """(3,): PRINT_SCALE and LAYOUT_SCALE as shares above 1, SCALE_ERROR in sigmas."""
    lens_shift: Floats
    """(M,): along the columns of the lens covariance's root, so each has sigma 1."""
    poses: tuple[CameraPose, ...]

    @property
    def size(self) -> int:
        return self.poses_at + 6 * len(self.poses)

    @property
    def common_at(self) -> int:
        return int(self.places.size)

    @property
    def lens_at(self) -> int:
        return self.common_at + COMMON

    @property
    def poses_at(self) -> int:
        return self.lens_at + len(self.lens_shift)

    def moved(self, step: Floats) -> "SurveyUnknowns":
        by_pose = step[self.poses_at :].reshape(-1, 6)
        return SurveyUnknowns(
            self.places + step[: self.common_at].reshape(-1, 4),
            self.common + step[self.common_at : self.lens_at],
            self.lens_shift + step[self.lens_at : self.poses_at],
            tuple(pose.moved(one) for pose, one in zip(self.poses, by_pose, strict=True)),
        )


@dataclass(frozen=True, slots=True, eq=False)
class SurveySightings:
    """Arrays over the S sightings of all pictures."""

    view: Indices
    tag: Indices
    """Into the layout's tags."""
    px: Floats
    """(S, 4, 2)."""
    scale_error: Floats
    """(S, 4, 2) px: where a scale error of one sigma moves the corners."""
    whiten: Floats
    """(S, 8, 8): makes the corners' errors independent, of size 1."""
    lens: Lens
    lens_root: Floats
    """(12, M)."""
    square: Floats
    """(T, 4, 2) corners of each tag as printed by the layout, about its centre."""

    def seen_through(self, at: SurveyUnknowns) -> Lens:
        return self.lens.shifted(self.lens_root @ at.lens_shift)

    def residual(self, at: SurveyUnknowns) -> Floats:
        """(S, 8) px: seen less expected."""
        _, in_camera = self._corners(at)
        expected = self.seen_through(at).project(in_camera) + at.common[SCALE_ERROR] * self.scale_error
        return np.asarray((self.px - expected).reshape(-1, 8), dtype=np.float64)

    def _corners(self, at: SurveyUnknowns) -> tuple[Floats, Floats]:
        """(S, 4, 2) from the tag's centre, in the mat's directions; and (S, 4, 3) in the camera's frame."""
        places = at.places[self.tag]
        c, s = np.cos(places[:, 2])[:, None], np.sin(places[:, 2])[:, None]
        square = self.square[self.tag] * (1.0 + places[:, 3])[:, None, None]
        arm = np.stack([c * square[..., 0] - s * square[..., 1], s * square[..., 0] + c * square[..., 1]], axis=-1)
        rotation, translation = self._poses(at)
        flat = arm + places[:, None, :2]
        return arm, flat @ rotation[:, :, :2].transpose(0, 2, 1) + translation[:, None]

    def _poses(self, at: SurveyUnknowns) -> tuple[Floats, Floats]:
        rotation = np.stack([pose.rotation for pose in at.poses])[self.view]
        return rotation, np.stack([pose.translation for pose in at.poses])[self.view]

    def jacobian(self, at: SurveyUnknowns) -> Floats:
        """(S, 8, N): d(expected px)/d(the unknowns)."""
        lens = self.seen_through(at)
        rotation, translation = self._poses(at)
        arm, in_camera = self._corners(at)
        by_point = lens.point_jacobian(in_camera)
        by_mat = by_point @ rotation[:, None, :, :2]
        by_place = place_jacobian(by_mat, arm, at.places[self.tag, 3])
        by_turn = -np.cross(by_point, (in_camera - translation[:, None])[:, :, None, :])
        out = np.zeros((len(self.tag), 4, 2, at.size))
        each = np.arange(len(self.tag))
        for k in range(4):
            out[each, :, :, 4 * self.tag + k] = by_place[..., k]
        for k in range(3):
            out[each, :, :, at.poses_at + 6 * self.view + k] = by_turn[..., k]
            out[each, :, :, at.poses_at + 6 * self.view + 3 + k] = by_point[..., k]
        out[..., at.common_at + SCALE_ERROR] = self.scale_error
        out[..., at.lens_at : at.poses_at] = lens.lens_jacobian(in_camera) @ self.lens_root
        return out.reshape(len(self.tag), 8, at.size)


def nominal_places(nominal: MatLayout) -> Floats:
    """(T, 4), with the size as stated."""
    return np.array([(tag.x_mm, tag.y_mm, tag.yaw_rad, 0.0) for tag in nominal.tags]).reshape(-1, 4)


def squares(nominal: MatLayout) -> Floats:
    return np.stack([tag_corners(tag.size_mm) for tag in nominal.tags])
