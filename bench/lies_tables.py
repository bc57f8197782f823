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
from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece import MountKind
from tableassist.studio.staging import table_faults as faults
from tableassist.studio.staging.staged_table import StagedPiece
from tableassist.studio.surfaces.fleet_colours import FleetColours

FLAG_FROM_STERN_MM, FLAG_Z_MM = 3.0, (55.0, 59.0)
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


class About(Enum):
    """What a row lies about, as a ruling's condition may name it."""

    HULL = "hull"
    """Its hull does not lie where its tag has it."""
    MASTS = "masts"
    STANDING = "standing"
    """Its hull is not on the mat."""
    NEITHER = "neither"


@dataclass(frozen=True)
class Row:
    name: str
    fault: Fault | None = None
    """What is done to one ship of a group."""
    liars: int = len(GROUPS)
    """In so many groups of a picture; the others are not asked about."""
    makers: tuple[Callable[..., object], ...] = GROUPS
    swapped: bool = False
    """Whether the two ships of every group carry each other's plates."""
    print_scale: float = 1.0
    about: About = About.NEITHER


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


SWAPPED = (*(_other_rigs(range_group), _other_rigs(line_group)) * 6, *(_other_rigs(ram_group),) * 4)
MASTS_OFF = (lost_sail_group, lost_gun_group) * 8
HELD = 5
"""Of the sixteen groups of a picture: what is held up shows against ships that stand, and on no table most are held."""
CONTROL = Row("control")
ROWS = {
    row.name: row
    for row in (
        CONTROL,
        *(Row(f"rig leans {degrees}°", _leaning(degrees), about=About.HULL) for degrees in (2, 3, 4, 6, 10)),
        *(Row(f"ship tilted {degrees}°", _tilted(degrees), about=About.HULL) for degrees in (3, 6)),
        *(Row(f"staff bent {degrees}°", _bent(degrees), about=About.HULL) for degrees in (2, 3, 5, 8)),
        *(
            Row(f"held {millimetres} mm", _held(millimetres), HELD, about=About.STANDING)
            for millimetres in (3, 8, 14, 20)
        ),
        Row("plate turned 3°", _turned(3), about=About.HULL),
        Row("plate pushed 2 mm", _pushed(2), about=About.HULL),
        *(Row(f"kit {percent} %", print_scale=percent / 100) for percent in (96, 97, 98, 99)),
        Row("plates swapped", swapped=True, makers=SWAPPED, about=About.HULL),
        Row("tag 180° round", _round, about=About.HULL),
        Row("masts off", makers=MASTS_OFF, about=About.MASTS),
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
    staged = [
        each for place, (group, _) in enumerate(groups) for each in _staged_group(group, row, rng, lies=place in lying)
    ]
    pieces = tuple(body.piece for group, _ in groups for body in group)
    asked = tuple(question for place, (_, question) in enumerate(groups) if place in lying)
    return LyingTable(pieces, tuple(staged), asked)


def _staged_group(group, row, rng, *, lies):
    stand = [_stood(body, rng) for body in group]
    ships = [place for place, body in enumerate(group) if body.piece.model.kind is PieceKind.SHIP]
    if row.swapped:
        one, other = ships
        stand[one], stand[other] = faults.with_plates_swapped(stand[one], stand[other])
    if row.fault is not None and lies:
        liar = int(rng.choice(ships))
        stand[liar] = row.fault(stand[liar], rng)
    return stand


def _stood(body, rng):
    """On the mat as a hand sets a piece down: the mounts as far off as the jig leaves them, the rig nearly upright."""
    staged = StagedPiece(as_mounted(body.piece, rng), body.pose)
    if body.piece.model.kind is not PieceKind.SHIP:
        return staged
    painted = staging.set_down(replace(staged, colours=PAINT[rng.integers(len(PAINT))]), rng)
    return faults.dismasted(painted, *body.masts_off) if body.masts_off else painted
