"""The set-up step by step: what is done and agrees with the picture, what comes next, and what is measured."""

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QFrame, QWidget

from tableassist.judging.words import mm_words
from tableassist.messages import Message, say, sentence, tr
from tableassist.pipeline.game.set_up_guide import TITLES, SetUpCheck, SetUpPart, SetUpState, SetUpStep
from tableassist.rulebook import AnyAct, GameState, Verdict
from tableassist.store.game_words import act_words
from tableassist.table.game import names_of_things
from tableassist.ui.game.act_fields import fields_of
from tableassist.ui.game.pickers import OfferCard
from tableassist.ui.widgets.controls import WrapButton, column
from tableassist.ui.widgets.plain import PlainLabel

SIGNS = {
    SetUpState.AGREED: ("✓", Message("done")),
    SetUpState.NOW: ("▸", Message("now")),
    SetUpState.WAITS: ("○", Message("later")),
    SetUpState.DIFFERS: ("✕", Message("look again")),
}
VERDICTS = {Verdict.YES: "✓", Verdict.NO: "✕", Verdict.TOO_CLOSE: "?", Verdict.NOT_SEEN: "–"}
_GREEN, _RED = "#1FBF92", "#E8601C"
_EDGES = {SetUpState.AGREED: _GREEN, SetUpState.DIFFERS: _RED}


class SetUpSteps(QWidget):
    chosen = pyqtSignal(object, object)
    """An Offer, and what was picked for its fields."""
    said = pyqtSignal(object)
    """Acts that the picture shows, in order."""
    deal_asked = pyqtSignal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[SetUpStep, ...] = ()
        self.cards: dict[SetUpPart, StepCard] = {}
        self._column = column(on=self, margins=0, spacing=6)

    def show_steps(self, game: GameState, steps: tuple[SetUpStep, ...]) -> None:
        if [each.kind for each in steps] != [each.kind for each in self._shown]:
            for card in self.cards.values():
                self._column.removeWidget(card)
                card.hide()
                card.deleteLater()
            self.cards = {}
            for step in steps:
                card = StepCard(step.kind)
                card.chosen.connect(self.chosen)
                card.said.connect(self.said)
                card.deal_asked.connect(self.deal_asked)
                self._column.addWidget(card)
                self.cards[step.kind] = card
        self._shown = steps
        for step in steps:
            self.cards[step.kind].show_step(game, step)


class StepCard(QFrame):
    chosen = pyqtSignal(object, object)
    said = pyqtSignal(object)
    deal_asked = pyqtSignal()

    def __init__(self, kind: SetUpPart, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("step")
        self.kind = kind
        self._buttons_for: object = None
        self.state = SetUpState.WAITS
        self.title = PlainLabel(look="heading", wraps=True)
        self.checks = PlainLabel(look="caption", wraps=True)
        self.seen: list[WrapButton] = []
        self.offers: list[OfferCard] = []
        self.deal: WrapButton | None = None
        self._buttons: QWidget | None = None
        self._column = column(self.title, self.checks, on=self, margins=(10, 6, 10, 8), spacing=4)

    def show_step(self, game: GameState, step: SetUpStep) -> None:
        sign, words = SIGNS[step.state]
        if step.state is not self.state:
            self.state = step.state
            edge = _EDGES.get(step.state, "")
            self.setStyleSheet(f"QFrame#step {{ border: 2px solid {edge}; }}" if edge else "")
        title = tr("{sign}  {title}: {state}", sign=sign, title=TITLES[step.kind], state=words)
        self.title.setText(title)
        told = "\n".join(_check_words(game, each) for each in step.checks)
        self.checks.setText(told)
        self.checks.setVisible(bool(told))
        key = (step.seen, step.offers)
        if key != self._buttons_for:
            self._buttons_for = key
            self._make_buttons(game, step)

    def _make_buttons(self, game: GameState, step: SetUpStep) -> None:
        if self._buttons is not None:
            self._column.removeWidget(self._buttons)
            self._buttons.hide()
            self._buttons.deleteLater()
        self.seen, self.offers, self.deal = [], [], None
        body = QWidget()
        parts: list[QWidget] = []
        if len(step.seen) > 1:
            self._add_seen(tr("All as they are on the mat"), "", step.seen)
        for act in step.seen:
            self._add_seen(sentence(act_words(act, names_of_things(game))), _answer_words(act), (act,))
        parts += self.seen
        if step.kind is SetUpPart.TREASURE and len(step.offers) > 1 and "coins" in _fields(step):
            self.deal = WrapButton(tr("Deal all coins, the same number to each island"))
            self.deal.clicked.connect(lambda _on: self.deal_asked.emit())
            parts.append(self.deal)
        for offer in step.offers:
            card = OfferCard(offer, fields_of(game))
            card.chosen.connect(self.chosen)
            self.offers.append(card)
            parts.append(card)
        column(*parts, on=body, margins=0, spacing=4)
        self._buttons = body
        self._column.addWidget(body)
        body.setVisible(bool(parts))

    def _add_seen(self, words: str, more: str, acts: tuple[AnyAct, ...]) -> None:
        button = WrapButton(tr("Seen: {what}", what=words), more)
        button.clicked.connect(lambda _on: self.said.emit(acts))
        self.seen.append(button)


def _fields(step: SetUpStep) -> set[str]:
    return {need.field for each in step.offers for need in each.needs}


def _answer_words(act: AnyAct) -> str:
    match getattr(act, "spacing", None):
        case Verdict.YES:
            return tr("rightly spaced")
        case Verdict.NO:
            return tr("wrongly spaced")
        case Verdict.TOO_CLOSE:
            return tr("spacing too close to call")
    return ""


def _check_words(game: GameState, check: SetUpCheck) -> str:
    name = names_of_things(game).get(check.subject, check.subject)
    measured = "" if check.measured_mm is None else mm_words(check.measured_mm, check.sigma_mm)
    words = tr("{sign} {name}: {words}", sign=VERDICTS[check.verdict], name=name, words=say(check.words))
    return tr("{words}, {measured}", words=words, measured=measured) if measured else words
