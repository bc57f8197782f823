"""Who asks what of whom: in a game on request only what was asked is told."""

from typing import Final

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QComboBox, QPushButton, QWidget

from tableassist.messages import tr, tr_plural
from tableassist.pieces import Piece
from tableassist.rulebook import RULES, Ruling
from tableassist.rulebook.engine import RANGE, RuleGroup
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.widgets.layouts import row
from tableassist.ui.widgets.plain_label import PlainLabel

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
