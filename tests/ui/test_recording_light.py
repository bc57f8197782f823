"""The red light is on only while a match is written, and nobody quits one by accident."""

from functools import partial

import pytest
from loop_eye import LoopEye
from PyQt6.QtWidgets import QMessageBox

from tableassist.matches.recording import start_replay_buffer
from tableassist.matches.replay import Replay
from tableassist.ui.session.preferences import Preferences, Recent
from tableassist.ui.shell.program import Program


@pytest.fixture
def program(tmp_path):
    made = Program(
        Preferences(tmp_path / "window.ini"),
        lambda _text, _families: LoopEye(),
        partial(start_replay_buffer, root=tmp_path / "memory"),
        roots=(tmp_path / "memory", tmp_path / "matches"),
    )
    yield made
    made.quit()


@pytest.fixture
def window(program, qtbot):
    made = program.open(Recent("studio:demo"))
    qtbot.waitUntil(lambda: made.session.moment is not None, timeout=60_000)
    return made


def press(box, words):
    next(button for button in box.buttons() if words in button.text().replace("&", "")).click()


def test_quitting_while_a_match_is_recorded_asks_and_ends_it_properly(window, qtbot, tmp_path):
    window.recording.record(tmp_path / "evening.match")
    qtbot.waitUntil(lambda: window.recording.is_on_disk, timeout=60_000)
    window.menus.quit()
    box = window.findChild(QMessageBox, "quit-while-recording")
    assert str(tmp_path / "evening.match") in box.text()
    press(box, "Keep recording")
    assert window.isVisible()
    assert window.recording.is_recording
    box.deleteLater()
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "quit-while-recording") is None, timeout=10_000)
    window.menus.quit()
    press(window.findChild(QMessageBox, "quit-while-recording"), "Stop recording and quit")
    with Replay(tmp_path / "evening.match") as replay:
        assert replay.facts.closed_ms is not None


def test_a_place_that_takes_no_match_turns_the_light_off_and_another_is_offered(window, qtbot, tmp_path):
    (tmp_path / "locked").write_text("a file where a folder is wanted")
    window.recording.record(tmp_path / "locked" / "evening.match")
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "not-recording") is not None, timeout=60_000)
    assert not window.recording.is_recording
    assert not window.recording.is_on_disk
    box = window.findChild(QMessageBox, "not-recording")
    assert "cannot be kept there" in box.text()
    press(box, "Close")
    window.recording.record(tmp_path / "evening.match")
    qtbot.waitUntil(lambda: window.recording.is_on_disk, timeout=60_000)
    assert window.recording.stop() == tmp_path / "evening.match"
