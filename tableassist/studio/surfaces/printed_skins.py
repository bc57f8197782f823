"""The skin of a printed island: the shapes of its page, painted on paper."""

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry.arrays import Floats
from tableassist.pieces.art import CUT_LINE_GREY, CUT_LINE_MM, draw_terrain
from tableassist.pieces.model import PieceModel
from tableassist.pieces.piece import TagMount
from tableassist.studio.surfaces.card_skins import TEXELS_PER_MM, origin_texel, skin_shape
from tableassist.studio.surfaces.faces import PAPER
from tableassist.studio.surfaces.texture import Field, as_image
from tableassist.vision.camera.frame import Image

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
