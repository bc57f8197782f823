"""Tables of close questions on which one ship of every group is not as the table file says.

The ships are of real size, painted in several colours (one hardly differs from the sea), with an 18 mm tag on a staff
at the stern, 55 to 59 mm up. Where they carry two, the second is 14 mm wide and lies 12 mm up on a small plate behind
the stern, clear of the flag as seen from above. Nothing on the deck would do: sails hide it. Near the mat's rim the
flag or a sail hides the lower tag of some ships; there the slanting view shows a lean by the flag alone.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

import numpy as np
import shapely

from bench import staging
from bench.trust_tables import (
    GROUPS,
    JIG_Z_MM,
    MOST_MM,
    REACH_MM,
    RIGS,
    Question,
    Shipyard,
    as_mounted,
    line_group,
    make_groups,
    ram_group,
    range_group,
)
from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import MountKind, PieceKind
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging import table_faults as faults
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable
from tableassist.studio.surfaces.faces import FleetColours
from tableassist.vision.hull.look import seen_appearance
from tableassist.vision.mounts.colours import CONTRAST
from tableassist.vision.registration.registration import register
from tableassist.vision.tags.detector import TagDetector

FLAG_FROM_STERN_MM, FLAG_Z_MM = 3.0, (55.0, 59.0)
JIG_LIGHT = Look(light_azimuth_deg=40.0, light_elevation_deg=60.0)
LOW_TAG_MM, LOW_Z_MM, LOW_FROM_STERN_MM = 14.0, 12.0, -23.0
_SAILCLOTH = (222.0, 230.0, 234.0)
_RED, _BLACK, _SEA, _GREEN, _YELLOW, _GREY = (
    (52.0, 58.0, 150.0),
    (40.0, 42.0, 46.0),
    (134.0, 92.0, 34.0),
    (60.0, 130.0, 70.0),
    (40.0, 150.0, 200.0),
    (200.0, 206.0, 210.0),
)
PAINT = (
    FleetColours(_RED, (112.0, 160.0, 196.0), _RED, _SAILCLOTH, _RED, True),
    FleetColours(_BLACK, (74.0, 100.0, 130.0), _BLACK, (58.0, 54.0, 56.0), _SAILCLOTH, False),
    FleetColours(_SEA, (142.0, 102.0, 46.0), (120.0, 80.0, 30.0), _SAILCLOTH, (120.0, 70.0, 30.0), False),
    FleetColours(_GREEN, (120.0, 168.0, 198.0), _GREEN, _SAILCLOTH, _GREEN, False),
    FleetColours(_YELLOW, (60.0, 96.0, 128.0), _YELLOW, (60.0, 70.0, 160.0), _SAILCLOTH, True),
    FleetColours(_GREY, (150.0, 176.0, 196.0), _GREY, _SAILCLOTH, (90.0, 60.0, 40.0), True),
)
"""The third is painted like the sea."""


class FlagShipyard(Shipyard):
    """Ships with a flag's tag at the stern, and perhaps a second one low behind it."""

    def __init__(self, rng, *, two_tags=False):
        super().__init__(rng)
        self.two_tags = two_tags

    def ship(self, owner, rigs=RIGS):
        piece = super().ship(owner, rigs)
        stern, bow = (end(x for x, _ in piece.model.hull) for end in (min, max))
        at = stern + FLAG_FROM_STERN_MM, 0.0, self.rng.uniform(*FLAG_Z_MM)
        flag = replace(piece.mounts[0], kind=MountKind.FLAG, mast=None, x_mm=at[0], y_mm=at[1], z_mm=at[2])
        mounts = [replace(flag, pivot_x_mm=bow)]  # fitted out already, as the masthead's plate that it was
        if self.two_tags:
            low = self._mount(MountKind.PLATE, (stern + LOW_FROM_STERN_MM, 0.0, LOW_Z_MM), JIG_Z_MM)
            mounts.append(self._fitted_out(replace(low, size_mm=LOW_TAG_MM, pivot_x_mm=bow)))
        return replace(piece, mounts=tuple(mounts))

    def has_room(self, group):
        """A plate behind a stern lies on no other hull and no other plate."""
        if not self.two_tags:
            return True
        ships = [body for body in group if body.piece.model.kind is PieceKind.SHIP]
        return not any(
            _low_plate(one).intersects(other.hull) or _low_plate(one).intersects(_low_plate(other))
            for one in ships
            for other in ships
            if one is not other
        )


