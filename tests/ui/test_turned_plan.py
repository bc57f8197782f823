"""The plan from another side: the table turns, the words do not, and the pointer still finds its place."""

import numpy as np
import pytest
from made_up_table import MAT_MM, made_up_drawing
from placed_labels import placed_labels
from PyQt6.QtCore import QPoint, QPointF, Qt
from PyQt6.QtGui import QWheelEvent
from PyQt6.QtWidgets import QApplication

from tableassist.ui.canvas.table_views import Showing, TableViews
from tableassist.ui.session.selection import Selection


@pytest.fixture
def views(qtbot):
    made = TableViews(MAT_MM, Selection())
    qtbot.addWidget(made)
    made.show_only(Showing.PLAN)
    made.resize(800, 860)
    made.show()
    qtbot.waitExposed(made)
    made.plan.show_drawing(made_up_drawing())
    QApplication.processEvents()
    return made


def at(views, x_mm, y_mm):
    return views.plan.mapFromScene(QPointF(x_mm, MAT_MM[1] - y_mm))


def test_a_quarter_left_brings_the_right_edge_to_the_top(views):
    views.turn_plan(90)
    right, left = at(views, MAT_MM[0], MAT_MM[1] / 2), at(views, 0, MAT_MM[1] / 2)
    assert right.y() < left.y() - 500
    assert abs(right.x() - left.x()) <= 1


def test_buttons_go_from_quarter_to_quarter(views):
    views.plan.turn_to(30)
    views.turn_plan(90)
    assert views.plan.turned_deg() == pytest.approx(90)
    views.turn_plan(-90)
    assert views.plan.turned_deg() == pytest.approx(0, abs=1e-6)
    views.plan.turn_to(30)
    views.turn_plan(-90)
    assert views.plan.turned_deg() == pytest.approx(0, abs=1e-6)
    for _ in range(4):
        views.turn_plan(90)
    assert views.plan.turned_deg() == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("degrees", [0, 45, 90, 137, 180, 270])
def test_whole_mat_is_in_sight_however_it_is_turned(views, degrees):
    views.plan.turn_to(degrees)
    port = views.plan.viewport().rect()
    corners = [at(views, x, y) for x in (0, MAT_MM[0]) for y in (0, MAT_MM[1])]
    assert all(port.contains(corner) for corner in corners)
    reach = max(abs(corner.x() - port.center().x()) for corner in corners)
    high = max(abs(corner.y() - port.center().y()) for corner in corners)
    assert max(reach / port.width(), high / port.height()) > 0.44, "and as large as it goes"


@pytest.mark.parametrize("degrees", [90, 137, 270])
def test_click_picks_the_ship_that_is_seen_there(views, qtbot, degrees):
    views.plan.turn_to(degrees)
    qtbot.mouseClick(views.plan.viewport(), Qt.MouseButton.LeftButton, pos=at(views, 760, 480))
    assert views.plan._selection.piece == "possession"


def test_plates_stand_upright_beside_their_pieces(views):
    views.plan.turn_to(90)
    view = views.plan.viewportTransform()
    item = views.plan._overlay

    def project(points):
        placed = views.plan._project(points)
        return np.array([[view.map(QPointF(*each)).x(), view.map(QPointF(*each)).y()] for each in placed])

    bounds = views.plan.viewport().rect().toRectF()
    _, labels = placed_labels(item._drawing, project, scale=1.0, bounds=bounds)
    assert all(placed.rect.width() > placed.rect.height() for placed in labels if placed is not None)
    assert sum(placed is not None for placed in labels) == len(item._drawing.labels)


def test_shift_and_the_wheel_turn_freely_and_the_caption_says_so(views):
    port = views.plan.viewport()
    event = QWheelEvent(
        QPointF(100, 100), QPointF(port.mapToGlobal(QPoint(100, 100))), QPoint(), QPoint(0, 240),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.ShiftModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(port, event)
    assert views.plan.turned_deg() == pytest.approx(10)
    assert "10°" in views._plan_caption.text()
    views.plan.turn_to(0)
    assert views._plan_caption.text() == "Plan"


def test_zoom_of_the_user_is_kept_when_the_plan_is_turned(views):
    views.plan.zoom(3.0)
    scale = views.plan._scale_now()
    views.turn_plan(90)
    assert views.plan._scale_now() == pytest.approx(scale)
