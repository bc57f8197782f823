"""Dice at a running table: read when they lie still, told once as a roll, and from a table file with a dice corner."""

from dataclasses import replace

import numpy as np
import pytest

from tableassist.geometry.frames import PlanarPose
from tableassist.pipeline.dice.rolls import LOOKS, UNSURE_LOOKS, DiceRoll, follow_dice
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.step import first_state, step
from tableassist.sources import demo_table_path, find_stage
from tableassist.store.judgement_json import judgement
from tableassist.store.table import read_table, settings_of_text
from tableassist.studio.dice import DieSkin, StagedDiceCorner, StagedRoll, with_dice
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_game import StagedGame
from tableassist.studio.staging.staged_table import StagedHand, StagedTable
from tableassist.vision.camera.frame import Frame
from tableassist.vision.dice.reading import NOT_CLEAR, DieReading
from tableassist.vision.tags.reader import TagReader

SECOND_NS = 1_000_000_000


def die(value, x_mm=1000.0, y_mm=300.0):
    reason = NOT_CLEAR if value is None else None
    return DieReading(value, x_mm, y_mm, 16.0, 0.3, 1.0, reason)


def followed(*pictures):
    """The rolls that come of pictures at rest, one after another."""
    lying, rolls = (), []
    for number, readings in enumerate(pictures):
        lying, roll = follow_dice(lying, readings, number)
        rolls += [] if roll is None else [roll]
    return rolls


def test_dice_that_lie_still_are_one_roll_told_once():
    dice = (die(4), die(2, 1030.0))
    assert followed(*[dice] * 10) == [DiceRoll(LOOKS - 1, dice)]


def test_a_value_that_flickers_is_no_roll_until_it_stays():
    rolls = followed([die(3)], [die(3)], [die(5)], [die(3)], [die(3)], [die(3)])
    assert [roll.values for roll in rolls] == [(3,)]
    assert rolls[0].t_ns == 5


def test_a_die_thrown_later_is_a_roll_of_its_own_and_those_that_lie_there_are_not_told_again():
    rolls = followed(*[[die(6)]] * 4, *[[die(6), die(1, 1040.0)]] * 4)
    assert [roll.values for roll in rolls] == [(6,), (1,)]


def test_the_same_value_at_another_place_is_another_roll():
    rolls = followed(*[[die(6)]] * 4, *[[die(6, 1040.0)]] * 4)
    assert [roll.values for roll in rolls] == [(6,), (6,)]


def test_a_die_taken_away_and_put_back_at_the_same_place_is_another_roll():
    rolls = followed(*[[die(6)]] * 4, *[[]] * 4, *[[die(6)]] * 4)
    assert [roll.values for roll in rolls] == [(6,), (6,)]


def test_a_die_that_cannot_be_read_is_told_later_and_as_not_sure():
    rolls = followed(*[[die(None)]] * (UNSURE_LOOKS + 3))
    assert [(roll.t_ns, roll.values) for roll in rolls] == [(UNSURE_LOOKS - 1, (None,))]


def test_a_die_that_was_read_keeps_its_value_while_a_shadow_lies_on_it():
    assert [roll.values for roll in followed(*[[die(4)]] * 4, *[[die(None)]] * 30, *[[die(4)]] * 4)] == [(4,)]


@pytest.fixture(scope="module")
def table():
    """The demo's table with a dice corner beside the mat, and a camera of 1080p."""
    stage = find_stage("demo-1080p")
    path = demo_table_path()
    text = path.read_text("utf-8").replace("[dice]\nedge_mm = 16.0\n", "[dice]\n", 1)
    return stage, text


@pytest.fixture(scope="module")
def settings(table, tmp_path_factory):
    stage, text = table
    path = tmp_path_factory.mktemp("table") / "dice.toml"
    path.write_text(text.replace("studio-720p", f"studio-{stage.camera.height_px}p"), "utf-8")
    return read_table(path)


@pytest.fixture(scope="module")
def played(table, settings):
    """Moments of a small staged game: three dice thrown after half a second, taken away by a hand after two."""
    stage, _ = table
    corner = StagedDiceCorner(settings.dice, PlanarPose(945.0, 300.0, 0.15))
    dice = (
        corner.die_at(5, 70.0, 40.0, yaw_rad=0.4, edge_mm=16.0),
        corner.die_at(2, 105.0, 55.0, yaw_rad=1.0, edge_mm=14.0, skin=DieSkin.BLACK),
        corner.die_at(6, 80.0, 85.0, yaw_rad=2.0, edge_mm=13.0, skin=DieSkin.RED),
    )
    still = StagedGame(3.0, (), lambda _: StagedTable(settings.mat))
    game = with_dice(still, corner, [StagedRoll(0.5, 2.2, dice)])
    studio, reader, state = Studio(stage.camera), TagReader(settings.tag_families), first_state(settings)
    moments = []
    for number in range(15):
        t_s = number / 5.0
        staged = game.table_at(t_s)
        if 1.9 < t_s < 2.5:
            x, y = corner.pose.place_one(95.0, 60.0)
            staged = replace(staged, hands=(StagedHand(x, y, -20.0, height_mm=60.0),))
        frame = Frame(studio.picture(staged, np.random.default_rng(number)), round(t_s * SECOND_NS), number, "studio")
        state = step(state, frame, settings, reader.read)
        moments.append(Moment(frame, state, settings))
    return moments


def test_a_table_file_with_a_dice_corner_is_read_from_its_picture(played):
    lying = next(moment for moment in played if moment.frame.t_ns == SECOND_NS)
    assert sorted(reading.value for reading in lying.dice) == [2, 5, 6]
    rows = judgement(lying.state).dice
    assert sorted(row.value for row in rows) == [2, 5, 6]
    assert all(row.certainty > 0.999 and row.reason is None for row in rows)


def test_the_throw_is_one_roll_with_the_time_when_it_lay_still(played):
    rolls = [moment.state.dice.roll for moment in played if moment.state.dice.roll is not None]
    assert [sorted(roll.values) for roll in rolls] == [[2, 5, 6]]
    assert 0.5 * SECOND_NS < rolls[0].t_ns < 1.9 * SECOND_NS


def test_nothing_is_read_while_a_hand_is_over_the_corner_nor_when_it_is_empty(played):
    assert all(reading.value is None for moment in played[10:12] for reading in moment.dice)
    assert played[0].dice == ()
    assert played[-1].dice == ()
    assert played[-1].state.dice.at_rest


def test_the_corner_is_not_read_again_while_it_does_not_change(played):
    before, after = (moment.state.dice for moment in played[7:9])
    assert after.readings is before.readings


def test_the_corner_is_measured_from_its_own_tags(played):
    place = played[5].state.dice.place
    assert (place.pose.x_mm, place.pose.y_mm) == pytest.approx((945.0, 300.0), abs=0.5)
    assert place.pose.heading_rad == pytest.approx(0.15, abs=0.005)
    assert not any("unknown tag" in str(warning) for moment in played for warning in moment.state.warnings)


def test_a_table_without_a_dice_corner_reads_none():
    bare = demo_table_path().read_text("utf-8").replace("[dice]\nedge_mm = 16.0\n", "", 1)
    assert settings_of_text(demo_table_path(), bare).dice is None
