"""Things on the table that are no pieces: a die, a mug, a card."""

import math

import numpy as np

from tableassist.studio.staging.staged_table import ClutterKind, StagedClutter
from tableassist.studio.surfaces.card_skins import TEXELS_PER_MM
from tableassist.studio.surfaces.faces import Colour, Prism, Skin, Solid, rectangle, solid_prism
from tableassist.studio.surfaces.placement import Placement
from tableassist.studio.surfaces.texture import as_image
from tableassist.vision.camera.frame import Image

_IVORY: Colour = (206.0, 226.0, 234.0)
_CLAY: Colour = (96.0, 120.0, 58.0)
_COFFEE: Colour = (22.0, 38.0, 62.0)


def clutter_solids(clutter: StagedClutter) -> tuple[Solid, ...]:
    placement = clutter.mat_from_clutter
    if clutter.kind is ClutterKind.DIE:
        return (_die(placement),)
    if clutter.kind is ClutterKind.CARD:
        return (_card(placement),)
    return _mug(placement)


def _on_top(image: Image, placement: Placement, height_mm: float) -> Skin:
    raised = placement.then(Placement(np.eye(3), np.array([0.0, 0.0, height_mm])))
    middle = ((image.shape[1] - 1) / 2.0, (image.shape[0] - 1) / 2.0)
    return Skin(image, raised, TEXELS_PER_MM, middle)


def _die(placement: Placement) -> Solid:
    """Twelve millimetres, a five up."""
    side = round(12 * TEXELS_PER_MM)
    rows, columns = np.mgrid[0:side, 0:side] / (side - 1.0)
    face = np.ones((side, side, 1), np.float32) * np.asarray(_IVORY, np.float32)
    for x, y in ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)):
        face[np.hypot(columns - x, rows - y) < 0.1] = (40.0, 36.0, 34.0)
    skin = _on_top(as_image(face), placement, 12.0)
    prism = Prism(rectangle(0.0, 0.0, 12.0, 12.0), 0.0, 12.0)
    return solid_prism(prism, placement, side=_IVORY, top=_IVORY, top_skin=skin)


def _card(placement: Placement) -> Solid:
    """A playing card face down: a red back with a pale border and lozenges."""
    rows, columns = np.mgrid[0 : round(64 * TEXELS_PER_MM), 0 : round(89 * TEXELS_PER_MM)] / TEXELS_PER_MM
    back = np.ones((*rows.shape, 1), np.float32) * np.array([52.0, 48.0, 138.0], np.float32)
    lozenge = np.abs((rows + columns) % 8.0 - 4.0) + np.abs((rows - columns) % 8.0 - 4.0) < 2.6
    back[lozenge] = (92.0, 92.0, 176.0)
    rim = np.minimum(np.minimum(rows, 64.0 - rows), np.minimum(columns, 89.0 - columns)) < 4.0
    back[rim] = (214.0, 226.0, 230.0)
    prism = Prism(rectangle(0.0, 0.0, 89.0, 64.0), 0.0, 0.4)
    skin = _on_top(as_image(back), placement, 0.4)
    return solid_prism(prism, placement, side=_IVORY, top=_IVORY, top_skin=skin, casts_shadow=False)


def _ring(radius_mm: float, count: int = 36) -> list[tuple[float, float]]:
    turns = [2.0 * math.pi * i / count for i in range(count)]
    return [(radius_mm * math.cos(a), radius_mm * math.sin(a)) for a in turns]


def _mug(placement: Placement) -> tuple[Solid, ...]:
    """A mug with coffee; the coffee is painted level with the rim, which nobody can tell from above."""
    body = solid_prism(Prism(_ring(41.0), 0.0, 90.0), placement, side=_CLAY, top=_CLAY)
    coffee = solid_prism(Prism(_ring(36.5), 90.0, 90.05), placement, side=_COFFEE, top=_COFFEE, casts_shadow=False)
    handle = Prism(rectangle(52.0, 0.0, 26.0, 11.0), 22.0, 74.0)
    return solid_prism(handle, placement, side=_CLAY, top=_CLAY), body, coffee
