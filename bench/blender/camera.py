"""A camera by the textbook: pinhole with two radial and two tangential terms (Brown 1966), written out here once more
so that the truth owes nothing to the program's own projection."""

import math
from dataclasses import dataclass

import numpy as np

MARGIN_PX = 56
"""The straight picture that is rendered is larger by this on every side, so that bending it leaves no empty rim."""


@dataclass(frozen=True)
class Lens:
    width_px: int
    height_px: int
    focal_px: float
    centre_px: tuple[float, float]
    """From the middle of the first pixel."""
    k1: float = 0.0
    k2: float = 0.0
    p1: float = 0.0
    p2: float = 0.0

    @property
    def canvas_px(self) -> tuple[int, int]:
        return self.width_px + 2 * MARGIN_PX, self.height_px + 2 * MARGIN_PX

    @property
    def canvas_centre_px(self) -> tuple[float, float]:
        return self.centre_px[0] + MARGIN_PX, self.centre_px[1] + MARGIN_PX

    def bend(self, straight: np.ndarray) -> np.ndarray:
        """Bend rays (x/z, y/z) as the lens does."""
        x, y = straight[..., 0], straight[..., 1]
        square = x * x + y * y
        radial = 1.0 + self.k1 * square + self.k2 * square * square
        bent_x = x * radial + 2.0 * self.p1 * x * y + self.p2 * (square + 2.0 * x * x)
        bent_y = y * radial + self.p1 * (square + 2.0 * y * y) + 2.0 * self.p2 * x * y
        return np.stack([bent_x, bent_y], axis=-1)

    def straighten(self, bent: np.ndarray) -> np.ndarray:
        """Invert `bend` by fixed-point steps, which converge quickly for lenses this mild."""
        straight = bent.copy()
        for _ in range(30):
            straight = straight + (bent - self.bend(straight))
        return straight

    def to_json(self) -> dict:
        return {
            "size_px": [self.width_px, self.height_px],
            "matrix": [
                [self.focal_px, 0.0, self.centre_px[0]],
                [0.0, self.focal_px, self.centre_px[1]],
                [0.0, 0.0, 1.0],
            ],
            "distortion_k1_k2_p1_p2": [self.k1, self.k2, self.p1, self.p2],
        }


def look_at(at_mm, towards_mm, roll_rad: float = 0.0) -> np.ndarray:
    """world_from_camera of a camera at a place that looks at another; x right, y down, z ahead. With no roll the
    picture's upper side points to the world's +y."""
    at, towards = np.asarray(at_mm, float), np.asarray(towards_mm, float)
    ahead = (towards - at) / np.linalg.norm(towards - at)
    right = np.cross(ahead, [0.0, 0.0, 1.0] if abs(ahead[2]) < 0.999 else [0.0, 1.0, 0.0])
    right /= np.linalg.norm(right)
    down = np.cross(ahead, right)
    c, s = math.cos(roll_rad), math.sin(roll_rad)
    pose = np.eye(4)
    pose[:3, 0], pose[:3, 1], pose[:3, 2], pose[:3, 3] = c * right + s * down, c * down - s * right, ahead, at
    return pose


def to_camera(world_from_camera: np.ndarray, points_mm: np.ndarray) -> np.ndarray:
    return (np.asarray(points_mm, float) - world_from_camera[:3, 3]) @ world_from_camera[:3, :3]


def project(lens: Lens, world_from_camera: np.ndarray, points_mm: np.ndarray) -> np.ndarray:
    """Project world points into the camera's picture."""
    rays = to_camera(world_from_camera, points_mm)
    return lens.bend(rays[..., :2] / rays[..., 2:]) * lens.focal_px + lens.centre_px


def project_to_canvas(lens: Lens, world_from_camera: np.ndarray, points_mm: np.ndarray) -> np.ndarray:
    """Project world points into the straight picture that is rendered."""
    rays = to_camera(world_from_camera, points_mm)
    return rays[..., :2] / rays[..., 2:] * lens.focal_px + lens.canvas_centre_px
