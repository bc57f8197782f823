"""The ledger at hand: what no camera sees of the selected piece, and whose turn it is. Every edit can be undone; in a
replay it is shown as it stood."""

from collections.abc import Callable

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QPainter, QPainterPath, QPaintEvent, QPalette, QPen
from PyQt6.QtWidgets import QAbstractButton, QCheckBox, QComboBox, QFrame, QGridLayout, QLayout, QPushButton, QWidget

from tableassist.messages import tr
from tableassist.pieces import Piece, PieceKind, PieceState
from tableassist.pieces.catalogue import Catalogue
from tableassist.rulebook import Verdict
from tableassist.rulebook.acts import CorrectionKind
from tableassist.rulebook.state import conditions_of
from tableassist.store.models import packaged_catalogue
from tableassist.table.commands import CorrectNotes
from tableassist.table.notes import state_words, turn_words, upright_words
from tableassist.ui.ledger.crew import CrewSection
from tableassist.ui.ledger.notes import (
    STATES_OF,
    begin_next_turn,
    cannons_short,
    mast_spoken,
    next_player,
    note_mast,
    owner_note,
    uprights_word,
)
from tableassist.ui.look import SPACE_PX, tone
from tableassist.ui.session.session import Session
from tableassist.ui.session.undo import UndoButtons
from tableassist.ui.widgets.controls import column, row, scrolled
from tableassist.ui.widgets.plain import PlainLabel, set_tip, without_keys

_SIZE = QSize(52, 84)
_SAIL = QRectF(11, 12, 30, 32)


