"""The set-up in the window, from the first die to the first turn, by mouse."""

import pytest
from game_table import GameTable
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QLineEdit

from tableassist.pipeline.game.set_up_guide import SetUpPart, SetUpState
from tableassist.rulebook.state.game import Phase


@pytest.fixture
def table(qtbot, tmp_path):
    made = GameTable(qtbot, tmp_path)
    made.begin("English", setting_up=True, coins_an_island=0)
    return made


def card(table, part):
    return table.panel.steps.cards[part]


def green(table):
    return [part for part, each in table.panel.steps.cards.items() if each.state is SetUpState.AGREED]


def test_the_set_up_from_the_first_die_to_the_first_turn(table, qtbot):
    assert table.panel.steps.isVisible()
    assert not table.panel.offers.isVisible()
    for roll in (2, 5):
        table.press(card(table, SetUpPart.FIRST).offers[0].button)
        assert table.panel.question.words == "Waiting for the die"
        table.press(table.panel.question.dice[0].buttons[roll - 1])
    assert SetUpPart.FIRST in green(table)
    islands = card(table, SetUpPart.ISLANDS)
    assert islands.seen[0].words == "Seen: All as they are on the mat"
    table.press(islands.seen[0])
    assert SetUpPart.ISLANDS in green(table)
    assert "198.2 ± " in islands.checks.text()
    assert table.session.undo.undo_words == "Pirates places the island English home and more"
    table.press(card(table, SetUpPart.TERRAIN).seen[0])
    for island in ("Pirate home", "English home"):
        home = card(table, SetUpPart.HOMES).offers[0]
        table.press(home.button)
        (picker,) = home.pickers
        table.press(next(each for each in picker.buttons if each.text() == island))
    assert table.session.settings.state.homes == {"pirate-home": "Pirates", "english-home": "English"}
    while card(table, SetUpPart.SHIPS).offers:
        table.press(card(table, SetUpPart.SHIPS).offers[0].button)
    assert card(table, SetUpPart.SHIPS).state is SetUpState.DIFFERS, "the picture shows them at sea"
    for _player in range(2):
        brought = card(table, SetUpPart.TREASURE).offers[0]
        table.press(brought.button)
        line = brought.pickers[0].findChild(QLineEdit)
        line.selectAll()
        qtbot.keyClicks(line, "1 2 3")
        table.press(brought.do_it)
    table.press(card(table, SetUpPart.TREASURE).deal)
    assert SetUpPart.TREASURE in green(table)
    table.press(card(table, SetUpPart.BEGIN).offers[0].button)
    assert table.desk.game.phase is Phase.PLAYING
    assert table.desk.refereed.fouls == ()
    assert table.panel.turn.text() == "Turn 1: Pirates' turn"
    assert not table.panel.steps.isVisible()
    qtbot.keyClick(table.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert table.desk.game.phase is Phase.SETTING_UP
