"""Tables of close questions: small groups of pieces whose one margin is drawn, with the truth from their true poses.

By shapely and this file's own arithmetic, not by the rules.
"""

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import shapely

from bench import staging
from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import Cannon, CannonRange, MountKind, Piece, PieceKind, PieceModel, TagMount
from tableassist.store.models import find_model

MOST_MM = 5.0
REACH_MM = {"S": 57.5, "L": 83.8}
"""The printed bars."""
TOUCH_MM = 1.0
CELLS, CELL_MM = 4, 192.0
TAG_MM, PLATE_MM = 18.0, 58.0
"""A ship's plate stands above every sail, her neighbours' too."""
JIG_XY_MM, JIG_Z_MM, JIG_YAW_RAD = 0.10, 0.15, math.radians(0.12)
PLATE_SLOPE, JIG_SLOPE = math.radians(1.0), math.radians(0.2)
"""What fitting out on the jig leaves; how level plates are, and how well the jig tells it."""
FLAT_Z_MM = 0.05
"""Of a tag that lies on a card."""
RIGS = ("one-mast", "two-mast", "three-mast", "four-mast", "five-mast", "schooner-2", "schooner-3")
ROCK = tuple((30.0 * math.cos(math.tau * k / 16), 17.0 * math.sin(math.tau * k / 16)) for k in range(16))
"""Convex, as the truth about shadows needs it."""


@dataclass(frozen=True)
class Question:
    rule: str
    subject: str
    target: str
    cannon: int | None
    margin_mm: float
    """Above zero where the true answer is yes."""


@dataclass(frozen=True)
class Body:
    """A piece of a group, where it really is."""

    piece: Piece
    pose: PlanarPose
    masts_off: tuple[int, ...] = ()
    """Of the real ship; the table file and the ledger may not know."""

    def placed(self, points):
        c, s = math.cos(self.pose.heading_rad), math.sin(self.pose.heading_rad)
        return np.asarray(points, dtype=float) @ np.array([[c, s], [-s, c]]) + (self.pose.x_mm, self.pose.y_mm)

    @property
    def hull(self):
        return shapely.Polygon(self.placed(self.piece.model.hull))

    @property
    def bow(self):
        model = self.piece.model
        zone = shapely.Polygon(model.hull).intersection(shapely.box(model.bow_zone_from_x_mm, -99, 99, 99))
        return shapely.Polygon(self.placed(zone.exterior.coords))

    @property
    def parts(self):
        """Hull, bowsprit, sails: what a shot may end on."""
        model = self.piece.model
        shapes = [self.hull]
        if model.bowsprit:
            shapes.append(shapely.LineString(self.placed(model.bowsprit)))
        for number, mast in enumerate(model.masts, start=1):
            if number in self.masts_off:
                continue
            dx, dy = (mast.sail.width_mm / 2 * part for part in mast.sail.direction)
            ends = ((mast.x_mm - dx, mast.y_mm - dy), (mast.x_mm + dx, mast.y_mm + dy))
            shapes.append(shapely.LineString(self.placed(ends)))
        return shapely.GeometryCollection(shapes)

    def gun(self, mast):
        at = self.piece.model.masts[mast - 1]
        return self.placed([(at.x_mm, at.y_mm)])[0]

    def moved(self, dx, dy):
        return replace(self, pose=PlanarPose(self.pose.x_mm + dx, self.pose.y_mm + dy, self.pose.heading_rad))

    def about(self, middle, turn):
        """Turned about the origin, then set down with it at `middle`."""
        c, s = math.cos(turn), math.sin(turn)
        x, y = self.pose.x_mm, self.pose.y_mm
        heading = math.remainder(self.pose.heading_rad + turn, math.tau)
        return replace(self, pose=PlanarPose(middle[0] + c * x - s * y, middle[1] + s * x + c * y, heading))


