"""The time line: long matches stay legible, the wheel zooms, and going on in time costs little."""

import numpy as np
import pytest
from PyQt6.QtCore import QEvent, QPoint, QPointF, Qt
from PyQt6.QtGui import QMouseEvent, QWheelEvent
from PyQt6.QtWidgets import QApplication, QVBoxLayout, QWidget

from tableassist.ui.timeline import timeline
from tableassist.ui.timeline.past import Sign, SignKind
from tableassist.ui.timeline.signs import APART_PX, thinned
from tableassist.ui.timeline.timeline import ACTS_END_Y, TRACK_Y, Timeline

S = 1_000_000_000
SPAN = (0, 7200 * S)
SIGNS = tuple(
    sorted(
        [
            *(Sign(n * 3 * S, SignKind.MOVE, f"move {n}") for n in range(2400)),
            *(Sign(n * 7 * S, SignKind.CONTACT, f"contact {n}") for n in range(1000)),
            Sign(3000 * S, SignKind.MARK, "look here"),
        ],
        key=lambda sign: sign.t_ns,
    )
)


@pytest.fixture
def line(qtbot):
    window = QWidget()
    made = Timeline()
    QVBoxLayout(window).addWidget(made)
    qtbot.addWidget(window)
    window.resize(1000, 400)
    window.show()
    made.show_span(SPAN, SIGNS)
    made.show_now(0)
    yield made
    window.close()


def wheel(line, x, turned, *, modifiers=Qt.KeyboardModifier.NoModifier, sideways=0):
    at = QPointF(x, 20)
    event = QWheelEvent(
        at, QPointF(line.mapToGlobal(at.toPoint())), QPoint(), QPoint(120 * sideways, 120 * turned),
        Qt.MouseButton.NoButton, modifiers, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(line, event)


def test_signs_of_one_kind_that_lie_on_each_other_are_one_and_those_of_persons_on_top(line):
    painted = thinned(SIGNS, line.x_of)
    moves = [x for kind, x in painted if kind is SignKind.MOVE]
    assert 100 < len(moves) < line.width() / APART_PX + 1
    assert np.diff(moves).min() >= APART_PX
    assert painted[-1][0] is SignKind.MARK


def test_zoomed_in_every_move_has_its_own_sign(line):
    x = line.x_of(3000 * S)
    for _ in range(12):
        wheel(line, x, 1)
    assert line.x_of(3000 * S) == pytest.approx(x, abs=1)
    first, last = line.stretch.shown
    assert last - first < 60 * S
    inside = [sign for sign in SIGNS if sign.kind is SignKind.MOVE and first <= sign.t_ns <= last]
    painted = thinned(inside, line.x_of)
    assert len(painted) == len(inside) >= 15


def test_the_wheel_sideways_moves_and_a_double_click_shows_all(line, qtbot):
    wheel(line, 500, 5)
    before = line.stretch.shown
    wheel(line, 500, -1, modifiers=Qt.KeyboardModifier.ShiftModifier)
    assert line.stretch.shown[0] > before[0]
    assert line.stretch.shown[1] - line.stretch.shown[0] == before[1] - before[0]
    wheel(line, 500, 0, sideways=1)
    assert line.stretch.shown == before
    qtbot.mouseDClick(line, Qt.MouseButton.LeftButton, pos=QPoint(500, 20))
    assert line.stretch.is_whole


def test_what_plays_stays_in_view(line):
    wheel(line, 500, 8)
    line.show_now(7000 * S)
    assert line.stretch.holds(7000 * S)


def test_going_on_in_time_paints_no_sign_again(line, monkeypatch):
    line.repaint()
    painted = []
    monkeypatch.setattr(timeline, "paint_sign", lambda *each: painted.append(each))
    for second in range(100):
        line.show_now(second * S)
        line.repaint()
    line.show_span(SPAN, tuple(SIGNS))
    line.repaint()
    assert painted == []
    line.show_span((0, 7300 * S), SIGNS)
    line.repaint()
    assert painted != []


def test_the_pointer_has_a_picture_above_it_until_it_leaves(line):
    asked = []
    line.hovered.connect(asked.append)
    at, none = QPointF(400, 20), Qt.MouseButton.NoButton
    move = QMouseEvent(QEvent.Type.MouseMove, at, at, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(line, move)
    assert asked[-1] == pytest.approx(line.time_at(400), abs=S)
    line.show_picture(np.full((180, 320, 3), 90, np.uint8))
    picture = line.picture
    assert picture.isVisible()
    assert picture.pixmap().width() == 320
    assert picture.geometry().bottom() < line.mapToGlobal(QPoint(0, 0)).y()
    assert abs(picture.geometry().center().x() - line.mapToGlobal(QPoint(400, 0)).x()) <= 2
    QApplication.sendEvent(line, QEvent(QEvent.Type.Leave))
    assert not picture.isVisible()
    line.show_picture(np.full((180, 320, 3), 90, np.uint8))
    assert not picture.isVisible()


def test_acts_have_a_row_of_their_own_and_those_of_one_moment_are_told_together(line):
    at = 600 * S
    move, hit, sunk = (
        Sign(at, SignKind.MOVE, "she moves"),
        Sign(at, SignKind.HIT, "hit"),
        Sign(at, SignKind.SUNK, "sunk"),
    )
    line.show_span(SPAN, (move, hit, sunk))
    x = line.x_of(at)
    assert line.sign_at(x) is move
    assert line.sign_at(x, ACTS_END_Y - 5) is hit
    assert line.words_at(x, ACTS_END_Y - 5) == "10:00.0  hit\nsunk"
    assert line.words_at(x, TRACK_Y) == "10:00.0  she moves"
    line.show_span(SPAN, (move,))
    assert line.sign_at(x, ACTS_END_Y - 5) is move, "where no act is, the pointer catches what is below"
    assert line.words_at(x + 50, TRACK_Y) == ""
