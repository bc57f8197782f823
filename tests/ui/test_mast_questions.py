"""Where the picture and the ledger contradict each other about a mast, the window asks; an answer can be taken back."""

from dataclasses import replace

import pytest
from demo_moment import demo_moment
from made_up_table import FakeProgram, FakeTable
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication

from tableassist.pipeline.judge import rejudged
from tableassist.ui.session.session import Session
from tableassist.ui.shell.main_window import TableWindow
from tableassist.ui.widgets.notices import HOLD_MS
from tableassist.vision.hull.masts import MastSeen
from tests.table_states import mast_lost, note, settings_with

GONE = (
    "HMS Titan: mast 2 from the bow seems to be missing, but the record says it is standing. Was it lost?",
    "Note it lost",
    "It stands",
)
BACK = (
    "HMS Titan: mast 2 from the bow seems to be standing, but the record says it was lost. Is it back up?",
    "It is back up",
    "It is lost",
)


def mast_off():
    """Through the whole chain, from a picture."""
    return demo_moment("blocked", (("titan", 2),))


def but(seen):
    """The same with other answers of the picture about the Titan's masts. None: she moves, and is not looked at."""
    moment = mast_off()
    fit = moment.state.fits["titan"]
    hull = None if seen is None else replace(fit.hull, masts={**fit.hull.masts, **seen})
    fits = {**moment.state.fits, "titan": replace(fit, hull=hull)}
    return replace(moment, state=replace(moment.state, fits=fits))


STANDS, CANNOT_TELL, TWO_OFF, MOVING = {2: MastSeen.STANDS}, {2: MastSeen.CANNOT_TELL}, {3: MastSeen.GONE}, None


def window_of(session, qtbot, folder):
    made = TableWindow(session, FakeProgram(folder), on_close=lambda: None)
    qtbot.addWidget(made, before_close_func=lambda each: each.close())
    made.resize(1200, 850)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def session():
    return Session(mast_off().settings, FakeTable())


@pytest.fixture
def window(qtbot, session, tmp_path):
    return window_of(session, qtbot, tmp_path)


@pytest.fixture
def bar(window, session):
    session.arrive(mast_off())
    QApplication.processEvents()
    return window.views.question


def asked(bar):
    return (bar.text(), bar.first.text(), bar.second.text()) if bar.isVisible() else None


def answer(qtbot, button):
    qtbot.waitUntil(button.isEnabled)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def lost(session):
    return session.settings.state.masts_lost.get("titan", frozenset())


def test_nothing_is_asked_of_a_table_in_order(window, session):
    session.arrive(demo_moment("blocked"))
    assert not window.views.question.isVisible()


def test_a_mast_that_is_off_in_the_picture_is_asked_about_and_not_told_as_well(bar, window):
    assert asked(bar) == GONE
    assert "mast" not in window.views.banner.text()


def test_noting_it_lost_edits_the_ledger_and_undo_takes_it_back(bar, window, session, qtbot):
    answer(qtbot, bar.first)
    assert lost(session) == {2}
    assert session.undo.undo_words == "Mast 2 of HMS Titan lost"
    assert asked(bar) is None
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert lost(session) == frozenset()
    assert asked(bar) == GONE


def test_the_other_way_round_it_is_repaired(bar, session, qtbot):
    note(session, mast_lost("titan", 2))
    session.arrive(but(STANDS))
    assert asked(bar) == BACK
    answer(qtbot, bar.first)
    assert lost(session) == frozenset()
    assert session.undo.undo_words == "Mast 2 of HMS Titan repaired"
    assert asked(bar) is None


@pytest.mark.parametrize("meanwhile", [CANNOT_TELL, MOVING])
def test_a_dismissed_question_stays_away_until_the_picture_says_otherwise(bar, session, qtbot, meanwhile):
    answer(qtbot, bar.second)
    assert asked(bar) is None
    assert lost(session) == frozenset()
    assert not session.table.undo.can_undo
    for moment in (mast_off(), but(meanwhile), mast_off()):
        session.arrive(moment)
        assert asked(bar) is None
    session.arrive(but(STANDS))
    session.arrive(mast_off())
    assert asked(bar) == GONE


def test_a_dismissal_of_one_mast_is_none_of_another(bar, session, qtbot):
    answer(qtbot, bar.second)
    session.arrive(but(TWO_OFF))
    assert "mast 3" in bar.text()


def test_what_was_dismissed_stays_so_in_another_window_of_the_table(bar, session, qtbot, tmp_path):
    answer(qtbot, bar.second)
    session.forget_listeners()
    other = window_of(session, qtbot, tmp_path)
    session.arrive(mast_off())
    assert asked(other.views.question) is None


def test_one_after_another_is_asked(bar, session, qtbot):
    assert bar.more() == ""
    session.arrive(but(TWO_OFF))
    assert asked(bar) == GONE
    assert bar.more() == "1 more question"
    answer(qtbot, bar.first)
    assert "mast 3" in bar.text()
    assert bar.more() == ""
    assert not bar.first.isEnabled(), "the second half of a double click is no answer"
    answer(qtbot, bar.second)
    assert lost(session) == {2}
    assert asked(bar) is None


def test_a_hand_over_the_ship_does_not_make_the_question_jump(bar, session, qtbot):
    session.arrive(but(MOVING))
    assert asked(bar) == GONE
    session.arrive(mast_off())
    qtbot.wait(HOLD_MS + 150)
    assert asked(bar) == GONE


def test_the_question_goes_when_the_picture_agrees(bar, session, qtbot):
    session.arrive(but(STANDS))
    qtbot.waitUntil(lambda: asked(bar) is None)
    assert lost(session) == frozenset()


def test_the_question_goes_at_once_when_the_ledger_agrees(bar, session):
    note(session, mast_lost("titan", 2))
    assert asked(bar) is None


def test_nothing_is_asked_while_another_moment_is_looked_at(bar, session):
    session.hold(True)
    assert asked(bar) is None
    session.hold(False)
    assert asked(bar) == GONE


def test_enter_answers_and_the_keys_are_the_tables_again(bar, window, session, qtbot):
    window.activateWindow()
    qtbot.waitUntil(bar.first.isEnabled)
    bar.first.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(bar.first, Qt.Key.Key_Return)
    assert lost(session) == {2}
    assert window.focusWidget() is window.views.camera


def test_a_name_is_no_markup(window, session):
    moment = mast_off()
    pieces = tuple(replace(p, name="<b>Titan</b> &c") if p.id == "titan" else p for p in moment.settings.pieces)
    session.table.change(replace(moment.settings, pieces=pieces), "a name")
    session.arrive(moment)
    bar = window.views.question
    assert bar.text().startswith("<b>Titan</b> &c: mast 2")
    assert bar._words.textFormat() is Qt.TextFormat.PlainText


def test_in_a_replay_nothing_is_asked_and_the_words_are_told(qtbot, tmp_path):
    moment = mast_off()
    words = tuple(map(str, moment.state.warnings))
    recorded = replace(moment, state=replace(moment.state, fits={}, warnings=words))
    session = Session(moment.settings, None, is_replay=True)
    window = window_of(session, qtbot, tmp_path)
    noted = settings_with(moment.settings, mast_lost("windjammer", 1))
    for each in (recorded, rejudged(recorded, noted), moment):
        with qtbot.waitSignal(session.shown):
            session.show_moment(each)
        assert not window.views.question.isVisible()
        if each is recorded:
            assert "HMS Titan: mast 2 seems to be missing" in window.views.banner.text()
