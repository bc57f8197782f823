"""The crew of one ship: who is aboard, what they do to measuring, and new hands from the catalogue."""

from collections.abc import Callable

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PyQt6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QPushButton, QWidget

from tableassist.messages import tr
from tableassist.pieces import Piece
from tableassist.pieces.catalogue import Catalogue, CrewCard
from tableassist.rulebook.acts import CorrectionKind
from tableassist.table.commands import CorrectNotes
from tableassist.ui.ledger.notes import crew_effect_words, crew_words, found_crew, is_able
from tableassist.ui.session.session import Session
from tableassist.ui.widgets.controls import column, row
from tableassist.ui.widgets.plain import KEPT, PlainLabel, add_item, set_tip

_ROW_PX = 18


class CrewSection(QWidget):
    """`catalogue` is called when it is first needed: many tables never do."""

    def __init__(self, session: Session, catalogue: Callable[[], Catalogue], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._catalogue = catalogue
        self._piece: Piece | None = None
        self._listed: tuple[Piece | None, tuple[str, ...]] = (None, ())
        self.aboard = QListWidget()
        self.ashore = QPushButton(tr("Send &ashore"))
        self.search = CrewSearch()
        self.found = QListWidget()
        self.effects = PlainLabel(look="caption", wraps=True)
        self._lay_out()
        self.aboard.currentRowChanged.connect(lambda _row: self._refresh_button())
        self.ashore.clicked.connect(lambda _on: self.send_ashore())
        gone = QShortcut(QKeySequence(Qt.Key.Key_Delete), self.aboard)
        gone.setContext(Qt.ShortcutContext.WidgetShortcut)
        gone.activated.connect(self.send_ashore)
        self.search.textChanged.connect(lambda _text: self._find())
        self.search.returnPressed.connect(self._take_first)
        self.search.went_down.connect(self._to_found)
        self.found.itemActivated.connect(self._take)
        self.found.itemClicked.connect(self._take)

    def show_piece(self, piece: Piece | None) -> None:
        if piece is not self._piece:
            self._piece = piece
            self.search.clear()
        self._show_aboard()

    def send_ashore(self) -> None:
        item, piece = self.aboard.currentItem(), self._piece
        if item is None or piece is None:
            return
        key = item.data(KEPT)
        aboard = self._session.settings.state.crew_at(piece.id)
        member = next((each.id for each in aboard if key in (each.card.card, each.id)), key)
        self._session.ask(CorrectNotes(piece.id, CorrectionKind.CREW_GONE, member))

    def take_aboard(self, card: CrewCard) -> None:
        if self._piece is None:
            return
        self._session.ask(CorrectNotes(self._piece.id, CorrectionKind.CREW, card.key))
        self.search.clear()

    def _show_aboard(self) -> None:
        piece = self._piece
        aboard = () if piece is None else self._session.shown_settings.state.crew_at(piece.id)
        keys = tuple(each.card.card or each.id for each in aboard)
        if (piece, keys) != self._listed:
            self._listed = piece, keys
            self.aboard.clear()
            for key in keys:
                add_item(self.aboard, self._line(key), key)
        self.aboard.setVisible(bool(keys))
        self.aboard.setFixedHeight(max(_ROW_PX, self.aboard.sizeHintForRow(0)) * max(1, len(keys)) + 6)
        self.ashore.setVisible(bool(keys))
        self._refresh_button()
        cards = [self._card(key) for key in keys]
        known = [card for card in cards if card is not None]
        told = {} if piece is None else {crew_effect_words(card, able=is_able(card, piece)): 1 for card in known}
        self.effects.setText("\n".join(told))
        self.effects.setVisible(bool(told))

    def _find(self) -> None:
        self.found.clear()
        words = self.search.text().strip()
        self.found.setVisible(bool(words))
        if self._piece is None or not words:
            return
        for card in found_crew(self._catalogue(), words, self._piece):
            able = is_able(card, self._piece)
            item = add_item(self.found, crew_words(card, able=able), card.key)
            set_tip(item, f"{card.key}\n{crew_effect_words(card, able=able)}")
        if self.found.count():
            self.found.setCurrentRow(0)
        else:
            self.found.addItem(tr("No crew of that name."))

    def _take_first(self) -> None:
        item = self.found.currentItem()
        if item is not None:
            self._take(item)

    def _take(self, item: QListWidgetItem) -> None:
        card = self._card(item.data(KEPT)) if item.data(KEPT) is not None else None
        if card is not None:
            self.take_aboard(card)

    def _to_found(self) -> None:
        if self.found.count():
            self.found.setFocus()

    def _card(self, key: str) -> CrewCard | None:
        card = self._catalogue().card(key)
        return card if isinstance(card, CrewCard) else None

    def _line(self, key: str) -> str:
        card = self._card(key)
        return key if card is None or self._piece is None else crew_words(card, able=is_able(card, self._piece))

    def _refresh_button(self) -> None:
        self.ashore.setEnabled(self.aboard.currentItem() is not None)

    def _lay_out(self) -> None:
        self.aboard.setAccessibleName(tr("Crew aboard"))
        self.found.setAccessibleName(tr("Crew of the catalogue"))
        self.found.setFixedHeight(9 * _ROW_PX)
        self.found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.aboard.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.found.hide()
        self.search.setPlaceholderText(tr("Find crew to take aboard: name or number"))
        self.search.setAccessibleName(tr("Find crew to take aboard"))
        self.search.setClearButtonEnabled(True)
        self.effects.setAccessibleName(tr("What the crew changes"))
        column(self.aboard, row(self.ashore, 1), self.search, self.found, self.effects, 1, on=self, margins=0)


class CrewSearch(QLineEdit):
    """The arrow down goes on to the list of what was found."""

    went_down = pyqtSignal()

    def keyPressEvent(self, event: QKeyEvent | None) -> None:  # noqa: N802
        if event is not None and event.key() == Qt.Key.Key_Down:
            self.went_down.emit()
            return
        super().keyPressEvent(event)
