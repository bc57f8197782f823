"""What is drawn inside the shore band of each kind of printed piece."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from shapely import Point, Polygon, union_all, voronoi_polygons
from shapely.affinity import translate
from shapely.geometry import MultiPoint
from shapely.geometry.base import BaseGeometry
from shapely.ops import polylabel

from tableassist.pieces.art.shapes import (
    Colour,
    Shape,
    draw_hill,
    draw_palm,
    draw_rock,
    fill_area,
    iter_polygons,
    make_blob,
    make_stroke,
    mix,
    rgb,
    roughen,
    scatter_points,
)

WHITE: Colour = (1.0, 1.0, 1.0)
DUNE, GRASS, MEADOW, THICKET = rgb("d9cf8d"), rgb("9dbf6c"), rgb("b4cf83"), rgb("7fa653")
HILL_TINTS = (rgb("88ab5a"), rgb("a9b06a"), rgb("c4ac78"), rgb("dcc9a0"), rgb("f0e6cf"))
STONE, TRAIL, CROSS = rgb("9a978f"), rgb("a8743e"), rgb("b5382e")
LAGOON, SHALLOWS = rgb("a9dcd8"), rgb("c9ece4")
CORALS = (rgb("e58a78"), rgb("eeb07a"), rgb("d77c9b"))
FOG_TINTS = (rgb("d3dae1"), rgb("dde3e9"), rgb("f4f6f8"))
ICE, ICE_SHADE, ICE_CRACK = rgb("f2f8fc"), rgb("c4dcec"), rgb("8fb6d2")
WEED_WATER, WEEDS = rgb("bcc98a"), (rgb("7d8a3c"), rgb("96803c"), rgb("a9a452"), rgb("5f7436"))
POOL_TINTS = (rgb("a5d3de"), rgb("84bfd1"), rgb("64a8c1"), rgb("4a8fae"))
CURRENT, CURRENT_LIT = rgb("9fd6c4"), rgb("f2fbf6")


@dataclass(frozen=True, slots=True)
class Canvas:
    """Where to draw, in the piece's frame."""

    outline: Polygon
    land: BaseGeometry
    """Inside the shore band."""
    free: BaseGeometry
    """Of that, what is not under a tag, the name or a number."""
    rng: np.random.Generator


def paint_island(canvas: Canvas) -> Iterator[Shape]:
    """Dunes, meadows, a hill, palms, rocks, and a trail to a treasure."""
    rng = canvas.rng
    yield from fill_area(roughen(canvas.land, 1.2, rng), DUNE)
    grass = roughen(canvas.land.buffer(-1.4), 1.6, rng)
    yield from fill_area(grass, GRASS)
    for x, y in scatter_points(grass, 11.0, rng):
        tint = MEADOW if rng.uniform() < 0.6 else THICKET
        yield from fill_area(make_blob(x, y, rng.uniform(3.0, 5.5), rng, rough=0.3).intersection(grass), tint)
    open_ground = canvas.free.intersection(grass)
    hill = _largest_disc(open_ground, at_most=9.0)
    taken: BaseGeometry = Polygon()
    if hill is not None:
        x, y, radius = hill
        yield from draw_hill(x, y, 0.92 * radius, rng, HILL_TINTS)
        taken = Point(x, y).buffer(radius)
    treasure = _largest_disc(open_ground.difference(taken), at_most=4.0)
    if treasure is not None and treasure[2] > 2.2:
        yield from _draw_trail(treasure, canvas)
        taken = taken.union(Point(treasure[:2]).buffer(3.2))
    # Fronds reach 2.6 mm and their shadow 1 mm more: planted this far inland they leave the shore band plain.
    room = open_ground.difference(taken).buffer(-0.8).intersection(canvas.land.buffer(-3.6))
    for x, y in scatter_points(room, 4.2, rng):
        if rng.uniform() < 0.78:
            yield from draw_palm(x, y, rng.uniform(1.7, 2.35), rng)
        else:
            yield from draw_rock(x, y, rng.uniform(0.8, 1.3), rng, STONE)


def _draw_trail(treasure: tuple[float, float, float], canvas: Canvas) -> Iterator[Shape]:
    """Dashes from the shore band to a red cross."""
    x, y, _ = treasure
    for turn in (math.pi / 4, -math.pi / 4):
        reach = np.array([math.cos(turn), math.sin(turn)]) * 1.5
        yield from fill_area(make_stroke([(x - reach[0], y - reach[1]), (x + reach[0], y + reach[1])], 0.8), CROSS)
    rim = canvas.land.boundary
    end = rim.interpolate(rim.project(Point(x, y)))
    length = math.dist((x, y), (end.x, end.y))
    along = np.array([end.x - x, end.y - y]) / max(length, 1e-6)
    across = np.array([-along[1], along[0]])
    for step in np.arange(2.6, length - 0.4, 1.7).tolist():
        sway = 0.5 * math.sin(1.3 * step)
        start = np.array([x, y]) + along * step + across * sway
        yield from fill_area(make_stroke([tuple(start), tuple(start + 0.8 * along)], 0.45), TRAIL)


