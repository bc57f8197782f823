"""The demo's game as the chain would see it, from the studio's truth and without rendering a picture."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
from shapely import LineString, Point

from tableassist.sources import demo_settings, find_stage, stage_game
from tests.pipeline.played_tracks import measured, played

FRAMES_PER_S = 8
ARM_MM = 35.0
"""What lies nearer to the line of an arm, or its hand, is hidden."""


@lru_cache(maxsize=4)
def demo_table(base_move=None):
    """The demo's table, with the ships' own base moves or with this one for every ship, and its script."""
    settings = demo_settings(find_stage("demo"))
    game = stage_game(settings)
    if base_move is not None:
        pieces = tuple(replace(piece, base_move=base_move if piece.owner else ()) for piece in settings.pieces)
        settings = replace(settings, pieces=pieces)
    return settings, game


def demo_frames(*, until_s=None):
    """Each frame's poses, as far as the hands leave the tags to be seen. As in the chain, a piece that has not moved
    is the same value as before."""
    _, game = demo_table()
    rng, known = np.random.default_rng(7), {}
    for number in range(int((until_s or game.duration_s) * FRAMES_PER_S)):
        staged = game.table_at(number / FRAMES_PER_S)
        arms = [LineString([(hand.x_mm, hand.y_mm), _elbow(hand)]) for hand in staged.hands]
        poses = {
            each.piece.id: each.pose
            for each in staged.pieces
            if all(arm.distance(Point(each.pose.x_mm, each.pose.y_mm)) > ARM_MM for arm in arms)
        }
        for name, at in poses.items():
            if name not in known or known[name][0] != at:
                known[name] = at, measured(at.x_mm, at.y_mm, np.degrees(at.heading_rad), number, rng)
        yield {name: known[name][1] for name in poses}


def _elbow(hand):
    turn = np.radians(hand.arm_deg)
    return hand.x_mm + 400.0 * np.cos(turn), hand.y_mm + 400.0 * np.sin(turn)


@lru_cache(maxsize=4)
def demo_states(base_move=None):
    settings, _ = demo_table(base_move)
    return tuple(played(settings, demo_frames(), frame_ns=round(1e9 / FRAMES_PER_S)))
