"""A game in the whole program: recorded with the table, kept over a restart, and in another language."""

from functools import partial

import pytest
from loop_eye import LoopEye
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication, QMessageBox

from tableassist.matches.recording import start_replay_buffer
from tableassist.matches.replay import Replay
from tableassist.rulebook.referee.acts.table import EndTurn
from tableassist.store.game import game_of_acts
from tableassist.table.game import NewGame
from tableassist.ui.language import speak
from tableassist.ui.session.preferences import Preferences, Recent
from tableassist.ui.shell.program import Program

DEMO = Recent("studio:demo")


def made_program(folder):
    return Program(
        Preferences(folder / "window.ini"),
        lambda _text, _families: LoopEye(),
        partial(start_replay_buffer, root=folder / "memory"),
        roots=(folder / "memory", folder / "matches"),
    )


@pytest.fixture
def opened(qtbot, tmp_path):
    """Opens the demo in a new program, as often as it is called."""
    made = []

    def of():
        program = made_program(tmp_path)
        made.append(program)
        window = program.open(DEMO)
        qtbot.waitUntil(lambda: window.session.newest is not None)
        return window

    yield of
    for program in made:
        program.quit()
    speak("en")


def end_turn(window, qtbot):
    QApplication.processEvents()
    card = next(card for card in window.game.panel.ending.cards if isinstance(card.offer.act, EndTurn))
    qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)


def test_the_recording_keeps_the_game_from_its_beginning(opened, qtbot, tmp_path):
    window = opened()
    window.game.begin(NewGame("Pirates", coins_an_island=2))
    end_turn(window, qtbot)
    window.recording.record(tmp_path / "evening.match")
    end_turn(window, qtbot)
    desk = window.session.table.desk
    qtbot.waitUntil(lambda: window.recording.stop() is not None)
    with Replay(tmp_path / "evening.match") as replay:
        kept = game_of_acts([each.words for each in replay.acts], "match")
        length_ns = replay.last_ns - replay.first_ns
    assert kept.log == desk.log
    assert [each.act for each in kept.log.entries] == [EndTurn("Pirates"), EndTurn("English")]
    assert all(0 <= each.t_ns <= length_ns for each in kept.log.entries), "times since the match began"


def test_quit_and_come_back(opened, qtbot):
    window = opened()
    window.game.begin(NewGame("Pirates", coins_an_island=2))
    end_turn(window, qtbot)
    lines = window.session.table.desk.lines()
    window.menus.quit()
    again = opened()
    (box,) = (each for each in again.findChildren(QMessageBox) if each.objectName() == "kept-game")
    resume = next(each for each in box.buttons() if each.text() == "&Resume it")
    qtbot.mouseClick(resume, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: again.session.table.desk is not None)
    assert again.game_dock.isVisible()
    assert again.session.table.desk.lines() == lines
    before = again.session.table.desk.log.entries[-1].t_ns
    end_turn(again, qtbot)
    assert again.session.table.desk.log.entries[-1].t_ns >= before, "time goes on"


def test_another_language_shows_the_same_game(opened, qtbot):
    window = opened()
    window.game.begin(NewGame("Pirates", coins_an_island=2))
    window.program.choose_language("de")
    other = window.program.window
    assert other is not window
    assert other.game_dock.isVisible()
    assert other.game.panel.turn.text() == "Zug 1: Pirates ist am Zug"
    end_turn(other, qtbot)
    assert other.game.panel.turn.text() == "Zug 2: English ist am Zug"
    assert len(other.session.table.desk.log.entries) == 1
