"""How well ships would be known from tags at known places: Fisher information over six unknowns a ship.

They are those of the fit that measures: x, y and heading, and lean about the ship's two axes and lift, which have a
prior. From straight above, a lean moves the tag and hardly changes its shape, so there the prior is all that is known.
"""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats, PlanarPose
from tableassist.pieces import TagMount
from tableassist.pieces.physical import LEAN_SIGMA_RAD, LIFT_SIGMA_MM, MAX_WAKE_HEIGHT_MM
from tableassist.scene.piece_pose import PiecePose
from tableassist.vision.localisation.seen_tags import SHAPE_SLOPE
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.pattern import tag_corners

PLATE_BY_EYE_RAD = math.radians(1.5)
"""How level a plate sits that was set by eye."""
UNKNOWNS = 6
LEAN = slice(3, 5)
NOTICED_SIGMAS = 3.0
"""A lean is noticed that the prior would not have brought about once in some hundred times."""
HIDDEN_SHARE = 0.98
"""Where the picture takes no more than a fiftieth off the prior's variance, no lean that a ship can stand in shows."""


@dataclass(frozen=True, slots=True)
class StandingSigmas:
    """How straight ships stand, and their tags on them; the angles are about each axis."""

    lean_rad: float = LEAN_SIGMA_RAD
    lift_mm: float = LIFT_SIGMA_MM
    plate_rad: float = PLATE_BY_EYE_RAD
    """Of a tag's plate against its ship: what of a slanting look is the plate's own, and no lean."""
    shape_rad: float = SHAPE_SLOPE
    """How far a tag's shape in the picture is tilted by uneven light, however level its plate is."""


@dataclass(frozen=True, slots=True, eq=False)
class PlannedTag:
    """A tag that would be seen."""

    ship: str
    pose: PlanarPose
    """The ship's."""
    mount: TagMount
    noise: Floats
    """(8, 8) covariance of its corners in the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class ExpectedPose:
    piece: PiecePose
    noticed_lean_rad: float | None
    """A lean to the side where it shows least is noticed from here on; None where none is."""


def expected_poses(
    tags: tuple[PlannedTag, ...], registration: Registration, standing: StandingSigmas
) -> dict[str, ExpectedPose]:
    if not tags:
        return {}
    ships = {tag.ship: tag for tag in tags}
    index = {name: number for number, name in enumerate(ships)}
    of_ship = np.array([index[tag.ship] for tag in tags])
    corners = _Corners.of(tags)
    jacobian = corners.by_unknowns(registration, standing)
    whiten = np.linalg.inv(np.linalg.cholesky(corners.noise(registration, standing)))
    information: Floats = np.zeros((len(ships), UNKNOWNS, UNKNOWNS))
    information[:, range(3, UNKNOWNS), range(3, UNKNOWNS)] = 1.0
    white = whiten @ jacobian
    np.add.at(information, of_ship, white.transpose(0, 2, 1) @ white)
    covariance = np.asarray(np.linalg.inv(information), dtype=np.float64)
    common = corners.by_registration(registration)
    pull = np.zeros((len(ships), UNKNOWNS, common.shape[-1]))
    np.add.at(pull, of_ship, white.transpose(0, 2, 1) @ (whiten @ common))
    shared = -covariance @ pull
    return {
        name: ExpectedPose(
            PiecePose(ships[name].pose, covariance[at, :3, :3], shared[at, :3], 0, _numbers(tags, name), 0.0),
            _noticed(covariance[at], standing),
        )
        for name, at in index.items()
    }


def _numbers(tags: tuple[PlannedTag, ...], ship: str) -> tuple[int, ...]:
    return tuple(tag.mount.tag for tag in tags if tag.ship == ship)


def _noticed(covariance: Floats, standing: StandingSigmas) -> float | None:
    """The lean is estimated within its prior: one of L is found as L times the share that the picture tells, with a
    variance that is this share of the prior's."""
    untold = float(np.linalg.eigvalsh(covariance[LEAN, LEAN])[-1])
    if untold > HIDDEN_SHARE:
        return None
    return NOTICED_SIGMAS * standing.lean_rad / math.sqrt(1.0 - untold)


