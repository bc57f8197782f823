"""A part of the picture, drawn with several samples per pixel and a depth for each sample.

A pixel (c, r) covers [c - 0.5, c + 0.5]; its samples sit evenly inside that. The corner truth rests on the tags,
whose samples are areas (see `tag_art.tag_texture`); the rims of other faces are filled by OpenCV, which
makes them wider by half a sample. That is decoration, and no truth is taken from it.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry.arrays import Floats, MatPoints3
from tableassist.studio.optics import StudioCamera
from tableassist.studio.placed_tags import PlacedTag
from tableassist.studio.solids import Face, Skin
from tableassist.studio.staged_table import Placement
from tableassist.studio.tag_art import modules_across, tag_texture
from tableassist.studio.texture import Field
from tableassist.vision.frame import Image

Mask = npt.NDArray[np.bool_]
_SHIFT_BITS = 6
_SAME_DEPTH = 1.0 - 2e-5
"""Two surfaces closer than about 0.02 mm in depth lie on each other; the one painted later is on top."""
_INK, _PAPER = 0.10, 1.0
_RIM_PX = 1


@lru_cache(maxsize=6)
def ray_grid(camera: StudioCamera) -> tuple[Field, Field]:
    """The rays of all pixel centres, with a rim of one pixel so that samples at the border can interpolate."""
    x_px, y_px = np.meshgrid(
        np.arange(-_RIM_PX, camera.width_px + _RIM_PX, dtype=np.float64),
        np.arange(-_RIM_PX, camera.height_px + _RIM_PX, dtype=np.float64),
    )
    x, y = camera.rays(x_px, y_px)
    return x.astype(np.float32), y.astype(np.float32)


@dataclass(frozen=True, slots=True)
class Region:
    """Whole pixels, `right` and `bottom` outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def is_empty(self) -> bool:
        return self.right <= self.left or self.bottom <= self.top

    def meets(self, other: "Region") -> bool:
        apart = self.right <= other.left or other.right <= self.left
        return not (apart or self.bottom <= other.top or other.bottom <= self.top)

    def joined(self, other: "Region") -> "Region":
        return Region(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    @property
    def slices(self) -> tuple[slice, slice]:
        return slice(self.top, self.bottom), slice(self.left, self.right)


def region_of(camera: StudioCamera, points: Floats, *, margin_px: int = 2) -> Region:
    """The pixels that hold the points and a margin, cut to the picture."""
    seen = camera.project(MatPoints3(points))
    low, high = np.floor(seen.min(axis=0)), np.ceil(seen.max(axis=0))
    return Region(
        max(0, int(low[0]) - margin_px),
        max(0, int(low[1]) - margin_px),
        min(camera.width_px, int(high[0]) + margin_px + 1),
        min(camera.height_px, int(high[1]) + margin_px + 1),
    )


def plane_from_rays(camera: StudioCamera, mat_from_plane: Placement) -> Floats:
    """(3, 3): a ray (x, y, 1) becomes (u/depth, v/depth, 1/depth) on the plane's x and y."""
    axes = camera.rotation @ mat_from_plane.rotation
    origin = camera.in_camera(mat_from_plane.shift[None, :])[0]
    inverse: Floats = np.linalg.inv(np.column_stack([axes[:, 0], axes[:, 1], origin]))
    return inverse


def _linear(row: Floats, x: Field, y: Field) -> Field:
    a, b, c = (np.float32(v) for v in row)
    value: Field = a * x + b * y + c
    return value


class Canvas:
    """Mutable while one patch is drawn, and never kept."""

    def __init__(self, camera: StudioCamera, region: Region, samples: int, under: Image) -> None:
        self.camera, self.region, self.samples = camera, region, samples
        wide, high = (region.right - region.left) * samples, (region.bottom - region.top) * samples
        rows = slice(region.top, region.bottom + 2 * _RIM_PX)
        columns = slice(region.left, region.right + 2 * _RIM_PX)
        padded = (wide + 2 * _RIM_PX * samples, high + 2 * _RIM_PX * samples)
        rim = _RIM_PX * samples
        self.ray_x, self.ray_y = (
            np.ascontiguousarray(cv2.resize(grid[rows, columns], padded)[rim:-rim, rim:-rim], np.float32)
            for grid in ray_grid(camera)
        )
        self.colours: Image = np.asarray(
            cv2.resize(under, (wide, high), interpolation=cv2.INTER_NEAREST), np.uint8
        )
        self.nearness: Field = np.zeros((high, wide), np.float32)

    def finished(self) -> Image:
        """The patch in whole pixels: the mean of each pixel's samples."""
        size = (self.region.right - self.region.left, self.region.bottom - self.region.top)
        return np.asarray(cv2.resize(self.colours, size, interpolation=cv2.INTER_AREA), np.uint8)

    def to_samples(self, points: Floats) -> Floats:
        """Places on the mat as places on this canvas, in samples."""
        seen = self.camera.project(MatPoints3(points))
        placed: Floats = (seen - (self.region.left, self.region.top) + 0.5) * self.samples - 0.5
        return placed

    def shade(self, rings: list[Floats], *, strength: float, softness_px: float) -> None:
        """Darkens what is already drawn inside the rings: a shadow on the mat."""
        mask = np.zeros(self.nearness.shape, np.uint8)
        for ring in rings:
            cv2.fillPoly(mask, [_fixed_point(self.to_samples(ring))], 255, cv2.LINE_8, _SHIFT_BITS)
        soft = cv2.GaussianBlur(mask, (0, 0), max(0.3, softness_px * self.samples))
        kept = cv2.LUT(soft, np.rint(255.0 * (1.0 - strength * np.arange(256) / 255.0)).astype(np.uint8))
        self.colours = np.asarray(
            cv2.multiply(self.colours, cv2.merge([kept, kept, kept]), scale=1.0 / 255.0), np.uint8
        )

    def paint(self, face: Face, light: float) -> None:
        ring = self.to_samples(_subdivided(face.points))
        box = self._box(ring)
        if box is None:
            return
        rows, columns = box
        mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
        shifted = ring - (columns.start, rows.start)
        cv2.fillPoly(mask, [_fixed_point(shifted)], 1, cv2.LINE_8, _SHIFT_BITS)
        x, y = self.ray_x[rows, columns], self.ray_y[rows, columns]
        plane = plane_from_rays(self.camera, _plane_of(face))
        near = _linear(plane[2], x, y)
        held = self.nearness[rows, columns]
        visible = (near >= held * np.float32(_SAME_DEPTH)) & mask.view(np.bool_)
        np.copyto(held, near, where=visible)
        colour: Image = self._colour(face, plane, x, y, near, light)
        np.copyto(self.colours[rows, columns], colour, where=visible[..., None])

    def _box(self, ring: Floats) -> tuple[slice, slice] | None:
        high, wide = self.nearness.shape
        left, top = np.maximum(np.floor(ring.min(axis=0)) - 1, 0).astype(int)
        right, bottom = np.minimum(np.ceil(ring.max(axis=0)) + 2, (wide, high)).astype(int)
        if right <= left or bottom <= top:
            return None
        return slice(int(top), int(bottom)), slice(int(left), int(right))

    def _colour(
        self, face: Face, plane: Floats, x: Field, y: Field, near: Field, light: float
    ) -> Image:
        if face.tag is None and face.skin is None:
            return np.clip(np.rint(np.array(face.colour) * light), 0, 255).astype(np.uint8)
        u, v = _linear(plane[0], x, y) / near, _linear(plane[1], x, y) / near
        if face.tag is not None:
            return _tag_colour(face.tag, np.array(face.colour) * light, u, v, self._texels(face.tag))
        assert face.skin is not None
        return _skin_colour(face.skin, u, v, light)

    def _texels(self, tag: PlacedTag) -> int:
        """Texels per module, so that a texel is about as wide as a sample."""
        side = np.linalg.norm(np.diff(self.to_samples(tag.corners), axis=0), axis=1).mean()
        return int(np.clip(round(float(side) / modules_across(tag.family)), 1, 48))


def _plane_of(face: Face) -> Placement:
    if face.tag is not None:
        return face.tag.mat_from_tag
    if face.skin is not None:
        return face.skin.mat_from_skin
    along = face.points[1] - face.points[0]
    along = along / np.linalg.norm(along)
    normal = face.normal
    return Placement(np.column_stack([along, np.cross(normal, along), normal]), face.points[0])


def _tag_colour(tag: PlacedTag, paper: Floats, u: Field, v: Field, texels: int) -> Image:
    across = modules_across(tag.family)
    per_mm = np.float32(texels * across / tag.size_mm)
    middle = np.float32(texels * (across + 2) / 2.0 - 0.5)
    texture = tag_texture(tag.family, tag.tag, texels)
    bits = cv2.remap(
        texture, u * per_mm + middle, middle - v * per_mm, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    levels = _INK + (_PAPER - _INK) * np.arange(256)[:, None] / 255.0
    table = np.clip(np.rint(levels * paper), 0, 255).astype(np.uint8).reshape(256, 1, 3)
    return np.asarray(cv2.LUT(cv2.merge([bits, bits, bits]), table), np.uint8)


def _skin_colour(skin: Skin, u: Field, v: Field, light: float) -> Image:
    per_mm = np.float32(skin.texels_per_mm)
    column, row = (np.float32(at) for at in skin.origin_texel)
    seen = cv2.remap(
        skin.image, u * per_mm + column, row - v * per_mm, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cv2.convertScaleAbs(seen, alpha=light), np.uint8)


def _fixed_point(ring: Floats) -> npt.NDArray[np.int32]:
    return np.rint(ring * (1 << _SHIFT_BITS)).astype(np.int32)


def _subdivided(ring: Floats, longest_mm: float = 40.0) -> Floats:
    """Extra points on long edges, so that they follow the lens's curves."""
    ahead = np.roll(ring, -1, axis=0)
    lengths = np.linalg.norm(ahead - ring, axis=1)
    if lengths.max() <= longest_mm:
        return ring
    parts = [
        a + (b - a) * np.linspace(0.0, 1.0, int(np.ceil(length / longest_mm)), endpoint=False)[:, None]
        for a, b, length in zip(ring, ahead, np.maximum(lengths, 1e-9), strict=True)
    ]
    return np.concatenate(parts)
