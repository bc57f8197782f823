"""A mat whose tags were taped by hand, seen by a camera that is written out here, without any code of the product's."""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.vision.camera.lens import Lens
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tableassist.vision.tags.noise import corner_covariance
from tableassist.vision.tags.sighting import TagSighting

SIDE = 915.0
SIZE = 44.0
HALF_DEGREE = math.radians(0.5)
BEND = (-0.105, 0.034, 0.0005, -0.0004, 0.0, 0.0, 0.0, 0.0)
EXACT = np.zeros((12, 12))
LOOSE = np.diag(np.square([2.0, 2.0, 2.0, 2.0, 0.004, 0.004, 3e-4, 3e-4, 0.0, 0.0, 0.0, 0.0]))
"""As a calibration of some twenty pictures leaves it, on the bad side."""


def lens_of(covariance=EXACT, shift=None):
    values = np.array([1344.0, 1345.8, 966.7, 535.6, *BEND]) + (0.0 if shift is None else shift)
    return Lens(1920, 1080, *(float(v) for v in values[:4]), tuple(float(v) for v in values[4:]), covariance)


def nominal(sigma=0.5, count=12):
    low, high = 30.0, SIDE - 30.0
    t = (high - low) / 3
    places = [(low + i * t, low) for i in range(3)] + [(high, low + i * t) for i in range(3)]
    places += [(high - i * t, high) for i in range(3)] + [(low, high - i * t) for i in range(3)]
    places = places[:: 12 // count]
    return MatLayout(SIDE, SIDE, tuple(MatTag("36h11", i, SIZE, x, y, 0.0) for i, (x, y) in enumerate(places)), sigma)


@dataclass
class TapedMat:
    """(T, 4) x, y, yaw, size in mm."""

    places: np.ndarray

    def corners(self, tag):
        x, y, yaw, size = self.places[tag]
        c, s = math.cos(yaw), math.sin(yaw)
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size / 2
        return np.column_stack([square @ np.array([[c, s], [-s, c]]) + (x, y), np.zeros(4)])


def taped(layout, rng, *, mm=0.5, rad=HALF_DEGREE, print_scale=1.0, layout_scale=1.0, own_scale=0.0):
    """Each tag off by its own errors; all tags printed, and all distances laid out, at a common scale."""
    x, y = (np.array([getattr(tag, name) for tag in layout.tags]) for name in ("x_mm", "y_mm"))
    count = len(x)
    size = SIZE * (print_scale + own_scale * rng.standard_normal(count))
    x = x.mean() + layout_scale * (x - x.mean()) + mm * rng.standard_normal(count)
    y = y.mean() + layout_scale * (y - y.mean()) + mm * rng.standard_normal(count)
    return TapedMat(np.column_stack([x, y, rad * rng.standard_normal(count), size]))


@dataclass
class Viewpoint:
    rotation: np.ndarray
    centre: np.ndarray


def eye(tilt_deg, azimuth_deg, roll_deg=0.0, distance=1300.0, target=(457.5, 457.5)):
    """Stands at `azimuth_deg` from the target, `tilt_deg` off the vertical."""
    tilt, azimuth, roll = map(math.radians, (tilt_deg, azimuth_deg, roll_deg))
    away = np.array([math.sin(tilt) * math.cos(azimuth), math.sin(tilt) * math.sin(azimuth), math.cos(tilt)])
    right = np.array([-math.sin(azimuth), math.cos(azimuth), 0.0])
    down = np.cross(-away, right)
    rolled = math.cos(roll) * right + math.sin(roll) * down
    rotation = np.stack([rolled, np.cross(-away, rolled), -away])
    return Viewpoint(rotation, np.array([*target, 0.0]) + distance * away)


def round_the_mat(count=8, tilt=35.0, distance=1350.0):
    """Hand-held: from all sides, rolled differently, one from above."""
    eyes = [
        eye(tilt + 4 * (k % 3), 360.0 * k / count + 10, 37.0 * k, distance + 40 * (k % 4)) for k in range(count - 1)
    ]
    return [*eyes, eye(4.0, -90.0, 0.0, distance)]


def projected(lens, one, points):
    """OpenCV's documented camera model."""
    k1, k2, p1, p2, k3, k4, k5, k6 = lens.distortion
    a, b, c = ((points - one.centre) @ one.rotation.T).T
    x, y = a / c, b / c
    r2 = x * x + y * y
    bend = (1 + k1 * r2 + k2 * r2**2 + k3 * r2**3) / (1 + k4 * r2 + k5 * r2**2 + k6 * r2**3)
    u = x * bend + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
    v = y * bend + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
    return np.column_stack([lens.fx * u + lens.cx, lens.fy * v + lens.cy])


def noisy(corners, rng, scale_error_px):
    """Errors as the product believes them to be: here its surveying is judged, not its detector."""
    arm = corners - corners.mean(axis=0)
    arm = arm / np.linalg.norm(arm, axis=1, keepdims=True)
    own = np.linalg.cholesky(corner_covariance(corners)) @ rng.standard_normal(8)
    return corners + scale_error_px * arm + own.reshape(4, 2)


def sighting(tag, corners):
    return TagSighting("36h11", tag, corners, 80.0, 0)


def seen(mat, lens, one, rng, *, scale_error_px=0.0, ids=None):
    """The tags that lie wholly in the picture."""
    found = []
    for tag in range(len(mat.places)):
        corners = projected(lens, one, mat.corners(tag))
        if (corners > 2).all() and (corners < (1917, 1077)).all():
            found.append(sighting(tag if ids is None else ids[tag], noisy(corners, rng, scale_error_px)))
    return tuple(found)


def pictures(mat, lens, rng, eyes=None, **more):
    return tuple(seen(mat, lens, one, rng, **more) for one in (round_the_mat() if eyes is None else eyes))


def after_best_rigid_fit(found, truth, *, scale=False):
    """Errors (T, 2) of places once the shift and turn (and scale) that fit best are taken out."""
    a, b = found[:, :2] - found[:, :2].mean(axis=0), truth[:, :2] - truth[:, :2].mean(axis=0)
    turn = np.vdot(a[:, 0] + 1j * a[:, 1], b[:, 0] + 1j * b[:, 1]) / np.vdot(a, a)
    turn = turn if scale else turn / abs(turn)
    moved = (a[:, 0] + 1j * a[:, 1]) * turn
    return np.column_stack([moved.real, moved.imag]) - b


def places_of(survey):
    return np.array([(t.tag.x_mm, t.tag.y_mm, t.tag.yaw_rad, t.tag.size_mm) for t in survey.tags])