class Shipyard:
    """Makes pieces with running numbers; the models' outlines are taken as exact."""

    max_margin_mm = MOST_MM
    """Of the questions about her ships, to either side of the limit."""

    def __init__(self, rng):
        self.rng = rng
        self.count = 0
        self.tag = 20

    def ship(self, owner, rigs=RIGS):
        model = _model(rigs[self.rng.integers(len(rigs))])
        reach = CannonRange.LONG if self.rng.random() < 0.5 else CannonRange.SHORT
        cannons = tuple(Cannon(mast, 3, reach) for mast in range(1, len(model.masts) + 1))
        mast = model.masts[-1]
        top = max(PLATE_MM, mast.top_mm + 6.0)
        mount = self._mount(MountKind.MASTHEAD, (mast.x_mm, mast.y_mm, top), JIG_Z_MM, len(model.masts))
        bow = max(x for x, _ in model.hull)
        return self._piece(model, owner, cannons, self._fitted_out(replace(mount, pivot_x_mm=bow)))

    def has_room(self, _group):
        """Whether what stands beside the hulls is clear of the others. Here nothing does."""
        return True

    def rock(self):
        return self._land(PieceModel("rock", PieceKind.ISLAND, ROCK, 1.0, (), (), None, 0.0))

    def island(self):
        return self._land(_model("island-round"))

    def _land(self, model):
        """With two tags: a ship's plate hides one of them when she is near."""
        mounts = [self._mount(MountKind.PLATE, (x, 0.0, 1.2), FLAT_Z_MM) for x in (-16.0, 16.0)]
        return self._piece(model, None, (), *mounts)

    def _mount(self, kind, at, sigma_z_mm, mast=None):
        self.tag += 1
        return TagMount("36h11", self.tag, TAG_MM, kind, *at, 0.0, JIG_XY_MM, sigma_z_mm, JIG_YAW_RAD, mast)

    def _fitted_out(self, mount):
        """With what the jig tells of a raised plate besides its place."""
        slope_x, slope_y = self.rng.normal(0.0, PLATE_SLOPE, 2)
        return staging.with_known_lean(replace(mount, slope_x=slope_x, slope_y=slope_y, sigma_slope=JIG_SLOPE))

    def _piece(self, model, owner, cannons, *mounts):
        self.count += 1
        return Piece(f"p{self.count}", f"#{self.count:02d} {model.name}", model, owner, cannons, mounts)


@lru_cache
def _model(name):
    return replace(find_model(name, asked_in=Path(__file__), field="bench"), sigma_mm=0.0)


def range_group(yard, rng):
    """A gun and the nearest part of an enemy ship."""
    shooter = Body(yard.ship("A"), PlanarPose(0.0, 0.0, rng.uniform(-math.pi, math.pi)))
    target = Body(yard.ship("B"), PlanarPose(0.0, 0.0, rng.uniform(-math.pi, math.pi)))
    cannon = shooter.piece.cannons[rng.integers(len(shooter.piece.cannons))]
    margin = rng.uniform(-yard.max_margin_mm, yard.max_margin_mm)
    gun = shapely.Point(shooter.gun(cannon.mast))
    away = _unit(rng.uniform(-math.pi, math.pi))
    wanted = REACH_MM[cannon.reach] - margin
    at = _first(lambda d: target.moved(*(d * away)).parts.distance(gun) - wanted, 160.0)
    if at is None:
        return None
    placed = target.moved(*(at * away))
    if shooter.hull.distance(placed.hull) < 8.0:
        return None
    margin = REACH_MM[cannon.reach] - placed.parts.distance(gun)
    return (shooter, placed), Question("range", shooter.piece.id, placed.piece.id, cannon.mast, margin)


def ram_group(yard, rng):
    """A bow and an enemy's hull; hulls do not pass into each other, so the gap is never below zero."""
    return _contact("ram", yard.ship("A"), yard.ship("B"), rng.uniform(-yard.max_margin_mm, TOUCH_MM), rng)


def dock_group(yard, rng):
    """A bow and an island's shore, onto which a ship may slide: it is a card."""
    return _contact("docking", yard.ship("A"), yard.island(), rng.uniform(-yard.max_margin_mm, yard.max_margin_mm), rng)


def _contact(rule, piece, other, margin, rng):
    still = Body(other, PlanarPose(0.0, 0.0, rng.uniform(-math.pi, math.pi)))
    heading = rng.uniform(-math.pi, math.pi)
    ahead, aside = _unit(heading), _unit(heading + math.pi / 2)
    start = Body(piece, PlanarPose(*(rng.uniform(-8, 8) * aside), heading))
    gap = TOUCH_MM - margin
    back = _first(lambda d: start.moved(*(-d * ahead)).bow.distance(still.hull) - max(gap, 1e-6), 120.0)
    if back is None:
        return None
    moved = start.moved(*((-back + max(0.0, -gap)) * ahead))
    if gap >= 0 and moved.hull.distance(still.hull) < gap - 1e-6:
        return None
    if gap >= 0:
        margin = TOUCH_MM - moved.bow.distance(still.hull)
    return (moved, still), Question(rule, piece.id, other.id, None, margin)


