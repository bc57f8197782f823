"""The demo's game: its file agrees with its table, its referee and its stage, and a desk follows it to the end."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from tableassist.pipeline.dice.rolls import DiceRoll
from tableassist.pipeline.piece_fit import HullSeen, PieceFit
from tableassist.rulebook.play.log import Source
from tableassist.rulebook.referee.acts.boarding import Board
from tableassist.rulebook.referee.acts.fighting import LoseMast
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.shooting import Shoot
from tableassist.rulebook.referee.refereed import referee_game
from tableassist.sources import demo_table_path
from tableassist.store.table import read_table
from tableassist.studio.staging.demo_game import THROWS
from tableassist.table.demo import DemoFollower
from tableassist.table.demo.demo_game import demo_choices, demo_start, demo_truth, tell
from tableassist.vision.dice.reading import DieReading
from tableassist.vision.hull.masts import MastSeen
from tests.pipeline.demo_states import demo_states, demo_table


def test_the_referee_has_nothing_against_the_demo_and_the_pirates_win():
    truth = demo_truth()
    refereed = referee_game(truth.start, truth.log)
    assert refereed.fouls == ()
    assert refereed.game.ending.winners == ("Pirates",)
    assert refereed.game.ending.gold == {"English": 11, "Pirates": 14}


def test_its_ships_are_those_of_the_table():
    pieces = {each.id: each for each in read_table(demo_table_path()).pieces if each.owner}
    ships = {each.id: each for each in demo_start().ships}
    assert ships.keys() == pieces.keys()
    for name, ship in ships.items():
        piece = pieces[name]
        assert (ship.owner, ship.name, ship.masts) == (piece.owner, piece.name, len(piece.model.masts))
        assert ship.cannons == "-".join(f"{each.rank}{each.reach.value}" for each in piece.cannons)
        assert ship.base_move == "+".join(each.value for each in piece.base_move)


def test_what_is_said_of_dice_comes_before_they_are_thrown_and_is_what_they_show():
    said = [(t_s, act) for t_s, act in demo_choices() if isinstance(act, Board | Shoot)]
    (board_s, board), (shot_s, shot) = said
    assert [value for _, value in THROWS] == [board.roll, board.enemy_roll, shot.roll]
    assert board_s < THROWS[0][0] < THROWS[1][0] < shot_s < THROWS[2][0]


def test_its_moves_are_those_of_the_stage_in_their_order():
    _, game = demo_table()
    moved = [(each.t_ns / 1e9, each.act.ship) for each in demo_truth().log.entries if isinstance(each.act, Move)]
    for t_s, ship in moved:
        before, after = (
            next(each.pose for each in game.table_at(at_s).pieces if each.piece.id == ship) for at_s in (t_s - 1.0, t_s)
        )
        assert before != after


def test_a_desk_follows_the_demo_to_its_end():
    """With dice and masts as a camera reports them; its pictures are looked at by `make demo`."""
    follower, thrown = DemoFollower(), list(THROWS)
    for measured, settings in demo_states():
        state, t_s = measured, measured.t_ns / 1e9
        if thrown and t_s >= thrown[0][0] + 0.8:
            die = DieReading(thrown.pop(0)[1], 0.0, 0.0, 16.0, 0.0, 1.0)
            state = replace(state, dice=replace(state.dice, roll=DiceRoll(state.t_ns, (die,))))
        if t_s > 55.5:
            state = replace(state, fits={"oxley": without_mast(1)})
        follower.see(state, follower.settings(settings))
    truth = [each.act for each in demo_truth().log.entries]
    followed = [each.judged.entry for each in follower.desk.refereed.acts]
    assert [essence(each.act) for each in followed] == [essence(each) for each in truth]
    assert follower.desk.refereed.fouls == ()
    assert follower.desk.proposals == ()
    assert follower.desk.game.ending.winners == ("Pirates",)
    by_camera = [each.act for each in followed if each.source is Source.CAMERA]
    assert {type(each) for each in by_camera} == {Move, LoseMast, Board, Shoot}


def test_a_shot_that_nobody_could_make_is_not_picked():
    desk = DemoFollower().desk
    assert not tell(desk, Shoot("oxley", "harbinger", 1, 5))
    assert (desk.log.entries, desk.armed) == ((), None)


def without_mast(mast):
    hull = HullSeen(SimpleNamespace(), None, (), {mast: MastSeen.GONE})
    return PieceFit((), None, None, None, hull=hull)


def essence(act):
    if isinstance(act, Move):
        return act.ship, act.docks, act.bow_on
    return (act.ship, act.target, act.cannon, act.roll) if isinstance(act, Shoot) else act


@pytest.mark.parametrize("t_s", [t_s for t_s, _ in THROWS])
def test_the_stage_shows_the_die_from_the_throw_on(t_s):
    _, game = demo_table()
    value = dict(THROWS)[t_s]
    assert [die.value for die in game.table_at(t_s + 0.1).laid] == [value]
    assert all(np.isclose(die.edge_mm, 16.0) for die in game.table_at(t_s + 0.1).laid)
