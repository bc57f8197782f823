"""The window: shows states, selects on a click, holds the picture, says what is wrong."""

import gc
import re
from dataclasses import replace

import numpy as np
import pytest
from made_up_table import (
    MAT_MM,
    FakeProgram,
    FakeTable,
    made_up_frame,
    made_up_moment,
    made_up_projection,
    made_up_settings,
)
from placed_labels import placed_labels
from PyQt6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt
from PyQt6.QtGui import QWheelEvent
from PyQt6.QtWidgets import QApplication, QMenu

from tableassist.process.log_file import FOLDER_VARIABLE
from tableassist.ui.canvas.overlay import screen_scale
from tableassist.ui.canvas.table_views import HEAD_PX, Showing
from tableassist.ui.painting.labels import LabelCache
from tableassist.ui.painting.projection import to_bgr
from tableassist.ui.session.session import Session
from tableassist.ui.shell.main_window import TableWindow
from tableassist.vision.registration.registration_health import Health
from tests.table_states import captured, corrected, note

FRAME = made_up_frame(960, 540)
KEY = re.compile(r"&(\w)")


class Heard(FakeTable):
    closed = 0

    def __init__(self):
        super().__init__()
        self.selected = []

    def close(self):
        self.closed += 1


@pytest.fixture
def heard():
    return Heard()


@pytest.fixture
def window(qtbot, heard, tmp_path):
    made = TableWindow(Session(made_up_settings(), heard), FakeProgram(tmp_path), on_close=heard.close)
    qtbot.addWidget(made, before_close_func=lambda each: each.close())
    made.resize(1200, 850)
    made.session.selection.changed.connect(heard.selected.append)
    made.show()
    qtbot.waitExposed(made)
    made.session.arrive(made_up_moment(FRAME))
    QApplication.processEvents()
    return made


class Painted(QObject):
    def __init__(self, tell, parent):
        super().__init__(parent)
        self._tell = tell

    def eventFilter(self, watched, event):  # noqa: N802, ARG002
        if event.type() is QEvent.Type.Paint:
            self._tell()
        return False


def in_plan(window, x_mm, y_mm):
    return window.views.plan.mapFromScene(QPointF(x_mm, MAT_MM[1] - y_mm))


def in_camera(window, x_mm, y_mm):
    (place,) = made_up_projection(960, 540)(np.array([[x_mm, y_mm]], dtype=float)) + 0.5
    return window.views.camera.mapFromScene(QPointF(*place))


def click(qtbot, view, place):
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_click_on_a_ship_in_the_plan_selects_her(window, heard, qtbot):
    click(qtbot, window.views.plan, in_plan(window, 760, 480))
    assert heard.selected == ["possession"]
    assert "La Possession" in window.board.ruling_dock.windowTitle()


def test_click_on_a_ship_in_the_picture_selects_her(window, heard, qtbot):
    click(qtbot, window.views.camera, in_camera(window, 180, 210))
    assert heard.selected == ["grand-temple"]


def test_click_on_open_sea_selects_nothing(window, heard, qtbot):
    click(qtbot, window.views.plan, in_plan(window, 760, 480))
    click(qtbot, window.views.plan, in_plan(window, 480, 780))
    assert heard.selected == ["possession", None]


def test_escape_selects_nothing(window, heard, qtbot):
    click(qtbot, window.views.plan, in_plan(window, 760, 480))
    window.menus._escape()
    assert heard.selected[-1] is None


def test_drag_pans_and_does_not_select(window, heard, qtbot):
    view = window.views.plan
    view.zoom(4.0)
    before = view.mapToScene(QPoint(50, 50))
    port = view.viewport()
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=QPoint(200, 200))
    qtbot.mouseMove(port, QPoint(230, 230))
    qtbot.mouseMove(port, QPoint(260, 240))
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=QPoint(260, 240))
    assert heard.selected == []
    assert view.mapToScene(QPoint(50, 50)) != before


def wheel(view, place, degrees):
    where = QPointF(place)
    event = QWheelEvent(
        where, QPointF(view.viewport().mapToGlobal(place)), QPoint(), QPoint(0, degrees * 8),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)


def test_wheel_zooms_in_and_double_click_fits(window, qtbot):
    view = window.views.plan
    fitted = view.transform().m11()
    wheel(view, QPoint(120, 120), 90)
    assert view.transform().m11() > 1.5 * fitted
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(60, 60))
    assert view.transform().m11() == pytest.approx(fitted)


