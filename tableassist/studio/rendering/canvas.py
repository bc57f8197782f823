"""A part of the picture, drawn with several samples per pixel and a depth for each, and the faces that go on it.

All faces of a thing are projected and lit in one go: a ship has a hundred, and each call of numpy costs as much for one
as for all.
"""

import copy
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Floats, MatPoints3
from tableassist.studio.optics import Look, StudioCamera, Vector3, face_light
from tableassist.studio.surfaces.faces import Face, PlacedTag, Placement, Skin, modules_across, tag_texture
from tableassist.studio.surfaces.skins import Field
from tableassist.vision.camera.frame import Image

_LONGEST_MM = 60.0


@dataclass(frozen=True, slots=True, eq=False)
class Facet:
    face: Face
    light: float
    ring_px: Floats
    """(N, 2): the outline in the picture, following the lens's curves."""
    plane: Floats
    """(3, 3): a ray (x, y, 1) becomes (u/depth, v/depth, 1/depth) on the face's own plane."""


def facets_of(faces: Sequence[Face], camera: StudioCamera, look: Look) -> tuple[Facet, ...]:
    normals = newell_normals(faces)
    first = np.array([face.points[0] for face in faces])
    turned = np.einsum("ij,ij->i", normals, camera.centre - first) > 0.0
    seen = [face for face, is_turned in zip(faces, turned, strict=True) if is_turned]
    if not seen:
        return ()
    rings = _project_rings([_subdivide(face.points) for face in seen], camera)
    lights = face_light(normals[turned], look)
    planes = _planes(seen, normals[turned], camera)
    return tuple(map(Facet, seen, (float(light) for light in lights), rings, planes))


def newell_normals(faces: Sequence[Face]) -> Floats:
    """(F, 3): Newell's normals, which also hold for outlines that are not convex."""
    points = np.concatenate([face.points for face in faces])
    ahead = np.concatenate([face.points[[*range(1, len(face.points)), 0]] for face in faces])
    starts = np.cumsum([0, *(len(face.points) for face in faces)])[:-1]
    normals: Floats = np.add.reduceat(np.cross(points, ahead), starts, axis=0)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    return normals


def _project_rings(rings: list[Floats], camera: StudioCamera) -> list[Floats]:
    seen = camera.project(MatPoints3(np.concatenate(rings)))
    ends = np.cumsum([len(ring) for ring in rings])
    return np.split(seen, ends[:-1])


def _planes(faces: list[Face], normals: Floats, camera: StudioCamera) -> Floats:
    """(F, 3, 3): see `Facet.plane`. Painted faces use the frame of their picture."""
    along = np.array([face.points[1] - face.points[0] for face in faces])
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    upward = np.cross(normals, along)
    origin = np.array([face.points[0] for face in faces])
    for i, face in enumerate(faces):
        own = face.own_plane
        if own is not None:
            along[i], upward[i], origin[i] = own.rotation[:, 0], own.rotation[:, 1], own.shift
    turn = camera.rotation
    columns = np.stack([along @ turn.T, upward @ turn.T, camera.in_camera(origin)], axis=2)
    return np.asarray(np.linalg.inv(columns), np.float64)


def _subdivide(ring: Floats) -> Floats:
    """Extra points on long edges, so that they follow the lens's curves."""
    ahead = ring[[*range(1, len(ring)), 0]]
    lengths = np.sqrt(((ahead - ring) ** 2).sum(axis=1))
    if lengths.max() <= _LONGEST_MM:
        return ring
    parts = [
        a + (b - a) * np.linspace(0.0, 1.0, int(np.ceil(length / _LONGEST_MM)), endpoint=False)[:, None]
        for a, b, length in zip(ring, ahead, np.maximum(lengths, 1e-9), strict=True)
    ]
    return np.concatenate(parts)


_SHIFT_BITS = 6
_SAME_DEPTH = np.float32(1.0 - 2e-5)
"""Two surfaces closer than about 0.02 mm in depth lie on each other; the one painted later is on top."""
_INK, _PAPER = 0.10, 1.0
_RIM_PX = 1
_NOWHERE: tuple[Vector3, Vector3, Vector3] = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


def ray_grid(camera: StudioCamera) -> tuple[Field, Field]:
    """The rays of all pixel centres, with a rim of one pixel so that samples at the border can interpolate."""
    return _rays_of_lens(replace(camera, camera_from_mat=_NOWHERE, translation_mm=_NOWHERE[0]))


