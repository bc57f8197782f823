"""A recorded game along the time line: gold over time, and the acts up to the moment that is shown."""

from bisect import bisect_right
from itertools import pairwise
from typing import Final

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF, QWheelEvent
from PyQt6.QtWidgets import QListWidget, QListWidgetItem, QSizePolicy, QWidget

from tableassist.messages import Message, say, template, tr
from tableassist.overlay.drawing import FLEET_INKS
from tableassist.ui.look import SPACE_PX, theme_of
from tableassist.ui.painting.inks import colour, style_of
from tableassist.ui.session.words import clock
from tableassist.ui.timeline.past import ACT_KINDS, ToldAct, ToldGame
from tableassist.ui.timeline.signs import sign_icon
from tableassist.ui.timeline.timeline import MARGIN_PX, Timeline
from tableassist.ui.widgets.controls import column
from tableassist.ui.widgets.plain import KEPT, PlainLabel, add_item, set_tip

HEIGHT_PX: Final = 40
TOP_PX: Final = 5.0
BOTTOM_PX: Final = 35.0
DASHES: Final[tuple[tuple[float, ...], ...]] = ((), (4.0, 2.0), (1.0, 1.5), (6.0, 1.5, 1.0, 1.5))
"""In pen widths; by player, so that colour alone tells nothing."""