def paint_reef(canvas: Canvas) -> Iterator[Shape]:
    """A shallow lagoon with coral heads, and rocks that break the surface."""
    rng = canvas.rng
    yield from fill_area(roughen(canvas.land, 1.2, rng), SHALLOWS)
    lagoon = roughen(canvas.land.buffer(-1.8), 2.0, rng)
    yield from fill_area(lagoon, LAGOON)
    for x, y in scatter_points(lagoon, 13.0, rng):
        yield from fill_area(make_blob(x, y, rng.uniform(2.5, 5.0), rng, rough=0.3).intersection(lagoon), SHALLOWS)
    for number, (x, y) in enumerate(
        scatter_points(canvas.free.buffer(-1.4).intersection(canvas.land.buffer(-3.0)), 4.6, rng)
    ):
        if number % 3 == 2:
            foam = make_blob(x, y, 2.0, rng, rough=0.25)
            yield from fill_area(foam, WHITE)
            yield from draw_rock(x, y, rng.uniform(1.1, 1.5), rng, STONE)
        else:
            yield from _draw_coral(x, y, rng.uniform(1.5, 2.1), rng)


def _draw_coral(x: float, y: float, size: float, rng: np.random.Generator) -> Iterator[Shape]:
    """Knobs on forked branches."""
    colour = CORALS[int(rng.integers(len(CORALS)))]
    start = rng.uniform(0.0, math.tau)
    branches = []
    for turn in start + np.arange(5) * math.tau / 5:
        elbow = (x + 0.55 * size * math.cos(turn), y + 0.55 * size * math.sin(turn))
        for fork in (-0.45, 0.45):
            tip = (x + size * math.cos(turn + fork), y + size * math.sin(turn + fork))
            branches.append(make_stroke([(x, y), elbow, tip], 0.5))
    coral = union_all(branches)
    yield from fill_area(translate(coral, 0.3, -0.35), mix(colour, (0.25, 0.3, 0.35), 0.5))
    yield from fill_area(coral, colour)


def paint_fog(canvas: Canvas) -> Iterator[Shape]:
    """Puffs of mist, the lower ones in shade, and curls."""
    rng = canvas.rng
    yield from fill_area(canvas.land, FOG_TINTS[0])
    for x, y in scatter_points(canvas.land, 5.0, rng):
        radius = rng.uniform(3.6, 6.0)
        puff = make_blob(x, y, radius, rng, rough=0.08)
        yield from fill_area(puff.intersection(canvas.land), FOG_TINTS[1])
        lit = translate(make_blob(x, y, 0.82 * radius, rng, rough=0.08), -0.1 * radius, 0.16 * radius)
        yield from fill_area(lit.intersection(canvas.land), FOG_TINTS[2])
    for x, y in scatter_points(canvas.free.buffer(-2.6), 8.0, rng):
        yield from fill_area(_make_curl(x, y, rng.uniform(1.6, 2.4), rng), rgb("a9b5bf"))


def _make_curl(x: float, y: float, size: float, rng: np.random.Generator) -> BaseGeometry:
    """A scroll of one and a half turns."""
    turns = np.linspace(0.0, 3.0 * math.pi, 28)
    radii = size * turns / turns[-1]
    hand = 1.0 if rng.uniform() < 0.5 else -1.0
    start = rng.uniform(0.0, math.tau)
    points = [
        (x + r * math.cos(start + hand * t), y + r * math.sin(start + hand * t))
        for t, r in zip(turns, radii, strict=True)
    ]
    return make_stroke(points, 0.4)


def paint_iceberg(canvas: Canvas) -> Iterator[Shape]:
    """Plates of ice with cracks between them, each with a shaded flank."""
    rng = canvas.rng
    yield from fill_area(canvas.land, ICE_CRACK)
    seeds = scatter_points(canvas.outline, 9.0, rng)
    plates = voronoi_polygons(MultiPoint(seeds), extend_to=canvas.outline)
    for plate in iter_polygons(plates):
        floe = plate.buffer(-0.25).intersection(canvas.land)
        yield from fill_area(floe, mix(ICE_SHADE, ICE, rng.uniform(0.0, 0.5)))
        yield from fill_area(
            translate(floe.buffer(-0.9), -0.5, 0.6).intersection(floe), mix(ICE, WHITE, rng.uniform(0.0, 1.0))
        )


