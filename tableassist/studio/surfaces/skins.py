"""Pictures for surfaces: sea, wood, islands, terrain, decks, sails. All repeat exactly by their seed."""

import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Floats
from tableassist.pieces import EdgeNumber, PieceKind, PieceModel, Point, TagMount
from tableassist.pieces.art import CUT_LINE_GREY, CUT_LINE_MM, draw_terrain
from tableassist.studio.surfaces.faces import PAPER, Colour
from tableassist.vision.camera.frame import Image

Field = npt.NDArray[np.float32]


def noise_field(
    shape: tuple[int, ...], cells: tuple[float, float], rng: np.random.Generator, octaves: int = 4
) -> Field:
    """Smooth noise about 0 with sigma about 1; `cells` is the size in texels of its largest lumps (y, x)."""
    total = np.zeros(shape, np.float32)
    for octave in range(octaves):
        rows = max(2, round(shape[0] * 2**octave / cells[0]))
        columns = max(2, round(shape[1] * 2**octave / cells[1]))
        rows, columns = min(rows, shape[0]), min(columns, shape[1])
        lumps = rng.standard_normal((rows, columns), dtype=np.float32)
        wide = cv2.resize(lumps, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
        total += np.asarray(wide, np.float32) * 0.55**octave
    spread = float(total.std())
    even: Field = (total - total.mean()) / np.float32(max(spread, 1e-6))
    return even


def blend(low: tuple[float, float, float], high: tuple[float, float, float], share: Field) -> Field:
    """A colour between two for each texel."""
    at = np.clip(share, 0.0, 1.0)[..., None]
    mixed: Field = np.asarray(low, np.float32) * (1.0 - at) + np.asarray(high, np.float32) * at
    return mixed


def as_image(field: Field) -> Image:
    image: Image = np.clip(np.rint(field), 0, 255).astype(np.uint8)
    image.setflags(write=False)
    return image


@lru_cache(maxsize=4)
def sea_texture(width: int, height: int) -> Image:
    """A printed sea: deep and shallow water, thin lines of foam where waves meet, the grain of the cloth."""
    rng = np.random.default_rng(1722)
    shape = (height, width)
    depth = noise_field(shape, (420, 520), rng, 4)
    sea = blend((112.0, 70.0, 22.0), (156.0, 112.0, 44.0), 0.5 + 0.27 * depth)
    waves = noise_field(shape, (34, 96), rng, 3)
    sea += 5.0 * waves[..., None]
    ridge = np.exp(-((noise_field(shape, (70, 120), rng, 3) / 0.045) ** 2))
    patchy = np.clip(noise_field(shape, (260, 260), rng, 2), 0.0, 1.6)
    sea += (ridge * patchy)[..., None] * np.array([24.0, 24.0, 17.0], np.float32)
    sea += (1.8 * rng.standard_normal(shape, dtype=np.float32))[..., None]
    return as_image(_with_compass(sea))


def _with_compass(sea: Field) -> Field:
    """A faint compass rose in the middle, as on an old chart."""
    height, width = sea.shape[:2]
    ink = np.zeros((height, width), np.float32)
    centre = np.array([width / 2.0, height / 2.0])
    reach = 0.16 * min(width, height)
    for circle in (0.62, 0.66, 0.98):
        at = (int(centre[0]), int(centre[1]))
        cv2.circle(ink, at, int(circle * reach), 0.8, 1, cv2.LINE_AA)
    for point in range(16):
        length = reach * (0.95 if point % 4 == 0 else 0.72 if point % 2 == 0 else 0.45)
        angle = point * np.pi / 8.0
        tip = centre + length * np.array([np.sin(angle), -np.cos(angle)])
        for side, darkness in ((0.3, 1.0), (-0.3, 0.45)):
            beside = centre + 0.16 * reach * np.array([np.sin(angle + side), -np.cos(angle + side)])
            blade = np.array([centre, beside, tip])
            cv2.fillPoly(ink, [np.rint(blade).astype(np.int32)], darkness, cv2.LINE_AA)
    ink = np.asarray(cv2.GaussianBlur(ink, (0, 0), 0.9), np.float32)
    return sea + 17.0 * ink[..., None]


@lru_cache(maxsize=2)
def wood_texture(size: int) -> Image:
    """Oak planks along x."""
    rng = np.random.default_rng(1492)
    shape = (size, size)
    plank_rows = size // 7
    wood = np.zeros((*shape, 3), np.float32)
    for first in range(0, size, plank_rows):
        rows = min(plank_rows, size - first)
        warp = noise_field((rows, size), (rows * 1.2, size * 0.35), rng, 3)
        grain = noise_field((rows, size), (max(4.0, rows / 14.0), size * 0.4), rng, 3)
        rings = np.sin(9.0 * warp + np.linspace(0.0, 7.0, rows, dtype=np.float32)[:, None])
        share = 0.5 + 0.13 * rings + 0.16 * grain + 0.10 * float(rng.standard_normal())
        wood[first : first + rows] = blend((52.0, 82.0, 122.0), (96.0, 140.0, 186.0), share)
        wood[first : first + 2] *= 0.62
    wood += (1.6 * rng.standard_normal(shape, dtype=np.float32))[..., None]
    return as_image(wood)


@lru_cache(maxsize=2)
def floor_texture(size: int) -> Image:
    rng = np.random.default_rng(7)
    share = 0.5 + 0.2 * noise_field((size, size), (size / 6, size / 6), rng, 5)
    return as_image(blend((96.0, 100.0, 104.0), (128.0, 132.0, 138.0), share))


Paint = Callable[[Field, np.random.Generator], Field]


def _iceberg(shore: Field, rng: np.random.Generator) -> Field:
    """White plates with blue cracks between them, bluer at the water's edge."""
    plates = noise_field(shore.shape, (60, 60), rng, 2)
    ice = blend((214.0, 196.0, 172.0), (244.0, 240.0, 236.0), 0.6 + 0.25 * plates)
    cracks = np.exp(-((noise_field(shore.shape, (44, 44), rng, 2) / 0.05) ** 2))[..., None]
    ice = ice * (1.0 - 0.45 * cracks) + np.array([190.0, 150.0, 96.0], np.float32) * 0.45 * cracks
    rim = np.clip(1.0 - shore / 3.0, 0.0, 1.0)[..., None]
    edged: Field = ice * (1.0 - 0.5 * rim) + np.array([196.0, 158.0, 104.0], np.float32) * 0.5 * rim
    return edged


def _sargasso(shore: Field, rng: np.random.Generator) -> Field:
    """Brown and green weed in strands."""
    water = blend((78.0, 84.0, 34.0), (96.0, 108.0, 46.0), 0.5 + 0.3 * noise_field(shore.shape, (50, 50), rng, 3))
    strands = np.sin(7.0 * noise_field(shore.shape, (46, 90), rng, 3))
    weed = blend((34.0, 84.0, 92.0), (60.0, 132.0, 128.0), 0.5 + 0.4 * noise_field(shore.shape, (8, 14), rng, 2))
    thick = np.clip(1.6 * strands + 0.3, 0.0, 1.0)[..., None]
    mixed: Field = (water * (1.0 - thick) + weed * thick) * (0.8 + 0.2 * np.clip(shore / 2.0, 0.0, 1.0))[..., None]
    return mixed


def _whirlpool(shore: Field, rng: np.random.Generator) -> Field:
    """Foam that winds into a dark middle."""
    rows, columns = shore.shape[0], shore.shape[1]
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    right, up = x - (columns - 1) / 2.0, (rows - 1) / 2.0 - y
    away = np.hypot(right, up) / max(rows, columns) * 2.0
    turn = np.arctan2(up, right)
    arms = np.sin(3.0 * turn + 14.0 * np.sqrt(away) + 0.4 * noise_field((rows, columns), (40, 40), rng, 3))
    water = blend((60.0, 40.0, 14.0), (150.0, 112.0, 54.0), (0.15 + 0.85 * away).astype(np.float32))
    foam = np.clip(2.2 * arms - 1.2, 0.0, 1.0)[..., None] * np.clip(2.5 * away, 0.0, 1.0)[..., None]
    wound: Field = (water * (1.0 - 0.7 * foam) + 226.0 * 0.7 * foam).astype(np.float32)
    return wound


def _current(shore: Field, rng: np.random.Generator) -> Field:
    """Pale chevrons along x, the way it flows."""
    rows, columns = shore.shape[0], shore.shape[1]
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    ahead = x + np.abs(y - (rows - 1) / 2.0) * 0.8
    water = blend(
        (156.0, 118.0, 40.0), (186.0, 150.0, 66.0), 0.5 + 0.3 * noise_field((rows, columns), (40, 80), rng, 3)
    )
    stripe = np.clip(3.0 * np.sin(ahead * (2.0 * np.pi / 40.0)) - 1.5, 0.0, 1.0)[..., None]
    flowing: Field = (water * (1.0 - 0.6 * stripe) + 230.0 * 0.6 * stripe).astype(np.float32)
    return flowing


def _base(shore: Field, rng: np.random.Generator) -> Field:
    """Broken water, with foam along the edge."""
    water = blend((110.0, 84.0, 30.0), (160.0, 130.0, 62.0), 0.5 + 0.35 * noise_field(shore.shape, (22, 30), rng, 3))
    foam = np.clip(1.4 - shore / 2.2 + 0.5 * noise_field(shore.shape, (12, 12), rng, 2), 0.0, 1.0)[..., None]
    return (water * (1.0 - 0.7 * foam) + 224.0 * 0.7 * foam).astype(np.float32)


def _card(shore: Field, rng: np.random.Generator) -> Field:
    """Printed parchment with a dark frame."""
    paper = blend((150.0, 186.0, 206.0), (178.0, 210.0, 226.0), 0.5 + 0.25 * noise_field(shore.shape, (60, 60), rng, 3))
    frame = ((shore > 3.0) & (shore < 3.8))[..., None]
    return np.where(frame, np.array([40.0, 60.0, 92.0], np.float32), paper)


def _coin(shore: Field, rng: np.random.Generator) -> Field:
    """Worn gold with a raised rim."""
    gold = blend((44.0, 150.0, 190.0), (92.0, 196.0, 230.0), 0.5 + 0.3 * noise_field(shore.shape, (12, 12), rng, 2))
    ring = np.exp(-(((shore - 1.4) / 0.35) ** 2))[..., None]
    struck: Field = gold * (1.0 - 0.35 * ring)
    return struck


TERRAIN_PAINTS: Mapping[PieceKind, Paint] = {
    PieceKind.ICEBERG: _iceberg,
    PieceKind.SARGASSO_SEA: _sargasso,
    PieceKind.WHIRLPOOL: _whirlpool,
    PieceKind.TRADE_CURRENT: _current,
    PieceKind.SEA_CREATURE: _base,
    PieceKind.CARD: _card,
    PieceKind.COIN: _coin,
}


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


SAMPLES = 4
"""Per texel and axis: edges of the print become ramps one texel wide."""
LABEL_MM = (16.0, 6.0)
"""Room for the name; the name itself is too small for a camera over the table."""
SUBPIXEL_BITS = 6


@lru_cache(maxsize=64)
def printed_skin(model: PieceModel, mounts: tuple[TagMount, ...]) -> Image:
    """Paint the piece as `card_skin` paints a cardboard one; its tags are drawn on top of it."""
    rows, columns = skin_shape(model.hull)
    column, row = origin_texel(model.hull)
    paper = np.asarray(PAPER, np.float32)
    fine = np.full((rows * SAMPLES, columns * SAMPLES, 3), PAPER, np.float32)
    for shape in draw_terrain(model, mounts, LABEL_MM).shapes:
        rings = [_to_fine_px(np.array(ring), column, row) for ring in shape.rings]
        ink = paper * np.array(shape.colour[::-1], np.float32)
        cv2.fillPoly(fine, rings, tuple(float(part) for part in ink), cv2.LINE_8, shift=SUBPIXEL_BITS)
    line = [_to_fine_px(np.array(model.as_printed.hull), column, row)]
    grey = tuple(float(part) for part in CUT_LINE_GREY * paper)
    width_px = max(1, round(CUT_LINE_MM * TEXELS_PER_MM * SAMPLES))
    cv2.polylines(fine, line, True, grey, width_px, cv2.LINE_8, shift=SUBPIXEL_BITS)
    skin: Field = np.asarray(cv2.resize(fine, (columns, rows), interpolation=cv2.INTER_AREA), np.float32)
    return as_image(skin)


def _to_fine_px(ring: Floats, column: float, row: float) -> npt.NDArray[np.int32]:
    """Convert the piece's millimetres to OpenCV's fixed-point pixels of the fine picture.

    The middle of texel k lies at (k + 0.5) * SAMPLES - 0.5.
    """
    texels = ring * (TEXELS_PER_MM, -TEXELS_PER_MM) + (column, row)
    return np.asarray(np.rint(((texels + 0.5) * SAMPLES - 0.5) * 2**SUBPIXEL_BITS), np.int32)
