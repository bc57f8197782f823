"""Where on the mat a card may lie whose tag is not read: only where something hides the tag, and not on bare mat.

The mat as seen from above is a grid of cells. A cell shows mat, or something else, or nothing, because a known piece
stands before it. A card of this outline may have its middle in a cell, turned by some angle, if little of it would be
on cells that show mat, little within another card or hull, and a part of its tag where the picture does not show it.
What is left is a few spots behind ships and beyond the picture's edge.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
import shapely
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from tableassist.geometry import Flags, Floats, MatPoints, PiecePoints
from tableassist.pieces import Piece
from tableassist.scene.placed_piece import FIXED_KINDS
from tableassist.scene.whereabouts import Spot
from tableassist.vision.camera.frame import Image
from tableassist.vision.hull.cover import CARD_SHARE, OTHERS_MARGIN_MM, HullCover, Neighbour
from tableassist.vision.hull.mat_colour import foreground
from tableassist.vision.hull.patch import Layer
from tableassist.vision.registration.mat_layout import MatTag
from tableassist.vision.registration.registration import Registration

CELL_MM = 4.0
"""A tag of 14 mm is 3 to 4 cells wide; half of it would be too coarse."""
TURNS = 24
"""Headings. Half a step, 7.5 degrees, moves the end of a card 80 mm long by 5 mm; `MAX_MAT_SHARE` allows for it."""
THING_EVIDENCE = 0.0
"""Above: rather something else than mat (`mat_colour.foreground`), a tag perhaps that cannot be read."""
MAX_MAT_SHARE = 0.1
"""Of a card that may show mat: its rim by half a step of heading and a cell, and speckles."""
MAX_TAKEN_SHARE = 0.15
"""Of a card that may be within hulls and other cards: what outlines and places are off by."""
MIN_TAG_HIDDEN = 0.1
"""Of a tag: one corner covered is enough for no detector to read it."""
MAX_ALIKE_SHARE = 0.1
"""Of the cards that are measured, seen as mat: where there is more, colours tell nothing here."""
MIN_CARD_CELLS = 12
"""Of a measured card that must be seen, to know how cards look on this mat."""
MARGIN_MM, SIMPLE_MM = 6.0, 2.0
"""Cells, headings, and what the camera's place is off by."""
MAX_SPOTS = 60
"""With more of them the picture rather says nothing."""
MAX_CORNERS = 200
"""Of a spot: a record keeps them. Spots that are more ragged are taken with all that their bays hold."""
SHRINK_MM = 3.0
"""Off an outline before cells are counted: what it and the cells are off by."""
Cells = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class MatCells:
    """What each cell of the mat shows; rows from low to high y."""

    mat: Layer
    """1 where it shows bare mat, or a tag of the mat."""
    taken: Layer
    """1 within a hull or card that is measured."""
    hidden: Layer
    """1 where something stands before it, is outside the picture, or does not look like mat."""