def _low_plate(body):
    mount = body.piece.mounts[1]
    half = 0.66 * mount.size_mm
    ring = [(mount.x_mm + half * a, half * b) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return shapely.Polygon(body.placed(ring))


Fault = Callable[[StagedPiece, np.random.Generator], StagedPiece]


class Cause(Enum):
    """What is wrong with the ships of a row."""

    IDENTITY = "identity"
    """A ship carries another's plate."""
    TURNED = "turned"
    """A tag was glued on half a turn round."""
    MASTS = "masts"
    PLATE = "plate"
    """The plate does not stand over the hull as on the jig: a lean, a bent staff, a plate that was pushed."""
    LIFT = "lift"
    SCALE = "scale"
    NONE = "none"


class Swap(Enum):
    """Whose plates are exchanged."""

    IN_GROUP = "in group"
    """The two ships of every group carry each other's plates."""
    APART = "apart"
    """One ship of each group carries the plate of a ship in another group."""
    CIRCLE = "circle"
    """The same, in circles of three groups."""


@dataclass(frozen=True)
class Row:
    name: str
    cause: Cause = Cause.NONE
    fault: Fault | None = None
    """What is done to one ship of a group."""
    liars: int = len(GROUPS)
    """Number of groups of a picture with a fault; the others are not asked about."""
    makers: tuple[Callable[..., object], ...] = GROUPS
    swap: Swap | None = None
    print_scale: float = 1.0
    lean_alike_rad: float = 0.0
    """Lean of every ship's rig, towards the same side of the mat."""
    colours_kept: bool = False
    """Whether the table file knows the colours of the hulls, as `mount` writes them down."""


def _any_way(rng):
    return float(rng.uniform(-math.pi, math.pi))


def _leaning(degrees):
    rad = math.radians(degrees)
    return lambda staged, rng: faults.with_leaning_rig(staged, lean_rad=rad, towards_rad=_any_way(rng))


def _tilted(degrees):
    rad = math.radians(degrees)
    return lambda staged, rng: faults.leaning(staged, lean_rad=rad, towards_rad=_any_way(rng))


def _bent(degrees):
    rad = math.radians(degrees)
    return lambda staged, rng: faults.with_bent_staff(staged, bend_rad=rad, towards_rad=_any_way(rng))


def _held(millimetres):
    return lambda staged, _: faults.held_up(staged, by_mm=millimetres)


def _turned(degrees):
    rad = math.radians(degrees)
    return lambda staged, rng: faults.with_plate_turned(staged, turn_rad=rad * float(rng.choice((-1.0, 1.0))))


def _pushed(millimetres):
    return lambda staged, rng: faults.with_plate_pushed(staged, by_mm=millimetres, towards_rad=_any_way(rng))


def _round(staged, _):
    return faults.with_tag_turned_round(staged)


def _other_rigs(make):
    """A group whose two ships are of different models: plates of sisters can be swapped, and no outline would tell."""

    def made(yard, rng):
        group = make(yard, rng)
        if group is None:
            return None
        models = [body.piece.model.name for body in group[0] if body.piece.model.kind is PieceKind.SHIP]
        return group if len(set(models)) == len(models) else None

    return made


def lost_sail_group(yard, rng):
    """A shot at a ship who lost the mast that would be nearest, and the margin is that of what still stands."""
    made = range_group(yard, rng)
    if made is None:
        return None
    (shooter, target), asked = made
    gun = shapely.Point(shooter.gun(asked.cannon))
    masts = range(1, len(target.piece.model.masts) + 1)
    nearest = min(masts, key=lambda mast: shapely.Point(target.gun(mast)).distance(gun))
    margin = rng.uniform(-MOST_MM, MOST_MM)
    wanted = REACH_MM[shooter.piece.cannons[0].reach] - margin
    bare = replace(target, masts_off=(nearest,))
    away = np.array([bare.pose.x_mm - gun.x, bare.pose.y_mm - gun.y])
    away /= np.linalg.norm(away)
    for _ in range(30):
        bare = bare.moved(*((wanted - bare.parts.distance(gun)) * away))
    margin = REACH_MM[shooter.piece.cannons[0].reach] - bare.parts.distance(gun)
    if abs(margin) > MOST_MM or shooter.hull.distance(bare.hull) < 8.0:
        return None
    return (shooter, bare), replace(asked, margin_mm=margin)


def lost_gun_group(yard, rng):
    """A shot well in range from a mast that is gone: no shot at all."""
    made = range_group(yard, rng)
    if made is None or made[1].margin_mm < 0.5:
        return None
    (shooter, target), asked = made
    return (replace(shooter, masts_off=(asked.cannon,)), target), replace(asked, margin_mm=-asked.margin_mm)


def _hull_length_mm(body):
    along = [x for x, _ in body.piece.model.hull]
    return max(along) - min(along)


def _by_size(make, is_wanted):
    """A group whose two ships are of different models, with a wanted difference of their lengths."""
    other_rigs = _other_rigs(make)

    def make_group(yard, rng):
        group = other_rigs(yard, rng)
        if group is None:
            return None
        one, other = (_hull_length_mm(body) for body in group[0] if body.piece.model.kind is PieceKind.SHIP)
        return group if is_wanted(abs(one - other)) else None

    return make_group


def _sisters(make):
    """A group whose two ships are of the same model."""

    def make_group(yard, rng):
        group = make(yard, rng)
        if group is None:
            return None
        models = {body.piece.model.name for body in group[0] if body.piece.model.kind is PieceKind.SHIP}
        return group if len(models) == 1 else None

    return make_group


SAME_SIZE_MM, OTHER_SIZE_MM = 4.5, 8.0
"""Hulls of neighbouring models differ in length by 2 to 4 mm, the shortest and the longest by 20."""
SWAPPED = (*(_other_rigs(range_group), _other_rigs(line_group)) * 6, *(_other_rigs(ram_group),) * 4)
SAME_SIZE = (_by_size(range_group, lambda mm: mm <= SAME_SIZE_MM),) * 12 + (
    _by_size(ram_group, lambda mm: mm <= SAME_SIZE_MM),
) * 4
OTHER_SIZE = (_by_size(range_group, lambda mm: mm >= OTHER_SIZE_MM),) * 12 + (
    _by_size(ram_group, lambda mm: mm >= OTHER_SIZE_MM),
) * 4
SISTERS = (_sisters(range_group),) * 12 + (_sisters(ram_group),) * 4
MASTS_OFF = (lost_sail_group, lost_gun_group) * 8
HELD = 5
"""Of the sixteen groups of a picture: what is held up shows against ships that stand, and on no table most are held."""
CONTROL = Row("control")
ROWS = {
    row.name: row
    for row in (
        CONTROL,
        Row("swapped, neighbours", Cause.IDENTITY, swap=Swap.IN_GROUP, makers=SWAPPED),
        Row("swapped, apart", Cause.IDENTITY, swap=Swap.APART, makers=SWAPPED),
        Row("swapped, same size", Cause.IDENTITY, swap=Swap.IN_GROUP, makers=SAME_SIZE),
        Row("swapped, other size", Cause.IDENTITY, swap=Swap.IN_GROUP, makers=OTHER_SIZE),
        Row("swapped, circle", Cause.IDENTITY, swap=Swap.CIRCLE, makers=SWAPPED),
        Row("swapped, sisters", Cause.IDENTITY, swap=Swap.IN_GROUP, makers=SISTERS, colours_kept=True),
        Row("tag 180° round", Cause.TURNED, _round),
        Row("masts off", Cause.MASTS, makers=MASTS_OFF),
        *(Row(f"kit {percent} %", Cause.SCALE, print_scale=percent / 100) for percent in (95, 96, 97, 98, 99)),
        Row("all lean 3° alike", Cause.PLATE, lean_alike_rad=math.radians(3.0)),
        *(Row(f"rig leans {degrees}°", Cause.PLATE, _leaning(degrees)) for degrees in (2, 3, 4, 6, 10)),
        *(Row(f"ship tilted {degrees}°", Cause.PLATE, _tilted(degrees)) for degrees in (3, 6)),
        *(Row(f"staff bent {degrees}°", Cause.PLATE, _bent(degrees)) for degrees in (2, 3, 5, 8)),
        *(Row(f"held {millimetres} mm", Cause.LIFT, _held(millimetres), HELD) for millimetres in (3, 8, 14, 20)),
        Row("plate turned 3°", Cause.PLATE, _turned(3)),
        Row("plate pushed 2 mm", Cause.PLATE, _pushed(2)),
    )
}


@dataclass(frozen=True)
class LyingTable:
    pieces: tuple[object, ...]
    """As the table file knows them."""
    staged: tuple[StagedPiece, ...]
    """As they really stand."""
    questions: tuple[Question, ...]


def make_lying_table(row, rng, *, two_tags, mat_mm):
    groups = make_groups(rng, FlagShipyard(rng, two_tags=two_tags), row.makers, mat_mm)
    lying = set(rng.permutation(len(groups))[: row.liars].tolist())
    staged = [_staged_group(group, row, rng, lies=place in lying) for place, (group, _) in enumerate(groups)]
    if row.swap in (Swap.APART, Swap.CIRCLE):
        lying &= _swap_between_groups(staged, 2 if row.swap is Swap.APART else 3, rng)
    together = tuple(piece for group in staged for piece in group)
    pieces = tuple(body.piece for group, _ in groups for body in group)
    if row.colours_kept:
        colours = {piece.piece.id: piece.colours for piece in together}
        pieces = tuple(with_colours_kept(piece, colours[piece.id]) for piece in pieces)
    asked = tuple(question for place, (_, question) in enumerate(groups) if place in lying)
    return LyingTable(pieces, together, asked)


def _staged_group(group, row, rng, *, lies):
    """How a group really stands."""
    stand = [_set_down(body, rng) for body in group]
    ships = [place for place, body in enumerate(group) if body.piece.model.kind is PieceKind.SHIP]
    if row.swap is Swap.IN_GROUP:
        one, other = ships
        if row.colours_kept:  # two ships painted alike are the same to any eye
            stand[other] = _painted_otherwise(stand[other], stand[one], rng)
        stand[one], stand[other] = faults.with_plates_swapped(stand[one], stand[other])
    if row.lean_alike_rad:
        for ship in ships:
            towards = -stand[ship].pose.heading_rad
            stand[ship] = faults.with_leaning_rig(stand[ship], lean_rad=row.lean_alike_rad, towards_rad=towards)
    if row.fault is not None and lies:
        liar = int(rng.choice(ships))
        stand[liar] = row.fault(stand[liar], rng)
    return stand


def _swap_between_groups(staged, circle, rng):
    """Exchange the plates of one ship of each group in circles of this many groups, all of different models.

    Groups that are left over, because no partner with another model remains, keep their own plates. Return the
    indices of the groups with a changed plate.
    """
    changed = set()
    open_places = [
        (group, int(rng.choice(_ship_places(staged[group])))) for group in rng.permutation(len(staged)).tolist()
    ]
    while open_places:
        first = open_places.pop()
        chosen, models = [first], {_at(staged, first).piece.model.name}
        for place in list(open_places):
            model = _at(staged, place).piece.model.name
            if len(chosen) < circle and model not in models:
                chosen.append(place)
                models.add(model)
                open_places.remove(place)
        if len(chosen) < circle:
            continue
        ships = [_at(staged, place) for place in chosen]
        for (group, index), plated in zip(chosen, faults.with_plates_passed_on(ships), strict=True):
            staged[group][index] = plated
            changed.add(group)
    return changed


def _ship_places(group):
    return [index for index, each in enumerate(group) if each.piece.model.kind is PieceKind.SHIP]


def _at(staged, place):
    return staged[place[0]][place[1]]


def _set_down(body, rng):
    """On the mat as a hand sets a piece down: the mounts as far off as the jig leaves them, the rig nearly upright."""
    staged = StagedPiece(as_mounted(body.piece, rng), body.pose)
    if body.piece.model.kind is not PieceKind.SHIP:
        return staged
    painted = staging.set_down(replace(staged, colours=PAINT[rng.integers(len(PAINT))]), rng)
    return faults.dismasted(painted, *body.masts_off) if body.masts_off else painted


def _painted_otherwise(staged, than, rng):
    paints = [paint for paint in PAINT if paint != than.colours]
    return replace(staged, colours=paints[rng.integers(len(paints))])


def with_colours_kept(piece, paint):
    """The piece as the table file has it after fitting out: with the colours that its hull showed on the jig."""
    if piece.model.kind is not PieceKind.SHIP:
        return piece
    return replace(piece, hull_colours=_colours_on_jig(piece.model, paint))


@lru_cache(maxsize=256)
def _colours_on_jig(model, paint):
    """Colours of a hull of this model and paint, as one picture from the jig's usual slant shows them."""
    view = staging.camera("1080p", 25.0, -90.0)
    yard = FlagShipyard(np.random.default_rng(11))
    piece = yard.ship("A", (model.name,))
    pose = PlanarPose(staging.MAT_MM / 2, staging.MAT_MM / 2, 0.0)
    staged = StagedPiece(piece, pose, colours=paint)
    image = Studio(view, JIG_LIGHT).picture(StagedTable(staging.mat_layout(), (staged,)), np.random.default_rng(12))
    mat = staging.mat_layout()
    on_mat = TagDetector(("36h11",)).detect(image)
    registration = register(tuple(each for each in on_mat if each.tag < len(mat.tags)), mat, staging.lens_of(view))
    masts = tuple(range(1, len(model.masts) + 1))
    seen = seen_appearance(image, registration, piece, pose, masts, least_contrast=CONTRAST)
    return () if seen is None else seen.numbers
