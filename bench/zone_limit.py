"""The least sigma that any unbiased measurement of a gap could have: Fisher information from the studio's truth.

Unknowns: camera pose (6), and for each of the two pieces its place and heading (3), lean (2), lift (1), what the jig
measured wrong of all her tags alike (3) and of each tag (6). Every corner that was read is a measurement with the pixel
noise of its picture; leans, lifts and mounts have the priors that they were drawn from. With the Jacobian J of all
corners, the noise W and the prior information B,

    information = J' W^-1 J + B,        sigma^2 = g' information^-1 g

where g is how the gap answers to both poses at the two nearest points. Derivatives are differences of the studio's own
projection, so nothing here shares a formula with the fit that is measured.
"""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry.frames import MatPoints3

PLACE, STANCE, STOP, TAG = 3, 3, 3, 6
STEP = 1e-4
"""Of the differences, in mm and radians."""
_SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


@dataclass(frozen=True)
class Priors:
    """Sigmas that the pieces of a run were drawn with."""

    lean_rad: float
    lift_mm: float
    stop_mm: float
    """What all tags of a ship have in common: where she stood against the stop of the jig."""
    stop_rad: float


@dataclass(frozen=True)
class LimitPiece:
    """A piece where it truly is, with the tags that were read."""

    x_mm: float
    y_mm: float
    heading_rad: float
    mounts: tuple[object, ...]
    """True places; `sigma_*` of what the jig leaves to each tag alone."""
    leaning: tuple[bool, ...]
    """Whether each tag leans with the rig: a wake plate lies on the mat."""
    priors: Priors

    @property
    def unknowns(self):
        return PLACE + STANCE + STOP + TAG * len(self.mounts)

    def corners(self, values):
        """(4 T, 3) mm on the mat, at these deviations from the truth."""
        dx, dy, turn, to_bow, to_port, lift, stop_x, stop_y, stop_turn = values[:9]
        heading = self.heading_rad + turn
        out = []
        for number, mount in enumerate(self.mounts):
            x, y, z, yaw, slope_x, slope_y = values[9 + TAG * number :][:TAG]
            pivot = np.array([mount.x_mm if mount.pivot_x_mm is None else mount.pivot_x_mm, 0.0])
            flat = _turned(mount.size_mm * _SQUARE, mount.yaw_rad)
            height = flat @ (mount.slope_x + slope_x, mount.slope_y + slope_y)
            middle = np.array([mount.x_mm + x + stop_x, mount.y_mm + y + stop_y])
            about = _turned(middle + flat - pivot, yaw + stop_turn) + pivot
            points = np.column_stack([about, height + mount.z_mm + z])
            if self.leaning[number]:
                points = points @ _lean(to_bow, to_port).T
            points[:, :2] = _turned(points[:, :2], heading) + np.array([self.x_mm + dx, self.y_mm + dy])
            points[:, 2] += lift
            out.append(points)
        return np.concatenate(out) if out else np.zeros((0, 3))

    def prior_information(self):
        own = self.priors
        sigmas = [math.inf] * PLACE + [own.lean_rad, own.lean_rad, own.lift_mm]
        sigmas += [own.stop_mm, own.stop_mm, own.stop_rad]
        for mount in self.mounts:
            place = mount.sigma_xy_mm, mount.sigma_xy_mm, mount.sigma_z_mm
            sigmas += [*place, mount.sigma_yaw_rad, mount.sigma_slope, mount.sigma_slope]
        return np.maximum(sigmas, 1e-6) ** -2.0


def gap_sigma_mm(view, pieces, ends, mat_corners, noise_px, mat_noise_px):
    """One sigma of the distance between two points `ends` (2, 2), each fixed to its piece."""
    sizes = [piece.unknowns for piece in pieces]
    starts = 6 + np.concatenate([[0], np.cumsum(sizes)])
    information = np.zeros((starts[-1], starts[-1]))
    by_camera = _camera_jacobian(view, mat_corners)
    information[:6, :6] += by_camera.T @ by_camera / mat_noise_px**2
    for piece, first in zip(pieces, starts, strict=False):
        own = slice(first, first + piece.unknowns)
        corners = piece.corners(np.zeros(piece.unknowns))
        if len(corners) == 0:
            return None
        rows = np.zeros((2 * len(corners), starts[-1]))
        rows[:, :6] = _camera_jacobian(view, corners)
        rows[:, own] = _difference(lambda v, p=piece: view.project(MatPoints3(p.corners(v))).ravel(), piece.unknowns)
        information += rows.T @ rows / noise_px**2
        information[own, own] += np.diag(piece.prior_information())
    across = ends[1] - ends[0]
    normal = across / max(np.hypot(*across), 1e-9)
    answer = np.zeros(starts[-1])
    for sign, piece, first, end in zip((-1.0, 1.0), pieces, starts, ends, strict=False):
        arm = end - (piece.x_mm, piece.y_mm)
        answer[first : first + PLACE] = sign * np.array([*normal, normal[1] * arm[0] - normal[0] * arm[1]])
    scale = 1.0 / np.sqrt(np.diag(information))
    inverse = np.linalg.inv(information * scale[:, None] * scale) * scale[:, None] * scale
    return math.sqrt(float(answer @ inverse @ answer))


def _camera_jacobian(view, points):
    """(2 N, 6): a camera that turns and moves sees the world move the other way."""
    eye = view.centre

    def seen(values):
        moved = (points - eye) @ _rotation(values[:3]).T + eye + 100.0 * values[3:]
        return view.project(MatPoints3(moved)).ravel()

    return _difference(seen, 6)


def _difference(function, count):
    steps = STEP * np.eye(count)
    return np.column_stack([(function(step) - function(-step)) / (2.0 * STEP) for step in steps])


def _rotation(vector):
    x, y, z = vector
    return np.eye(3) + np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def _lean(to_bow, to_port):
    return np.array([[1.0, 0.0, to_bow], [0.0, 1.0, to_port], [-to_bow, -to_port, 1.0]])


def _turned(points, angle):
    c, s = math.cos(angle), math.sin(angle)
    return points @ np.array([[c, s], [-s, c]])
