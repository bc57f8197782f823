"""Flat coloured shapes, and the small things they build: blobs, palms, rocks, hills, strands."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from shapely import LineString, MultiPolygon, Point, Polygon, simplify, union_all
from shapely.affinity import translate
from shapely.geometry import GeometryCollection
from shapely.geometry.base import BaseGeometry

Ring = tuple[tuple[float, float], ...]
Colour = tuple[float, float, float]
"""Red, green and blue, 0 to 1 (sRGB)."""

SHORE_MM = 4.5
"""Width of the plain band along the cutting line. At 1.15 px a millimetre (1080p over a 915 mm mat) it is five pixels
wide: enough flat colour on the piece's side of the edge to locate the edge, and to tell a hull from the shore."""
BLEED_MM = 1.5
"""The band continues this far past the cutting line, so that a cut outside it, by up to five sigmas of a hand with
scissors (0.3 mm), shows no white sliver."""
SMOOTHNESS_MM = 0.04
"""Curves are simplified by this much: below what a printer of 600 dots an inch can place (0.042 mm)."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One filled area: outer rings and holes, filled by the even-odd rule."""

    rings: tuple[Ring, ...]
    colour: Colour


def iter_polygons(area: BaseGeometry) -> Iterator[Polygon]:
    """The polygons of any geometry, without lines, points and slivers."""
    if isinstance(area, Polygon):
        if area.area > 1e-3:
            yield area
    elif isinstance(area, MultiPolygon | GeometryCollection):
        for part in area.geoms:
            yield from iter_polygons(part)


def fill_area(area: BaseGeometry, colour: Colour) -> Iterator[Shape]:
    """One shape for each polygon of the area."""
    for polygon in iter_polygons(simplify(area, SMOOTHNESS_MM)):
        rings = (polygon.exterior, *polygon.interiors)
        yield Shape(tuple(tuple((x, y) for x, y in ring.coords[:-1]) for ring in rings), colour)


def rgb(code: str) -> Colour:
    """A colour from its six hexadecimal digits."""
    return int(code[0:2], 16) / 255, int(code[2:4], 16) / 255, int(code[4:6], 16) / 255


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """`share` of the second colour, the rest of the first."""
    red, green, blue = (a + (b - a) * share for a, b in zip(first, second, strict=True))
    return red, green, blue


def make_blob(x: float, y: float, radius: float, rng: np.random.Generator, *, rough: float = 0.12) -> Polygon:
    """A smooth irregular disc."""
    turns = np.linspace(0.0, math.tau, 48, endpoint=False)
    radii = np.full(48, radius)
    for wave in range(2, 6):
        radii += radius * rough * rng.normal() / wave * np.cos(wave * turns + rng.uniform(0.0, math.tau))
    return Polygon(np.column_stack([x + radii * np.cos(turns), y + radii * np.sin(turns)]))


def roughen(area: BaseGeometry, depth: float, rng: np.random.Generator) -> BaseGeometry:
    """Bite soft bays of up to `depth` out of an area's edge; it never grows."""
    bites = []
    for polygon in iter_polygons(area):
        rim, place = polygon.exterior, 0.0
        while place < rim.length:
            at = rim.interpolate(place)
            bites.append(at.buffer(depth * rng.uniform(0.3, 1.0), quad_segs=8))
            place += depth * rng.uniform(1.6, 3.2)
    smoothing = 0.4 * depth
    return area.difference(union_all(bites)).buffer(-smoothing).buffer(smoothing)


def make_stroke(points: Sequence[tuple[float, float]], width: float) -> BaseGeometry:
    """A line with round ends, as an area."""
    return LineString(points).buffer(width / 2, quad_segs=6)


