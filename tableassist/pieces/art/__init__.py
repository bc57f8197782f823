"""The picture on a printed island or piece of terrain, computed from its model: flat coloured shapes in millimetres.

The printed page and the synthetic camera draw the same shapes, so the two cannot differ.
"""

from tableassist.pieces.art.drawing import (
    CUT_LINE_GREY,
    CUT_LINE_MM,
    TerrainArt,
    draw_terrain,
    tag_field_half_mm,
)
from tableassist.pieces.art.shapes import BLEED_MM, SHORE_MM, Colour, Shape

__all__ = [
    "BLEED_MM",
    "CUT_LINE_GREY",
    "CUT_LINE_MM",
    "SHORE_MM",
    "Colour",
    "Shape",
    "TerrainArt",
    "draw_terrain",
    "tag_field_half_mm",
]
