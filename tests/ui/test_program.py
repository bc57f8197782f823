"""The whole program without a screen: a table is watched, held, stepped back, recorded and replayed."""

from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from loop_eye import LoopEye
from PyQt6 import sip
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QAction
from PyQt6.QtWidgets import QInputDialog, QMenu, QMessageBox, QWidget

from tableassist.errors import SourceError
from tableassist.matches.recording import start_replay_buffer
from tableassist.matches.replay import Replay
from tableassist.rulebook.ruling import Verdict
from tableassist.table.commands import Overrule
from tableassist.ui.language import speak
from tableassist.ui.rulings.details import OverruleDialog
from tableassist.ui.session.preferences import Preferences, Recent
from tableassist.ui.shell.program import Program
from tests.table_states import mast_lost, note

DEMO = Recent("studio:demo")


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
    """The program closes it: it may be another window by then."""
    made = program.open(DEMO)
    qtbot.waitUntil(lambda: made.session.moment is not None, timeout=60_000)
    return made


def test_a_table_is_watched_and_remembered(window, program, qtbot):
    qtbot.waitUntil(lambda: "Judging" in window.status.text(), timeout=60_000)
    assert window.session.moment.state.rulings
    assert program.preferences.recent == (DEMO,)
    assert program.opened == DEMO


def test_the_last_minutes_can_be_stepped_back_through(window, qtbot):
    qtbot.waitUntil(lambda: window.session.moment.frame.number > 12, timeout=60_000)
    window.session.hold(True)
    held = window.session.moment
    qtbot.waitUntil(lambda: window.player.timeline.stretch.whole[1] > 0, timeout=60_000)
    window.player.step(-1)
    qtbot.waitUntil(lambda: window.session.moment.frame.number == held.frame.number - 1, timeout=60_000)
    assert window.session.moment.state.t_ns < held.state.t_ns
    assert window.session.moment.state.rulings, "judged again"
    window.session.hold(False)
    qtbot.waitUntil(lambda: window.session.moment.frame.number > held.frame.number, timeout=60_000)


def test_a_match_is_recorded_with_edits_marks_and_overrulings_and_replayed(window, program, qtbot, tmp_path):
    qtbot.waitUntil(lambda: window.session.moment.frame.number > 10, timeout=60_000)
    window.recording.record(tmp_path / "evening.match")
    assert window.recording.is_recording
    note(window.session, mast_lost("harbinger", 1))
    window.recording.mark("look here")
    ruling = window.session.moment.state.rulings[0]
    argued = window.session.moment
    window.session.dispatch(Overrule(ruling.id, Verdict.YES, "both saw it", "Anne"))
    seen = window.session.newest.frame.number
    qtbot.waitUntil(lambda: window.session.newest.frame.number > seen + 8, timeout=60_000)
    folder = window.recording.stop()
    assert folder == tmp_path / "evening.match"
    with Replay(folder) as replay:
        assert [note.words for note in replay.marks] == ["look here"]
        assert "Mast 1 of Harbinger lost" in [note.words for note in replay.edits]
        assert replay.overrulings[-1].standing[-1].reason == "both saw it"
        own = replay.still_at(replay.overrulings[-1].standing[-1].t_ns)
        assert np.array_equal(own, argued.frame.image), "the camera's own picture"
        assert replay.settings_at(replay.last_ns).state.masts_lost["harbinger"] == frozenset({1})
    again = program.open(Recent(str(folder)))
    qtbot.addWidget(again, before_close_func=lambda each: each.close())
    qtbot.waitUntil(lambda: again.session.moment is not None, timeout=60_000)
    assert again.player.isVisible()
    first = again.session.moment.frame.number
    qtbot.keyClick(again, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: again.session.moment.frame.number == first + 1, timeout=60_000)
    assert again.session.overrulings == (), "nobody has overruled anything by then"
    with Replay(folder) as replay:
        made_ns = replay.overrulings[-1].standing[-1].t_ns
    again.player.seek(made_ns)
    qtbot.waitUntil(lambda: again.session.moment.state.t_ns == made_ns, timeout=60_000)
    assert again.session.overrulings[-1].by == "Anne"
    first = again.session.moment.frame.number
    qtbot.keyClick(again, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: again.session.moment.frame.number > first + 4, timeout=60_000)


