"""Solids as painted faces in space, tags with their printed modules, and the colours of fleets."""

import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from tableassist.errors import BadRequestError
from tableassist.geometry import Floats, MatPoints3
from tableassist.vision.camera.frame import Image


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """`mat_from_something` in space."""

    rotation: Floats
    shift: Floats

    def place(self, points: Floats) -> Floats:
        """(N, 3) to (N, 3) on the mat."""
        return points @ self.rotation.T + self.shift

    def then(self, inner: "Placement") -> "Placement":
        """`mat_from_inner`, where `inner` is placed on what this places."""
        return Placement(self.rotation @ inner.rotation, self.rotation @ inner.shift + self.shift)


def rotation_xyz(roll_rad: float, pitch_rad: float, yaw_rad: float) -> Floats:
    """Roll about x first, then pitch about y, then yaw about z."""
    cr, sr = math.cos(roll_rad), math.sin(roll_rad)
    cp, sp = math.cos(pitch_rad), math.sin(pitch_rad)
    cy, sy = math.cos(yaw_rad), math.sin(yaw_rad)
    about_x = np.array([[1.0, 0.0, 0.0], [0.0, cr, -sr], [0.0, sr, cr]])
    about_y = np.array([[cp, 0.0, sp], [0.0, 1.0, 0.0], [-sp, 0.0, cp]])
    about_z = np.array([[cy, -sy, 0.0], [sy, cy, 0.0], [0.0, 0.0, 1.0]])
    return np.asarray(about_z @ about_y @ about_x, dtype=np.float64)


_FAMILIES = {
    "36h11": (cv2.aruco.DICT_APRILTAG_36h11, 8),
    "25h9": (cv2.aruco.DICT_APRILTAG_25h9, 7),
    "16h5": (cv2.aruco.DICT_APRILTAG_16h5, 6),
}


def _family(family: str) -> tuple[int, int]:
    dictionary_id = _FAMILIES.get(family.removeprefix("tag"))
    if dictionary_id is None:
        raise BadRequestError(
            "tag family {family!r} is not known, expected one of {families}", family=family, families=tuple(_FAMILIES)
        )
    return dictionary_id


def modules_across(family: str) -> int:
    """Modules along the side of the black square."""
    return _family(family)[1]


def plate_side_mm(family: str, size_mm: float) -> float:
    """The white card that carries the tag: its quiet zone of one module, and a rim for the scissors."""
    across = modules_across(family)
    return size_mm * (across + 2) / across + 0.06 * size_mm


@lru_cache(maxsize=1024)
def tag_modules(family: str, tag: int) -> Image:
    """(n + 2, n + 2) of 0 and 255, one per module, the quiet zone included; row 0 is the top."""
    dictionary, across = _family(family)
    dictionary_id = cv2.aruco.getPredefinedDictionary(dictionary)
    if not 0 <= tag < len(dictionary_id.bytesList):
        raise BadRequestError(
            "tag {tag} is not in family {family}, which has {count}",
            tag=tag,
            family=family,
            count=len(dictionary_id.bytesList),
        )
    black = cv2.aruco.generateImageMarker(dictionary_id, tag, across)
    modules = np.full((across + 2, across + 2), 255, np.uint8)
    modules[1:-1, 1:-1] = black
    modules.setflags(write=False)
    return modules


@lru_cache(maxsize=1024)
def tag_texture(family: str, tag: int, texels: int) -> Image:
    """The modules, each `texels` wide.

    Looked up with linear interpolation, an edge between two modules becomes a ramp one texel wide, centred on
    the edge: the exact coverage of a sample as wide as a texel. So choose texels as wide as the samples.
    """
    wide = np.kron(tag_modules(family, tag), np.ones((texels, texels), np.uint8))
    wide.setflags(write=False)
    return wide


def square_corners(size_mm: float) -> Floats:
    """(4, 3) in the tag's frame: lower left, lower right, upper right, upper left as it is read."""
    half = size_mm / 2.0
    return np.array([[-half, -half, 0.0], [half, -half, 0.0], [half, half, 0.0], [-half, half, 0.0]])


@dataclass(frozen=True, slots=True, eq=False)
class PlacedTag:
    family: str
    tag: int
    size_mm: float
    mat_from_tag: Placement

    @property
    def corners(self) -> MatPoints3:
        """(4, 3) on the mat: the black square's lower left, lower right, upper right, upper left."""
        return MatPoints3(self.mat_from_tag.place(square_corners(self.size_mm)))

    @property
    def module_mm(self) -> float:
        return self.size_mm / modules_across(self.family)

    @property
    def plate_side_mm(self) -> float:
        return plate_side_mm(self.family, self.size_mm)

    @property
    def plate(self) -> Floats:
        """(4, 3) on the mat: the corners of the white card."""
        return self.mat_from_tag.place(square_corners(self.plate_side_mm))


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


@dataclass(frozen=True, slots=True)
class FleetColours:
    hull: Colour
    deck: Colour
    rail: Colour
    cloth: Colour
    emblem: Colour
    cross: bool


_FLEETS = {
    "english": FleetColours(
        (52.0, 58.0, 150.0),
        (112.0, 160.0, 196.0),
        (46.0, 50.0, 168.0),
        (226.0, 234.0, 238.0),
        (48.0, 44.0, 190.0),
        True,
    ),
    "pirates": FleetColours(
        (40.0, 42.0, 46.0), (74.0, 100.0, 130.0), (30.0, 30.0, 34.0), (58.0, 54.0, 56.0), (214.0, 222.0, 226.0), False
    ),
}
_OTHER_HULLS: tuple[Colour, ...] = (
    (150.0, 92.0, 40.0),
    (60.0, 130.0, 70.0),
    (40.0, 150.0, 200.0),
    (140.0, 60.0, 120.0),
)


def fleet_colours(owner: str | None) -> FleetColours:
    """The two fleets of the demo by name; any other owner gets one of four hulls, always the same."""
    colours = _FLEETS.get((owner or "").lower().removesuffix("s")) or _FLEETS.get((owner or "").lower())
    if colours is not None:
        return colours
    hull = _OTHER_HULLS[zlib.crc32((owner or "").encode()) % len(_OTHER_HULLS)]
    return FleetColours(hull, (120.0, 168.0, 198.0), hull, (214.0, 226.0, 232.0), hull, False)
