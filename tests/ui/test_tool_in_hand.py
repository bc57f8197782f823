"""A tool gets the pointer first, in mat millimetres, over both views; what it leaves alone goes on as ever."""

import numpy as np
import pytest
from made_up_table import MAT_MM, made_up_drawing, made_up_frame, made_up_moment, made_up_projection
from PyQt6.QtCore import QObject, QPoint, QPointF, Qt, pyqtSignal
from PyQt6.QtGui import QMouseEvent
from PyQt6.QtWidgets import QApplication

from tableassist.overlay.drawing import Drawing, Ink, Stroke
from tableassist.ui.canvas.table_views import TableViews
from tableassist.ui.painting.projection import to_bgr
from tableassist.ui.session.selection import Selection

FRAME = made_up_frame(960, 540)
NONE = Drawing((), (), ())


class WroteDown(QObject):
    """A tool that takes what it is told to take."""

    changed = pyqtSignal()

    def __init__(self, *takes):
        super().__init__()
        self.takes = takes
        self.heard = []
        self.drawing = NONE

    def _hear(self, what, at):
        self.heard.append((what, at))
        return what in self.takes

    def press(self, at):
        return self._hear("press", at)

    def move(self, at):
        return self._hear("move", at)

    def release(self, at):
        return self._hear("release", at)

    def escape(self):
        return False


@pytest.fixture
def views(qtbot):
    made = TableViews(MAT_MM, Selection())
    qtbot.addWidget(made)
    made.resize(1200, 700)
    made.show()
    qtbot.waitExposed(made)
    made.show_moment(made_up_moment(FRAME), made_up_drawing())
    QApplication.processEvents()
    return made


def in_plan(views, x_mm, y_mm):
    return views.plan.mapFromScene(QPointF(x_mm, MAT_MM[1] - y_mm))


def in_camera(views, x_mm, y_mm):
    (place,) = made_up_projection(960, 540)(np.array([[x_mm, y_mm]], dtype=float)) + 0.5
    return views.camera.mapFromScene(QPointF(*place))


def hover(view, place, modifiers=Qt.KeyboardModifier.NoModifier):
    port = view.viewport()
    event = QMouseEvent(
        QMouseEvent.Type.MouseMove, QPointF(place), QPointF(port.mapToGlobal(place)),
        Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, modifiers,
    )  # fmt: skip
    QApplication.sendEvent(port, event)


@pytest.mark.parametrize(("view", "place"), [("plan", in_plan), ("camera", in_camera)])
def test_tool_is_told_the_place_on_the_mat(views, qtbot, view, place):
    tool = WroteDown("press", "move", "release")
    views.set_tool(tool)
    at = place(views, 300, 640)
    qtbot.mouseClick(getattr(views, view).viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert [what for what, _ in tool.heard] == ["press", "release"]
    for _, point in tool.heard:
        # One pixel of the screen is up to 2.4 mm of this mat.
        assert (point.x_mm, point.y_mm) == pytest.approx((300, 640), abs=2.5)
        assert 5.0 < point.reach_mm < 30.0


def test_hovering_moves_the_tool_and_tells_of_shift(views):
    tool = WroteDown("move")
    views.set_tool(tool)
    hover(views.plan, in_plan(views, 100, 200))
    hover(views.plan, in_plan(views, 110, 200), Qt.KeyboardModifier.ShiftModifier)
    assert [what for what, _ in tool.heard] == ["move", "move"]
    assert [point.shift for _, point in tool.heard] == [False, True]


def test_what_the_tool_takes_neither_selects_nor_pans(views, qtbot):
    tool = WroteDown("press", "move", "release")
    views.set_tool(tool)
    view = views.plan
    view.zoom(3.0)
    before = view.mapToScene(QPoint(50, 50))
    port = view.viewport()
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=QPoint(200, 200))
    qtbot.mouseMove(port, QPoint(260, 240))
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=QPoint(260, 240))
    assert view.mapToScene(QPoint(50, 50)) == before
    assert [what for what, _ in tool.heard] == ["press", "move", "release"]


def test_what_the_tool_leaves_alone_selects_and_pans(views, qtbot):
    selection = views.plan._selection
    tool = WroteDown()
    views.set_tool(tool)
    qtbot.mouseClick(views.plan.viewport(), Qt.MouseButton.LeftButton, pos=in_plan(views, 760, 480))
    assert selection.piece == "possession"
    assert [what for what, _ in tool.heard] == ["press"]
    views.plan.zoom(3.0)
    before = views.plan.mapToScene(QPoint(50, 50))
    port = views.plan.viewport()
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=QPoint(200, 200))
    qtbot.mouseMove(port, QPoint(230, 230))
    qtbot.mouseMove(port, QPoint(260, 240))
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=QPoint(260, 240))
    assert views.plan.mapToScene(QPoint(50, 50)) != before


def test_two_quick_clicks_of_a_tool_do_not_fit_the_view(views, qtbot):
    tool = WroteDown("press", "release")
    views.set_tool(tool)
    views.plan.zoom(3.0)
    zoomed = views.plan.transform().m11()
    qtbot.mouseDClick(views.plan.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(90, 90))
    assert views.plan.transform().m11() == zoomed
    assert "press" in [what for what, _ in tool.heard]


def test_tool_laid_down_hears_nothing_more(views, qtbot):
    tool = WroteDown("press")
    views.set_tool(tool)
    views.set_tool(None)
    qtbot.mouseClick(views.plan.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(90, 90))
    assert tool.heard == []


def test_tool_does_not_work_over_a_picture_without_a_mat(views, qtbot):
    tool = WroteDown("press")
    views.set_tool(tool)
    views.show_moment(made_up_moment(FRAME, registered=False), NONE)
    qtbot.mouseClick(views.camera.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(200, 200))
    assert tool.heard == []


def square(ink):
    corners = ((430, 760), (560, 760), (560, 850), (430, 850))
    return Drawing((Stroke(corners, ink, closed=True, filled=True, piece=None),), (), ())


def shown(view):
    return to_bgr(view.viewport().grab().toImage()).astype(int)


@pytest.mark.parametrize("view", ["camera", "plan"])
def test_drawings_of_tool_and_ruling_are_painted_in_both_views(views, view):
    bare = shown(getattr(views, view))
    views.set_evidence(square(Ink.EVIDENCE))
    with_evidence = shown(getattr(views, view))
    tool = WroteDown()
    views.set_tool(tool)
    tool.drawing = square(Ink.GHOST_ILLEGAL)
    tool.changed.emit()
    with_both = shown(getattr(views, view))
    views.set_tool(None)
    views.set_evidence(None)
    assert (bare != with_evidence).any()
    assert (with_evidence != with_both).any()
    assert (shown(getattr(views, view)) == bare).all()


@pytest.mark.parametrize(("view", "place"), [("plan", in_plan), ("camera", in_camera)])
def test_both_views_zoom_to_a_place(views, view, place):
    views.show_place(((300.0, 330.0), (402.0, 402.0)))
    QApplication.processEvents()
    port = getattr(views, view).viewport().rect()
    near, far = place(views, 300, 330), place(views, 402, 402)
    assert port.contains(near)
    assert port.contains(far)
    assert (near - far).manhattanLength() > 0.3 * min(port.width(), port.height())