def test_a_mark_is_set_where_somebody_pressed_the_key_not_where_he_had_typed_it(window, qtbot, monkeypatch):
    qtbot.waitUntil(lambda: window.session.moment.frame.number > 4, timeout=60_000)
    marked = window.session.moment

    def typing(*_):
        qtbot.waitUntil(lambda: window.session.newest.frame.number > marked.frame.number + 5, timeout=60_000)
        return "the bow", True

    monkeypatch.setattr(QInputDialog, "getText", typing)
    window.looking_back.ask_mark()
    window.recording.flush()
    with Replay(window.recording.folder) as replay:
        assert [(note.t_ns, note.words) for note in replay.marks] == [(marked.state.t_ns, "the bow")]
        assert np.array_equal(replay.still_at(marked.state.t_ns), marked.frame.image)


def test_a_shared_ruling_bears_the_time_of_its_moment_not_of_the_sharing(window, qtbot):
    qtbot.waitUntil(lambda: window.session.moment.frame.number > 12, timeout=60_000)
    window.session.hold(True)
    held = window.session.moment
    seen = datetime.fromtimestamp(held.wall_ms / 1000).astimezone()
    assert abs(seen - datetime.now().astimezone()) < timedelta(seconds=5)
    window.board.rulings.update_now()
    window.board.rulings.tree.setCurrentIndex(window.board.rulings.model.index(0, 0))
    qtbot.waitUntil(lambda: window.session.newest.frame.number > held.frame.number + 8, timeout=60_000)
    assert window.board.sharing.shared().when == seen
    qtbot.waitUntil(lambda: window.player.timeline.stretch.whole[1] > 0, timeout=60_000)
    window.player.step(-5)
    qtbot.waitUntil(lambda: window.session.moment.frame.number == held.frame.number - 5, timeout=60_000)
    assert timedelta(0) < seen - window.board.sharing.shared().when < timedelta(seconds=3)


def test_an_overruling_is_about_the_moment_judged_not_about_when_it_was_typed(window, qtbot, monkeypatch):
    qtbot.waitUntil(lambda: window.session.moment.frame.number > 4, timeout=60_000)
    window.board.rulings.update_now()
    window.board.rulings.tree.setCurrentIndex(window.board.rulings.model.index(0, 0))
    judged = window.session.moment

    def typing(dialog):
        qtbot.waitUntil(lambda: window.session.newest.frame.number > judged.frame.number + 5, timeout=60_000)
        assert window.session.moment is judged, "it is held while somebody decides about it"
        dialog.reason.setText("both saw it")
        return 1

    monkeypatch.setattr(OverruleDialog, "exec", typing)
    window.board.rulings.overrule()
    assert not window.session.is_held
    assert window.session.overrulings[-1].t_ns == judged.state.t_ns
    window.recording.flush()
    with Replay(window.recording.folder) as replay:
        assert replay.overrulings[-1].standing[-1].t_ns == judged.state.t_ns
        assert np.array_equal(replay.still_at(judged.state.t_ns), judged.frame.image)


def titles(window):
    return [action.text() for action in window.menuBar().actions()]


