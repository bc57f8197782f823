"""The library of matches: found, opened, taken in, handed on, deleted with care; and what was cut off."""

import shutil
from functools import partial

import pytest
from loop_eye import LoopEye
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QMessageBox

from tableassist.matches.recording import start_replay_buffer, unfinished_matches
from tableassist.ui.matches.library import MatchLibrary
from tableassist.ui.session.preferences import Preferences, Recent
from tableassist.ui.shell.program import Program
from tests.matches.demo_match import mutation_matches


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A match that was closed, and one that was cut off."""
    return mutation_matches(tmp_path_factory.mktemp("recorded"))


@pytest.fixture
def root(recorded, tmp_path):
    made = tmp_path / "matches"
    shutil.copytree(recorded[0], made / "Friday night.match")
    return made


@pytest.fixture
def library(qtbot, root):
    made = MatchLibrary(root)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(lambda: made.list.count() == 1, timeout=60_000)
    return made


def test_matches_are_listed_with_their_players_and_found_by_words(library, qtbot):
    assert "Friday night" in library.list.item(0).text()
    assert "English – Pirates" in library.list.item(0).text()
    qtbot.keyClicks(library.search, "harbinger")
    assert library.list.count() == 1
    qtbot.keyClicks(library.search, " nobody")
    assert library.list.count() == 0
    assert library.nothing.text() == "No match found."


def test_a_match_is_opened(library, qtbot, root):
    with qtbot.waitSignal(library.chosen, timeout=60_000) as heard:
        qtbot.mouseClick(library.open_button, Qt.MouseButton.LeftButton)
    assert heard.args == [root / "Friday night.match"]


def test_a_match_is_deleted_only_after_a_second_word(library, qtbot, root):
    library.ask_delete()
    (box,) = library.findChildren(QMessageBox)
    box.button(QMessageBox.StandardButton.Cancel).click()
    assert (root / "Friday night.match").exists()
    library.ask_delete()
    box = library.findChildren(QMessageBox)[-1]
    next(button for button in box.buttons() if button.text() == "Delete").click()
    qtbot.waitUntil(lambda: library.list.count() == 0, timeout=60_000)
    assert not (root / "Friday night.match").exists()


def test_a_match_is_handed_on_and_taken_in(library, qtbot, tmp_path):
    library.hand_on(library.current(), tmp_path / "out.zip")
    qtbot.waitUntil(lambda: "Saved" in library.nothing.text(), timeout=60_000)
    library.take_in(tmp_path / "out.zip")
    qtbot.waitUntil(lambda: library.list.count() == 2, timeout=60_000)


def test_what_is_no_match_is_told(library, qtbot, tmp_path):
    (tmp_path / "bad.zip").write_bytes(b"PK\x03\x04 nonsense")
    library.take_in(tmp_path / "bad.zip")
    qtbot.waitUntil(lambda: bool(library.findChildren(QMessageBox)), timeout=60_000)
    (box,) = library.findChildren(QMessageBox)
    assert "bad.zip" in box.text()
    box.close()


@pytest.fixture
def program(recorded, tmp_path):
    shutil.copytree(recorded[1], tmp_path / "matches" / "Cut off.match")
    made = Program(
        Preferences(tmp_path / "w.ini"),
        lambda _text, _families: LoopEye(),
        partial(start_replay_buffer, root=tmp_path / "memory"),
        roots=(tmp_path / "memory", tmp_path / "matches"),
    )
    yield made
    made.quit()


def offered(window, qtbot):
    qtbot.waitUntil(lambda: bool(window.findChildren(QMessageBox)), timeout=60_000)
    return window.findChildren(QMessageBox)[0]


def press(box, words):
    next(button for button in box.buttons() if button.text().replace("&", "") == words).click()


def test_the_next_start_offers_to_go_on_with_what_was_cut_off(program, qtbot, tmp_path):
    window = program.open(Recent("studio:demo"))
    qtbot.addWidget(window, before_close_func=lambda each: each.close())
    box = offered(window, qtbot)
    assert "was interrupted after" in box.text()
    press(box, "Continue recording")
    assert window.recording.is_recording
    assert window.recording.folder == tmp_path / "matches" / "Cut off.match"
    qtbot.waitUntil(lambda: window.session.moment is not None, timeout=60_000)
    window.close()
    assert unfinished_matches((tmp_path / "matches",)) == ()


def test_what_was_cut_off_can_be_kept_as_it_is(program, qtbot, tmp_path):
    window = program.open(Recent("studio:demo"))
    qtbot.addWidget(window, before_close_func=lambda each: each.close())
    press(offered(window, qtbot), "Keep it")
    assert unfinished_matches((tmp_path / "matches",)) == ()
    assert (tmp_path / "matches" / "Cut off.match").exists()


def test_what_was_cut_off_can_be_dropped(program, qtbot, tmp_path):
    window = program.open(Recent("studio:demo"))
    qtbot.addWidget(window, before_close_func=lambda each: each.close())
    press(offered(window, qtbot), "Discard it")
    assert not (tmp_path / "matches" / "Cut off.match").exists()
