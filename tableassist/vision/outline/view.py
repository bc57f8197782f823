"""One picture of the piece to be scanned: where the camera stood, where the piece lay, and how to look it up."""

import math
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from tableassist.geometry import Floats, ImagePoints, MatPoints, PiecePoints, PlanarPose
from tableassist.vision.camera.frame import Image
from tableassist.vision.registration.registration import Registration


@dataclass(frozen=True, eq=False)
class OutlineView:
    image: Image
    registration: Registration
    pose: PlanarPose
    occupied: tuple[tuple[float, float, float], ...] = ()
    """x, y and radius, in mat mm, of what else is on the mat in this picture."""

    @cached_property
    def camera_mm(self) -> Floats:
        """The camera in the mat's frame."""
        return self.registration.pose.position

    @property
    def mm_per_px(self) -> float:
        """How far apart neighbouring pixels look on the mat where the piece lies, the long way."""
        x, y = self.pose.x_mm, self.pose.y_mm
        around = np.array([[x, y], [x + 1.0, y], [x, y + 1.0]])
        here, right, up = self.registration.image_from_mat(MatPoints(around))
        per_mm = np.linalg.svd(np.column_stack([right - here, up - here]), compute_uv=False)
        return 1.0 / float(per_mm[-1])

    def image_points(self, points: PiecePoints, z_mm: Floats | float) -> ImagePoints:
        """(..., 2) points of the piece at their heights to (..., 2) pixels."""
        flat = np.asarray(points, dtype=np.float64)
        on_mat = self.pose.place(PiecePoints(flat))
        height = np.broadcast_to(np.asarray(z_mm, dtype=np.float64), flat.shape[:-1])
        solid = np.concatenate([on_mat, height[..., None]], axis=-1)
        return self.registration.lens.project(self.registration.pose.into_camera(solid))

    def mat_points(self, pixels: ImagePoints) -> MatPoints:
        """Where the rays through (..., 2) pixels meet the mat."""
        normal = self.registration.lens.normalise(pixels)
        return MatPoints(self.registration.pose.onto_height(normal, np.asarray(0.0)))

    def faces_camera(self, points: PiecePoints, outward: Floats) -> Floats:
        """(N,) above 0 where a wall with this outward direction (N, 2) is turned to the camera: its foot is the rim.

        The others hide behind the upper edge.
        """
        towards = self.camera_mm[:2] - self.pose.place(points)
        turned = outward @ self.pose.rotation.T
        return np.asarray((towards * turned).sum(axis=-1), dtype=np.float64)

    def slant(self, points: PiecePoints, z_mm: float) -> Floats:
        """(N, 2) how far a place seems to move on the mat, in the piece's frame, per mm that it is higher."""
        away = self.pose.place(points) - self.camera_mm[:2]
        return np.asarray(away @ self.pose.rotation / max(float(self.camera_mm[2]) - z_mm, 1.0), dtype=np.float64)

    def wall_mm(self, points: PiecePoints, outward: Floats, top_mm: float) -> Floats:
        """(N,) how broad the upright wall looks on the mat, across the rim; 0 where it is turned away."""
        return np.maximum(self.faces_camera(points, outward), 0.0) * top_mm / max(float(self.camera_mm[2]), 1.0)

    def rim_heights(self, points: PiecePoints, outward: Floats, top_mm: float) -> Floats:
        """(N,) the height at which an upright wall's rim against the mat is seen: its foot, or its upper edge."""
        return np.where(self.faces_camera(points, outward) > 0.0, 0.0, top_mm)


def look_up(image: np.ndarray[tuple[int, ...], np.dtype[np.float32]], pixels: ImagePoints) -> Floats:
    """(H, W, C) float picture at (..., 2) places: (..., C), between pixels by cubic interpolation."""
    flat = np.asarray(pixels, dtype=np.float32).reshape(1, -1, 2)
    # cv2.remap cannot hold more than 32767 columns.
    rows = np.array_split(flat, max(1, -(-flat.shape[1] // 30000)), axis=1)
    parts = [
        cv2.remap(image, part[..., 0], part[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)[0]
        for part in rows
    ]
    found = np.concatenate(parts).astype(np.float64)
    return found.reshape(*np.shape(pixels)[:-1], image.shape[2])


def camera_sigma_mm(view: OutlineView, points: PiecePoints, z_mm: float) -> float:
    """What an outline owes to the camera's own plus-minus: a wrong lens or height makes everything larger or smaller.

    RMS over the points of how far they shift against each other; what moves them all as one is no matter here.
    """
    pixels = view.image_points(points, z_mm)
    true = np.asarray(view.pose.place(points))
    registration = view.registration
    total = 0.0
    for column in range(registration.pose_factor.shape[1]):
        pose = registration.pose.moved(registration.pose_factor[:, column])
        lens = registration.lens.shifted(registration.lens_factor[:, column])
        shifted = pose.onto_height(lens.normalise(pixels), np.asarray(z_mm))
        total += _mean_square(shifted, true)
    return math.sqrt(total)


def _mean_square(shifted: Floats, true: Floats) -> float:
    """After the turn and shift that fit best: those are the piece's pose, not its shape."""
    arms = true - true.mean(axis=0)
    off = shifted - true
    off = off - off.mean(axis=0)
    across = np.stack([-arms[:, 1], arms[:, 0]], axis=1)
    turn = float((off * across).sum() / max(float((across**2).sum()), 1e-9))
    left = off - turn * across
    # Across the rim counts, along it does not: on average half of it.
    return 0.5 * float((left**2).sum(axis=1).mean())
