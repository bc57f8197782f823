"""Choose the ships of a fleet: search, list, and a picture of the hull."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from PyQt6.QtCore import QEvent, QObject, QPointF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPen, QPixmap, QPolygonF
from PyQt6.QtWidgets import QComboBox, QFrame, QLineEdit, QListWidget, QListWidgetItem, QWidget

from tableassist.messages import say, tr, tr_plural
from tableassist.pieces import PieceModel, Point
from tableassist.pieces.catalogue import FortCard, ShipCard
from tableassist.pieces.lookup import FoundCard, NameMatch
from tableassist.setup.draft import DraftPlayer, FleetCard, find_fleet_cards
from tableassist.setup.draft_check import DraftField, DraftProblem
from tableassist.store.models import find_model
from tableassist.ui.painting import inks
from tableassist.ui.setup_wizard.table_form import ProblemList
from tableassist.ui.widgets.controls import TOUCH_PX, button, column, cross_button, row, touchable
from tableassist.ui.widgets.plain import KEPT, ElidedLabel, PictureLabel, PlainLabel, add_item, set_tip
from tableassist.ui.workers import Worker

SIZE: Final = QSize(84, 36)
_RATIO: Final = 2.0
"""Drawn at twice its size, so that it is sharp on a fine screen too."""
_LARGEST_PX_PER_MM: Final = 1.3
"""So that a small ship is smaller than a large one."""
_EDGE_PX: Final = 2.0
_WOOD, _LINE = QColor("#B88A5B"), QColor(inks.CASING)
_SAIL, _MAST = QColor(inks.PALE), QColor("#3A2A1C")


@cache
def hull_pixmap(model: str) -> QPixmap:
    """By the name of a packaged model."""
    return drawn(find_model(model, asked_in=Path("catalogue"), field="model"))


def drawn(model: PieceModel) -> QPixmap:
    pixmap = QPixmap(SIZE * _RATIO)
    pixmap.setDevicePixelRatio(_RATIO)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _place(painter, model)
    _paint(painter, model)
    painter.end()
    return pixmap


def _place(painter: QPainter, model: PieceModel) -> None:
    """The hull, its parts and sails fill the picture, y upward."""
    points = [*model.hull, *model.bowsprit, *(point for part in model.parts for point in part.outline)]
    points += [end for at in range(len(model.masts)) for end in _sail_ends(model, at)]
    points += [point for segment in model.segments for point in segment.ring]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    room_x, room_y = SIZE.width() - 2 * _EDGE_PX, SIZE.height() - 2 * _EDGE_PX
    scale = min(_LARGEST_PX_PER_MM, room_x / (right - left), room_y / (high - low))
    painter.translate(SIZE.width() / 2, SIZE.height() / 2)
    painter.scale(scale, -scale)
    painter.translate(-(left + right) / 2, -(low + high) / 2)


def _paint(painter: QPainter, model: PieceModel) -> None:
    pen = QPen(_LINE, 1.2)
    pen.setCosmetic(True)
    painter.setPen(pen)
    painter.setBrush(_WOOD)
    if len(model.bowsprit) > 1:
        painter.drawPolyline(_polygon(model.bowsprit))
    for part in model.parts:
        painter.drawPolygon(_polygon(part.outline))
    painter.drawPolygon(_polygon(model.hull))
    painter.setBrush(_SAIL)
    for segment in model.segments:
        painter.drawPolygon(_polygon(segment.ring))
    for under, colour, width in ((True, _LINE, 4.0), (False, _SAIL, 2.4)):
        sail = QPen(colour, width)
        sail.setCosmetic(True)
        painter.setPen(sail)
        for at in range(len(model.masts)):
            ends = _sail_ends(model, at)
            if ends:
                painter.drawLine(QPointF(*ends[0]), QPointF(*ends[1]))
            elif under:
                painter.drawPoint(QPointF(model.masts[at].x_mm, model.masts[at].y_mm))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_MAST)
    for number in range(1, model.upright_count + 1):
        painter.drawEllipse(QPointF(*model.upright_place(number)), 1.3, 1.3)


def _sail_ends(model: PieceModel, at: int) -> tuple[Point, ...]:
    mast = model.masts[at]
    if mast.sail is None:
        return ()
    (dx, dy), half = mast.sail.direction, mast.sail.width_mm / 2
    return (mast.x_mm - half * dx, mast.y_mm - half * dy), (mast.x_mm + half * dx, mast.y_mm + half * dy)


def _polygon(points: tuple[Point, ...]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])


MOST_SHOWN: Final = 60
_STEPS: Final[dict[int, int]] = {Qt.Key.Key_Down.value: 1, Qt.Key.Key_Up.value: -1}
FindCards = Callable[[str], Sequence[FoundCard]]


class ShipSearch(QWidget):
    picked = pyqtSignal(int, object)
    """For which player, and the card."""

    def __init__(self, find: FindCards = find_fleet_cards) -> None:
        super().__init__()
        self._find = find
        self.player = touchable(QComboBox())
        self.player.setAccessibleName(tr("Whose fleet the ship joins"))
        self.words = touchable(QLineEdit())
        self.words.setPlaceholderText(tr("Part of a name, or a number: titan, SM/PS-001"))
        self.words.setAccessibleName(tr("Ship to look for"))
        self.words.setClearButtonEnabled(True)
        self.rows = QListWidget()
        self.rows.setAccessibleName(tr("Ships found"))
        self.rows.setIconSize(SIZE)
        self.rows.setWordWrap(True)
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.told = PlainLabel(look="caption", wraps=True)
        self.add_button = button(tr("Add to the fleet"))
        self._finder = Worker("looking for ships", self)
        self._shown_for = ""
        self._is_pick_waiting = False
        heading = PlainLabel(tr("Ships, from the catalogue"), look="heading")
        column(heading, self.player, self.words, self.told, (self.rows, 1), self.add_button, on=self, margins=0)
        self.words.textChanged.connect(self._look)
        self.words.returnPressed.connect(self._pick)
        self.words.installEventFilter(self)
        self.rows.itemActivated.connect(lambda _: self._pick())
        self.add_button.clicked.connect(self._pick)
        self._show(())

    def show_players(self, names: Sequence[str]) -> None:
        """Whoever was chosen stays chosen."""
        chosen = min(max(self.player.currentIndex(), 0), len(names) - 1)
        if [self.player.itemText(at) for at in range(self.player.count())] != list(names):
            self.player.clear()
            self.player.addItems(names)
        self.player.setCurrentIndex(chosen)

    def look_for(self, player: int) -> None:
        """The keyboard comes here."""
        self.player.setCurrentIndex(player)
        self.words.setFocus(Qt.FocusReason.OtherFocusReason)
        self.words.selectAll()

    def close_search(self) -> None:
        self._finder.close(wait=False)

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:  # noqa: N802
        """Arrows in the field move through the ships."""
        is_press = isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress
        step = _STEPS.get(event.key()) if is_press and isinstance(event, QKeyEvent) else None
        if watched is self.words and step is not None and self.rows.count():
            self.rows.setCurrentRow(min(max(self.rows.currentRow() + step, 0), self.rows.count() - 1))
            return True
        return super().eventFilter(watched, event)

    def _look(self, words: str) -> None:
        self._is_pick_waiting = False
        if not words.strip():
            self._finder.forget()
            self._show(())
            return

        def show(found: Sequence[FoundCard]) -> None:
            if words == self.words.text():
                self._show(found)
                if self._is_pick_waiting:
                    self._pick()

        find = self._find
        failed = lambda problem: self.told.setText(say(problem.message))  # noqa: E731
        self._finder.submit(lambda: find(words.strip()[:200]), show, failed, newest_of="words")

    def _show(self, found: Sequence[FoundCard]) -> None:
        self._shown_for = self.words.text()
        self.rows.clear()
        for hit in found[:MOST_SHOWN]:
            if isinstance(hit.card, ShipCard | FortCard):
                self._add(hit.card)
        if self.rows.count():
            self.rows.setCurrentRow(0)
        self.add_button.setEnabled(self.rows.count() > 0)
        self.told.setText(self._told(found))

    def _told(self, found: Sequence[FoundCard]) -> str:
        if not self.words.text().strip():
            return tr("Type a name; typing errors are fine. Enter adds the highlighted ship.")
        if not found:
            return tr("No ship has a name like this.")
        if found[0].match is NameMatch.SLIP:
            return tr("No ship has that name. Did you mean one of these?")
        if len(found) > MOST_SHOWN:
            return tr("{count} ships; type more of the name to see the rest.", count=len(found))
        return tr_plural("1 ship", "{count} ships", count=len(found))

    def _add(self, card: FleetCard) -> None:
        item = add_item(self.rows, f"{card.name} ({card.key})\n{card_words(card)}", card)
        icon = QIcon(hull_pixmap(card.model))
        # Not tinted where the row is marked.
        icon.addPixmap(hull_pixmap(card.model), QIcon.Mode.Selected)
        item.setIcon(icon)
        item.setSizeHint(QSize(0, max(TOUCH_PX, SIZE.height() + 12)))

    def _pick(self) -> None:
        """Whoever types a name and Enter faster than it is found still gets what was typed, not what was shown."""
        self._is_pick_waiting = self._shown_for != self.words.text()
        if self._is_pick_waiting:
            return
        item: QListWidgetItem | None = self.rows.currentItem()
        if item is not None and self.player.currentIndex() >= 0:
            self.picked.emit(self.player.currentIndex(), item.data(KEPT))
            # The next name is typed over this one.
            self.words.selectAll()


def cost_words(card: FleetCard) -> str:
    if isinstance(card, ShipCard):
        return tr_plural("1 point", "{count} points", count=card.points)
    return tr("{gold} gold", gold=card.gold_cost)


def card_words(card: FleetCard) -> str:
    parts = [cost_words(card), say(card.nation.words)]
    if isinstance(card, ShipCard):
        parts.append(tr_plural("1 mast", "{count} masts", count=card.masts))
    return " · ".join(parts)


_GAP_PX: Final = 4
_NAME_PX: Final = 160


class ShipRow(QWidget):
    take_out = pyqtSignal()

    def __init__(self, card: FleetCard) -> None:
        super().__init__()
        picture = PictureLabel()
        picture.setPixmap(hull_pixmap(card.model))
        picture.setFixedWidth(SIZE.width())
        name, facts = ElidedLabel(), ElidedLabel()
        name.say(card.name)
        facts.say(f"{cost_words(card)} · {say(card.nation.words)}")
        facts.setObjectName("caption")
        set_tip(self, f"{card.name} ({card.key})\n{card_words(card)}")
        self.cross = cross_button(tr("Take out {ship}", ship=card.name))
        self.cross.clicked.connect(lambda _checked: self.take_out.emit())
        self.problems = ProblemList()
        line = row(picture, (column(name, facts, spacing=0), 1), self.cross, margins=0, spacing=8)
        column(line, self.problems, on=self, margins=0, spacing=_GAP_PX)


class FleetBox(QFrame):
    renamed = pyqtSignal(str)
    ship_wanted = pyqtSignal()
    ship_out = pyqtSignal(int)
    removed = pyqtSignal()
    mend = pyqtSignal(object, int)

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.name = touchable(QLineEdit())
        self.name.setAccessibleName(tr("Player's name"))
        self.points = PlainLabel(look="heading")
        self.remove = cross_button(tr("Remove this player"))
        self.name_problems, self.fleet_problems = ProblemList(), ProblemList()
        self.add_button = button(tr("Add a ship"))
        self.ships: list[ShipRow] = []
        self._cards: tuple[FleetCard, ...] = ()
        self._rows = column(margins=0, spacing=_GAP_PX)
        self.name.setMinimumWidth(_NAME_PX)
        head = row((self.name, 1), self.remove, spacing=8)
        column(
            head,
            self.points,
            self.name_problems,
            self.fleet_problems,
            self._rows,
            self.add_button,
            on=self,
            margins=6,
            spacing=_GAP_PX,
        )
        self.name.textEdited.connect(self.renamed)
        self.remove.clicked.connect(lambda _checked: self.removed.emit())
        self.add_button.clicked.connect(lambda _checked: self.ship_wanted.emit())
        self.name_problems.mend.connect(self.mend)
        self.fleet_problems.mend.connect(self.mend)

    def show_player(self, player: DraftPlayer, limit: int) -> None:
        if self.name.text() != player.name:
            self.name.setText(player.name)
        self.points.setText(points_words(player.points, limit))
        self.setAccessibleName(tr("Fleet of {player}", player=player.name))
        if player.ships != self._cards:
            self._cards = player.ships
            self._show_ships()

    def show_problems(self, problems: Sequence[DraftProblem]) -> None:
        """Those of this player."""
        self.name_problems.show_problems([each for each in problems if each.place.field is DraftField.PLAYER_NAME])
        self.fleet_problems.show_problems([each for each in problems if each.place.field is DraftField.FLEET])
        # Without any ship, the button that mends this says the same.
        self.add_button.setVisible(bool(self.ships) or not self.fleet_problems.shown)
        for at, ship in enumerate(self.ships):
            ship.problems.show_problems([each for each in problems if each.place.ship == at])

    def _show_ships(self) -> None:
        had_focus = any(ship.isAncestorOf(self.focusWidget() or self) for ship in self.ships)
        for ship in self.ships:
            self._rows.removeWidget(ship)
            ship.hide()
            ship.deleteLater()
        self.ships = [ShipRow(card) for card in self._cards]
        for at, ship in enumerate(self.ships):
            ship.take_out.connect(lambda at=at: self.ship_out.emit(at))
            ship.problems.mend.connect(self.mend)
            self._rows.addWidget(ship)
            ship.show()
        self.add_button.setVisible(bool(self.ships))
        if had_focus:
            self.add_button.setFocus()


def points_words(points: int, limit: int) -> str:
    if not limit:
        return tr("{points} points", points=points)
    if points > limit:
        return tr("✗ {points} of {limit} points", points=points, limit=limit)
    return tr("{points} of {limit} points", points=points, limit=limit)
