"""The solids of a sea creature: the body and the segments that are left; its base is a card."""

from tableassist.pieces.model import Segment
from tableassist.studio.solids.parts import part_solids, rounded_solids
from tableassist.studio.staging.staged_table import StagedPiece
from tableassist.studio.surfaces.faces import Colour, Prism, Solid, solid_prism
from tableassist.studio.surfaces.fleet_colours import FleetColours
from tableassist.studio.surfaces.placement import Placement

_HIDE: Colour = (84.0, 104.0, 62.0)
_LIMB: Colour = (96.0, 128.0, 78.0)
_WING_MM = 2.0
_BODY = FleetColours(_HIDE, _HIDE, _HIDE, _HIDE, _HIDE, False)


def creature_solids(staged: StagedPiece) -> list[Solid]:
    model, placement = staged.piece.model, staged.mat_from_piece
    solids = part_solids(model, placement, _BODY)
    for number, segment in enumerate(model.segments, start=1):
        if staged.stands(number):
            solids.extend(_segment(segment, model.height_mm, placement))
    return solids


def _segment(segment: Segment, base_mm: float, placement: Placement) -> list[Solid]:
    """A round one is a limb that narrows upwards, any other a wing: a sheet at its full height."""
    if segment.radius_mm is None:
        sheet = Prism(segment.ring, segment.top_mm - _WING_MM, segment.top_mm)
        return [solid_prism(sheet, placement, side=_HIDE, top=_LIMB)]
    return list(rounded_solids(segment.ring, base_mm, segment.top_mm, placement, _LIMB))