def test_another_language_is_spoken_at_once_and_the_table_goes_on(window, program, qtbot):
    qtbot.waitUntil(lambda: window.session.moment.frame.number > 4, timeout=60_000)
    session, folder, english = window.session, window.recording.folder, titles(window)
    note(session, mast_lost("harbinger", 1))
    window.resize(1111, 777)
    size = window.size()
    german = language_of_the_menu(window, "Deutsch")
    german.trigger()
    second = program.window
    assert second is not window
    assert (titles(second)[0], second.size(), second.isVisible()) == ("&Datei", size, True)
    seen = session.moment.frame.number
    qtbot.waitUntil(lambda: session.moment.frame.number > seen + 5, timeout=60_000)
    assert sip.isdeleted(window), "the window before is gone"
    assert (second.session, second.recording.folder) == (session, folder)
    qtbot.keyClick(second, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert "harbinger" not in session.settings.state.masts_lost
    session.hold(True)
    held = session.moment
    qtbot.waitUntil(lambda: second.player.timeline.stretch.whole[1] > 0, timeout=60_000)
    language_of_the_menu(second, "English").trigger()
    third = program.window
    assert titles(third) == english
    assert session.moment is held
    assert third.player.isVisible()
    assert third.views.held.isVisible()
    third.player.step(-1)
    qtbot.waitUntil(lambda: session.moment.frame.number == held.frame.number - 1, timeout=60_000)


def test_a_match_is_replayed_on_from_the_same_place_in_another_language(window, program, qtbot, tmp_path):
    qtbot.waitUntil(lambda: window.session.moment.frame.number > 10, timeout=60_000)
    window.recording.record(tmp_path / "evening.match")
    seen = window.session.newest.frame.number
    qtbot.waitUntil(lambda: window.session.newest.frame.number > seen + 8, timeout=60_000)
    window.recording.stop()
    again = program.open(Recent(str(tmp_path / "evening.match")))
    qtbot.waitUntil(lambda: again.player.span[1] > 0 and again.session.moment is not None, timeout=60_000)
    qtbot.keyClick(again, Qt.Key.Key_Right)
    first = again.session.moment.frame.number
    qtbot.waitUntil(lambda: again.session.moment.frame.number == first + 1, timeout=60_000)
    program.choose_language("de")
    german = program.window
    assert titles(german)[0] == "&Datei"
    qtbot.waitUntil(lambda: german.player.span[1] > 0, timeout=60_000)
    qtbot.keyClick(german, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: german.session.moment.frame.number == first + 2, timeout=60_000)


def test_the_start_window_speaks_it_too(program, qtbot):
    start = program.show_start()
    program.choose_language("de")
    qtbot.waitUntil(lambda: sip.isdeleted(start))
    assert "öffnen" in program.show_start().open.text()


def language_of_the_menu(window, name):
    window.findChild(QMenu, "languages").aboutToShow.emit()
    return next(action for action in window.findChildren(QAction) if action.text() == name)


@pytest.fixture(autouse=True)
def english():
    yield
    speak("en")


def test_two_moments_are_compared_with_ghosts(window, qtbot):
    qtbot.waitUntil(lambda: window.session.moment.frame.number > 4, timeout=60_000)
    window.session.hold(True)
    window.looking_back.compare()
    then = window.session.moment
    window.session.hold(False)
    qtbot.waitUntil(lambda: window.views._compared is not None and bool(window.views._compared.strokes), timeout=60_000)
    assert window.session.moment.state.t_ns > then.state.t_ns
    window.looking_back.compare()
    assert window.views._compared is None


def test_nothing_is_left_in_the_memory_after_a_clean_end(window, tmp_path, qtbot):
    qtbot.waitUntil(lambda: window.session.moment.frame.number > 3, timeout=60_000)
    assert list((tmp_path / "memory").glob("*.match"))
    window.close()
    assert not list((tmp_path / "memory").glob("*.match"))


def test_what_cannot_be_opened_is_told_and_the_open_table_stays(window, program, tmp_path, qtbot):
    program.try_open(Recent(str(tmp_path / "gone.match")), window)
    qtbot.waitUntil(lambda: bool(window.findChildren(QMessageBox)))
    (box,) = window.findChildren(QMessageBox)
    assert "gone.match" in box.text()
    box.close()
    assert program.window is window


def test_a_camera_that_is_not_there_is_told(qtbot, tmp_path):
    def refuse(text, _families):
        raise SourceError(f"{text}: no such camera")

    program = Program(
        Preferences(tmp_path / "w.ini"),
        refuse,
        partial(start_replay_buffer, root=tmp_path / "memory"),
        roots=(tmp_path / "memory", tmp_path / "matches"),
    )
    asker = QWidget()
    qtbot.addWidget(asker)
    program.try_open(DEMO, asker)
    qtbot.waitUntil(lambda: bool(asker.findChildren(QMessageBox)))
    (box,) = asker.findChildren(QMessageBox)
    assert box.text() == "studio:demo: no such camera"
    box.close()
    assert program.opened is None


def test_the_start_window_opens_the_demo_and_what_was_open_before(program, qtbot):
    start = program.show_start()
    qtbot.addWidget(start)
    assert start.recent.count() == 0
    qtbot.mouseClick(start.demo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: program.window is not None)
    assert not start.isVisible()
    program.close_table()
    assert program.show_start().recent.count() == 1


def test_the_layout_is_remembered(window, program):
    window.board.ruling_dock.setVisible(False)
    window.resize(1111, 777)
    window.close()
    again = program.open(DEMO)
    assert not again.board.ruling_dock.isVisible()
    again.close()


def test_paths_are_those_of_the_test(window, tmp_path):
    assert Path(window.recording.folder).is_relative_to(tmp_path)
