"""The demo's players in the window: they begin with the staged game, say their part at its time, and give way."""

from dataclasses import replace

import pytest
from game_table import GameTable

from tableassist.rulebook.play.log import Source
from tableassist.table.demo.demo_game import BEGINS_S, LAID_OUT_S, DemoPlayers, demo_choices, demo_start

FRAMES_PER_S, DURATION_S = 15.0, 68.0


@pytest.fixture
def table(qtbot, tmp_path):
    one = GameTable(qtbot, tmp_path, moment="blocked")
    one.players = DemoPlayers(one.game, frames_per_s=FRAMES_PER_S, duration_s=DURATION_S)
    return one


def see(table, at_s):
    state = replace(table.moment.state, frame_number=round(at_s * FRAMES_PER_S))
    table.session.table.take_state(state)
    table.players.see(state)


def said(table):
    return [each.act for each in table.desk.log.entries if each.source is Source.PERSON]


def test_the_game_begins_with_the_first_pictures_and_each_choice_comes_at_its_time(table):
    see(table, LAID_OUT_S + 0.1)
    assert table.desk.start == demo_start()
    first_s, act = demo_choices()[0]
    see(table, first_s - 0.5)
    assert said(table) == []
    see(table, first_s + 0.1)
    assert said(table) == [act]
    see(table, first_s + 0.2)
    assert said(table) == [act], "once"


def test_whoever_looks_in_the_middle_waits_for_the_next_beginning(table):
    see(table, BEGINS_S + 1.0)
    assert table.desk is None
    see(table, DURATION_S + LAID_OUT_S + 0.1)
    assert table.desk.start == demo_start()


def test_the_game_begins_anew_with_the_pictures(table):
    see(table, LAID_OUT_S + 0.1)
    before = table.desk
    see(table, DURATION_S + LAID_OUT_S + 0.1)
    assert table.desk is not before
    assert table.desk.log.records == () or all(each.source is Source.CAMERA for each in table.desk.log.entries)


def test_no_game_goes_on_while_the_pieces_are_laid_out_anew(table):
    """Else each of them would be taken for a move, and most of those for a foul."""
    see(table, LAID_OUT_S + 0.1)
    see(table, DURATION_S + 0.2)
    assert table.desk is None
    see(table, DURATION_S + LAID_OUT_S + 0.1)
    assert table.desk.start == demo_start()


def test_a_persons_own_game_is_left_alone(table):
    see(table, LAID_OUT_S + 0.1)
    own = table.begin()
    for at_s in (demo_choices()[0][0] + 1.0, DURATION_S + LAID_OUT_S + 0.1):
        see(table, at_s)
    assert table.desk is own
    assert said(table) == []
    table.players.close()
    assert table.desk is own


def test_what_plays_itself_is_not_offered_at_the_next_start(table):
    table.keeper.offers = False
    see(table, LAID_OUT_S + 0.1)
    see(table, demo_choices()[0][0] + 0.1)
    table.players.close()
    assert table.desk is None
    table.keeper.close()
    assert table.keeper.to_offer() is None
    assert table.keeper.games()
