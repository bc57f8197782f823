"""A place on the mat that a person points at in the picture: how well it is known."""

import numpy as np

from tableassist.geometry import Floats
from tableassist.vision.registration.registration import Registration

POINTING_PX = 0.5
"""Sigma, in pixels of the camera's picture: nobody points better than to half a pixel."""


def pointed_place_error(registration: Registration, x_mm: float, y_mm: float) -> tuple[Floats, Floats]:
    """What only this place suffers (2, 2), and how it answers to the errors (2, K) that it shares with every piece of
    this registration, as in PiecePose: the camera's error cancels between it and a piece as far as it really does."""
    on_mat = np.array([[x_mm, y_mm, 0.0]])
    in_camera = registration.pose.into_camera(on_mat)
    by_point = registration.lens.point_jacobian(in_camera)[0]
    mm_from_px = np.linalg.inv(by_point @ registration.pose.rotation[:, :2])
    by_pose = by_point @ registration.pose.step_jacobian(on_mat)[0]
    by_lens = registration.lens.lens_jacobian(in_camera)[0]
    shared = -mm_from_px @ (by_pose @ registration.pose_factor + by_lens @ registration.lens_factor)
    own: Floats = POINTING_PX**2 * mm_from_px @ mm_from_px.T
    return own, np.asarray(shared, dtype=np.float64)
