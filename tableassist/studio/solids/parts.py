"""The solids of what reaches out of a hull or stands on it: oars, outriggers, rams, roofs, arms."""

from collections.abc import Iterator, Sequence

import numpy as np
from shapely import Polygon, box, intersection

from tableassist.pieces.model import OutlinePart, PartKind, PieceModel, Point
from tableassist.studio.surfaces.faces import Colour, Prism, Solid, solid_prism
from tableassist.studio.surfaces.fleet_colours import FleetColours
from tableassist.studio.surfaces.placement import Placement

_TIMBER: Colour = (58.0, 84.0, 112.0)
_IRON: Colour = (92.0, 94.0, 98.0)
_STONE: Colour = (142.0, 154.0, 162.0)
_ARMOUR: Colour = (66.0, 98.0, 70.0)
_OAR_MM, _BETWEEN_OARS_MM = 1.1, 3.4


def part_solids(model: PieceModel, placement: Placement, colours: FleetColours) -> list[Solid]:
    return [solid for part in model.parts for solid in _solids(part, placement, colours)]


def _solids(part: OutlinePart, placement: Placement, colours: FleetColours) -> Iterator[Solid]:
    colour = _colour(part.kind, colours)
    if part.kind is PartKind.OARS:
        for blade in _oars(part.outline):
            prism = Prism(blade, part.head_mm - 1.0, part.head_mm)
            yield solid_prism(prism, placement, side=colour, top=colour)
    elif part.kind in (PartKind.PANEL, PartKind.BODY):
        yield from rounded_solids(part.outline, part.foot_mm, part.head_mm, placement, colour)
    else:
        yield solid_prism(Prism(part.outline, part.foot_mm, part.head_mm), placement, side=colour, top=colour)


def _colour(kind: PartKind, colours: FleetColours) -> Colour:
    return {
        PartKind.OUTRIGGER: colours.hull,
        PartKind.PANEL: _ARMOUR,
        PartKind.ARM: _IRON,
        PartKind.BODY: colours.hull,
        PartKind.WALL: _STONE,
        PartKind.TOWER: _STONE,
    }.get(kind, _TIMBER)


def _oars(outline: tuple[Point, ...]) -> Iterator[tuple[Point, ...]]:
    """A panel of oars is a row of thin blades athwart the keel."""
    panel = Polygon(outline)
    left, low, right, high = panel.bounds
    for x in np.arange(left, right - _OAR_MM + 1e-6, _BETWEEN_OARS_MM).tolist():
        blade = intersection(panel, box(x, low, x + _OAR_MM, high))
        if isinstance(blade, Polygon) and not blade.is_empty:
            ring = [(px, py) for px, py in blade.exterior.coords[:-1]]
            yield tuple(ring if blade.exterior.is_ccw else ring[::-1])


def rounded_solids(
    outline: Sequence[Point], foot_mm: float, head_mm: float, placement: Placement, colour: Colour
) -> Iterator[Solid]:
    """A body that grows narrower upwards, in three steps, each lighter than the one below."""
    flat = np.array(outline)
    middle = flat.mean(axis=0)
    heights = foot_mm + (head_mm - foot_mm) * np.array([0.0, 0.55, 0.85, 1.0])
    for step, share in enumerate((1.0, 0.84, 0.64)):
        ring = [(float(x), float(y)) for x, y in middle + share * (flat - middle)]
        lit = _lit(colour, step)
        prism = Prism(ring, float(heights[step]), float(heights[step + 1]))
        yield solid_prism(prism, placement, side=lit, top=lit)


def _lit(colour: Colour, step: int) -> Colour:
    blue, green, red = (min(255.0, channel * (0.85 + 0.18 * step) + 6.0 * step) for channel in colour)
    return blue, green, red
