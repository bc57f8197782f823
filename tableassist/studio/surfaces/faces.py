"""Solids as painted faces in the mat's frame."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats
from tableassist.studio.surfaces.placed_tag import PlacedTag
from tableassist.studio.surfaces.placement import Placement
from tableassist.vision.camera.frame import Image

Colour = tuple[float, float, float]
"""Blue, green, red, 0 to 255, as under full light."""
PAPER: Colour = (232.0, 236.0, 238.0)
PAPER_RIM: Colour = (205.0, 210.0, 214.0)


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """A picture on a plane: the texel at `origin_texel` lies at the placement's origin, rows run along -y."""

    image: Image
    mat_from_skin: Placement
    texels_per_mm: float
    origin_texel: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A flat face, counter-clockwise as seen from outside."""

    points: Floats
    """(N, 3) mm on the mat."""
    colour: Colour
    skin: Skin | None = None
    tag: PlacedTag | None = None

    @property
    def own_plane(self) -> Placement | None:
        """The frame of what is painted on the face; None for a plain one."""
        if self.tag is not None:
            return self.tag.mat_from_tag
        return None if self.skin is None else self.skin.mat_from_skin


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    faces: tuple[Face, ...]
    casts_shadow: bool = True

    @property
    def points(self) -> Floats:
        return np.concatenate([face.points for face in self.faces])


@dataclass(frozen=True, slots=True, eq=False)
class Prism:
    """An upright prism before it is placed: an outline with a foot and a head."""

    outline: Sequence[tuple[float, float]]
    foot_mm: float
    head_mm: float

    def rings(self, placement: Placement) -> tuple[Floats, Floats]:
        flat = np.array(self.outline, dtype=np.float64)
        low = np.column_stack([flat, np.full(len(flat), self.foot_mm)])
        high = np.column_stack([flat, np.full(len(flat), self.head_mm)])
        return placement.place(low), placement.place(high)


def solid_prism(
    prism: Prism,
    placement: Placement,
    *,
    side: Colour,
    top: Colour,
    top_skin: Skin | None = None,
    casts_shadow: bool = True,
) -> Solid:
    """Sides and top; nobody sees the bottom."""
    low, high = prism.rings(placement)
    count = len(low)
    sides = [Face(np.array([low[i], low[(i + 1) % count], high[(i + 1) % count], high[i]]), side) for i in range(count)]
    return Solid((*sides, Face(high, top, top_skin)), casts_shadow)


def rectangle(x_mm: float, y_mm: float, along_mm: float, across_mm: float) -> list[tuple[float, float]]:
    """Counter-clockwise round (x, y)."""
    a, b = along_mm / 2.0, across_mm / 2.0
    return [(x_mm - a, y_mm - b), (x_mm + a, y_mm - b), (x_mm + a, y_mm + b), (x_mm - a, y_mm + b)]


def paper_card(upper: Face, up: Floats, thickness_mm: float) -> Solid:
    """Paper or card with its edges; thin paper throws no shadow worth drawing. `up` (3,) is its normal."""
    top = upper.points
    low = top - thickness_mm * up
    sides = [Face(np.array([low[i], low[(i + 1) % 4], top[(i + 1) % 4], top[i]]), PAPER_RIM) for i in range(4)]
    return Solid((*sides, upper), casts_shadow=thickness_mm > 0.3)


def tag_card(tag: PlacedTag, *, thickness_mm: float) -> Solid:
    """The white card, with the tag printed on its upper face."""
    return paper_card(Face(tag.plate, PAPER, tag=tag), tag.mat_from_tag.rotation[:, 2], thickness_mm)
