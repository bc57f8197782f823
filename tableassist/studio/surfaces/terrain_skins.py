"""How icebergs, weeds, whirlpools, currents, creatures' bases, cards and coins are painted.

Each paint takes how far a texel lies inside the outline, in mm, and a generator.
"""

from collections.abc import Callable, Mapping

import numpy as np

from tableassist.pieces.model import PieceKind
from tableassist.studio.surfaces.texture import Field, blend, noise_field

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
