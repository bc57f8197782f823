"""Mats whose tags do not all lie where the layout says, seen by a camera that is written out in `taped_mat`."""

import math

import numpy as np

from tableassist.vision.camera.lens import plain_lens
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tests.vision.taped_mat import eye, projected, sighting

SIDE, SIZE = 915.0, 45.0
LENS = plain_lens(1920, 1080, 1350.0)
CENTRE = np.array([SIDE / 2, SIDE / 2])


def border(count):
    """(count, 2) places, evenly round the border."""
    steps = np.arange(count) * 4.0 / count
    side, along = np.floor(steps), SIDE * (steps % 1.0)
    corners = np.array([[0.0, 0.0], [SIDE, 0.0], [SIDE, SIDE], [0.0, SIDE]])
    ways = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]])
    return corners[side.astype(int)] + along[:, None] * ways[side.astype(int)]


def layout(places, sigma_mm=0.0):
    tags = tuple(MatTag("36h11", 10 + k, SIZE, float(x), float(y), 0.0) for k, (x, y) in enumerate(places))
    return MatLayout(SIDE, SIDE, tags, sigma_mm)


def some_eye(rng):
    return eye(
        float(rng.choice([2.0, 30.0, 40.0])), rng.uniform(0, 360), rng.uniform(-180, 180), rng.uniform(1250, 1450)
    )


def square(place, turn_rad=0.0):
    c, s = math.cos(turn_rad), math.sin(turn_rad)
    arms = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * SIZE / 2
    return np.column_stack([arms @ np.array([[c, s], [-s, c]]) + place, np.zeros(4)])


def as_detected(corners, rng, noise_px=0.04):
    """All tags look 0.1 px too small, as blur makes them; each is off by a little of its own."""
    arms = corners - corners.mean(axis=0)
    inwards = -0.14 * arms / np.linalg.norm(arms, axis=1, keepdims=True) * (1.0 + 0.25 * rng.standard_normal())
    return corners + inwards + noise_px * rng.standard_normal((4, 2))


def seen(places, one, rng, *, lens=LENS, turns=None, noise_px=0.04):
    """Sightings of tags 10, 11, ... at these places."""
    turns = np.zeros(len(places)) if turns is None else turns
    return tuple(
        sighting(10 + k, as_detected(projected(lens, one, square(place, turn)), rng, noise_px))
        for k, (place, turn) in enumerate(zip(places, turns, strict=True))
    )


def taped(places, sigma_mm, rng):
    """Where tags lie that were put down by hand, and how they are turned."""
    moved = places + sigma_mm * rng.standard_normal(places.shape)
    return moved, sigma_mm / SIZE * rng.standard_normal(len(places))


def displaced(places, mm, rng):
    """One of them moved; and which."""
    bad, way = int(rng.integers(len(places))), rng.uniform(0, 2 * math.pi)
    moved = places.copy()
    moved[bad] += mm * np.array([math.cos(way), math.sin(way)])
    return moved, bad


def errors_in_sigmas(registration, one, *, lens=LENS, own_mm=0.05):
    """Of places all over the mat, on it and 55 mm up: errors (N, 2) in mm, and in sigmas."""
    x, y, z = np.meshgrid((120.0, 460.0, 800.0), (120.0, 460.0, 800.0), (0.0, 55.0))
    points = np.column_stack([x.ravel(), y.ravel(), z.ravel()])
    pixels = projected(lens, one, points)
    found = registration.pose.onto_height(registration.lens.normalise(pixels), points[:, 2])
    solid = np.column_stack([found, points[:, 2]])
    in_camera = registration.pose.into_camera(solid)
    by_point = registration.lens.point_jacobian(in_camera)
    common = by_point @ registration.pose.step_jacobian(solid) @ registration.pose_factor
    common = common + registration.lens.lens_jacobian(in_camera) @ registration.lens_factor
    factor = np.linalg.solve(by_point @ registration.pose.rotation[:, :2], common)
    error = found - points[:, :2]
    return error, error / np.sqrt((factor**2).sum(axis=-1) + own_mm**2)