def line_group(yard, rng):
    """A shot past an island, which can be shifted by the margin before the answer changes."""
    shooter = Body(yard.ship("A", ("one-mast",)), PlanarPose(0.0, 0.0, rng.uniform(-math.pi, math.pi)))
    target = Body(yard.ship("B"), PlanarPose(rng.uniform(0.75, 0.95) * 83.8, 0.0, rng.uniform(-math.pi, math.pi)))
    shooter = replace(shooter, piece=replace(shooter.piece, cannons=(Cannon(1, 3, CannonRange.LONG),)))
    turned = math.pi / 2 + rng.uniform(-0.7, 0.7)
    blocker = Body(yard.rock(), PlanarPose(rng.uniform(0.42, 0.55) * 83.8, 0.0, turned))
    gun, side = shooter.gun(1), rng.choice((-1.0, 1.0))
    in_reach = target.parts.intersection(shapely.Point(gun).buffer(REACH_MM["L"], quad_segs=2048))
    edge = _first(lambda d: 1.0 if _seen(gun, in_reach, blocker.moved(0.0, side * d)) else -1.0, 90.0)
    if edge is None or _seen(gun, in_reach, blocker):
        return None
    margin = rng.uniform(-yard.max_margin_mm, yard.max_margin_mm)
    placed = blocker.moved(0.0, side * (edge + margin))
    apart = min(placed.hull.distance(shooter.hull), placed.hull.distance(target.hull))
    if apart < 1.0 or shooter.hull.distance(target.hull) < 20.0 or _seen(gun, in_reach, placed) != (margin > 0):
        return None
    question = Question("line_of_fire", shooter.piece.id, target.piece.id, 1, margin)
    return (shooter, target, placed), question


def _seen(gun, in_reach, blocker):
    """Whether anything of the target lies outside the shadow of a convex blocker."""
    corners = np.asarray(blocker.hull.exterior.coords)
    far = gun + 40.0 * (corners - gun)
    shadow = shapely.MultiPoint(np.concatenate([corners, far])).convex_hull
    left = (
        in_reach.difference(shadow)
        if in_reach.geom_type != "GeometryCollection"
        else shapely.union_all([part.difference(shadow) for part in in_reach.geoms])
    )
    return left.length > 1e-9


def _unit(turn):
    return np.array([math.cos(turn), math.sin(turn)])


def _first(signed, far_mm):
    """Coming in from `far_mm`, where `signed` is above zero, the first place where it is zero."""
    steps = np.arange(far_mm, -1.0, -2.0)
    if signed(far_mm) <= 0:
        return None
    below = next((d for d in steps if signed(d) <= 0), None)
    if below is None:
        return None
    low, high = below, below + 2.0
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if signed(middle) <= 0 else (low, middle)
    return high


GROUPS = (*(range_group, line_group) * 5, *(ram_group, dock_group) * 3)


def make_table(rng):
    """Bodies and questions over the whole mat."""
    made = make_groups(rng, Shipyard(rng), GROUPS)
    return [body for group, _ in made for body in group], [question for _, question in made]


def make_groups(rng, yard, makers, mat_mm=staging.MAT_MM):
    """Groups over the whole mat, one a cell: their bodies and the question about them."""
    groups = []
    for cell, make in enumerate(rng.permutation(np.array(makers, dtype=object))):
        middle = mat_mm / 2 + CELL_MM * (np.array(divmod(cell, CELLS)) - (CELLS - 1) / 2)
        made = None
        while made is None:
            begun = yard.count, yard.tag
            made = make(yard, rng)
            if made is None or _radius(made[0]) > CELL_MM / 2 - 3.0 or not yard.has_room(made[0]):
                made, (yard.count, yard.tag) = None, begun
        group, question = made
        centre, turn = _centre(group), rng.uniform(-math.pi, math.pi)
        groups.append((tuple(body.moved(*(-centre)).about(middle, turn) for body in group), question))
    return groups


def _centre(group):
    low_x, low_y, high_x, high_y = shapely.union_all([body.hull for body in group]).bounds
    return np.array([(low_x + high_x) / 2, (low_y + high_y) / 2])


def _radius(group):
    corners = shapely.get_coordinates([body.parts for body in group])
    return float(np.linalg.norm(corners - _centre(group), axis=1).max())


def as_mounted(piece, rng):
    """The piece with its tags where they really are: off by what their own plus-minus says."""
    return replace(piece, mounts=tuple(_off(mount, rng) for mount in piece.mounts))


def _off(mount, rng):
    turn = rng.normal(0.0, mount.sigma_yaw_rad)
    pivot = np.array([mount.x_mm if mount.pivot_x_mm is None else mount.pivot_x_mm, 0.0])
    arm = np.array([mount.x_mm, mount.y_mm]) - pivot
    x, y = pivot + arm + turn * np.array([-arm[1], arm[0]]) + rng.normal(0.0, mount.sigma_xy_mm, 2)
    slope_x, slope_y = np.array([mount.slope_x, mount.slope_y]) + rng.normal(0.0, mount.sigma_slope, 2)
    z = mount.z_mm + rng.normal(0.0, mount.sigma_z_mm)
    return replace(mount, x_mm=x, y_mm=y, z_mm=z, yaw_rad=turn, slope_x=slope_x, slope_y=slope_y)