class MastButton(QAbstractButton):
    """Checked while the mast stands. A segment or a flag is drawn as a mast too: it is lost in the same way."""

    def __init__(self, piece: Piece, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._piece = piece
        self.number = number
        self._cannons = cannons_short(each for each in piece.cannons if each.mast == number)
        self.setCheckable(True)
        self.setFixedSize(_SIZE)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.show_standing(True)

    def show_standing(self, stands: bool) -> None:
        self.setChecked(stands)
        self.setAccessibleName(mast_spoken(self._piece, self.number, stands=stands))
        upright = upright_words(self._piece, self.number)
        if stands:
            set_tip(self, tr("{upright} stands: click when it is lost", upright=upright))
        else:
            set_tip(self, tr("{upright} is off: click when it is repaired", upright=upright))

    def sizeHint(self) -> QSize:  # noqa: N802
        return _SIZE

    def paintEvent(self, event: QPaintEvent | None) -> None:  # noqa: N802, ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, role = self.palette(), QPalette.ColorRole
        text, quiet = palette.color(role.WindowText), palette.color(role.PlaceholderText)
        stands = self.isChecked()
        if self.underMouse() or self.hasFocus():
            painter.setPen(QPen(palette.color(role.Highlight), 2.0 if self.hasFocus() else 1.0))
            painter.setBrush(palette.color(role.Button) if self.underMouse() else palette.color(role.Window))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        pen = QPen(text if stands else quiet, 2.0 if stands else 1.4)
        if not stands:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(text if stands else Qt.BrushStyle.NoBrush)
        painter.setOpacity(0.9 if stands else 1.0)
        painter.drawPath(_sail())
        painter.setOpacity(1.0)
        painter.drawLine(QPointF(26, 6), QPointF(26, 52))
        if not stands:
            painter.setPen(QPen(tone(Verdict.NO, palette), 3.0))
            painter.drawLine(QPointF(13, 16), QPointF(39, 42))
            painter.drawLine(QPointF(39, 16), QPointF(13, 42))
        painter.setPen(text if stands else quiet)
        middle = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(QRectF(0, 50, 52, 16), middle, self._cannons or "—")
        painter.setPen(quiet)
        painter.drawText(QRectF(0, 65, 52, 16), middle, str(self.number) if stands else tr("off"))
        painter.end()


def _sail() -> QPainterPath:
    """Square, bellied below."""
    path = QPainterPath(_SAIL.topLeft())
    path.lineTo(_SAIL.topRight())
    path.quadTo(_SAIL.right() - 4, _SAIL.center().y(), _SAIL.right() + 2, _SAIL.bottom())
    path.quadTo(_SAIL.center().x(), _SAIL.bottom() - 7, _SAIL.left() - 2, _SAIL.bottom())
    path.quadTo(_SAIL.left() + 4, _SAIL.center().y(), _SAIL.left(), _SAIL.top())
    return path


MASTS_A_ROW = 6


class LedgerPanel(QWidget):
    def __init__(
        self,
        session: Session,
        parent: QWidget | None = None,
        *,
        catalogue: Callable[[], Catalogue] = packaged_catalogue,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Ledger"))
        self._session = session
        self._piece: Piece | None = None
        self.turn = PlainLabel(look="heading")
        self.as_it_stood = PlainLabel(tr("As it was at the moment shown."), look="caption", wraps=True)
        self.next_turn = QPushButton(tr("&Next player"))
        self.undo_buttons = UndoButtons(session.undo)
        self.name = PlainLabel(look="heading")
        self.masts: list[MastButton] = []
        self.states: dict[PieceState, QCheckBox] = {}
        self.owner = QComboBox()
        self.owner_note = PlainLabel(look="caption")
        self.home = QComboBox()
        self.crew = CrewSection(session, catalogue)
        self._masts_word, self._masts_note = PlainLabel(look="caption"), PlainLabel(look="caption", wraps=True)
        self._masts_at, self._states_at = QGridLayout(), QGridLayout()
        self._sections: dict[str, QWidget] = {}
        self._lay_out()
        self.next_turn.clicked.connect(lambda _on: begin_next_turn(session))
        self.owner.activated.connect(lambda _row: self._capture())
        self.home.activated.connect(lambda _row: self._choose_home())
        session.selection.changed.connect(lambda _piece: self._show())
        session.settings_changed.connect(lambda _settings: self._show())
        session.held.connect(lambda _held: self._show())
        session.shown.connect(lambda _moment: self._show() if session.is_held else None)
        self._show()

    def _show(self) -> None:
        settings, selected = self._session.shown_settings, self._session.selection.piece
        piece = next((each for each in settings.pieces if each.id == selected), None)
        if piece is not self._piece:
            self._piece = piece
            self._make_masts()
            self._make_states()
        self._tell_turn()
        self._tell_piece()
        self._let_edit(not self._session.is_replay and not self._session.is_held)

    def _tell_turn(self) -> None:
        state = self._session.shown_settings.state
        following, now = next_player(state), state.player_in_turn
        self.turn.setText(tr("No turn has begun") if now is None else turn_words(now))
        self.next_turn.setEnabled(following is not None)
        if following is not None:
            self.next_turn.setText(tr("&Next: {player}", player=without_keys(following)))

    def _tell_piece(self) -> None:
        piece, state = self._piece, self._session.shown_settings.state
        self.name.setText(tr("Select a piece on the table") if piece is None else piece.name)
        kind = None if piece is None else piece.model.kind
        sails = kind in STATES_OF
        shown = {
            "masts": bool(self.masts),
            "owner": sails,
            "states": bool(self.states),
            "crew": kind in (PieceKind.SHIP, PieceKind.FORT),
            "home": kind is PieceKind.ISLAND,
        }
        for name, section in self._sections.items():
            section.setVisible(shown[name])
        if piece is None:
            return
        lost = state.masts_lost.get(piece.id, frozenset())
        for button in self.masts:
            button.show_standing(button.number not in lost)
        for condition, box in self.states.items():
            box.setChecked(condition in conditions_of(state, piece.id))
        self._masts_note.setText(self._none_left(piece, lost))
        self._masts_note.setVisible(bool(self._masts_note.text()))
        _choose(self.owner, state.players, state.owners.get(piece.id), tr("nobody"))
        self.owner_note.setText(owner_note(state, piece.id))
        _choose(self.home, state.players, state.homes.get(piece.id), tr("wild island"), none_first=True)
        self.crew.show_piece(piece if shown["crew"] else None)

    def _none_left(self, piece: Piece, lost: frozenset[int]) -> str:
        fixed = [each for each in piece.cannons if each.mast is None]
        if self.masts and len(lost) >= len(self.masts) and PieceKind.SHIP is piece.model.kind:
            return tr("No mast is standing: she is derelict, unless her card lets her move without masts.")
        if not fixed:
            return ""
        return tr("Fixed to the hull, not lost with a mast: {cannons}", cannons=cannons_short(fixed))

    def _make_masts(self) -> None:
        for button in self.masts:
            self._masts_at.removeWidget(button)
            button.deleteLater()
        count = 0 if self._piece is None else self._piece.model.upright_count
        self.masts = []
        for number in range(1, count + 1):
            assert self._piece is not None
            button = MastButton(self._piece, number)
            button.clicked.connect(lambda stands, number=number: self._set_mast(number, stands))
            self._masts_at.addWidget(button, (number - 1) // MASTS_A_ROW, (number - 1) % MASTS_A_ROW)
            self.masts.append(button)
        self._masts_at.setColumnStretch(MASTS_A_ROW, 1)
        if self._piece is not None and count:
            self._masts_word.setText(uprights_word(self._piece))

    def _make_states(self) -> None:
        for box in self.states.values():
            self._states_at.removeWidget(box)
            box.deleteLater()
        self.states = {}
        if self._piece is None:
            return
        kind = self._piece.model.kind
        for place, state in enumerate(STATES_OF.get(kind, ())):
            box = QCheckBox(state_words(state, kind))
            box.clicked.connect(lambda on, state=state: self._set_state(state, on))
            self._states_at.addWidget(box, place // 2, place % 2)
            self.states[state] = box

    def _set_mast(self, number: int, stands: bool) -> None:
        if self._piece is not None:
            note_mast(self._session, self._piece, number, stands=stands)

    def _set_state(self, state: PieceState, on: bool) -> None:
        piece = self._piece
        if piece is None:
            return
        what = CorrectionKind.STATE if on else CorrectionKind.STATE_OVER
        self._session.ask(CorrectNotes(piece.id, what, state.value))

    def _capture(self) -> None:
        piece, player = self._piece, self.owner.currentData()
        if piece is not None and player is not None and player != self._session.settings.state.owners.get(piece.id):
            self._session.ask(CorrectNotes(piece.id, CorrectionKind.OWNER, player))

    def _choose_home(self) -> None:
        island, player = self._piece, self.home.currentData()
        if island is None or player == self._session.settings.state.homes.get(island.id):
            return
        if player is None:
            self._session.ask(CorrectNotes(island.id, CorrectionKind.WILD))
        else:
            self._session.ask(CorrectNotes(island.id, CorrectionKind.HOME, player))

    def _let_edit(self, lets: bool) -> None:
        """What was recorded is shown, not changed."""
        self.as_it_stood.setVisible(not lets)
        self.next_turn.setVisible(lets)
        for section in self._sections.values():
            section.setEnabled(lets)
        self.crew.search.setVisible(lets)

    def _lay_out(self) -> None:
        self.owner.setAccessibleName(tr("Owner of the piece"))
        self.home.setAccessibleName(tr("Whose home the island is"))
        self._sections = {
            "masts": _section(self._masts_word, self._masts_at, self._masts_note),
            "owner": _section(_caption(tr("Owner")), row(self.owner, self.owner_note, 1)),
            "home": _section(_caption(tr("Home of")), row(self.home, 1)),
            "states": _section(_caption(tr("State")), self._states_at),
            "crew": _section(_caption(tr("Crew")), self.crew),
        }
        self._let_edit(not self._session.is_replay)
        inside = QWidget()
        head = (row(self.turn, self.next_turn, 1), self.as_it_stood, _line(), row(self.undo_buttons, self.name, 1))
        column(*head, *self._sections.values(), 1, on=inside, margins=SPACE_PX, spacing=SPACE_PX)
        column(scrolled(inside), on=self, margins=0)


def _choose(
    box: QComboBox, players: tuple[str, ...], chosen: str | None, nobody: str, *, none_first: bool = False
) -> None:
    """Fills the box anew only where its choices are others."""
    choices: list[tuple[str, str | None]] = [(player, player) for player in players]
    if none_first or chosen is None:
        choices.insert(0, (nobody, None))
    if [(box.itemText(n), box.itemData(n)) for n in range(box.count())] != choices:
        box.clear()
        for words, data in choices:
            box.addItem(words, data)
    box.setCurrentIndex(next((n for n, (_, data) in enumerate(choices) if data == chosen), 0))


def _section(*parts: QWidget | QLayout) -> QWidget:
    section = QWidget()
    column(*parts, on=section, margins=0, spacing=4)
    return section


def _caption(words: str) -> PlainLabel:
    return PlainLabel(words, look="caption")


def _line() -> QFrame:
    line = QFrame()
    line.setFrameShape(QFrame.Shape.HLine)
    line.setFrameShadow(QFrame.Shadow.Sunken)
    return line