@lru_cache(maxsize=6)
def _rays_of_lens(camera: StudioCamera) -> tuple[Field, Field]:
    """The same wherever the camera stands, and dear: pictures from many sides share them."""
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
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

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


def region_around(camera: StudioCamera, points_px: Floats, *, margin_px: int = 2) -> Region:
    """The pixels that hold the points and a margin, cut to the picture."""
    left, top = np.floor(points_px.min(axis=0))
    right, bottom = np.ceil(points_px.max(axis=0))
    return Region(
        max(0, int(left) - margin_px),
        max(0, int(top) - margin_px),
        min(camera.width_px, int(right) + margin_px + 1),
        min(camera.height_px, int(bottom) + margin_px + 1),
    )


def plane_from_rays(camera: StudioCamera, mat_from_plane: Placement) -> Floats:
    """(3, 3): a ray (x, y, 1) becomes (u/depth, v/depth, 1/depth) on the plane's x and y."""
    axes = camera.rotation @ mat_from_plane.rotation
    origin = camera.in_camera(mat_from_plane.shift[None, :])[0]
    return np.linalg.inv(np.column_stack([axes[:, 0], axes[:, 1], origin]))


class Canvas:
    """Mutable while one patch is drawn, and never kept.

    Faces hide each other sample by sample. Shadows fall on what was there before, never on faces.
    """

    def __init__(self, camera: StudioCamera, region: Region, samples: int, under: Image) -> None:
        self.region, self.samples, self.under = region, samples, under
        wide, high = region.width * samples, region.height * samples
        rows = slice(region.top, region.bottom + 2 * _RIM_PX)
        columns = slice(region.left, region.right + 2 * _RIM_PX)
        rim = _RIM_PX * samples
        padded = (wide + 2 * rim, high + 2 * rim)
        self.ray_x, self.ray_y = (
            np.ascontiguousarray(cv2.resize(grid[rows, columns], padded)[rim:-rim, rim:-rim], np.float32)
            for grid in ray_grid(camera)
        )
        self.colours: Image = np.empty((high, wide, 3), np.uint8)
        self.nearness: Field = np.zeros((high, wide), np.float32)
        self.shadow: Image = np.zeros((high, wide), np.uint8)

    def copy(self) -> "Canvas":
        """One that can be drawn on without changing this."""
        twin = copy.copy(self)
        twin.colours, twin.nearness = self.colours.copy(), self.nearness.copy()
        twin.shadow = self.shadow.copy()
        return twin

    def finished(self, *, shadow: float = 0.0, softness_px: float = 1.0) -> Image:
        """The patch in whole pixels: the mean of each pixel's samples."""
        size = (self.region.width, self.region.height)
        under = self._shaded_under(shadow, softness_px) if shadow > 0.0 else self.under
        wide = (size[0] * self.samples, size[1] * self.samples)
        full = np.asarray(cv2.resize(under, wide, interpolation=cv2.INTER_NEAREST), np.uint8)
        cv2.copyTo(self.colours, (self.nearness > 0.0).view(np.uint8), full)
        return np.asarray(cv2.resize(full, size, interpolation=cv2.INTER_AREA), np.uint8)

    def _shaded_under(self, strength: float, softness_px: float) -> Image:
        size = (self.region.width, self.region.height)
        coarse = cv2.resize(self.shadow, size, interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(coarse, (0, 0), max(0.3, softness_px))
        kept = cv2.convertScaleAbs(soft, alpha=-strength, beta=255.0)
        return np.asarray(cv2.multiply(self.under, cv2.merge([kept] * 3), scale=1.0 / 255.0), np.uint8)

    def to_samples(self, points_px: Floats) -> Floats:
        """Places in the picture as places on this canvas."""
        return (points_px - (self.region.left - 0.5, self.region.top - 0.5)) * self.samples - 0.5

    def cast(self, rings_px: tuple[Floats, ...]) -> None:
        """Shadows, as outlines in the picture."""
        for ring in rings_px:
            cv2.fillPoly(self.shadow, [_fixed_point(self.to_samples(ring))], 255, cv2.LINE_8, _SHIFT_BITS)

    def paint(self, facet: Facet, light: float) -> None:
        """`light` is that of the surroundings; the facet's own comes on top."""
        ring = self.to_samples(facet.ring_px)
        box = self._box(ring)
        if box is None:
            return
        rows, columns = box
        inside = _samples_inside(
            ring - (columns.start, rows.start), rows.stop - rows.start, columns.stop - columns.start
        )
        x, y = self.ray_x[rows, columns], self.ray_y[rows, columns]
        plane = facet.plane.astype(np.float32)
        near: Field = _linear(plane[2], x, y)
        held = self.nearness[rows, columns]
        visible = (near >= held * _SAME_DEPTH) & inside
        np.copyto(held, near, where=visible)
        colour = self._colour(facet, plane, (x, y, near), light * facet.light)
        np.copyto(self.colours[rows, columns], colour, where=visible[..., None])

    def _box(self, ring: Floats) -> tuple[slice, slice] | None:
        high, wide = self.nearness.shape
        left, top = ring.min(axis=0)
        right, bottom = ring.max(axis=0)
        first_column, first_row = max(0, math.floor(left) - 1), max(0, math.floor(top) - 1)
        past_column, past_row = min(wide, math.ceil(right) + 2), min(high, math.ceil(bottom) + 2)
        if past_column <= first_column or past_row <= first_row:
            return None
        return slice(first_row, past_row), slice(first_column, past_column)

    def _colour(self, facet: Facet, plane: Field, at: tuple[Field, Field, Field], light: float) -> Image:
        face = facet.face
        if face.own_plane is None:
            return np.array([min(255, round(c * light)) for c in face.colour], np.uint8)
        x, y, near = at
        # A face that is seen edge-on has samples beside it whose rays never meet its plane; they are not painted.
        with np.errstate(divide="ignore", invalid="ignore"):
            u, v = _linear(plane[0], x, y) / near, _linear(plane[1], x, y) / near
        if face.skin is not None:
            return _skin_colour(face.skin, u, v, light)
        assert face.tag is not None
        side = math.sqrt(cv2.contourArea(facet.ring_px.astype(np.float32))) * self.samples
        module = side * face.tag.module_mm / face.tag.plate_side_mm
        return _tag_colour(face.tag, np.array(face.colour) * light, u, v, texels=round(module))


def _linear(row: Field, x: Field, y: Field) -> Field:
    value: Field = row[0] * x + row[1] * y + row[2]
    return value


def _tag_colour(tag: PlacedTag, paper: Floats, u: Field, v: Field, *, texels: int) -> Image:
    """A texel is about as wide as a sample; `tag_texture` says why."""
    texels = min(max(texels, 1), 48)
    per_mm = np.float32(texels / tag.module_mm)
    middle = np.float32(texels * (modules_across(tag.family) + 2) / 2.0 - 0.5)
    bits = cv2.remap(
        tag_texture(tag.family, tag.tag, texels),
        u * per_mm + middle,
        middle - v * per_mm,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
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


def _samples_inside(ring: Floats, high: int, wide: int) -> npt.NDArray[np.bool_]:
    """(high, wide) which samples lie inside the ring (N, 2), whose unit is a sample.

    OpenCV's fillPoly also paints every sample that the rim touches, which makes a shape larger by 0.46 samples all
    round: 0.1 mm with four samples a pixel. So the rows are filled between the places where the rim crosses them.
    """
    x, y = ring.T
    next_x, next_y = np.append(x[1:], x[0]), np.append(y[1:], y[0])
    rows = np.ceil(np.minimum(np.maximum([y, next_y], 0.0), high)).astype(np.intp)
    first = rows.min(axis=0)
    counts = rows.max(axis=0) - first
    ends = counts.cumsum()
    edge = np.arange(len(x)).repeat(counts)
    row = np.arange(ends[-1]) - (ends - counts - first)[edge]
    with np.errstate(divide="ignore", invalid="ignore"):  # level edges cross no row
        slope = (next_x - x) / (next_y - y)
    crossing = x[edge] + (row - y[edge]) * slope[edge]
    column = np.ceil(np.minimum(np.maximum(crossing, 0.0), wide)).astype(np.intp)
    turns = np.bincount(row * (wide + 1) + column, minlength=high * (wide + 1)).reshape(high, wide + 1)
    crossed = turns[:, :-1].cumsum(axis=1, dtype=np.uint8)
    return (crossed & 1).view(np.bool_)


def _fixed_point(ring: Floats) -> npt.NDArray[np.int32]:
    return np.rint(ring * (1 << _SHIFT_BITS)).astype(np.int32)
