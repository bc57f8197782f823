"""Skins of pieces: islands, terrain, decks and sails. Each repeats exactly for the same shape."""

import zlib
from functools import lru_cache

import cv2
import numpy as np

from tableassist.pieces.model import EdgeNumber, PieceKind, Point
from tableassist.studio.surfaces.faces import Colour
from tableassist.studio.surfaces.terrain_skins import TERRAIN_PAINTS
from tableassist.studio.surfaces.texture import Field, as_image, blend, noise_field
from tableassist.vision.camera.frame import Image

TEXELS_PER_MM = 3.0
RIM_TEXELS = 4
NUMBER_INSIDE_MM = 4.5
"""How far the middle of a printed number lies inside the edge it belongs to."""
BATTEN_MM = 5.0


def origin_texel(outline: tuple[Point, ...]) -> tuple[float, float]:
    """Where the piece's origin lies in its skin."""
    left = min(x for x, _ in outline)
    top = max(y for _, y in outline)
    return RIM_TEXELS - left * TEXELS_PER_MM, RIM_TEXELS + top * TEXELS_PER_MM


def skin_shape(outline: tuple[Point, ...]) -> tuple[int, int]:
    """Rows and columns of the skin of a piece."""
    span = np.ptp(np.array(outline), axis=0) * TEXELS_PER_MM + 2 * RIM_TEXELS
    return int(np.ceil(span[1])) + 1, int(np.ceil(span[0])) + 1


def _shore_distance(outline: tuple[Point, ...]) -> Field:
    """How far each texel lies inside the outline, in mm; 0 outside."""
    flat = np.array(outline)
    column, row = origin_texel(outline)
    inside = np.zeros(skin_shape(outline), np.uint8)
    texels = flat * (TEXELS_PER_MM, -TEXELS_PER_MM) + (column, row)
    cv2.fillPoly(inside, [np.rint(texels).astype(np.int32)], 255)
    return np.asarray(cv2.distanceTransform(inside, cv2.DIST_L2, 5), np.float32) / TEXELS_PER_MM


@lru_cache(maxsize=64)
def card_skin(kind: PieceKind, outline: tuple[Point, ...], name: str, numbers: tuple[EdgeNumber, ...] = ()) -> Image:
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    shore = _shore_distance(outline)
    paint = {PieceKind.FOG_BANK: _fog, PieceKind.REEF: _reef, **TERRAIN_PAINTS}.get(kind, _island)
    painted = paint(shore, rng)
    if numbers:
        ink = _number_ink(painted.shape[:2], numbers, origin_texel(outline))[..., None]
        painted = painted * (1.0 - ink) + np.array([70.0, 40.0, 30.0], np.float32) * ink
    return as_image(painted)


def _number_ink(shape: tuple[int, ...], numbers: tuple[EdgeNumber, ...], origin: tuple[float, float]) -> Field:
    """How much ink each texel has, 0 to 1: the numbers upright, a little inside the edge."""
    ink = np.zeros(shape, np.uint8)
    font, scale = cv2.FONT_HERSHEY_SIMPLEX, 0.62
    for edge in numbers:
        x = edge.x_mm - NUMBER_INSIDE_MM * np.cos(edge.outward_rad)
        y = edge.y_mm - NUMBER_INSIDE_MM * np.sin(edge.outward_rad)
        (wide, high), _ = cv2.getTextSize(str(edge.number), font, scale, 2)
        at = (round(origin[0] + x * TEXELS_PER_MM - wide / 2), round(origin[1] - y * TEXELS_PER_MM + high / 2))
        cv2.putText(ink, str(edge.number), at, font, scale, 255, 2, cv2.LINE_AA)
    return ink.astype(np.float32) / np.float32(255.0)


def _island(shore: Field, rng: np.random.Generator) -> Field:
    """Wet sand, dry sand, then scrub and trees further in."""
    lumps = noise_field(shore.shape, (36, 36), rng, 4)
    sand = blend((118.0, 172.0, 204.0), (150.0, 204.0, 230.0), 0.5 + shore / 9.0 - 0.5 + 0.12 * lumps)
    scrub = blend((52.0, 96.0, 74.0), (70.0, 138.0, 104.0), 0.5 + 0.3 * lumps)
    trees = noise_field(shore.shape, (11, 11), rng, 2)
    scrub *= (1.0 + 0.16 * np.clip(trees, -1.5, 1.5))[..., None]
    inland = np.clip((shore - 7.0 + 3.2 * lumps) / 1.4, 0.0, 1.0)[..., None]
    island = sand * (1.0 - inland) + scrub * inland
    island *= (0.86 + 0.14 * np.clip(shore / 1.6, 0.0, 1.0))[..., None]
    return island + 3.0 * rng.standard_normal((*shore.shape, 1), dtype=np.float32)


