"""How much is told: everything, or only what was asked."""

import pytest
from demo_moment import demo_drawing, demo_moment
from made_up_table import FakeProgram, FakeTable
from PyQt6.QtCore import Qt

from tableassist.judging.views import TableDrawing
from tableassist.overlay.drawing import Ink
from tableassist.table import FairPlay
from tableassist.table.visibility import make_shown
from tableassist.ui.session.session import Session
from tableassist.ui.shell.main_window import TableWindow

TELLING = {Ink.CLEAR, Ink.BLOCKED, Ink.TOO_CLOSE, Ink.REACH_LONG, Ink.REACH_SHORT, Ink.BLOCKER}


def test_an_open_game_shows_everything():
    moment = demo_moment()
    shown = make_shown(moment, FairPlay.OPEN, frozenset(), selected="harbinger", drawings=TableDrawing())
    assert shown.state.rulings is moment.state.rulings
    assert {stroke.ink for stroke in shown.drawing.strokes} & TELLING


def test_on_request_nothing_is_told_unasked():
    moment = demo_moment()
    assert {stroke.ink for stroke in demo_drawing(moment).strokes} & TELLING, "there is something to hide"
    shown = make_shown(moment, FairPlay.ON_REQUEST, frozenset(), selected="harbinger", drawings=TableDrawing())
    assert shown.state.rulings == ()
    assert not {stroke.ink for stroke in shown.drawing.strokes} & TELLING
    assert not shown.drawing.badges
    assert {label.text for label in shown.drawing.labels} == {label.text for label in demo_drawing(moment).labels}


def test_on_request_what_was_asked_is_told():
    moment = demo_moment()
    asked = next(ruling for ruling in moment.state.rulings if ruling.rule == "line_of_fire")
    shown = make_shown(
        moment, FairPlay.ON_REQUEST, frozenset({asked.id}), selected="harbinger", drawings=TableDrawing()
    )
    assert shown.state.rulings == (asked,)


def test_while_a_ghost_is_tried_out_the_ships_own_shots_are_not_drawn():
    moment = demo_moment()
    shown = make_shown(moment, FairPlay.OPEN, frozenset(), selected=None, drawings=TableDrawing())
    assert shown.state.rulings is moment.state.rulings
    assert not {stroke.ink for stroke in shown.drawing.strokes} & TELLING


@pytest.fixture
def window(qtbot, tmp_path):
    moment = demo_moment()
    made = TableWindow(Session(moment.settings, FakeTable()), FakeProgram(tmp_path), on_close=lambda: None)
    qtbot.addWidget(made, before_close_func=lambda each: each.close())
    made.resize(1200, 850)
    made.show()
    made.session.arrive(moment)
    return made


def test_a_held_picture_is_drawn_for_another_selection(window):
    window.session.hold(True)
    before = window.board.allowed(window.session.moment).drawing
    assert not {stroke.ink for stroke in before.strokes} & TELLING
    window.session.selection.choose("harbinger")
    after = window.board.allowed(window.session.moment).drawing
    assert {stroke.ink for stroke in after.strokes} & TELLING
    assert window.board.allowed(window.session.moment).drawing is after, "a table that lies still is not drawn again"


def test_a_question_is_asked_in_the_bar_and_covered_again(window, qtbot):
    window.board.choose_fair_play("on-request")
    assert window.board.ask_bar.isVisible()
    bar = window.board.ask_bar
    line = next(r for r in window.session.moment.state.rulings if r.rule == "line_of_fire")
    bar.who.setCurrentIndex(bar.who.findData(line.subject))
    bar.whom.setCurrentIndex(bar.whom.findData(line.target))
    qtbot.mouseClick(bar.ask, Qt.MouseButton.LeftButton)
    told = window.board.allowed(window.session.moment).state.rulings
    assert line in told
    assert {(each.subject, each.target) for each in told} == {(line.subject, line.target)}
    qtbot.mouseClick(bar.cover, Qt.MouseButton.LeftButton)
    assert window.board.allowed(window.session.moment).state.rulings == ()


def test_fair_play_is_remembered(window):
    window.board.choose_fair_play("on-request")
    again = TableWindow(Session(window.session.settings, FakeTable()), window.program, on_close=lambda: None)
    assert again.board.fair_play is FairPlay.ON_REQUEST
    again.close()
