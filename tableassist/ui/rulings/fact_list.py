"""Ships to look at: a button that says how many, and under it a line for each, ticked once a person has looked."""

from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtWidgets import QAbstractItemView, QFrame, QListWidget, QListWidgetItem, QToolButton, QWidget

from tableassist.judging.views import ShipFacts, all_facts_words, answers_words, ship_words
from tableassist.messages import tr, tr_plural
from tableassist.table.commands import ConfirmShip
from tableassist.ui.session.session import Session
from tableassist.ui.widgets.controls import column
from tableassist.ui.widgets.plain import PlainLabel, set_tip

MAX_ROWS_SHOWN = 12
LIST_PX = 520
_PIECE_ROLE = Qt.ItemDataRole.UserRole


class FactsButton(QToolButton):
    """Opens the list over what is above it, so that the rulings keep their room."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facts = FactList(session)
        self._popup = QFrame(self, Qt.WindowType.Popup)
        self._popup.setFrameShape(QFrame.Shape.StyledPanel)
        hint = tr("Rulings marked IF depend on these. Tick a ship once you have looked at her.")
        column(PlainLabel(hint, look="caption", wraps=True), self.facts, on=self._popup, margins=6)
        self._popup.setFixedWidth(LIST_PX)
        kept = self.sizePolicy()
        kept.setRetainSizeWhenHidden(True)  # what stands beside it keeps its place
        self.setSizePolicy(kept)
        self.clicked.connect(lambda _checked: self.open())
        self.show_ships(())

    def show_ships(self, ships: tuple[ShipFacts, ...]) -> None:
        self.facts.show_ships(ships)
        count = sum(not ship.is_confirmed for ship in ships)
        words = tr_plural("1 ship to check", "{count} ships to check", count=count) if count else tr("Ships checked")
        if words != self.text():
            self.setText(words)
            self.setAccessibleName(words)
        self.setVisible(bool(ships))
        if not ships:
            self._popup.hide()

    def open(self) -> None:
        self._popup.adjustSize()
        self._popup.move(self.mapToGlobal(QPoint(0, -self._popup.height())))
        self._popup.show()
        self.facts.setFocus()


class FactList(QListWidget):
    """Ticking a line confirms all facts of that ship; unticking it takes the confirmation back."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._ships: tuple[ShipFacts, ...] = ()
        self.setAccessibleName(tr("Ships to look at"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        # Space holds the picture in every part of the window, so Enter ticks.
        self.itemActivated.connect(self._toggle)
        self.itemChanged.connect(self._take)

    def show_ships(self, ships: tuple[ShipFacts, ...]) -> None:
        """Nothing is rewritten under a finger unless it has changed."""
        if ships == self._ships:
            return
        self._ships = ships
        current = self.currentItem()
        chosen = None if current is None else current.data(_PIECE_ROLE)
        self.blockSignals(True)
        self.clear()
        for ship in ships:
            item = QListWidgetItem(_line(ship), self)
            item.setData(_PIECE_ROLE, ship.piece)
            set_tip(item, all_facts_words(ship))
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if ship.is_confirmed else Qt.CheckState.Unchecked)
            if ship.piece == chosen:
                self.setCurrentItem(item)
        self.blockSignals(False)
        rows = min(len(ships), MAX_ROWS_SHOWN)
        self.setFixedHeight(max(1, rows) * max(self.sizeHintForRow(0), 18) + 2 * self.frameWidth() + 2)

    def _toggle(self, item: QListWidgetItem) -> None:
        is_on = item.checkState() is Qt.CheckState.Checked
        item.setCheckState(Qt.CheckState.Unchecked if is_on else Qt.CheckState.Checked)

    def _take(self, item: QListWidgetItem) -> None:
        piece = str(item.data(_PIECE_ROLE))
        self._session.ask(ConfirmShip(piece, item.checkState() is Qt.CheckState.Checked))


def _line(ship: ShipFacts) -> str:
    told = answers_words(ship)
    return tr("{ship} ({told})", ship=ship_words(ship), told=told) if told else ship_words(ship)
