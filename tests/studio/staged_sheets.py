"""Paper in the studio: loose tags, and pictures of what came out of a printer, on the mat or carried by a piece."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry.frames import Floats
from tableassist.studio.optics import Vector3
from tableassist.studio.surfaces.faces import (
    PAPER,
    Face,
    PlacedTag,
    Placement,
    Skin,
    Solid,
    paper_card,
    rotation_xyz,
    tag_card,
)
from tableassist.vision.camera.frame import Image

_INK = 0.10
"""What ink throws back of the light, against the paper."""


@dataclass(frozen=True, slots=True, eq=False)
class PrintedFace:
    """The upper side of a piece of paper.

    A texel should be about as wide as one of the studio's samples, and be the mean of all that lies in it: finer ones
    are sampled with gaps between, coarser ones blur. So make one for each camera, from a raster that is much finer.
    """

    image: Image
    """(H, W, 3), BGR, row 0 at the top of the paper as it is read."""
    texels_per_mm: float
    origin_mm: tuple[float, float]
    """From the paper's lower-left corner, the point by which it is placed: a tag's centre, say."""

    @classmethod
    def from_raster(
        cls, grey: npt.NDArray[np.uint8], px_per_mm: float, origin_mm: tuple[float, float], *, coarser: int
    ) -> "PrintedFace":
        """From the raster of a page or a part of it, with `coarser` of its pixels to a texel's side.

        Scissors take off what does not fill a texel at the right and below.
        """
        rows, columns = (side // coarser for side in grey.shape)
        whole = grey[: rows * coarser, : columns * coarser]
        share = cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA).astype(np.float32) / 255.0
        light = _INK + (1.0 - _INK) * share[..., None]
        image: Image = np.rint(light * np.array(PAPER, np.float32)).astype(np.uint8)
        image.setflags(write=False)
        cut_off_mm = (grey.shape[0] - rows * coarser) / px_per_mm
        return cls(image, px_per_mm / coarser, (origin_mm[0], origin_mm[1] - cut_off_mm))

    @property
    def corners(self) -> Floats:
        """(4, 3) about the origin: lower left, lower right, upper right, upper left."""
        x, y = self.origin_mm
        high, wide = (side / self.texels_per_mm for side in self.image.shape[:2])
        return np.array([[-x, -y, 0.0], [wide - x, -y, 0.0], [wide - x, high - y, 0.0], [-x, high - y, 0.0]])

    def skin(self, mat_from_face: Placement) -> Skin:
        # The paper's edge lies half a texel before the middle of the first one.
        column = self.origin_mm[0] * self.texels_per_mm - 0.5
        row = self.image.shape[0] - self.origin_mm[1] * self.texels_per_mm - 0.5
        return Skin(self.image, mat_from_face, self.texels_per_mm, (column, row))

    def placed(self, mat_from_tag: Placement, *, thickness_mm: float) -> Solid:
        upper = Face(mat_from_tag.place(self.corners), PAPER, self.skin(mat_from_tag))
        return paper_card(upper, mat_from_tag.rotation[:, 2], thickness_mm)


@dataclass(frozen=True, slots=True)
class StagedSheet:
    """Printed paper, lying flat on the mat."""

    face: PrintedFace
    x_mm: float
    y_mm: float
    """Where the face's own origin lies."""
    heading_rad: float = 0.0
    thickness_mm: float = 0.1

    @property
    def mat_from_sheet(self) -> Placement:
        """From the paper's upper side."""
        turn = rotation_xyz(0.0, 0.0, self.heading_rad)
        return Placement(turn, np.array([self.x_mm, self.y_mm, self.thickness_mm]))

    def solids(self) -> tuple[Solid, ...]:
        return (self.face.placed(self.mat_from_sheet, thickness_mm=self.thickness_mm),)


@dataclass(frozen=True, slots=True)
class StagedTag:
    """A tag that belongs to no piece, at any height and tilt."""

    family: str
    tag: int
    size_mm: float
    centre_mm: Vector3
    yaw_rad: float = 0.0
    roll_rad: float = 0.0
    pitch_rad: float = 0.0

    @property
    def mat_from_tag(self) -> Placement:
        turn = rotation_xyz(self.roll_rad, self.pitch_rad, self.yaw_rad)
        return Placement(turn, np.array(self.centre_mm))

    def placed(self) -> PlacedTag:
        return PlacedTag(self.family, self.tag, self.size_mm, self.mat_from_tag)

    def solids(self) -> tuple[Solid, ...]:
        return (tag_card(self.placed(), thickness_mm=0.5),)
