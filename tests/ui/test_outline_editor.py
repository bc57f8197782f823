"""The window in which an outline is mended by hand."""

import numpy as np
import pytest
from PyQt6.QtCore import QPointF, Qt

from tableassist.ui.outline_editor import OutlineEditor

SQUARE = ((-10.0, -10.0), (10.0, -10.0), (10.0, 10.0), (-10.0, 10.0))


@pytest.fixture
def editor(qtbot):
    window = OutlineEditor("Palm Island", np.full((320, 320, 3), 120, np.uint8), 20.0, SQUARE)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    return window


def at(editor, point):
    return editor.canvas.mapFromScene(editor.canvas.scene_from_piece(point))


def drag(qtbot, editor, start, end):
    port = editor.canvas.viewport()
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=at(editor, start))
    qtbot.mouseMove(port, at(editor, end))
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=at(editor, end))


def test_the_pictures_middle_is_the_pieces_origin_and_y_points_up(editor):
    assert editor.canvas.piece_from_scene(QPointF(160.0, 160.0)) == pytest.approx((0.0, 0.0))
    assert editor.canvas.piece_from_scene(QPointF(320.0, 0.0)) == pytest.approx((20.0, 20.0))


def test_a_point_is_dragged_and_the_drag_undone(qtbot, editor):
    drag(qtbot, editor, (10.0, 10.0), (14.0, 12.0))
    assert editor.canvas.history.now[2] == pytest.approx((14.0, 12.0), abs=0.1)
    assert editor.caption.text().startswith("4 points, 24.0 × 22.0 mm")
    qtbot.mouseClick(editor.undo_button, Qt.MouseButton.LeftButton)
    assert editor.canvas.history.now == SQUARE
    qtbot.mouseClick(editor.redo_button, Qt.MouseButton.LeftButton)
    assert editor.canvas.history.now[2] == pytest.approx((14.0, 12.0), abs=0.1)


def test_a_double_click_on_the_line_adds_a_point_and_delete_removes_it(qtbot, editor):
    port = editor.canvas.viewport()
    qtbot.mouseDClick(port, Qt.MouseButton.LeftButton, pos=at(editor, (10.0, 3.0)))
    assert len(editor.canvas.history.now) == 5
    assert editor.canvas.history.now[2] == pytest.approx((10.0, 3.0), abs=0.1)
    qtbot.keyClick(editor.canvas, Qt.Key.Key_Delete)
    assert editor.canvas.history.now == SQUARE


def test_an_outline_that_crosses_itself_cannot_be_saved(qtbot, editor):
    assert editor.save_button.isEnabled()
    drag(qtbot, editor, (-10.0, -10.0), (15.0, 3.0))
    assert not editor.save_button.isEnabled()
    assert "crosses itself" in editor.caption.text()
    editor.canvas.undo()
    assert editor.save_button.isEnabled()


def test_dragging_beside_the_points_pans_and_changes_nothing(qtbot, editor):
    drag(qtbot, editor, (0.0, 0.0), (4.0, 4.0))
    assert editor.canvas.history.now == SQUARE
    assert not editor.undo_button.isEnabled()
