"""Finds ships in the catalogue while their name is typed, with their hulls and points."""

from collections.abc import Callable, Sequence
from typing import Final

from PyQt6.QtCore import QEvent, QObject, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QIcon, QKeyEvent
from PyQt6.QtWidgets import QComboBox, QLineEdit, QListWidget, QListWidgetItem, QWidget

from tableassist.messages import say, tr, tr_plural
from tableassist.pieces.catalogue import FortCard, ShipCard
from tableassist.pieces.lookup import FoundCard, NameMatch
from tableassist.setup.draft import FleetCard, find_fleet_cards
from tableassist.ui.setup_wizard.your_table.hull_picture import SIZE, hull_pixmap
from tableassist.ui.widgets.layouts import column
from tableassist.ui.widgets.list_items import KEPT, add_item
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.widgets.touch import TOUCH_PX, button, touchable
from tableassist.ui.workers.worker import Worker

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
