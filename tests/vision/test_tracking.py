import math

import numpy as np

from tableassist.geometry.frames import PlanarPose
from tableassist.scene.piece_pose import PiecePose
from tableassist.vision.localisation.tracking import Change, Tracks, follow

FRAME_NS = 33_000_000


def at(x, y=0.0, heading_deg=0.0, t_ns=0):
    own = np.diag([0.05**2, 0.05**2, 0.002**2])
    return PiecePose(PlanarPose(x, y, math.radians(heading_deg)), own, np.zeros((3, 6)), t_ns, (1,), 0.0)


def play(*places):
    """Each place for one frame; None is a frame in which the piece is not seen."""
    tracks, events = Tracks(), []
    for number, place in enumerate(places):
        seen = {} if place is None else {"ship": at(*place) if isinstance(place, tuple) else at(place)}
        tracks, new = follow(tracks, seen, number * FRAME_NS)
        events += new
    return tracks, [(event.change, event) for event in events]


def changes(*places):
    return [change for change, _ in play(*places)[1]]


def test_a_piece_appears_once_and_noise_is_no_move():
    rng = np.random.default_rng(1)
    assert changes(*rng.normal(100.0, 0.05, 60)) == [Change.APPEARED]


def test_a_move_is_told_with_where_from_and_where_to():
    _, events = play(*[100.0] * 10, *np.linspace(100, 140, 20), *[140.0] * 20)
    assert [change for change, _ in events] == [Change.APPEARED, Change.MOVED, Change.SETTLED]
    settled = events[-1][1]
    assert settled.start.x_mm == 100.0
    assert settled.end.x_mm == 140.0


def test_a_turn_on_the_spot_is_a_move():
    assert Change.MOVED in changes(*[(100.0, 0.0, 0.0)] * 5, (100.0, 0.0, 10.0))


def test_a_flicker_is_not_hidden_but_a_hand_is():
    assert changes(*[100.0] * 5, *[None] * 5, 100.0) == [Change.APPEARED]
    assert changes(*[100.0] * 5, *[None] * 20, 100.0) == [Change.APPEARED, Change.HIDDEN, Change.BACK]


def test_a_hidden_piece_keeps_its_pose_and_its_age():
    tracks, _ = play(*[100.0] * 5, *[None] * 20)
    assert tracks.poses["ship"].pose.x_mm == 100.0
    assert tracks.seen_ns["ship"] == 4 * FRAME_NS


def test_a_piece_moved_under_a_hand_comes_back_moved():
    assert changes(*[100.0] * 5, *[None] * 20, *[180.0] * 20) == [
        Change.APPEARED,
        Change.HIDDEN,
        Change.BACK,
        Change.MOVED,
        Change.SETTLED,
    ]
