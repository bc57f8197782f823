"""The row of ships of a card table, and the middle of its window around it."""

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QFont, QMouseEvent, QPainter, QPaintEvent
from PyQt6.QtWidgets import QSizePolicy, QSplitter, QWidget

from tableassist.messages import tr
from tableassist.overlay.cards.drawing import CardBox, RowDrawing, RowText
from tableassist.overlay.cards.row_svg import LINES_ONLY
from tableassist.overlay.cards.row_words import RowMark, ship_words
from tableassist.overlay.cards.wide_row import wide_row
from tableassist.pipeline.moment import Moment
from tableassist.rulebook.cardgame import CardGame
from tableassist.ui.canvas.table_views import BoardViews
from tableassist.ui.canvas.views import PictureView
from tableassist.ui.look import SPACE_PX
from tableassist.ui.painting import inks
from tableassist.ui.painting.plan_background import PLAN_BLUE
from tableassist.ui.session.selection import Selection
from tableassist.ui.widgets.controls import column, row
from tableassist.ui.widgets.notices import Banner, HeldStrip
from tableassist.ui.widgets.plain import set_tip

FILL = 1.6
"""Areas are tinted more strongly than over a picture."""


class RowView(QWidget):
    ship_pressed = pyqtSignal(str)
    """The id of the ship that was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drawing: RowDrawing | None = None
        self._told = ""
        self.setAccessibleName(tr("The row of ships"))
        self.setMouseTracking(True)
        self.setMinimumSize(420, 210)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def drawing(self) -> RowDrawing | None:
        return self._drawing

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(1000, 490)

    def show_game(self, game: CardGame, marks: tuple[RowMark, ...], picked: frozenset[str] = frozenset()) -> None:
        """`marks`: where the camera sees something else; `picked`: ships that are chosen for an act."""
        drawing = wide_row(game, marks, picked)
        if drawing != self._drawing:
            self._drawing = drawing
            told = [ship_words(game, space, ship) for space, ship in enumerate(game.row, start=1)]
            self.setAccessibleDescription(". ".join(told))
            self.update()

    def show_nothing(self, words: str) -> None:
        """`words`: why."""
        self._drawing, self._told = None, words
        self.setAccessibleDescription(words)
        self.update()

    def show_same(self, view: "RowView") -> None:
        """Show what another view shows."""
        if (view._drawing, view._told) != (self._drawing, self._told):
            self._drawing, self._told = view._drawing, view._told
            self.setAccessibleDescription(view.accessibleDescription())
            self.update()

    def ship_at(self, place: QPointF) -> str:
        """Empty where there is none."""
        if self._drawing is None:
            return ""
        at = (place - self._origin()) / self._scale()
        boxes = (each for each in self._drawing.boxes if each.ship)
        return next((each.ship for each in boxes if _rect(each).contains(at)), "")

    def middle_of(self, ship: str) -> QPointF:
        """Where a ship lies in the view."""
        assert self._drawing is not None
        box = next(each for each in self._drawing.boxes if each.ship == ship)
        return self._origin() + _rect(box).center() * self._scale()

    def mousePressEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        if event is not None and event.button() is Qt.MouseButton.LeftButton:
            ship = self.ship_at(event.position())
            if ship:
                self.ship_pressed.emit(ship)

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        if event is not None:
            over = bool(self.ship_at(event.position()))
            self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)
            set_tip(self, tr("Tap a ship to choose her for the movement card.") if over else "")

    def paintEvent(self, event: QPaintEvent | None) -> None:  # noqa: N802, ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), inks.colour(PLAN_BLUE))
        if self._drawing is None:
            painter.setPen(inks.colour(inks.GREY))
            painter.drawText(self.rect().adjusted(20, 20, -20, -20),
                             Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._told)  # fmt: skip
        else:
            painter.translate(self._origin())
            painter.scale(self._scale(), self._scale())
            for box in self._drawing.boxes:
                _paint_box(painter, box)
            for words in self._drawing.words:
                _paint_words(painter, words)
        painter.end()

    def _scale(self) -> float:
        assert self._drawing is not None
        return min(self.width() / self._drawing.width, self.height() / self._drawing.height)

    def _origin(self) -> QPointF:
        """In the middle, if there is room to spare."""
        assert self._drawing is not None
        scale = self._scale()
        return QPointF(
            (self.width() - self._drawing.width * scale) / 2, (self.height() - self._drawing.height * scale) / 2
        )


def _rect(box: CardBox) -> QRectF:
    return QRectF(box.left, box.top, box.width, box.height)


def _paint_box(painter: QPainter, box: CardBox) -> None:
    style = inks.style_of(box.ink)
    painter.setPen(inks.line_pen(style, scale=1.0))
    if box.ink in LINES_ONLY:
        painter.setBrush(Qt.BrushStyle.NoBrush)
    else:
        painter.setBrush(inks.tint_brush(style, strength=FILL))
    painter.drawRoundedRect(_rect(box), 8.0, 8.0)
    if box.hatched:
        painter.setBrush(inks.hatch_brush(style, scale=1.0, strength=FILL))
        painter.drawRoundedRect(_rect(box), 8.0, 8.0)


def _paint_words(painter: QPainter, words: RowText) -> None:
    font = QFont(painter.font())
    font.setPixelSize(round(words.size))
    font.setBold(words.bold)
    painter.setFont(font)
    width = painter.fontMetrics().horizontalAdvance(words.text)
    place = QPointF(words.x if words.from_left else words.x - width / 2, words.y)
    painter.setPen(inks.colour(inks.CASING, 0.75))
    painter.drawText(place + QPointF(1.2, 1.2), words.text)
    painter.setPen(inks.colour(inks.PALE))
    painter.drawText(place, words.text)


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
