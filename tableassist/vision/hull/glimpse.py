"""A small picture of a ship with her rig, to notice that something about her looks otherwise now."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import MatPoints3, PiecePoints, PlanarPose
from tableassist.pieces import Piece
from tableassist.vision.camera.frame import Image
from tableassist.vision.registration.registration import Registration

COARSER = 2
"""Pixels of the picture for each of its own: noise is averaged, and a sail still has many."""
LEVELS = 18
"""Grey levels that a pixel differs by where something else is seen, and no noise."""
SHARE = 0.015
"""Of the pixels: a mast with its sail is more, wherever it is seen well enough to be told."""


@dataclass(frozen=True, slots=True, eq=False)
class Glimpse:
    rows: slice
    columns: slice
    """Of the picture."""
    pixels: npt.NDArray[np.uint8]

    def again(self, image: Image) -> "Glimpse":
        """The same part of another picture."""
        return Glimpse(self.rows, self.columns, _pixels(image[self.rows, self.columns]))

    def differs_from(self, other: "Glimpse") -> bool:
        """Of the same part."""
        return _differ(self.pixels, other.pixels)

    def differs_in(self, image: Image) -> bool:
        """Whether the same part of another picture looks otherwise."""
        return _differ(self.pixels, _pixels(image[self.rows, self.columns]))


def _differ(some: npt.NDArray[np.uint8], others: npt.NDArray[np.uint8]) -> bool:
    if cv2.norm(some, others, cv2.NORM_INF) <= LEVELS:
        return False
    _, off = cv2.threshold(cv2.absdiff(some, others), LEVELS, 1, cv2.THRESH_BINARY)
    return cv2.countNonZero(off) > SHARE * some.size


def glimpse_at(image: Image, registration: Registration, piece: Piece, pose: PlanarPose) -> Glimpse | None:
    """None where the piece lies outside the picture."""
    hull = pose.place(PiecePoints(np.array(piece.model.hull)))
    top_mm = max((mast.top_mm for mast in piece.model.masts), default=piece.model.height_mm)
    low, high = (np.column_stack([hull, np.full(len(hull), z)]) for z in (0.0, top_mm))
    seen = np.asarray(registration.lens.project(registration.pose.into_camera(MatPoints3(np.concatenate([low, high])))))
    height, width = image.shape[:2]
    left, upper = np.clip(np.floor(seen.min(axis=0)), 0, (width, height)).astype(int).tolist()
    right, lower = np.clip(np.ceil(seen.max(axis=0)) + 1, 0, (width, height)).astype(int).tolist()
    if right - left < COARSER or lower - upper < COARSER:
        return None
    rows, columns = slice(upper, lower), slice(left, right)
    return Glimpse(rows, columns, _pixels(image[rows, columns]))


def _pixels(part: Image) -> npt.NDArray[np.uint8]:
    wide, high = max(1, part.shape[1] // COARSER), max(1, part.shape[0] // COARSER)
    whole = part[: high * COARSER, : wide * COARSER]  # a mean over whole pixels is far quicker
    small = cv2.resize(whole, (wide, high), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