def survey_mat(
    image: Image,
    registration: Registration,
    size_mm: tuple[float, float],
    mat_tags: Iterable[MatTag],
    placed: Sequence[Neighbour],
) -> MatCells | None:
    """Sort the cells of a mat of this size, with those of its tags that are seen.

    None where mat and cards cannot be told apart by colour, or no card is measured to compare.
    """
    shape = math.ceil(size_mm[1] / CELL_MM), math.ceil(size_mm[0] / CELL_MM)
    x, y = ((np.arange(count) + 0.5) * CELL_MM for count in (shape[1], shape[0]))
    places = np.stack(np.meshgrid(x, y), axis=-1)
    at = np.asarray(registration.image_from_mat(MatPoints(places)), dtype=np.float32)
    height, width = image.shape[:2]
    inside = (at >= 1.0).all(axis=-1) & (at[..., 0] < width - 2) & (at[..., 1] < height - 2)
    px_per_cell = CELL_MM * registration.lens.fx / registration.camera_height_mm
    smooth = cv2.GaussianBlur(image, (0, 0), max(0.5, 0.3 * px_per_cell))
    colours = cv2.remap(smooth, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    covered = _shadow(placed, registration, shape)
    outlines = [(piece, shapely.Polygon(pose.place(_outline(piece)))) for piece, pose, _ in placed]
    taken, cards = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    for piece, outline in outlines:
        _fill(taken, outline)
        if piece.model.kind in FIXED_KINDS:
            _fill(cards, outline.buffer(-SHRINK_MM))
    seen = inside & (covered == 0)
    among: Flags = (cards > 0) & seen
    if among.sum() < MIN_CARD_CELLS:
        return None
    free: Flags = seen & (cv2.dilate(taken, np.ones((3, 3), np.uint8)) == 0)
    graded = foreground(np.asarray(colours, np.float32), free, among, least=0.5 * float(among.sum()))
    if graded is None:
        return None
    evidence = graded[0]
    shows_mat: Flags = seen & (evidence <= THING_EVIDENCE)
    if shows_mat[among].mean() > MAX_ALIKE_SHARE:
        return None
    tags = np.zeros(shape, np.uint8)
    for tag in mat_tags:
        _fill(tags, affinity.rotate(_tag_square(tag.x_mm, tag.y_mm, tag.size_mm), tag.yaw_rad, use_radians=True))
    shows_mat |= tags > 0
    hidden: Flags = ~inside | ~shows_mat
    return MatCells(*(np.asarray(flags, np.float32) for flags in (shows_mat, taken > 0, hidden)))


def find_spots(piece: Piece, cells: MatCells) -> tuple[Spot, ...] | None:
    """Rings on the mat that hold every place where the piece may lie; None where it may be anywhere."""
    reach = max(math.hypot(*corner) for corner in piece.model.hull)
    half = math.ceil(reach / CELL_MM) + 1
    occupied: Cells = np.zeros(cells.mat.shape, np.uint8)
    for turn in range(TURNS):
        degrees = 360.0 * turn / TURNS
        whole = _kernel(shapely.Polygon(piece.model.hull), degrees, half)
        card = _kernel(shapely.Polygon(piece.model.hull).buffer(-SHRINK_MM), degrees, half)
        possible = _share(cells.mat, card) < MAX_MAT_SHARE
        possible &= _share(cells.taken, card) < MAX_TAKEN_SHARE
        for mount in piece.mounts:
            tag = _kernel(_tag_square(mount.x_mm, mount.y_mm, mount.size_mm), degrees, half)
            possible &= _share(cells.hidden, tag) >= MIN_TAG_HIDDEN
        mirrored = np.ascontiguousarray(whole[::-1, ::-1] > 0, np.uint8)
        occupied = np.maximum(occupied, np.asarray(cv2.dilate(possible.astype(np.uint8), mirrored), np.uint8))
    return _rings(occupied)


def _rings(occupied: Cells) -> tuple[Spot, ...] | None:
    contours, _ = cv2.findContours(occupied, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if len(contours) > MAX_SPOTS:
        return None
    spots = []
    for contour in contours:
        middles = (contour[:, 0].astype(np.float64) + 0.5) * CELL_MM
        around = shapely.Polygon(middles) if len(middles) > 2 else shapely.MultiPoint(middles)
        wide = around.buffer(CELL_MM / 2 + MARGIN_MM, quad_segs=2).simplify(SIMPLE_MM)
        if shapely.get_num_coordinates(wide) > MAX_CORNERS:
            wide = wide.convex_hull
        ring = shapely.get_exterior_ring(wide)
        spots.append(tuple((round(x, 1), round(y, 1)) for x, y in shapely.get_coordinates(ring)[:-1].tolist()))
    return tuple(sorted(spots))


def _outline(piece: Piece) -> PiecePoints:
    return PiecePoints(np.asarray(piece.model.hull, dtype=np.float64))


def _tag_square(x_mm: float, y_mm: float, size_mm: float) -> shapely.Polygon:
    half = size_mm * CARD_SHARE / 2
    return shapely.box(x_mm - half, y_mm - half, x_mm + half, y_mm + half)


def _kernel(outline: BaseGeometry, degrees: float, half: int) -> Layer:
    """(2 half + 1, 2 half + 1) 1 on the cells of an outline about a piece's origin, turned by this angle."""
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.uint8)
    turned = affinity.rotate(outline, degrees, origin=(0.0, 0.0))
    _fill(kernel, affinity.translate(turned, (half + 0.5) * CELL_MM, (half + 0.5) * CELL_MM))
    return np.asarray(kernel, np.float32)


def _share(layer: Layer, kernel: Layer) -> Layer:
    """(H, W) of the cells under the kernel. What is beyond the mat counts as nothing: neither mat nor hidden."""
    summed = cv2.filter2D(layer, cv2.CV_32F, kernel, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(summed / max(1.0, float(kernel.sum())), np.float32)


def _fill(mask: Cells, outline: BaseGeometry) -> None:
    for part in shapely.get_parts(outline):
        corners = shapely.get_coordinates(shapely.get_exterior_ring(part)) / CELL_MM - 0.5
        if len(corners):
            cv2.fillPoly(mask, [np.rint(corners).astype(np.int32)], 1)


def _shadow(placed: Iterable[Neighbour], registration: Registration, shape: tuple[int, int]) -> Cells:
    """1 on the cells that the camera does not see for the pieces that stand before them."""
    cover = HullCover()
    for neighbour in placed:
        if neighbour[0].model.kind not in FIXED_KINDS:
            cover.add_piece(neighbour, OTHERS_MARGIN_MM)
    mask = np.zeros(shape, np.uint8)
    eye = registration.pose.position
    for corners, margin_mm in cover.things():
        ground = _on_ground(corners, eye)
        around = cv2.convexHull(np.rint(ground / CELL_MM - 0.5).astype(np.int32))
        cv2.fillConvexPoly(mask, around, 1)
        cv2.polylines(mask, [around], isClosed=True, color=1, thickness=max(1, round(2 * margin_mm / CELL_MM)))
    return mask


def _on_ground(corners: Floats, eye: Floats) -> Floats:
    """(N, 2) where the rays from the camera through points (N, 3) above the mat meet the mat."""
    height = np.minimum(corners[:, 2:], 0.9 * eye[2])
    return np.asarray(eye[:2] + (corners[:, :2] - eye[:2]) * eye[2] / (eye[2] - height), dtype=np.float64)