def _reef(shore: Field, rng: np.random.Generator) -> Field:
    """Dark water with rocks that break the surface, and foam round them."""
    water = blend((84.0, 76.0, 26.0), (120.0, 112.0, 44.0), 0.5 + 0.3 * noise_field(shore.shape, (60, 60), rng, 3))
    rocks = noise_field(shore.shape, (26, 26), rng, 3)
    foam = np.exp(-(((rocks - 0.75) / 0.13) ** 2))[..., None]
    stone = blend((46.0, 54.0, 58.0), (92.0, 104.0, 112.0), 0.5 + 0.35 * noise_field(shore.shape, (9, 9), rng, 3))
    dry = np.clip((rocks - 0.82) / 0.16, 0.0, 1.0)[..., None]
    reef: Field = (water * (1.0 - dry) + stone * dry) * (1.0 - 0.55 * foam) + 205.0 * 0.55 * foam
    return reef


def _fog(shore: Field, rng: np.random.Generator) -> Field:
    """Pale swirls, a little darker at the rim."""
    swirl = noise_field(shore.shape, (70, 110), rng, 3)
    curl: Field = np.sin(3.0 * swirl + 1.4 * noise_field(shore.shape, (120, 120), rng, 2))
    fog = blend((198.0, 194.0, 188.0), (234.0, 232.0, 228.0), 0.55 + 0.32 * curl)
    pale: Field = fog * (0.9 + 0.1 * np.clip(shore / 5.0, 0.0, 1.0))[..., None]
    return pale


@lru_cache(maxsize=64)
def deck_skin(outline: tuple[Point, ...], deck: Colour, rail: Colour) -> Image:
    """Planks along the keel, a hatch or two, and the rail round the edge."""
    shore = _shore_distance(outline)
    rng = np.random.default_rng(zlib.crc32(repr(outline).encode()))
    shape = shore.shape
    planks = np.asarray(deck, np.float32) * np.ones((*shape, 1), np.float32)
    planks *= (1.0 + 0.06 * noise_field(shape, (5, 60), rng, 2))[..., None]
    seam = max(3, round(1.6 * TEXELS_PER_MM))
    planks[::seam] *= 0.78
    column, row = origin_texel(outline)
    for offset in (-9.0, 4.0):
        left, top = round(column + offset * TEXELS_PER_MM), round(row - 1.6 * TEXELS_PER_MM)
        cv2.rectangle(planks, (left, top), (left + 12, top + 10), tuple(0.45 * c for c in deck), -1)
    edge = np.clip((1.3 - shore) / 0.4, 0.0, 1.0)[..., None]
    railed: Field = planks * (1.0 - edge) + np.asarray(rail, np.float32) * edge
    return as_image(railed)


@lru_cache(maxsize=64)
def sail_skin(
    width_mm: float, drop_mm: float, cloth: Colour, emblem: Colour, cross: bool, *, battened: bool = False
) -> Image:
    """Three cloths sewn together, weathered, with a cross or a disc printed on; or a junk's, ribbed by battens."""
    rows, columns = max(4, round(drop_mm * TEXELS_PER_MM)), max(4, round(width_mm * TEXELS_PER_MM))
    rng = np.random.default_rng(zlib.crc32(f"{width_mm} {drop_mm}".encode()))
    sail = np.asarray(cloth, np.float32) * np.ones((rows, columns, 1), np.float32)
    sail *= (1.0 + 0.05 * noise_field((rows, columns), (rows / 2, columns / 2), rng, 3))[..., None]
    if battened:
        ribs = max(6, round(BATTEN_MM * TEXELS_PER_MM))
        for first in range(0, rows, ribs):
            sail[first : first + 3] = tuple(0.5 * channel for channel in emblem)
        return as_image(sail)
    middle, centre = rows // 2, columns // 2
    width = max(2, min(rows, columns) // 6)
    if cross:
        sail[middle - width // 2 : middle + (width + 1) // 2] = emblem
        sail[:, centre - width // 2 : centre + (width + 1) // 2] = emblem
    else:
        cv2.circle(sail, (centre, middle), min(rows, columns) // 4, emblem, -1)
    sail[rows // 2 :: max(3, rows // 2)] *= 0.86
    sail[:, :1] *= 0.8
    sail[:, -1:] *= 0.8
    return as_image(sail)
