"""Makes the Qt application, on a screen or without one."""

import atexit
import os
import sys
from collections.abc import Sequence

from PyQt6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, Qt
from PyQt6.QtGui import QGuiApplication, QIcon, QPainter, QPen, QPixmap, QPolygonF
from PyQt6.QtWidgets import QApplication

from tableassist import __version__
from tableassist.ui.look import show_focus, theme_switch_of
from tableassist.ui.painting import inks

APPLICATION_NAME = "Table Assist"
_PLUGIN_PATH = "QT_QPA_PLATFORM_PLUGIN_PATH"

_kept: list[QGuiApplication] = []
"""Qt needs its application to live as long as the process; Python would collect it."""


def has_display() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def make_application(argv: Sequence[str] = ()) -> QApplication:
    """The application for windows, dressed; the one that already runs, if there is one."""
    _paint_in_one_thread()
    running = QCoreApplication.instance()
    if running is None:
        _choose_platform()
        running = QApplication([APPLICATION_NAME, *argv])
        _kept.append(running)
        atexit.register(_delete_windows, running)
    if not isinstance(running, QApplication):
        raise RuntimeError(f"windows need a QApplication, got {type(running).__name__}")
    _apply_theme(running)
    return running


def _delete_windows(application: QApplication) -> None:
    """Destroy what is left of the windows while the application still lives.

    At the end of the process PyQt deletes the application, and a window that outlives it now and then takes the process
    down (exit code 139, one run in a hundred). Exit handlers run last in, first out: this one, registered after PyQt
    was imported, comes before PyQt's own.
    """
    for window in application.topLevelWidgets():
        window.deleteLater()
    # The event loop has ended: nothing else carries these out.
    application.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def make_picture_application() -> QCoreApplication:
    """Enough to paint pictures into files: fonts and images, no widgets."""
    _paint_in_one_thread()
    running = QCoreApplication.instance()
    if running is None:
        _choose_platform()
        running = QGuiApplication([APPLICATION_NAME])
        _kept.append(running)
    return running


def _paint_in_one_thread() -> None:
    """Qt hands every translucent fill to a pool of threads and waits for them. Ours are small: waking those threads
    takes longer than the fill, and a busy computer lets them wait. Qt asks for this when it first fills."""
    os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")


def _choose_platform() -> None:
    # The non-headless OpenCV wheels point Qt at their own, older plug-ins, with which PyQt6 aborts.
    if "cv2" in os.environ.get(_PLUGIN_PATH, ""):
        del os.environ[_PLUGIN_PATH]
    if not has_display():
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def _apply_theme(application: QApplication) -> None:
    application.setApplicationName("tableassist")
    application.setApplicationDisplayName(APPLICATION_NAME)
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("tableassist")
    application.setWindowIcon(application_icon())
    theme_switch_of(application)
    show_focus(application)


def application_icon() -> QIcon:
    icon = QIcon()
    for side in (16, 24, 32, 48, 64, 128, 256):
        icon.addPixmap(_icon_pixmap(side))
    return icon


def _icon_pixmap(side: int) -> QPixmap:
    """A sail on the sea under a measuring arc, drawn in a square of 64."""
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(side / 64.0, side / 64.0)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(inks.colour("#173F5C"))
    painter.drawRoundedRect(QRectF(2, 2, 60, 60), 13, 13)
    for tone, corners in (
        (inks.PALE, ((31, 11), (31, 40), (13, 40))),
        (inks.SAND, ((34, 17), (34, 40), (48, 40))),
        (inks.ORANGE, ((10, 44), (54, 44), (46, 54), (18, 54))),
    ):
        painter.setBrush(inks.colour(tone))
        painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(inks.colour(inks.SKY_BLUE), 3.2, cap=Qt.PenCapStyle.RoundCap))
    painter.drawArc(QRectF(-6, 8, 62, 62), 10 * 16, 62 * 16)
    painter.end()
    return pixmap
