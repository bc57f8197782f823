"""Asking about two ships, and showing where the answer was decided."""

from typing import Final

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QComboBox, QPushButton, QWidget

from tableassist.judging.views import evidence_drawing, evidence_points
from tableassist.messages import tr, tr_plural
from tableassist.pieces import Piece
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import RULES, Ruling
from tableassist.rulebook.engine import RANGE, RuleGroup
from tableassist.ui.canvas.table_views import TableViews
from tableassist.ui.look import SPACE_PX
from tableassist.ui.session.session import Session
from tableassist.ui.widgets.controls import row
from tableassist.ui.widgets.plain import PlainLabel

TOUCHING: Final = (RuleGroup.CONTACT, RuleGroup.TERRAIN, RuleGroup.SETUP)


def questions() -> tuple[tuple[str, frozenset[str]], ...]:
    """As a player would put them, each with the rules that answer it."""
    return (
        (tr("may shoot at"), frozenset(rule.id for rule in RULES if rule.group is RuleGroup.SHOOTING)),
        (tr("is in range of"), frozenset({RANGE.id})),
        (tr("touches, docks at or rams"), frozenset(rule.id for rule in RULES if rule.group in TOUCHING)),
    )


class AskBar(QWidget):
    asked = pyqtSignal(object)
    """The ids of the rulings that answer: a frozenset, empty when all is covered again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pieces: tuple[Piece, ...] = ()
        self._rulings: tuple[Ruling, ...] = ()
        self.who, self.what, self.whom = QComboBox(), QComboBox(), QComboBox()
        self.ask = QPushButton(tr("Ask"))
        self.cover = QPushButton(tr("Cover again"))
        self.answer = PlainLabel(look="caption")
        for box, name in ((self.who, tr("Which ship")), (self.what, tr("What")), (self.whom, tr("Which other piece"))):
            box.setAccessibleName(name)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for words, rules in questions():
            self.what.addItem(words, rules)
        parts = (self.who, self.what, self.whom, self.ask, self.cover, (self.answer, 1))
        row(*parts, on=self, margins=(SPACE_PX, 4, SPACE_PX, 4))
        self.ask.clicked.connect(self._ask)
        self.cover.clicked.connect(self.clear)

    def show_pieces(self, pieces: tuple[Piece, ...]) -> None:
        if pieces is self._pieces:
            return
        self._pieces = pieces
        for box in (self.who, self.whom):
            box.clear()
            for piece in pieces:
                if box is self.whom or piece.owner is not None:
                    box.addItem(piece.name, piece.id)
        self.whom.setCurrentIndex(min(1, self.whom.count() - 1))

    def show_rulings(self, rulings: tuple[Ruling, ...]) -> None:
        """All of the moment: whoever asks gets the answer of now."""
        self._rulings = rulings

    def clear(self) -> None:
        self.answer.clear()
        self.asked.emit(frozenset())

    def _ask(self) -> None:
        who, rules, whom = self.who.currentData(), self.what.currentData(), self.whom.currentData()
        ids = frozenset(r.id for r in self._rulings if r.rule in rules and (r.subject, r.target) == (who, whom))
        count = len(ids)
        self.answer.setText(
            tr_plural("1 answer below", "{count} answers below", count=count)
            if count
            else tr("There is nothing to rule on between these two right now.")
        )
        self.asked.emit(ids)


class EvidenceShown:
    def __init__(self, session: Session, views: TableViews) -> None:
        self._session = session
        self._views = views
        self._question: str | None = None
        self._judged: tuple[Ruling, ...] = ()
        session.shown.connect(self._follow)
        session.selection.changed.connect(self._forget)

    def show(self, ruling: Ruling) -> None:
        """Both views zoom to where it was decided."""
        if self._session.moment is not None:
            self._question = ruling.id
            self._draw(self._session.moment)
            self._views.show_place(evidence_points(ruling, self._session.moment.state.scene))

    def clear(self) -> None:
        self._question = None
        self._views.set_evidence(None)

    def _forget(self, _piece: str | None) -> None:
        self.clear()

    def _follow(self, moment: Moment) -> None:
        if self._question is not None and moment.state.rulings is not self._judged:
            self._draw(moment)
        self._judged = moment.state.rulings

    def _draw(self, moment: Moment) -> None:
        """Of the same question as it is answered now."""
        ruling = next((each for each in moment.state.rulings if each.id == self._question), None)
        self._views.set_evidence(None if ruling is None else evidence_drawing(ruling, moment.state.scene))
