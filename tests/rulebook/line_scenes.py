"""Random crowded waters for the line of fire: a shooter, her target, and what gets in the way."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
from shapely import Polygon

from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import Cannon, CannonRange, Piece
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.scene import build_scene
from tableassist.rulebook.shooting.blockers import LineAsk
from tableassist.rulebook.shooting.gun import rule_ranges
from tableassist.rulebook.shooting.line_of_fire import rule_lines
from tableassist.scene.piece_pose import PiecePose
from tableassist.store.models import find_model
from tests.rulebook.line_oracle import Lying
from tests.table_states import state_of

SHIPS = (
    *("one-mast", "two-mast", "three-mast", "four-mast", "five-mast", "schooner-2", "galley-3", "junk-3", "longship-2"),
    *("catamaran-3", "windcatcher", "submarine-3", "flotilla", "scorpion", "switchblade", "turtle-ship"),
    *("kraken", "sea-monster-4", "fort"),
)
OTHERS = ("island-round", "island-long", "island-cove", "fog-bank", "reef", "fort")
_models = {}


def exact_model(name):
    """As packaged, but its outline taken for the truth."""
    if name not in _models:
        found = find_model(name, asked_in=Path(__file__), field="model")
        _models[name] = replace(found, sigma_mm=0.0)
    return _models[name]


def made(name, model, owner):
    cannons = tuple(Cannon(number, 3, CannonRange.LONG) for number in range(1, model.upright_count + 1))
    return Piece(name, name, model, owner, cannons, ())


def crowd(rng, others):
    """Lying pieces that do not lie over each other: shooter first, target second."""
    lying = []
    while len(lying) < 2 + others:
        number = len(lying)
        names = SHIPS if number < 2 or rng.random() < 0.5 else OTHERS
        model = exact_model(str(rng.choice(names)))
        x, y = _place(rng, lying)
        piece = made(f"p{number}", model, "AB"[number % 2])
        new = Lying(piece, x, y, rng.uniform(0, math.tau))
        outline = Polygon(new.put(model.hull))
        if all(outline.disjoint(Polygon(old.put(old.piece.model.hull))) for old in lying):
            lying.append(new)
        elif number > 1 and rng.random() < 0.02:
            break
    return lying


def _place(rng, lying):
    """The target about in range; most of the others about the way to her."""
    if not lying:
        return 0.0, 0.0
    if len(lying) == 1 or rng.random() < 0.2:
        far, turn = rng.uniform(20, 115), rng.uniform(0, math.tau)
        return far * math.cos(turn), far * math.sin(turn)
    share = rng.uniform(0.1, 1.2)
    return share * lying[1].x + rng.normal(0, 25), share * lying[1].y + rng.normal(0, 25)


def pose_of(lying, sigma_mm=0.0, *, across=1.0, turn=0.0):
    """Known better, by the factor `across`, across the direction `turn` than along it."""
    own = np.diag([sigma_mm**2, (across * sigma_mm) ** 2, (sigma_mm / 40) ** 2])
    c, s = math.cos(turn), math.sin(turn)
    turned = np.array([(c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)])
    own = turned @ own @ turned.T
    return PiecePose(PlanarPose(lying.x, lying.y, lying.heading), own, np.zeros((3, 6)), 0, (1,), 0.0)


def scene_of(lying, sigma_mm=0.0, **shape):
    pieces = tuple(each.piece for each in lying)
    poses = {each.piece.id: pose_of(each, sigma_mm, **shape) for each in lying}
    return build_scene(pieces, poses, state_of(pieces), 0)


def rule_all(scene, settings=None, *, shooter="p0", target="p1"):
    """(range, line) of each cannon whose range is not out of the question."""
    settings = settings or RuleSettings()
    one, other = scene.find(shooter), scene.find(target)
    shots = [(one, cannon, other) for cannon in one.cannons_standing]
    ranges = rule_ranges(shots, settings)
    asks = [
        LineAsk(*shot, in_range)
        for shot, in_range in zip(shots, ranges, strict=True)
        if in_range.verdict is not Verdict.NO
    ]
    return list(zip(asks, rule_lines(asks, scene, settings), strict=True))
