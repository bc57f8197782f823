"""The middle of the window: camera left, plan right, legend below."""

from enum import StrEnum

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget

from tableassist.ui.banner import Banner
from tableassist.ui.legend_strip import LegendStrip
from tableassist.ui.picture_view import PictureView
from tableassist.ui.plan_view import PlanView
from tableassist.ui.selection import Selection
from tableassist.ui.theme import SPACE_PX


class Showing(StrEnum):
    CAMERA = "camera"
    PLAN = "plan"
    BOTH = "both"


class TableViews(QWidget):
    def __init__(self, mat_size_mm: tuple[float, float], selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.showing = Showing.BOTH
        self.banner = Banner(self)
        self.camera = PictureView(mat_size_mm, selection)
        self.plan = PlanView(mat_size_mm, selection)
        self.legend = LegendStrip(self)
        self._camera_side = _headed("Camera", self.camera)
        self._plan_side = _headed("Plan", self.plan)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(self._camera_side)
        splitter.addWidget(self._plan_side)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(SPACE_PX)
        splitter.setStretchFactor(0, 16)
        splitter.setStretchFactor(1, 11)
        splitter.setSizes([800, 550])
        layout = self._column = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_PX, 0, SPACE_PX, 0)
        layout.setSpacing(4)
        layout.addWidget(self.banner)
        layout.addWidget(splitter, 1)
        layout.addWidget(self.legend)

    def add_bar(self, bar: QWidget) -> None:
        """Below the banner, above the views."""
        self._column.insertWidget(1, bar)

    def show_only(self, showing: Showing) -> None:
        self.showing = showing
        self._camera_side.setVisible(showing is not Showing.PLAN)
        self._plan_side.setVisible(showing is not Showing.CAMERA)

    def fit(self) -> None:
        self.camera.fit()
        self.plan.fit()


def _headed(heading: str, view: QWidget) -> QWidget:
    side = QWidget()
    layout = QVBoxLayout(side)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    words = QLabel(heading)
    words.setObjectName("caption")
    layout.addWidget(words)
    layout.addWidget(view, 1)
    return side
