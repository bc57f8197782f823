"""Random moves of a hand-made ship among islands and ships, and the oracle's answer to each."""

import math
from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import Mast, MoveSegment, Piece, PieceKind, PieceModel
from tableassist.rulebook.editions.settings import RuleSettings, with_house
from tableassist.rulebook.editions.terms import BARS
from tableassist.rulebook.movement.allowance import MoveAllowance
from tableassist.rulebook.movement.move import judge_move
from tableassist.rulebook.scene import build_scene
from tableassist.scene.piece_pose import PiecePose
from tests.rulebook.move_oracle import Field, best_clearance, rim
from tests.table_states import state_of

MM = {"S": BARS.short_mm, "L": BARS.long_mm}
BOW = 20.0
HULL = ((-20.0, -6.0), (12.0, -6.0), (20.0, 0.0), (12.0, 6.0), (-20.0, 6.0))
ISLAND = ((-15.0, -15.0), (15.0, -15.0), (15.0, 15.0), (-15.0, 15.0))


def pose(x, y, heading_deg=0.0, *, sigma_mm=0.05):
    own = np.diag([sigma_mm**2, sigma_mm**2, (sigma_mm / 40) ** 2])
    return PiecePose(PlanarPose(x, y, math.radians(heading_deg)), own, np.zeros((3, 6)), 0, (1,), 0.0)


def ship(name, owner, x, y, heading_deg=0.0, *, model="ship", sigma_mm=0.05, **changes):
    """40 x 12 mm with its bow at +x and one mast."""
    shape = PieceModel(model, PieceKind.SHIP, HULL, 9.0, (Mast(0.0, 0.0, 45.0, 0.0, 0.0, None),), (), 12.0, 0.0)
    return Piece(name, name, replace(shape, **changes), owner, (), ()), pose(x, y, heading_deg, sigma_mm=sigma_mm)


def land(name, x, y, heading_deg=0.0, *, kind=PieceKind.ISLAND, hull=ISLAND):
    return Piece(name, name, PieceModel(name, kind, hull, 1.0, (), (), None, 0.0), None, (), ()), pose(
        x, y, heading_deg
    )


def scene(*placed, t_ns=0, **notes):
    pieces = tuple(piece for piece, _ in placed)
    return build_scene(pieces, {piece.id: at for piece, at in placed}, state_of(pieces, **notes), t_ns)


@dataclass
class Made:
    start: tuple
    end: tuple
    move: str
    others: list
    rings: list


def placed_ring(hull, x, y, heading_deg):
    c, s = math.cos(math.radians(heading_deg)), math.sin(math.radians(heading_deg))
    return [(x + c * a - s * b, y + s * a + c * b) for a, b in hull]


def random_move(rng, moves=("S", "L", "S+S", "S+L", "L+L")):
    """No piece near the hull at either end: contact has tests of its own."""
    while True:
        move = str(rng.choice(moves))
        total = sum(MM[each] for each in move.split("+"))
        start = (0.0, 0.0, float(rng.uniform(-180, 180)))
        gone, way = total * rng.uniform(0.2, 1.08), rng.uniform(-math.pi, math.pi)
        heading = math.degrees(way) + float(rng.choice([rng.normal(0, 4), rng.uniform(-180, 180)]))
        bow = np.array([BOW * math.cos(math.radians(start[2])), BOW * math.sin(math.radians(start[2]))])
        there = bow + gone * np.array([math.cos(way), math.sin(way)])
        back = BOW * np.array([math.cos(math.radians(heading)), math.sin(math.radians(heading))])
        end = (*(there - back).tolist(), heading)
        others, rings = [], []
        for number in range(rng.integers(1, 5)):
            at = bow + rng.uniform(0, 1) * (there - bow) + rng.normal(0, 35, 2)
            turn = float(rng.uniform(-180, 180))
            if rng.uniform() < 0.6:
                others.append(land(f"i{number}", *at.tolist(), turn))
                rings.append(placed_ring(ISLAND, *at, turn))
            else:
                others.append(ship(f"s{number}", "B", *at.tolist(), turn))
                rings.append(placed_ring(HULL, *at, turn))
        made = Made(start, end, move, others, rings)
        if all(_least(at, rings) > 4.0 for at in (start, end)):
            return made


def _least(at, rings):
    hull = np.array(placed_ring(HULL, *at))
    edge = np.concatenate([hull + (np.roll(hull, -1, axis=0) - hull) * t for t in np.linspace(0, 1, 9)])
    field = Field(rings, hull.min(axis=0) - 2, hull.max(axis=0) + 2)
    return float(field.at(edge).min())


def allowed(move):
    return (MoveAllowance(tuple(MoveSegment(each) for each in move.split("+"))),)


def judged(made, settings=None, *, sigma_mm=0.05, **more):
    settings = settings or with_house(RuleSettings(), {"move-pivot": "bow"})
    before, after = (ship("me", "A", *at, sigma_mm=sigma_mm) for at in (made.start, made.end))
    after = (before[0], after[1])
    then, now = scene(before, *made.others), scene(after, *made.others)
    return judge_move(then.find("me"), now.find("me"), now, settings, allowed(made.move), **more)


def oracle(made, *, spare_mm, spare_deg, grain):
    corners = np.concatenate([np.asarray(ring) for ring in made.rings])
    low, high = corners.min(axis=0) - 8, corners.max(axis=0) + 8
    ends = [
        (x + BOW * math.cos(math.radians(h)), y + BOW * math.sin(math.radians(h))) for x, y, h in (made.start, made.end)
    ]
    return best_clearance(
        Field(made.rings, low, high),
        rim(HULL, BOW),
        *ends,
        math.radians(made.end[2]),
        [MM[each] for each in made.move.split("+")],
        spare_mm=spare_mm,
        spare_deg=spare_deg,
        grain=grain,
    )


def turned_about(made, x, y, heading_deg):
    """The same scene, turned about the origin and shifted."""
    c, s = math.cos(math.radians(heading_deg)), math.sin(math.radians(heading_deg))

    def moved(a, b, h):
        return x + c * a - s * b, y + s * a + c * b, h + heading_deg

    others = []
    for piece, at in made.others:
        a, b, h = moved(at.pose.x_mm, at.pose.y_mm, math.degrees(at.pose.heading_rad))
        others.append((piece, pose(a, b, h)))
    return replace(made, start=moved(*made.start), end=moved(*made.end), others=others)