def draw_rock(x: float, y: float, size: float, rng: np.random.Generator, stone: Colour) -> Iterator[Shape]:
    """A boulder lit from the upper left."""
    turns = np.sort(rng.uniform(0.0, math.tau, 7))
    radii = size * rng.uniform(0.75, 1.1, 7)
    rock = Polygon(np.column_stack([x + radii * np.cos(turns), y + 0.85 * radii * np.sin(turns)])).convex_hull
    yield from fill_area(translate(rock, 0.25 * size, -0.3 * size), mix(stone, (0.15, 0.2, 0.2), 0.6))
    yield from fill_area(rock, stone)
    lit = translate(rock.buffer(-0.25 * size), -0.12 * size, 0.15 * size).intersection(rock)
    yield from fill_area(lit, mix(stone, (1.0, 1.0, 1.0), 0.45))


LEAF, LEAF_LIT, LEAF_SHADE, TRUNK = rgb("3f7d3a"), rgb("6aa84f"), rgb("2c5a2d"), rgb("7a5230")


def draw_palm(x: float, y: float, size: float, rng: np.random.Generator) -> Iterator[Shape]:
    """A palm from above: eight fronds round a crown, and its shadow."""
    start = rng.uniform(0.0, math.tau)
    fronds = [_make_frond(x, y, size * rng.uniform(0.85, 1.1), start + math.tau * k / 8, 0.25) for k in range(8)]
    shadow: BaseGeometry = Polygon()
    for frond in fronds:
        shadow = shadow.union(frond)
    yield from fill_area(translate(shadow, 0.3 * size, -0.35 * size), LEAF_SHADE)
    for number, frond in enumerate(fronds):
        yield from fill_area(frond, LEAF if number % 2 else LEAF_LIT)
    yield from fill_area(make_blob(x, y, 0.17 * size, rng), TRUNK)


def _make_frond(x: float, y: float, length: float, turn: float, half: float) -> Polygon:
    """A leaf that bends a little to one side."""
    along = np.linspace(0.0, 1.0, 9)
    width = half * length * np.sin(np.pi * along**0.8)
    bend = turn + 0.35 * along
    middle = np.column_stack([x + length * along * np.cos(bend), y + length * along * np.sin(bend)])
    side = np.column_stack([-np.sin(bend), np.cos(bend)]) * width[:, None] / 2
    return Polygon(np.concatenate([middle + side, (middle - side)[::-1]])).buffer(0)


def draw_hill(x: float, y: float, radius: float, rng: np.random.Generator, tints: Sequence[Colour]) -> Iterator[Shape]:
    """Contour upon contour, each with a shaded lower-right flank."""
    ground = make_blob(x, y, radius, rng)
    for level, tint in enumerate(tints):
        share = 1.0 - level / len(tints)
        contour = _scale_about(ground, x - 0.10 * radius * level, y + 0.10 * radius * level, share)
        yield from fill_area(translate(contour, 0.07 * radius, -0.09 * radius), mix(tint, (0.2, 0.2, 0.15), 0.35))
        yield from fill_area(contour, tint)


def _scale_about(area: Polygon, x: float, y: float, share: float) -> Polygon:
    """Shrink an area about its middle and move its middle to a place."""
    ring = np.asarray(area.exterior.coords)
    middle = ring[:-1].mean(axis=0)
    return Polygon((ring - middle) * share + (x, y))


def scatter_points(
    area: BaseGeometry, spacing: float, rng: np.random.Generator, *, tries: int = 400
) -> list[tuple[float, float]]:
    """Random places inside an area that keep `spacing` from each other, the highest first (for overlap)."""
    if area.is_empty:
        return []
    west, south, east, north = area.bounds
    places: list[tuple[float, float]] = []
    for x, y in zip(rng.uniform(west, east, tries).tolist(), rng.uniform(south, north, tries).tolist(), strict=True):
        if all(math.dist((x, y), place) >= spacing for place in places) and area.contains(Point(x, y)):
            places.append((x, y))
    return sorted(places, key=lambda place: -place[1])


def chain_shapes(parts: Iterable[Iterable[Shape]]) -> tuple[Shape, ...]:
    """All shapes, back to front."""
    return tuple(shape for part in parts for shape in part)
