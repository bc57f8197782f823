"""Two pieces near their contact as regions of the picture: what is deck, wall, shore and mat.

Each piece is an upright prism on the mat. Its silhouette in the picture is the union of its foot, its head and its
walls; the head (deck, or the face of a card) is painted over the walls. The piece farther from the camera is painted
first.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from tableassist.geometry import Flags, Floats, MatPoints, PiecePoints, PlanarPose
from tableassist.pieces import Piece, PieceModel
from tableassist.pieces.art import CUT_LINE_MM
from tableassist.vision.hull.cover import BEYOND_PX, HullCover
from tableassist.vision.registration.registration import Registration

FINE = 4
"""Cells a pixel, each way, in which regions are painted before they are averaged."""
SHIFT = 4
"""Fractional bits of OpenCV's corners."""
FLAT_MM = 2.0
"""A lower piece is a card: its wall is a line that no picture resolves."""
Layer = npt.NDArray[np.float32]
Ring = tuple[Floats, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """One piece in the picture, in pixels from the window's corner."""

    silhouette: Ring
    head: Ring
    step_px: Floats
    """(2,) how far the piece moves in the picture for each millimetre along the contact's normal."""
    slide_px: Floats
    """(2,) the same along the contact."""
    rise_px: Floats
    """(2,) how far the head moves in the picture for each millimetre of height."""
    is_flat: bool


def footprint(model: PieceModel, pose: PlanarPose) -> BaseGeometry:
    """What of a piece touches others at mat level, in mat millimetres."""
    outlines = (model.hull, *(part.outline for part in model.parts if part.touches))
    rings = [Polygon(pose.place(PiecePoints(np.asarray(outline, dtype=np.float64)))) for outline in outlines]
    return rings[0] if len(rings) == 1 else shapely.union_all(rings)


def body_in_picture(
    foot: BaseGeometry, height_mm: float, registration: Registration, corner: Floats, at: Floats, normal: Floats
) -> Body:
    """`corner` is the window's first pixel, `at` the contact on the mat, `normal` the direction across it."""
    heads, pieces = [], []
    for part in shapely.get_parts(foot):
        ring = shapely.get_coordinates(part.exterior)[:-1]
        low = np.asarray(registration.image_from_mat(MatPoints(ring))) - corner
        high = np.asarray(registration.image_from_mat(MatPoints(ring), height_mm)) - corner
        walls = np.stack([low, np.roll(low, -1, axis=0), np.roll(high, -1, axis=0), high], axis=1)
        heads.append(Polygon(high))
        pieces += [Polygon(low), heads[-1], *(wall for wall in map(Polygon, walls) if wall.is_valid)]
    around = np.stack([at, at + normal, at + np.array([-normal[1], normal[0]])])
    low, high = (np.asarray(registration.image_from_mat(MatPoints(around), z)) for z in (0.0, max(height_mm, 1.0)))
    rise = (high[0] - low[0]) / max(height_mm, 1.0)
    return Body(
        silhouette=_rings(_union(pieces)),
        head=_rings(_union(heads)),
        step_px=low[1] - low[0],
        slide_px=low[2] - low[0],
        rise_px=rise,
        is_flat=height_mm <= FLAT_MM,
    )


def cutting_line(
    piece: Piece, pose: PlanarPose, registration: Registration, corner: Floats, shape: tuple[int, int]
) -> Layer | None:
    """Share of each fine cell under the line along which a printed card was to be cut; None for other pieces."""
    if not piece.is_printed:
        return None
    line = Polygon(pose.place(PiecePoints(np.array(piece.model.as_printed.hull))))

    def inside(away_mm: float) -> Layer:
        ring = shapely.get_coordinates(line.buffer(away_mm).exterior)[:-1]
        px = np.asarray(registration.image_from_mat(MatPoints(ring), piece.model.height_mm)) - corner
        return covered((px,), np.zeros(2), shape)

    return np.asarray(np.maximum(inside(CUT_LINE_MM / 2.0) - inside(-CUT_LINE_MM / 2.0), 0.0), np.float32)


def _union(pieces: list[Polygon]) -> BaseGeometry:
    """On a grid of a thousandth of a pixel: slivers between walls and foot would not join."""
    return shapely.union_all([shapely.make_valid(piece) for piece in pieces], grid_size=1e-3)


def _rings(shape: BaseGeometry) -> Ring:
    polygons = [part for part in shapely.get_parts(shape) if isinstance(part, Polygon)]
    return tuple(shapely.get_coordinates(ring) for part in polygons for ring in (part.exterior, *part.interiors))


def covered(rings: Ring, by_px: Floats, shape: tuple[int, int]) -> Layer:
    """Share of each fine cell (0, 0.5 or 1) inside the rings, moved by so many pixels.

    OpenCV fills the cells that an outline passes through, inside or out. Painted once as the outline and once as all
    that is outside it, these cells are counted half: unbiased, where one painting is half a cell too large all round.
    """
    fixed = [np.rint(((ring + by_px + 0.5) * FINE - 0.5) * (1 << SHIFT)).astype(np.int32) for ring in rings]
    rows, columns = shape[0] * FINE, shape[1] * FINE
    inside, outside = np.zeros((rows, columns), np.uint8), np.zeros((rows, columns), np.uint8)
    beyond = 1 << 14
    frame = np.array([(-beyond, -beyond), (beyond, -beyond), (beyond, beyond), (-beyond, beyond)], np.int32) << SHIFT
    cv2.fillPoly(inside, fixed, 1, shift=SHIFT)
    cv2.fillPoly(outside, [frame, *fixed], 1, shift=SHIFT)
    return np.asarray((inside.astype(np.float32) + 1.0 - outside) / 2.0, np.float32)


def pixel_shares(cells: Layer) -> Layer:
    """Fine cells to pixels."""
    size = cells.shape[1] // FINE, cells.shape[0] // FINE
    return np.asarray(cv2.resize(cells, size, interpolation=cv2.INTER_AREA), np.float32)


def blur_kernel(sigma_px: float) -> Layer:
    """(K,) one axis of a Gaussian, each cell averaged over its width."""
    reach = max(2, math.ceil(3.5 * sigma_px))
    edges = (np.arange(2 * reach + 2) - reach - 0.5) / (math.sqrt(2.0) * sigma_px)
    cells = np.diff([math.erf(edge) for edge in edges])
    return np.asarray(cells / cells.sum(), np.float32)


def blurred(layer: Layer, kernel: Layer) -> Layer:
    return np.asarray(cv2.sepFilter2D(layer, cv2.CV_32F, kernel, kernel, borderType=cv2.BORDER_REPLICATE), np.float32)


def draw_cover(cover: HullCover, registration: Registration, corner: Floats, shape: tuple[int, int]) -> Flags:
    """(H, W) where something of `cover` may stand before the window whose first pixel is `corner`."""
    mask = np.zeros(shape, np.uint8)
    for points, margin_mm in cover.things():
        px = np.asarray(registration.lens.project(registration.pose.into_camera(points))) - corner
        ring = np.rint(np.clip(np.nan_to_num(px, nan=-BEYOND_PX), -BEYOND_PX, BEYOND_PX) * 16).astype(np.int32)
        around = cv2.convexHull(ring) if len(ring) > 2 else ring[:, None]
        cv2.fillConvexPoly(mask, around, 1, shift=SHIFT)
        cv2.polylines(mask, [around], isClosed=True, color=1, thickness=max(2, round(2.4 * margin_mm)), shift=SHIFT)
    return np.asarray(mask > 0, bool)
