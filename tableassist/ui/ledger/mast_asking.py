"""Asks about masts that the ledger has otherwise than the picture, one after another."""

from collections.abc import Mapping

from PyQt6.QtCore import QObject

from tableassist.messages import tr, tr_plural
from tableassist.pieces import Piece
from tableassist.pipeline.hull_looks import MastContradiction
from tableassist.ui.ledger.notes import note_mast
from tableassist.ui.session.session import Session
from tableassist.ui.widgets.notices import HOLD_MS, QuestionBar
from tableassist.ui.workers import Soon
from tableassist.vision.hull.masts import MastSeen


class MastAsking(QObject):
    """By the newest picture. While a moment is held nothing is asked: the question would be about another picture."""

    def __init__(self, session: Session, bar: QuestionBar, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._bar = bar
        self._asked: MastContradiction | None = None
        self._let_go = Soon(HOLD_MS, self._ask_first, self)
        """A hand that passes over the ship must not make the window jump."""
        bar.answered.connect(self._take)
        session.arrived.connect(self._look)
        session.settings_changed.connect(self._look)
        session.held.connect(self._look)
        self._look()

    def _look(self) -> None:
        waiting = self._open()
        is_over = self._session.is_refereed or self._session.is_held
        if self._asked is None or is_over or self._is_settled(self._asked):
            self._ask_first()
        elif self._asked in waiting:
            self._let_go.stop()
            self._tell_more(len(waiting) - 1)
        else:
            self._let_go.ask()

    def _take(self, is_as_seen: bool) -> None:
        asked = self._asked
        if asked is None:
            return
        piece = self._pieces().get(asked.piece)
        if not is_as_seen:
            self._session.mast_questions.dismiss(asked)
        elif piece is not None:
            note_mast(self._session, piece, asked.mast, stands=asked.seen is MastSeen.STANDS)
        self._ask_first()

    def _ask_first(self) -> None:
        self._let_go.stop()
        waiting = self._open()
        if not waiting:
            self._asked = None
            self._bar.hide()
            return
        if waiting[0] != self._asked:
            self._asked = waiting[0]
            self._ask(waiting[0], self._pieces()[waiting[0].piece].name)
        self._tell_more(len(waiting) - 1)

    def _ask(self, question: MastContradiction, name: str) -> None:
        said = {"piece": name, "number": question.mast}
        if question.seen is MastSeen.GONE:
            words = tr(
                "{piece}: mast {number} from the bow seems to be missing, but the record says it is standing. Was "
                "it lost?",
                **said,
            )
            self._bar.ask(words, tr("Note it lost"), tr("It stands"))
        else:
            words = tr(
                "{piece}: mast {number} from the bow seems to be standing, but the record says it was lost. Is it "
                "back up?",
                **said,
            )
            self._bar.ask(words, tr("It is back up"), tr("It is lost"))

    def _tell_more(self, count: int) -> None:
        self._bar.tell_more(tr_plural("1 more question", "{count} more questions", count=count) if count else "")

    def _is_settled(self, question: MastContradiction) -> bool:
        """By the ledger: somebody has answered here, or there."""
        lost = self._session.settings.state.masts_lost.get(question.piece, frozenset())
        return (question.mast in lost) is (question.seen is MastSeen.GONE)

    def _open(self) -> tuple[MastContradiction, ...]:
        session, known = self._session, self._pieces()
        if session.is_replay or session.is_held or session.newest is None or session.is_refereed:
            return ()  # a game that runs asks by itself
        found = session.mast_questions.open_for(session.newest.state.fits, session.settings.state)
        return tuple(each for each in found if each.piece in known)

    def _pieces(self) -> Mapping[str, Piece]:
        return {piece.id: piece for piece in self._session.settings.pieces}
