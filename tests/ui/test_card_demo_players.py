"""The card demo in the window: its players begin when the table is laid, say their part at its time, and give way."""

import pytest
from card_table import CardGameTable, seen

from tableassist.rulebook.play.log import Source
from tableassist.sources import FRAMES_PER_S, card_demo_table, card_demo_truth, staged_card_game
from tableassist.table.commands import BeginGame
from tableassist.table.demo.card_demo import CardDemoPlayers

TRUTH = card_demo_truth().start
LAID = seen(TRUTH.row, TRUTH.damaged, TRUTH.adventures[0], TRUTH.movements[:3])
STAGED = staged_card_game(card_demo_truth())


@pytest.fixture
def table(qtbot, tmp_path):
    one = CardGameTable(qtbot, tmp_path, settings=card_demo_table())
    one.players = CardDemoPlayers(one.game, one.settings)
    return one


def see(table, at_s, cards=LAID, **more):
    table.look(cards, 0.1, **more)
    table.players.see(round(at_s * FRAMES_PER_S))


def said(table):
    return [each.act for each in table.desk.log.entries if each.source is Source.PERSON]


def test_the_game_begins_when_the_table_is_laid_and_the_first_act_comes_at_its_time(table):
    see(table, 0.5, waiting=True)
    assert table.desk is None
    see(table, 1.0)
    assert table.desk.game.row == TRUTH.row
    assert said(table) == []
    first = card_demo_truth().log.entries[0]
    assert first.source is Source.PERSON
    see(table, STAGED.due_s[1] + 0.2)
    assert said(table)[0] == first.act


def test_whoever_looks_in_the_middle_waits_for_the_next_beginning(table):
    see(table, STAGED.due_s[1] + 1.0)
    assert table.desk is None
    see(table, STAGED.film.duration_s + 1.0)
    assert table.desk is not None


def test_the_next_lap_begins_anew(table):
    see(table, 1.0)
    before = table.desk
    see(table, STAGED.film.duration_s + 1.0)
    assert table.desk is not before


def test_a_persons_own_game_is_left_alone(table):
    see(table, 1.0)
    table.orders.dispatch(BeginGame())
    own = table.desk
    see(table, STAGED.due_s[1] + 1.0)
    see(table, STAGED.film.duration_s + 1.0)
    assert table.desk is own
    assert said(table) == []


def test_its_game_is_not_offered_again(table):
    see(table, 1.0)
    table.players.close()
    assert table.desk is None
