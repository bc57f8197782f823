"""Small scenes with hand-made ships: a 40 x 12 mm hull with its bow at +x, masts on the centre line."""

import math

import numpy as np

from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import Cannon, CannonRange, Mast, Piece, PieceKind, PieceModel, Sail, SailPlane
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.engine.adjudicate import adjudicate
from tableassist.rulebook.scene import build_scene
from tableassist.scene.piece_pose import PiecePose
from tests.table_states import state_of

HULL = ((-20.0, -6.0), (12.0, -6.0), (20.0, 0.0), (12.0, 6.0), (-20.0, 6.0))
ISLAND = ((-15.0, -15.0), (15.0, -15.0), (15.0, 15.0), (-15.0, 15.0))


def ship(name, owner, x, y, heading_deg=0.0, *, reach="L", masts=(0.0,), sail=None, **more):
    rig = tuple(
        Mast(at, 0.0, 45.0, 0.0, 0.0, None if sail is None else Sail(SailPlane(sail), 20.0, 14.0, 40.0)) for at in masts
    )
    model = PieceModel("ship", PieceKind.SHIP, HULL, 9.0, rig, (), 12.0, 0.0)
    cannons = tuple(Cannon(number, 3, CannonRange(reach)) for number in range(1, len(masts) + 1))
    return Piece(name, name, model, owner, cannons, ()), pose(x, y, heading_deg, **more)


def land(name, x, y, kind=PieceKind.ISLAND, **more):
    model = PieceModel(name, kind, ISLAND, 1.0, (), (), None, 0.0)
    return Piece(name, name, model, None, (), ()), pose(x, y, 0.0, **more)


def pose(x, y, heading_deg, *, sigma_mm=0.05, t_ns=0):
    own = np.diag([sigma_mm**2, sigma_mm**2, (sigma_mm / 40) ** 2])
    return PiecePose(PlanarPose(x, y, math.radians(heading_deg)), own, np.zeros((3, 6)), t_ns, (1,), 0.0)


def scene(*placed, homes=None, masts_lost=None, t_ns=0):
    pieces = tuple(piece for piece, _ in placed)
    state = state_of(pieces, homes=homes, masts_lost=masts_lost)
    return build_scene(pieces, {piece.id: at for piece, at in placed if at is not None}, state, t_ns)


def rule(made, name, subject, target, cannon=None):
    """The one ruling asked for, or None if there is none."""
    found = [
        r
        for r in adjudicate(made, RuleSettings())
        if (r.rule, r.subject, r.target) == (name, subject, target) and cannon in (None, r.cannon)
    ]
    assert len(found) <= 1
    return found[0] if found else None