class GoldStrip(QWidget):
    """Hidden where the record keeps no game."""

    def __init__(self, line: Timeline, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = line
        self._game = ToldGame()
        self._changes: tuple[tuple[int, tuple[int, ...]], ...] = ()
        """From when on (ns) each player has what."""
        self._most = 1
        self._now: int | None = None
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Gold over time"))
        self.setVisible(False)
        line.stretched.connect(self.update)

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(400, HEIGHT_PX)

    def show_game(self, game: ToldGame | None) -> None:
        self._game = game or ToldGame()
        self.setAccessibleName(tr("Fame over time") if self._game.is_of_cards else tr("Gold over time"))
        golds = [(0, self._game.gold), *((act.t_ns, act.gold) for act in self._game.acts)]
        self._changes = tuple(now for before, now in pairwise(golds) if now[1] != before[1])
        self._most = max((1, *(gold for _, each in golds for gold in each)))
        self.setVisible(bool(self._game.acts))
        self._tell()

    def show_now(self, t_ns: int) -> None:
        self._now = t_ns
        self._tell()

    def words_at(self, t_ns: int) -> str:
        """What each player had then."""
        both = zip(self._game.players, self._game.gold_at(t_ns), strict=True)
        had = tuple(Message("{player} {gold}", player=player, gold=gold) for player, gold in both)
        return say(Message("{score}", score=had)) if had else ""

    def mousePressEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        if event is not None and event.button() is Qt.MouseButton.LeftButton:
            self._line.sought.emit(self._line.time_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        if event is None:
            return
        t_ns = self._line.time_at(event.position().x())
        set_tip(self, f"{clock((t_ns - self._line.stretch.whole[0]) / 1e9)}  {self.words_at(t_ns)}")
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._line.sought.emit(t_ns)

    def wheelEvent(self, event: QWheelEvent | None) -> None:  # noqa: N802
        """As on the time line, which has the same scale."""
        self._line.wheelEvent(event)

    def paintEvent(self, event: QPaintEvent | None) -> None:  # noqa: N802, ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(self.font())
        font.setPixelSize(12)
        painter.setFont(font)
        self._paint_ground(painter)
        for number in range(len(self._game.players)):
            painter.setPen(self._pen(number))
            painter.drawPolyline(self.steps(number))
        self._paint_names(painter)
        painter.end()

    def steps(self, number: int) -> QPolygonF:
        """The line of a player: it changes at an act and stays until the next that changes it."""
        first, last = self._line.stretch.shown
        spread = 2.0 * number - (len(self._game.players) - 1)  # lines of the same gold lie beside each other

        def y_of(gold: tuple[int, ...]) -> float:
            return BOTTOM_PX - (BOTTOM_PX - TOP_PX) * gold[number] / self._most - spread

        y = y_of(self._game.gold_at(first))
        points = [QPointF(self._line.x_of(first), y)]
        for t_ns, gold in self._changes:
            if first < t_ns <= last:
                x = self._line.x_of(t_ns)
                points += [QPointF(x, y), QPointF(x, y := y_of(gold))]
        return QPolygonF([*points, QPointF(self._line.x_of(last), y)])

    def _paint_ground(self, painter: QPainter) -> None:
        quiet = QColor(theme_of(self.palette()).line)
        left, right = float(MARGIN_PX), float(self.width() - MARGIN_PX)
        painter.setPen(QPen(quiet, 1))
        painter.drawLine(QPointF(left, BOTTOM_PX + 1), QPointF(right, BOTTOM_PX + 1))
        if self._now is not None and self._line.stretch.holds(self._now):
            x = self._line.x_of(self._now)
            painter.setPen(QPen(QColor(theme_of(self.palette()).text), 1))
            painter.drawLine(QPointF(x, 0), QPointF(x, HEIGHT_PX))

    def _paint_names(self, painter: QPainter) -> None:
        """With what each has at the moment that is shown; where lines begin there is room, they begin low."""
        gold = self._game.gold_at(self._now if self._now is not None else self._line.stretch.whole[0])
        x, metrics = float(MARGIN_PX), QFontMetricsF(painter.font())
        for number, player in enumerate(self._game.players):
            words = say(Message("{player} {gold}", player=player, gold=gold[number]))
            wide = 32 + metrics.horizontalAdvance(words)
            ground = QColor(theme_of(self.palette()).ground)
            ground.setAlphaF(0.8)
            painter.fillRect(QRectF(x - 2, 0, wide + 4, 16), ground)
            painter.setPen(self._pen(number))
            painter.drawLine(QPointF(x, 8), QPointF(x + 26, 8))
            painter.setPen(QColor(theme_of(self.palette()).text))
            painter.drawText(QRectF(x + 32, 0, 400, 16), Qt.AlignmentFlag.AlignVCenter, words)
            x += wide + 20

    def _pen(self, number: int) -> QPen:
        theme, is_pale = theme_of(self.palette()), number % len(FLEET_INKS) == len(FLEET_INKS) - 1
        name = theme.text if is_pale else style_of(FLEET_INKS[number % len(FLEET_INKS)]).colour
        pen = QPen(colour(name), 2.0, cap=Qt.PenCapStyle.FlatCap)
        if dashes := DASHES[number % len(DASHES)]:
            pen.setDashPattern(list(dashes))
        return pen

    def _tell(self) -> None:
        if self._game.acts and self._now is not None:
            self.setAccessibleDescription(self.words_at(self._now))
        self.update()


MOST: Final = 5000


class ActsPanel(QWidget):
    chosen = pyqtSignal(object)
    """The time (ns) of an act."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Acts"))
        self._game = ToldGame()
        self._now = 0
        self._done = -1
        """How many acts are shown."""
        self._rows: list[tuple[int, QListWidgetItem]] = []
        """In the order of the list: how many acts must be done before it is shown."""
        self.score = PlainLabel(look="heading", wraps=True)
        self.caption = PlainLabel(tr("This match has no recorded game."), look="caption", wraps=True)
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setAccessibleName(tr("Acts"))
        column(self.score, self.caption, (self.list, 1), on=self, margins=(SPACE_PX, 0, SPACE_PX, SPACE_PX))
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)

    def show_game(self, game: ToldGame | None, first_ns: int) -> None:
        """`first_ns`: when the match began."""
        self._game = game or ToldGame()
        self.list.clear()
        self._rows = []
        turn, icons = -1, {kind: sign_icon(kind) for kind in ACT_KINDS}
        for number, act in enumerate(self._game.acts[:MOST], start=1):
            if act.turn != turn:
                turn = act.turn
                self._rows.append((number, self._head(act)))
            item = add_item(self.list, f"{clock((act.t_ns - first_ns) / 1e9)}  {act.words}", act.t_ns)
            if act.kind is not None:
                item.setIcon(icons[act.kind])
            self._rows.append((number, item))
        if self._game.problem:
            self.caption.setText(tr("Cannot follow the game: {problem}", problem=self._game.problem))
        elif self._game.acts:
            self.caption.setText(tr("Actions up to the moment shown."))
        self._done = -1
        self.show_now(self._now)

    def show_now(self, t_ns: int) -> None:
        """What comes later is hidden; the last act that was done by then is the current one."""
        self._now = t_ns
        done = self._game.up_to(t_ns)
        if done == self._done:
            return
        self._done = done
        shown = bisect_right(self._rows, done, key=lambda row: row[0])
        for place, (_, item) in enumerate(self._rows):
            if item.isHidden() is not (place >= shown):
                item.setHidden(place >= shown)
        self.list.setCurrentItem(self._rows[shown - 1][1] if shown else None)
        self._tell_score(t_ns)

    def _tell_score(self, t_ns: int) -> None:
        game = self._game
        had = [
            Message("{player} {gold}", player=player, gold=gold)
            for player, gold in zip(game.players, game.gold_at(t_ns), strict=True)
        ]
        words = template("Fame: {score}") if game.is_of_cards else template("Gold: {score}")
        self.score.setText(say(Message(words, score=tuple(had))) if had else "")

    def _head(self, act: ToldAct) -> QListWidgetItem:
        words = tr("Turn {number}", number=act.turn) if act.turn else tr("Set-up")
        item = add_item(self.list, f"{words}  ·  {act.player}" if act.player else words)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        font = item.font()
        font.setBold(True)
        item.setFont(font)
        return item

    def _choose(self, item: QListWidgetItem) -> None:
        t_ns = item.data(KEPT)
        if t_ns is not None:
            self.chosen.emit(t_ns)
