"""Rulings carried over from the frame before are those that judging anew would give."""

import numpy as np

from tableassist.pieces.model import PieceKind
from tableassist.rules.adjudicate import adjudicate
from tableassist.rules.settings import RuleSettings
from tableassist.scene.scene import build_scene
from tests.rules.scenes import land, pose, scene, ship


def table(rng):
    placed = [
        ship(f"s{n}", "AB"[n % 2], *rng.uniform(50, 350, 2), rng.uniform(0, 360), masts=(8.0, -8.0), sail="athwart")
        for n in range(6)
    ]
    placed += [land(f"i{n}", *rng.uniform(50, 350, 2)) for n in range(3)]
    placed.append(land("fog", *rng.uniform(50, 350, 2), PieceKind.FOG_BANK))
    return placed


def test_moving_one_piece_at_a_time_gives_the_rulings_of_a_fresh_judgement():
    for seed in range(12):
        rng = np.random.default_rng(seed)
        placed = table(rng)
        now = scene(*placed, homes={"i0": "A"})
        rulings = adjudicate(now, RuleSettings())
        pieces = tuple(piece for piece, _ in placed)
        poses = {piece.id: at for piece, at in placed}
        for _ in range(6):
            moved = pieces[rng.integers(len(pieces))].id
            poses = {**poses, moved: pose(*rng.uniform(50, 350, 2), rng.uniform(0, 360))}
            after = build_scene(pieces, poses, now.ledger, 0, before=now)
            rulings = adjudicate(after, RuleSettings(), before=(now, rulings))
            assert rulings == adjudicate(after, RuleSettings())
            now = after


def test_nothing_changed_gives_the_very_same_rulings():
    placed = table(np.random.default_rng(3))
    now = scene(*placed)
    rulings = adjudicate(now, RuleSettings())
    pieces, poses = tuple(piece for piece, _ in placed), {piece.id: at for piece, at in placed}
    again = build_scene(pieces, poses, now.ledger, 0, before=now)
    assert adjudicate(again, RuleSettings(), before=(now, rulings)) is rulings