def paint_weeds(canvas: Canvas) -> Iterator[Shape]:
    """Mats of weed in wavy strands, with small floats."""
    rng = canvas.rng
    water = roughen(canvas.land, 1.4, rng)
    yield from fill_area(water, WEED_WATER)
    for x, y in scatter_points(water, 3.4, rng):
        turn = 0.5 * math.sin(0.13 * x) + 0.4 * math.sin(0.17 * y + 1.0) + rng.normal(0.0, 0.25)
        strand = _make_strand(x, y, rng.uniform(7.0, 12.0), turn, rng)
        yield from fill_area(strand.intersection(canvas.land), WEEDS[int(rng.integers(len(WEEDS)))])
    for x, y in scatter_points(canvas.free.buffer(-0.8), 4.0, rng):
        yield from fill_area(make_blob(x, y, rng.uniform(0.45, 0.8), rng), rgb("d9c66a"))


def _make_strand(x: float, y: float, length: float, turn: float, rng: np.random.Generator) -> BaseGeometry:
    """A wavy stem with small leaves on both sides."""
    along = np.linspace(-length / 2, length / 2, 16)
    sway = 0.8 * np.sin(along * 1.1 + rng.uniform(0.0, math.tau))
    cos, sin = math.cos(turn), math.sin(turn)
    points = [(x + a * cos - s * sin, y + a * sin + s * cos) for a, s in zip(along, sway, strict=True)]
    leaves = []
    for number, (px, py) in enumerate(points[1:-1:2]):
        side = 1.1 if number % 2 else -1.1
        leaves.append(make_stroke([(px, py), (px + 0.7 * cos - side * sin, py + 0.7 * sin + side * cos)], 0.45))
    return union_all([make_stroke(points, 0.55), *leaves])


def paint_whirlpool(canvas: Canvas) -> Iterator[Shape]:
    """Rings that darken towards the middle, and arms of foam that wind into it."""
    rng = canvas.rng
    west, south, east, north = canvas.land.bounds
    x, y = (west + east) / 2, (south + north) / 2
    reach = max(east - west, north - south) / 2
    flat = (north - south) / (east - west)
    for level, tint in enumerate(POOL_TINTS):
        share = 1.02 - 0.24 * level
        ring = _make_ellipse(x, y, reach * share, flat)
        yield from fill_area(ring.intersection(canvas.land), tint)
    for arm in range(4):
        for start, width in ((0.0, 1.1), (0.35, 0.5)):
            turns = np.linspace(0.0, 2.6, 40)
            radii = reach * (1.0 - turns / 2.75) ** 1.25
            angles = arm * math.tau / 4 + start + 1.75 * turns + rng.normal(0.0, 0.02)
            points = [(x + r * math.cos(a), y + flat * r * math.sin(a)) for a, r in zip(angles, radii, strict=True)]
            yield from fill_area(make_stroke(points, width).intersection(canvas.land), mix(POOL_TINTS[0], WHITE, 0.75))


def _make_ellipse(x: float, y: float, radius: float, flat: float) -> Polygon:
    turns = np.linspace(0.0, math.tau, 96, endpoint=False)
    return Polygon(np.column_stack([x + radius * np.cos(turns), y + flat * radius * np.sin(turns)]))


def paint_current(canvas: Canvas) -> Iterator[Shape]:
    """Chevrons along x, the way it flows."""
    west, south, east, north = canvas.land.bounds
    yield from fill_area(canvas.land, CURRENT)
    half = (north - south) / 2
    for start in np.arange(west - half, east + half, 9.0).tolist():
        chevron = make_stroke([(start - 0.75 * half, half), (start, 0.0), (start - 0.75 * half, -half)], 2.4)
        yield from fill_area(chevron.intersection(canvas.land), CURRENT_LIT)


def _largest_disc(area: BaseGeometry, *, at_most: float) -> tuple[float, float, float] | None:
    """Middle and radius of the largest disc that fits into an area; None where nothing of 2 mm does."""
    best: tuple[float, float, float] | None = None
    for polygon in iter_polygons(area):
        middle = polylabel(polygon, tolerance=0.3)
        radius = float(polygon.boundary.distance(middle))
        if radius >= 2.0 and (best is None or radius > best[2]):
            best = float(middle.x), float(middle.y), radius
    return None if best is None else (best[0], best[1], min(at_most, best[2]))
