"""The part of a picture round a piece, turned so that the bow is to the right and port is up."""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Floats, ImagePoints, MatPoints3, PlanarPose
from tableassist.pieces import PieceModel
from tableassist.vision.camera.frame import Image
from tableassist.vision.registration.registration import Registration

Layer = npt.NDArray[np.float32]
"""(H, W) a number for each pixel of a patch."""
MOST_PX_PER_MM = 2.0
"""A finer picture is made coarser: what a hull's edge tells at this size is enough."""
LEAST_PX_PER_MM = 0.25
"""Farther from the camera, or seen at a flatter angle, a hull is a few pixels."""
NEAREST_MM = 100.0
"""Nearer to the camera, or behind it, no piece is looked at."""
AROUND_MM = 24.0
"""How much mat there is round the hull."""


@dataclass(frozen=True, slots=True, eq=False)
class HullPatch:
    """Its pixels are squares on the plane half way up the hull, as an affine map of the picture takes them there."""

    colours: npt.NDArray[np.float32]
    """(H, W, 3) BGR."""
    inside: Layer
    """1 where the patch lies within the picture."""
    px_per_mm: float
    native_px_per_mm: float
    """Of the picture itself."""
    origin: Floats
    """(2,) where the piece's origin is in the patch."""
    patch_from_image: Floats
    """(2, 3)."""
    registration: Registration
    pose: PlanarPose
    """The one that was given, not the one found."""

    @property
    def shape(self) -> tuple[int, int]:
        return int(self.colours.shape[0]), int(self.colours.shape[1])

    def points(self, on_mat: MatPoints3) -> Floats:
        """(N, 3) points above the mat to (N, 2) pixels of the patch."""
        seen = self.registration.lens.project(self.registration.pose.into_camera(np.asarray(on_mat)))
        return np.asarray(seen) @ self.patch_from_image[:, :2].T + self.patch_from_image[:, 2]

    def around(self, points: Floats, margin_mm: float) -> tuple[slice, slice]:
        """The rows and columns that hold some pixels, with a margin."""
        margin = margin_mm * self.px_per_mm
        left, top = np.maximum(np.floor(points.reshape(-1, 2).min(axis=0) - margin).astype(int), 0)
        right, bottom = np.ceil(points.reshape(-1, 2).max(axis=0) + margin).astype(int) + 1
        return slice(int(top), max(int(bottom), int(top) + 1)), slice(int(left), max(int(right), int(left) + 1))

    def cropped(self, rows: slice, columns: slice) -> "HullPatch":
        corner = np.array([columns.start, rows.start], dtype=np.float64)
        from_image = self.patch_from_image.copy()
        from_image[:, 2] -= corner
        return replace(
            self,
            colours=self.colours[rows, columns],
            inside=self.inside[rows, columns],
            origin=self.origin - corner,
            patch_from_image=from_image,
        )

    def grid_mm(self) -> tuple[Floats, Floats]:
        """(1, W) and (H, 1): x and y in the piece's frame, half way up the hull."""
        rows, columns = self.shape
        x = (np.arange(columns, dtype=np.float64)[None, :] - self.origin[0]) / self.px_per_mm
        y = -(np.arange(rows, dtype=np.float64)[:, None] - self.origin[1]) / self.px_per_mm
        return x, y


def hull_patch(image: Image, registration: Registration, model: PieceModel, pose: PlanarPose) -> HullPatch | None:
    """None where the hull lies outside the picture, or is too small in it."""
    ahead_mm = float(registration.pose.into_camera(np.array([pose.x_mm, pose.y_mm, model.height_mm]))[2])
    if ahead_mm < NEAREST_MM:
        return None
    by_mm, at = _local(registration, pose, model.height_mm / 2)
    native = math.sqrt(abs(float(np.linalg.det(by_mm))))
    if not np.isfinite(at).all() or native < LEAST_PX_PER_MM:
        return None
    scale = min(native, MOST_PX_PER_MM)
    hull = np.asarray(model.hull)
    low, high = hull.min(axis=0) - AROUND_MM, hull.max(axis=0) + AROUND_MM
    columns, rows = (math.ceil(side) for side in scale * (high - low))
    origin = np.array([-low[0] * scale, high[1] * scale])
    image_from_patch = np.empty((2, 3))
    image_from_patch[:, :2] = by_mm @ np.diag([1.0, -1.0]) / scale
    image_from_patch[:, 2] = at - image_from_patch[:, :2] @ origin
    corners = np.array([[0, 0], [columns, 0], [0, rows], [columns, rows]]) @ image_from_patch[:, :2].T
    corners += image_from_patch[:, 2]
    left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 2, 0)
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 3
    part = image[top : max(int(bottom), 0), left : max(int(right), 0)]
    if part.shape[0] < 4 or part.shape[1] < 4:
        return None
    if native > 1.2 * scale:
        part = np.asarray(cv2.GaussianBlur(part, (0, 0), 0.4 * native / scale), np.uint8)
    to_part = image_from_patch.copy()
    to_part[:, 2] -= (left, top)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    colours = np.asarray(cv2.warpAffine(part.astype(np.float32), to_part, (columns, rows), flags=flags), np.float32)
    whole = np.ones(part.shape[:2], np.float32)
    inside = cv2.warpAffine(whole, to_part, (columns, rows), flags=flags) > 0.99
    turned_back = np.linalg.inv(image_from_patch[:, :2])
    patch_from_image = np.column_stack([turned_back, -turned_back @ image_from_patch[:, 2]])
    return HullPatch(
        colours, inside.astype(np.float32), scale, native, origin, patch_from_image, registration, pose
    )  # fmt: skip


def _local(registration: Registration, pose: PlanarPose, z_mm: float) -> tuple[Floats, Floats]:
    """d(pixel)/d(mm along x and y of the piece) (2, 2), and the pixel of the piece's origin, at a height."""
    step = 5.0
    c, s = math.cos(pose.heading_rad), math.sin(pose.heading_rad)
    ways = np.array([(c, s), (-c, -s), (-s, c), (s, -c), (0.0, 0.0)])
    solid = np.column_stack([step * ways + (pose.x_mm, pose.y_mm), np.full(5, z_mm)])
    px: ImagePoints = registration.lens.project(registration.pose.into_camera(solid))
    return np.column_stack([px[0] - px[1], px[2] - px[3]]) / (2 * step), np.asarray(px[4])
