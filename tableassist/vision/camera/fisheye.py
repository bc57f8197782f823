"""The fisheye projection of Kannala and Brandt, as OpenCV's `cv2.fisheye`: the radius in the picture grows with the
angle off the axis, theta (1 + k1 theta^2 + k2 theta^4 + k3 theta^6 + k4 theta^8), not with its tangent.

Straight lines are not drawn straight, and 180 degrees fit into the picture. Here without focal lengths and centre,
which `Lens` applies to every projection alike (docs/measurement-model.md, eq. 48a).
"""

import numpy as np

from tableassist.geometry import Floats

STEPS = 30
TOLERANCE = 1e-13
WIDEST_RAD = np.pi / 2 - 1e-4
"""Rays are given as (x/z, y/z), so those at a right angle to the axis and beyond cannot be."""
LEAST_RADIUS = 1e-12

Coefficients = tuple[float, float, float, float]


def bent(points: Floats, k: Coefficients) -> Floats:
    """(..., 3) points in the camera's frame to (..., 2); the axis is at (0, 0)."""
    radius, angle = _polar(points)
    return np.asarray(points[..., :2] * (_radius_at(angle, k) / radius)[..., None], dtype=np.float64)


def bent_jacobian(points: Floats, k: Coefficients) -> Floats:
    """d(bent)/d(point): (..., 2, 3)."""
    radius, angle = _polar(points)
    z, square = points[..., 2], radius**2 + points[..., 2] ** 2
    scale = _radius_at(angle, k) / radius
    slope = _slope_at(angle, k)
    # The direction in the picture stays, the scale changes: d(scale)/d(radius) / radius, and d(scale)/dz.
    outward = (slope * z / square - scale) / radius**2
    out = np.empty((*z.shape, 2, 3))
    x, y = points[..., 0], points[..., 1]
    out[..., 0, 0], out[..., 1, 1] = scale + x * x * outward, scale + y * y * outward
    out[..., 0, 1] = out[..., 1, 0] = x * y * outward
    out[..., 2] = -points[..., :2] * (slope / square)[..., None]
    return out


def by_coefficients(points: Floats) -> Floats:
    """d(bent)/d(k1 .. k4): (..., 2, 4)."""
    radius, angle = _polar(points)
    powers = angle[..., None] ** np.array([3, 5, 7, 9])
    return np.asarray((points[..., :2] / radius[..., None])[..., None] * powers[..., None, :], dtype=np.float64)


def straightened(places: Floats, k: Coefficients) -> Floats:
    """(..., 2) as `bent` gives them to (x/z, y/z), by Newton's method on the angle.

    A place that no ray up to WIDEST_RAD comes to gets the nearest ray that there is: projecting it shows the miss.
    """
    wanted = np.hypot(places[..., 0], places[..., 1])
    angle = np.minimum(wanted, WIDEST_RAD)
    for _ in range(STEPS):
        step = (_radius_at(angle, k) - wanted) / np.maximum(_slope_at(angle, k), 0.1)
        closer = np.clip(angle - step, 0.0, WIDEST_RAD)
        moved = np.abs(closer - angle).max(initial=0.0)
        angle = closer
        if not moved > TOLERANCE:
            break
    # On the axis both vanish, and their ratio is 1.
    scale = np.where(wanted > LEAST_RADIUS, np.tan(angle) / np.maximum(wanted, LEAST_RADIUS), 1.0)
    return np.asarray(places * scale[..., None], dtype=np.float64)


def _polar(points: Floats) -> tuple[Floats, Floats]:
    """Distance from the axis, never quite zero, and the angle off it."""
    radius = np.maximum(np.hypot(points[..., 0], points[..., 1]), LEAST_RADIUS * np.abs(points[..., 2]) + 1e-300)
    return radius, np.arctan2(radius, points[..., 2])


def _radius_at(angle: Floats, k: Coefficients) -> Floats:
    t = angle * angle
    return np.asarray(angle * (1 + t * (k[0] + t * (k[1] + t * (k[2] + t * k[3])))), dtype=np.float64)


def _slope_at(angle: Floats, k: Coefficients) -> Floats:
    t = angle * angle
    return np.asarray(1 + t * (3 * k[0] + t * (5 * k[1] + t * (7 * k[2] + t * 9 * k[3]))), dtype=np.float64)
