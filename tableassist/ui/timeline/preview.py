"""The small picture over the time line: what the camera saw at the time under the pointer."""

from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtGui import QImage, QPixmap
from PyQt6.QtWidgets import QFrame, QLabel, QWidget

GAP_PX = 6


class TimelinePicture(QLabel):
    def __init__(self, line: QWidget) -> None:
        super().__init__(line, Qt.WindowType.ToolTip)
        self._line = line
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFrameShape(QFrame.Shape.Box)

    def show_at(self, x: float, image: QImage) -> None:
        """Above that place of the line, and inside the window as far as it is wide enough."""
        self.setPixmap(QPixmap.fromImage(image))
        self.adjustSize()
        line, window = self._line, self._line.window()
        assert window is not None
        left = line.mapTo(window, QPoint(round(x), 0)).x() - self.width() // 2
        inside = max(0, min(left, window.width() - self.width()))
        above = line.mapToGlobal(QPoint(0, -self.height() - GAP_PX)).y()
        self.move(window.mapToGlobal(QPoint(inside, 0)).x(), above)
        self.show()