@dataclass(frozen=True, slots=True, eq=False)
class _Corners:
    """Arrays over T tags."""

    arm: Floats
    """(T, 4, 3) from the hull's centre on the mat, in the mat's directions."""
    on_mat: Floats
    turn: Floats
    """(T, 3, 3) mat_from_piece."""
    middle: Floats
    """(T, 1, 3) the tags' centres, as `arm`."""
    corner_noise: Floats
    """(T, 8, 8)."""
    mount_sigmas: Floats
    """(T, 4) of x, y, z, yaw."""
    leans: Floats
    """(T,) 1 for tags that lean with their ship, 0 for wake plates, which lie on the mat."""

    @classmethod
    def of(cls, tags: tuple[PlannedTag, ...]) -> "_Corners":
        turn = np.stack([_about_up(tag.pose.heading_rad) for tag in tags])
        middle = np.array([[(tag.mount.x_mm, tag.mount.y_mm, tag.mount.z_mm)] for tag in tags])
        flat = np.stack([tag_corners(tag.mount.size_mm) for tag in tags])
        yaw = np.stack([_about_up(tag.mount.yaw_rad) for tag in tags])
        local = np.concatenate([flat, np.zeros((len(tags), 4, 1))], axis=-1) @ yaw.transpose(0, 2, 1) + middle
        arm = local @ turn.transpose(0, 2, 1)
        mounts = [tag.mount for tag in tags]
        return cls(
            arm=arm,
            on_mat=arm + np.array([[(tag.pose.x_mm, tag.pose.y_mm, 0.0)] for tag in tags]),
            turn=turn,
            middle=middle @ turn.transpose(0, 2, 1),
            corner_noise=np.stack([tag.noise for tag in tags]),
            mount_sigmas=np.array([(m.sigma_xy_mm, m.sigma_y_mm, m.sigma_z_mm, m.sigma_yaw_rad) for m in mounts]),
            leans=np.array([float(mount.z_mm > MAX_WAKE_HEIGHT_MM) for mount in mounts]),
        )

    def by_unknowns(self, registration: Registration, standing: StandingSigmas) -> Floats:
        """(T, 8, 6); lean and lift in units of their sigmas, so that one of zero is no unknown at all."""
        ways = np.zeros((*self.arm.shape, UNKNOWNS))
        ways[..., 0, 0] = ways[..., 1, 1] = 1.0
        ways[..., 2] = _turned(self.arm, self._axis(2))
        lean_rad = standing.lean_rad * self.leans[:, None, None]
        ways[..., 3] = lean_rad * _turned(self.arm, self._axis(0))
        ways[..., 4] = lean_rad * _turned(self.arm, self._axis(1))
        ways[..., 2, 5] = standing.lift_mm
        return self._in_pixels(registration, ways)

    def noise(self, registration: Registration, standing: StandingSigmas) -> Floats:
        """(T, 8, 8) of the corners and of how the tag sits on her ship."""
        ways = np.zeros((*self.arm.shape, 6))
        for axis in range(3):
            ways[..., axis] = self._axis(axis)
            ways[..., 3 + axis] = _turned(self.arm - self.middle, self._axis(axis))
        level = np.full((len(self.arm), 2), math.hypot(standing.plate_rad, standing.shape_rad))
        sigmas = np.concatenate([self.mount_sigmas[:, :3], level, self.mount_sigmas[:, 3:]], axis=1)
        by_mount = self._in_pixels(registration, ways) * sigmas[:, None]
        return np.asarray(self.corner_noise + by_mount @ by_mount.transpose(0, 2, 1), dtype=np.float64)

    def by_registration(self, registration: Registration) -> Floats:
        """(T, 8, K) by the errors of camera pose and lens that all ships have in common."""
        in_camera = registration.pose.into_camera(self.on_mat)
        by_step = registration.lens.point_jacobian(in_camera) @ registration.pose.step_jacobian(self.on_mat)
        by_lens = registration.lens.lens_jacobian(in_camera)
        both = by_step @ registration.pose_factor + by_lens @ registration.lens_factor
        return np.asarray(both.reshape(len(self.arm), 8, -1), dtype=np.float64)

    def _axis(self, axis: int) -> Floats:
        """(T, 1, 3) an axis of the ship."""
        return self.turn[:, None, :, axis]

    def _in_pixels(self, registration: Registration, ways: Floats) -> Floats:
        by_point = registration.lens.point_jacobian(registration.pose.into_camera(self.on_mat))
        moved = by_point @ registration.pose.rotation @ ways
        return np.asarray(moved.reshape(len(self.arm), 8, -1), dtype=np.float64)


def _about_up(angle_rad: float) -> Floats:
    c, s = math.cos(angle_rad), math.sin(angle_rad)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _turned(arm: Floats, axis: Floats) -> Floats:
    """Where a small turn about an axis takes the points."""
    return np.cross(np.broadcast_to(axis, arm.shape), arm)
