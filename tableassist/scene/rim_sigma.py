"""How well an outline is known near a place on its rim."""

import numpy as np

from tableassist.geometry import Floats, PiecePoints
from tableassist.pieces import PieceModel

MAX_FROM_RIM_MM = 1.5
"""A place farther from the rim than this is not on it: a mast, a sail or a bowsprit."""


def rim_sigma_mm(model: PieceModel, places: PiecePoints) -> Floats:
    """(N,) sigma of the outline across its rim, at places (N, 2) in the piece's frame.

    Between two corners it is interpolated. Models without a sigma for each corner, and places that are not on the rim,
    have the sigma of the whole outline.
    """
    everywhere = np.full(len(places), model.sigma_mm)
    if not model.hull_sigma_mm:
        return everywhere
    start, sigma = np.array(model.hull), np.array(model.hull_sigma_mm)
    along = np.roll(start, -1, axis=0) - start
    to_place = np.asarray(places)[:, None] - start
    length2 = np.maximum((along**2).sum(axis=-1), 1e-12)
    share = np.clip((to_place * along).sum(axis=-1) / length2, 0.0, 1.0)
    distance = np.linalg.norm(to_place - share[..., None] * along, axis=-1)
    rows, edge = np.arange(len(places)), distance.argmin(axis=1)
    part = share[rows, edge]
    on_rim = (1.0 - part) * sigma[edge] + part * np.roll(sigma, -1)[edge]
    return np.where(distance[rows, edge] <= MAX_FROM_RIM_MM, on_rim, everywhere)
