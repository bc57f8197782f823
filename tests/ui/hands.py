"""What a player's hands do at the real window, for the scripts that are run on a real screen."""

import time
from functools import partial

from loop_eye import LoopEye
from PyQt6.QtCore import QPointF, Qt, QTimer
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication

from tableassist.matches.recording import start_replay_buffer
from tableassist.ui.session.preferences import Preferences, Recent
from tableassist.ui.shell.program import Program

LEFT = Qt.MouseButton.LeftButton
PATIENCE_S = 60.0


def wait(ready, seconds=PATIENCE_S):
    until = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > until:
            return False
        QApplication.processEvents()
        time.sleep(0.005)
    return True


def must(ready, what):
    if not wait(ready):
        raise AssertionError(f"never came: {what}")


def make_program(folder, open_eye=LoopEye):
    return Program(
        Preferences(folder / "window.ini"),
        lambda _text, _families: open_eye(),
        partial(start_replay_buffer, root=folder / "memory"),
        roots=(folder / "memory", folder / "matches"),
    )


def open_demo(program):
    window = program.open(Recent("studio:demo"))
    window.setGeometry(0, 0, 1500, 950)
    window.activateWindow()
    must(lambda: window.session.moment is not None, "a picture")
    return window


def key(window, pressed, modifier=Qt.KeyboardModifier.NoModifier):
    """Without a window manager nobody else brings the window to the front again after a dialog."""
    if not window.isActiveWindow():
        window.activateWindow()
        must(window.isActiveWindow, "the window in front")
    QTest.keyClick(window, pressed, modifier)
    QApplication.processEvents()


def click(widget, place=None):
    QTest.mouseClick(widget, LEFT, pos=widget.rect().center() if place is None else place)
    QApplication.processEvents()


def click_piece(window, piece):
    plan = window.views.plan
    at = window.session.moment.state.scene.find(piece).pose.pose
    click(plan.viewport(), plan.mapFromScene(QPointF(at.x_mm, window.session.settings.mat.height_mm - at.y_mm)))


def click_row(window, index):
    tree = window.board.rulings.tree
    tree.scrollTo(index)
    QApplication.processEvents()
    click(tree.viewport(), tree.visualRect(index).center())


def when_modal(call):
    """Once a dialog is open that makes the window wait."""

    def look():
        dialog = QApplication.activeModalWidget()
        if dialog is None:
            QTimer.singleShot(20, look)
        else:
            call(dialog)

    QTimer.singleShot(20, look)


def lines(window):
    model = window.board.rulings.model
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def photograph(application, path):
    QApplication.processEvents()
    return application.primaryScreen().grabWindow(0).save(str(path))
