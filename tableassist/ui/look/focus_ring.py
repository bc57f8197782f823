"""A ring around whatever has the keyboard, drawn over every kind of widget alike."""

from typing import Final

from PyQt6 import sip
from PyQt6.QtCore import QObject, QRectF, QTimer
from PyQt6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QApplication, QFocusFrame, QGraphicsView

from tableassist.ui.look.theme import theme_of

_NAME: Final = "focus ring"
LINE_PX: Final = 2.0


class FocusRing(QFocusFrame):
    def paintEvent(self, event: QPaintEvent | None) -> None:  # noqa: N802, ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme_of(self.palette()).link), LINE_PX))
        half = LINE_PX / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 3.0, 3.0)
        painter.end()


class FocusShown(QObject):
    """Follows the keyboard through all windows. Views of the table have their own edge: the ring would lie on them."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self.setObjectName(_NAME)
        self.ring: FocusRing | None = None
        # Later: the focus also changes while a window is being destroyed, whose widgets must not be touched then.
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._follow)
        application.focusChanged.connect(lambda _before, _now: self._soon.start(0))

    def _follow(self) -> None:
        now = QApplication.focusWidget()
        if self.ring is None or sip.isdeleted(self.ring):  # it goes with the window that it was in last
            self.ring = FocusRing()
        self.ring.setWidget(None if isinstance(now, QGraphicsView) else now)


def show_focus(application: QApplication) -> FocusShown:
    """The one there is; it is made when it is first asked for."""
    for known in application.findChildren(FocusShown, _NAME):
        return known
    return FocusShown(application)
