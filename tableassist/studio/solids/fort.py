"""The solids of a fort: floor, walls, towers, and the flags that are left."""

from tableassist.pieces.model import Point
from tableassist.studio.solids.parts import part_solids
from tableassist.studio.staging.staged_table import StagedPiece
from tableassist.studio.surfaces.faces import Colour, Prism, Solid, rectangle, solid_prism
from tableassist.studio.surfaces.fleet_colours import fleet_colours
from tableassist.studio.surfaces.placement import Placement

_FLOOR: Colour = (112.0, 132.0, 146.0)
_POLE: Colour = (58.0, 84.0, 112.0)
_FLOOR_MM, _POLE_MM, _CLOTH_MM = 1.0, 16.0, 7.0


def fort_solids(staged: StagedPiece) -> list[Solid]:
    model, placement = staged.piece.model, staged.mat_from_piece
    colours = fleet_colours(staged.piece.owner)
    floor = solid_prism(Prism(model.hull, 0.0, _FLOOR_MM), placement, side=_FLOOR, top=_FLOOR)
    flags = [
        solid
        for number, place in enumerate(model.flags[: len(staged.piece.cannons)], start=1)
        if staged.stands(number)
        for solid in _flag(place, model.height_mm, placement, colours.emblem)
    ]
    return [floor, *part_solids(model, placement, colours), *flags]


def _flag(place: Point, wall_mm: float, placement: Placement, cloth: Colour) -> list[Solid]:
    x, y = place
    top = wall_mm + _POLE_MM
    pole = Prism(rectangle(x, y, 0.9, 0.9), 0.0, top)
    sheet = Prism(rectangle(x - _CLOTH_MM / 2.0, y, _CLOTH_MM, 0.5), top - 5.0, top - 0.5)
    return [solid_prism(pole, placement, side=_POLE, top=_POLE), solid_prism(sheet, placement, side=cloth, top=cloth)]
