"""What somebody has to decide: what the camera proposes, and fouls. Each a card with two answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QFrame, QLayout, QWidget

from tableassist.messages import sentence, tr
from tableassist.rulebook.play import Judged, Proposal
from tableassist.store.game_words import act_words
from tableassist.ui.game.words import foul_words
from tableassist.ui.widgets.layouts import column, row
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.widgets.wrap_button import WrapButton

MOST_FOULS = 5
SHORT = 24
"""Letters of two answers that fit side by side."""


class JudgedAct(Protocol):
    """Of either game."""

    @property
    def number(self) -> int: ...
    @property
    def judged(self) -> Judged[Any]: ...


@dataclass(frozen=True, slots=True)
class Decision:
    number: int
    heading: str
    words: str
    yes: tuple[str, ...]
    """One answer for each way in which it may be meant."""
    no: str


def proposal_decisions(proposals: Sequence[Proposal[Any, Any]]) -> tuple[Decision, ...]:
    return tuple(_proposal(each) for each in proposals)


def _proposal(each: Proposal[Any, Any]) -> Decision:
    heading = tr("The camera saw, {percent:.0f} % sure:", percent=100 * each.certainty)
    if len(each.options) == 1:
        return Decision(each.number, heading, sentence(each.words), (tr("Accept"),), tr("Dismiss"))
    ways = tuple(sentence(option.words) for option in each.options)
    heading = tr("The camera isn't sure. Which of these was it?")
    return Decision(each.number, heading, "", ways, tr("None of them"))


def foul_decisions(
    fouls: Sequence[JudgedAct], names: Callable[[Any], Mapping[str, str]], *, by_card: bool = False
) -> tuple[Decision, ...]:
    """The newest first; others are in the list of acts. `names`: of what an act names, by id; `by_card`: whether the
    text of a card may allow what the rules do not."""
    return tuple(_foul(each, names(each), by_card=by_card) for each in reversed(fouls[-MOST_FOULS:]))


def _foul(each: JudgedAct, names: Mapping[str, str], *, by_card: bool) -> Decision:
    words = sentence(act_words(each.judged.entry.act, names))
    ways = (tr("Stands"), tr("A card allows it…")) if by_card else (tr("Stands"),)
    return Decision(each.number, tr("Foul: {act}", act=words), foul_words(each.judged), ways, tr("Taken back"))


class DecisionCards(QWidget):
    """One below the other; made anew only where something has changed."""

    accepted = pyqtSignal(int, int)
    """The decision's number, and which of its answers."""
    refused = pyqtSignal(int)

    def __init__(self, look: str, parent: QWidget | None = None) -> None:
        """`look`: the name of its cards in the style sheet."""
        super().__init__(parent)
        self._look = look
        self._shown: tuple[Decision, ...] = ()
        self.cards: dict[int, DecisionCard] = {}
        self._column = column(on=self, margins=0, spacing=6)
        self.hide()

    def show_decisions(self, decisions: tuple[Decision, ...]) -> None:
        if decisions == self._shown:
            return
        self._shown = decisions
        for card in self.cards.values():
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = {}
        for each in decisions:
            card = DecisionCard(each)
            card.setObjectName(self._look)
            for place, button in enumerate(card.yes):
                button.clicked.connect(lambda _on, n=each.number, place=place: self.accepted.emit(n, place))
            card.no.clicked.connect(lambda _on, number=each.number: self.refused.emit(number))
            self._column.addWidget(card)
            card.show()  # at once: it may be given the focus
            self.cards[each.number] = card
        self.setVisible(bool(decisions))


class DecisionCard(QFrame):
    def __init__(self, decision: Decision, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.decision = decision
        self.yes = [self._answer(each) for each in decision.yes]
        self.no = self._answer(decision.no)
        heading = PlainLabel(decision.heading, look="heading", wraps=True)
        words = PlainLabel(decision.words, wraps=True)
        if not decision.words:  # and never shown here: without a place it would be a window
            words.hide()
        first, *more = self.yes
        short = len(first.words) + len(self.no.words) <= SHORT
        parts: tuple[QWidget | QLayout, ...] = (*self.yes, self.no)
        if short:
            parts = (row(first, self.no, spacing=6), *more)
        column(heading, words, *parts, on=self, margins=(10, 8, 10, 10), spacing=6)

    def _answer(self, words: str) -> WrapButton:
        button = WrapButton(words)
        button.setAccessibleDescription(f"{self.decision.heading} {self.decision.words}".strip())
        return button
