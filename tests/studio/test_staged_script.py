"""What a script puts on the table: masts that hands take off, ships that are set aside, hands that throw dice."""

import math

import pytest
from studio_fleet import demo_mat, demo_pieces

from tableassist.geometry.frames import PlanarPose
from tableassist.studio.staging.staged_game import HandReach, MastTaken, SetAside, StagedScript

PIECES = demo_pieces()
START = {"titan": PlanarPose(300.0, 300.0, math.pi / 2.0), "europa": PlanarPose(600.0, 600.0, 0.0)}


def script(**parts):
    return StagedScript(demo_mat(), PIECES, START, (), **parts)


def staged(table, name):
    return next((each for each in table.pieces if each.piece.id == name), None)


def test_a_mast_is_off_from_its_time_on_and_the_others_stand():
    played = script(masts=(MastTaken(5.0, "titan", 2, 90.0), MastTaken(9.0, "titan", 4, 90.0)))
    assert staged(played.table_at(4.9), "titan").masts_standing is None
    assert staged(played.table_at(5.0), "titan").masts_standing == (1, 3, 4, 5)
    assert staged(played.table_at(9.5), "titan").masts_standing == (1, 3, 5)
    assert staged(played.table_at(9.5), "europa").masts_standing is None


def test_the_hand_that_takes_a_mast_is_at_the_mast_and_then_gone():
    played = script(masts=(MastTaken(5.0, "titan", 1, 90.0),))
    (hand,) = played.table_at(4.9).hands
    foot = PIECES["titan"].model.masts[0]
    assert (hand.x_mm, hand.y_mm) == pytest.approx(START["titan"].place_one(foot.x_mm, foot.y_mm))
    assert played.table_at(4.0).hands == played.table_at(5.7).hands == ()


def test_a_ship_that_is_set_aside_is_no_longer_on_the_table():
    played = script(aside=(SetAside(5.0, "europa", 0.0),))
    assert staged(played.table_at(4.9), "europa") is not None
    assert len(played.table_at(4.9).hands) == 1
    assert staged(played.table_at(5.0), "europa") is None
    assert staged(played.table_at(5.0), "titan") is not None


def test_a_hand_that_reaches_somewhere_touches_nothing_on_the_table():
    played = script(reaches=(HandReach(5.0, 1000.0, 400.0, 0.0),))
    assert [(each.x_mm, each.y_mm) for each in played.table_at(5.0).hands] == [(1000.0, 400.0)]
    assert played.table_at(5.0).pieces == played.table_at(0.0).pieces
