"""Ships to look at: one line for each, to be ticked once a person has looked."""

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QWidget

from tableassist.judging.views import ShipFacts, all_facts_words, answers_words, ship_words
from tableassist.messages import tr
from tableassist.table.commands import ConfirmShip
from tableassist.ui.session.session import Session
from tableassist.ui.widgets.plain_text import set_tip

MAX_ROWS_SHOWN = 4
_PIECE_ROLE = Qt.ItemDataRole.UserRole


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
        self.hide()

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
        self.setVisible(bool(ships))

    def _toggle(self, item: QListWidgetItem) -> None:
        is_on = item.checkState() is Qt.CheckState.Checked
        item.setCheckState(Qt.CheckState.Unchecked if is_on else Qt.CheckState.Checked)

    def _take(self, item: QListWidgetItem) -> None:
        piece = str(item.data(_PIECE_ROLE))
        self._session.ask(ConfirmShip(piece, item.checkState() is Qt.CheckState.Checked))


def _line(ship: ShipFacts) -> str:
    told = answers_words(ship)
    return tr("{ship} ({told})", ship=ship_words(ship), told=told) if told else ship_words(ship)