def test_wheel_never_zooms_further_out_than_the_whole_table(window):
    view = window.views.plan
    fitted = view.transform().m11()
    wheel(view, QPoint(120, 120), -400)
    assert view.transform().m11() == pytest.approx(fitted)


def test_held_picture_stays_and_the_newest_comes_after(window):
    window.menus.pause.trigger()
    assert window.session.is_held
    assert window.views.held.text() == "Paused"
    later = replace(FRAME, number=7, t_ns=1)
    window.session.arrive(made_up_moment(later))
    assert window.session.moment.frame.number == 0
    window.menus.pause.trigger()
    assert window.session.moment.frame.number == 7
    assert not window.views.banner.isVisible()


def test_space_holds_the_picture(window, qtbot):
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_Space)
    assert window.session.is_held


def test_status_tells_camera_tags_lens_and_pieces(window):
    window.status.update_now()
    text = window.status.text()
    for words in ("Desk camera", "Mat tags 8/8", "Not calibrated", "Pieces 11/12"):
        assert words in text


def test_status_tells_frames_per_second(window):
    for n in range(30):
        frame = replace(FRAME, number=n, t_ns=n * 40_000_000)
        window.session.arrive(made_up_moment(frame))
    window.status.update_now()
    assert "25.0 frames/s" in window.status.text()


def test_warning_is_in_the_banner_and_is_held_a_moment(window, qtbot):
    window.session.arrive(made_up_moment(FRAME, warnings=("mat tag 4 has moved",)))
    assert window.views.banner.isVisible()
    assert window.views.banner.text() == "Mat tag 4 has moved"
    window.session.arrive(made_up_moment(FRAME))
    assert window.views.banner.isVisible()
    qtbot.waitUntil(lambda: not window.views.banner.isVisible())


def test_a_banner_moves_nothing(window, qtbot):
    views = window.views
    window.session.arrive(made_up_moment(FRAME))
    qtbot.waitUntil(lambda: bool(window.status.text()))
    before = [view.geometry() for view in (views.camera, views.plan, views.legend)]
    window.session.arrive(made_up_moment(FRAME, warnings=("mat tag 4 has moved", "mat tag 5 has moved")))
    assert views.banner.isVisible()
    qtbot.wait(50)
    assert [view.geometry() for view in (views.camera, views.plan, views.legend)] == before
    assert views.banner.height() <= HEAD_PX
    views.banner.open(True)
    qtbot.waitUntil(lambda: views.banner.height() > HEAD_PX)
    assert [view.geometry() for view in (views.camera, views.plan, views.legend)] == before


def test_without_registration_the_picture_is_bare_and_the_banner_says_why(window, heard, qtbot):
    window.session.arrive(made_up_moment(FRAME, registered=False))
    assert "Can't see the mat" in window.views.banner.text()
    shown = to_bgr(window.views.camera.grab().toImage()).astype(int)
    blue_mat = np.abs(shown - (150, 112, 62)).max(axis=2) < 25
    assert blue_mat.mean() > 0.2, "the mat itself"
    vivid = shown.max(axis=2) > 235
    assert vivid.mean() < 0.001
    click(qtbot, window.views.camera, in_camera(window, 180, 210))
    assert heard.selected == []


def test_degraded_registration_is_said(window):
    window.session.arrive(made_up_moment(FRAME, health=Health.DEGRADED, reason="only 3 mat tags seen"))
    assert "only 3 mat tags seen" in window.views.banner.text()


def test_failed_source_leaves_the_window_alive_until_it_returns(window):
    window.fail("Desk camera: no picture for 5 s")
    assert "no picture for 5 s" in window.views.banner.text()
    assert window.isVisible()
    window.session.arrive(made_up_moment(FRAME))
    assert "no picture" not in window.views.banner.text()


def test_one_view_can_be_shown_alone(window):
    window.views.show_only(Showing.PLAN)
    assert not window.views.camera.isVisible()
    window.views.show_only(Showing.CAMERA)
    assert window.views.camera.isVisible()
    assert not window.views.plan.isVisible()


