"""The middle of a card table's window: the camera's picture above, the row below."""

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QSplitter, QWidget

from tableassist.messages import tr
from tableassist.pipeline.moment import Moment
from tableassist.ui.canvas.board_views import BoardViews
from tableassist.ui.canvas.picture_view import PictureView
from tableassist.ui.cards.row_view import RowView
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.session.selection import Selection
from tableassist.ui.widgets.banner import Banner, HeldStrip
from tableassist.ui.widgets.layouts import column, row

BANNER_PX = 30
"""Always there, so that nothing moves when it says something."""


class CardViews(BoardViews):
    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.camera = PictureView((1.0, 1.0), selection)
        self.camera.setAccessibleName(tr("The camera's picture of the table"))
        self.row = RowView()
        self.held, self.banner = HeldStrip(), Banner()
        room = QWidget()
        room.setFixedHeight(BANNER_PX)
        row(self.held, (self.banner, 1), on=room, margins=0, spacing=0)
        splitter = QSplitter(Qt.Orientation.Vertical)
        for view in (self.camera, self.row):
            splitter.addWidget(view)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(SPACE_PX)
        splitter.setStretchFactor(0, 2)
        splitter.setStretchFactor(1, 3)
        splitter.setSizes([330, 490])
        self._column = column(room, (splitter, 1), on=self, margins=(SPACE_PX, 0, SPACE_PX, 0), spacing=4)

    def add_below(self, bar: QWidget) -> None:
        self._column.addWidget(bar)

    def show_moment(self, moment: Moment) -> None:
        self.camera.show_frame(moment.frame.image, None, None)