def test_saved_picture_is_at_the_cameras_size(window, tmp_path):
    window.views.show_only(Showing.CAMERA)
    assert (window.saver.picture().width(), window.saver.picture().height()) == (960, 540)
    window.views.show_only(Showing.BOTH)
    assert window.saver.picture().height() == 540
    assert window.saver.picture().width() > 960 + 400
    assert window.saver.save(str(tmp_path / "table.png"))
    assert (tmp_path / "table.png").stat().st_size > 10_000
    assert not window.saver.save(str(tmp_path / "nowhere" / "table.png"))


def test_closing_tells_the_runner_once(window, heard):
    window.close()
    window.close()
    assert heard.closed == 1


def test_camera_view_fits_the_mat_or_the_whole_picture(window):
    view = window.views.camera
    to_mat = view.transform().m11()
    view.fit_to_mat(False)
    assert to_mat > 1.1 * view.transform().m11()
    view.fit_to_mat(True)
    assert view.transform().m11() == pytest.approx(to_mat)


def test_zoom_of_the_user_outlives_new_frames(window):
    view = window.views.camera
    view.zoom(3.0)
    zoomed = view.transform().m11()
    window.session.arrive(made_up_moment(FRAME))
    window.session.arrive(made_up_moment(FRAME, registered=False))
    assert view.transform().m11() == pytest.approx(zoomed)


def test_camera_of_another_size_is_fitted(window):
    other = made_up_frame(640, 480, number=3)
    window.session.arrive(made_up_moment(other))
    window.views.camera.fit_to_mat(False)
    corner = window.views.camera.mapFromScene(QPointF(640, 480))
    assert window.views.camera.viewport().rect().adjusted(-2, -2, 2, 2).contains(corner)


def test_labels_stay_inside_a_small_view(window):
    """Nothing is cut off by the view's edge, though the window around it is larger."""
    window.resize(820, 620)
    QApplication.processEvents()
    view = window.views.plan
    item = view._overlay
    memory = LabelCache()
    room = QRectF(view.viewport().rect())
    shown = view.viewportTransform()

    def project(points):
        return view._project(points) * shown.m11() + (shown.dx(), shown.dy())

    _, labels = placed_labels(item._drawing, project, scale=screen_scale(room), bounds=room, cache=memory)
    assert all(room.contains(placed.rect) for placed in labels if placed is not None)
    rim = to_bgr(view.viewport().grab().toImage()).astype(int)[:, -3:]
    assert (rim.max(axis=2) < 160).all(), "no label runs over the right edge"


def test_keys_undo_and_redo_an_edit(window, qtbot):
    """Also after Python has looked for garbage: the actions are its own, and were lost with their keys."""
    gc.collect()
    before = window.session.settings.state
    after = corrected(before, captured("possession", "Anne"))
    window.activateWindow()
    note(window.session, captured("possession", "Anne"))
    assert window.session.settings.state == after
    control = Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(window, Qt.Key.Key_Z, control)
    assert window.session.settings.state == before
    qtbot.keyClick(window, Qt.Key.Key_Y, control)
    assert window.session.settings.state == after
    qtbot.keyClick(window, Qt.Key.Key_Z, control)
    qtbot.keyClick(window, Qt.Key.Key_Z, control | Qt.KeyboardModifier.ShiftModifier)
    assert window.session.settings.state == after
    edit = next(menu for menu in window.findChildren(QMenu) if menu.title() == "&Edit")
    assert [action.text() for action in edit.actions()][:2] == ["&Undo La Possession belongs to Anne", "&Redo"]


def test_no_two_entries_of_a_menu_have_one_key(window):
    menus = [window.menuBar(), *window.findChildren(QMenu)]
    keys = {menu: [key.casefold() for each in menu.actions() for key in KEY.findall(each.text())] for menu in menus}
    assert sum(map(len, keys.values())) > 30
    assert [found for found in keys.values() if len(set(found)) < len(found)] == []


def test_a_held_moment_that_cannot_be_judged_is_told_and_the_next_one_can(window, monkeypatch, qtbot, tmp_path):
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    window.session.hold(True)
    with monkeypatch.context() as broken:
        broken.setattr("tableassist.ui.session.session.rejudged", lambda *_: 1 / 0)
        window.session.show_moment(window.session.moment)
        qtbot.waitUntil(lambda: "internal error, details in" in window.views.banner.text().lower(), timeout=60_000)
    with qtbot.waitSignal(window.session.shown, timeout=60_000):
        window.session.show_moment(window.session.moment)
