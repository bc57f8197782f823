"""What the game waits for: one clear question at a time, or the die of an act that somebody has begun."""

from collections.abc import Mapping, Sequence
from typing import Any

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QFrame, QWidget

from tableassist.messages import say, sentence, tr, tr_plural
from tableassist.pipeline.game.offer_values import Picked
from tableassist.rulebook import PIRATES, GameState, Offer
from tableassist.rulebook.acts import Board
from tableassist.rulebook.play import Offer as OfferOf
from tableassist.rulebook.referee import DICE, answers_to
from tableassist.rulebook.state import Duty
from tableassist.ui.game.acting.act_fields import LABELS, fields_of
from tableassist.ui.game.acting.offer_card import AskedFields, OfferCard
from tableassist.ui.game.acting.pickers import DicePicker
from tableassist.ui.widgets.layouts import column
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.widgets.wrap_button import touch_button

AnyOffer = OfferOf[Any]


class QuestionCard(QFrame):
    chosen = pyqtSignal(object, object)
    """The Offer that answers, and what was picked for its fields."""
    rolled = pyqtSignal(int)
    disarmed = pyqtSignal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("question-card")
        self._shown: object = None
        self._body: QWidget | None = None
        self.words = ""
        self.dice: list[DicePicker] = []
        self.cards: list[OfferCard] = []
        self._column = column(on=self, margins=(10, 8, 10, 10))
        self.hide()

    @property
    def count(self) -> int:
        """How many things it asks now."""
        return int(self._body is not None)

    @property
    def waits_for_die(self) -> bool:
        return bool(self.dice)

    def show_question(self, words: str, offers: Sequence[AnyOffer], fields: AskedFields, more: int = 0) -> None:
        """One that is answered by a press; `offers`: its answers. Nothing is asked without words."""
        if (words, tuple(offers), more) == self._shown:
            return
        self._shown = words, tuple(offers), more
        self._clear()
        self.words = words
        if words:
            answers = [self._answer(each, fields) for each in offers]
            self._put([PlainLabel(words, look="heading", wraps=True), *answers, *_more_words(more)])
        self.setVisible(bool(words))

    def show_state(self, game: GameState, owed: tuple[Duty, ...], armed: Picked | None) -> None:
        """What was begun goes before what may be answered; what must be answered goes before both."""
        must = next((each for each in owed if each.must), None)
        duty = must or (None if armed is not None else next(iter(owed), None))
        waits = armed if duty is None else _answering(armed, game, duty)
        key = (duty, waits, len(owed), game if duty is not None and waits is None else None)
        if key == self._shown:
            return
        self._shown = key
        self._clear()
        if duty is None and waits is None:
            self.hide()
            return
        self._put(self._wait_for(waits) if waits is not None else self._ask(game, duty, len(owed) - 1))
        self.show()

    def _put(self, parts: Sequence[QWidget]) -> None:
        body = QWidget()
        column(*parts, on=body, margins=0, spacing=6)
        self._body = body
        self._column.addWidget(body)
        body.show()  # at once: it may be given the focus

    def _clear(self) -> None:
        if self._body is not None:
            self._column.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
        self._body, self.dice, self.cards, self.words = None, [], [], ""

    def _wait_for(self, armed: Picked) -> list[QWidget]:
        self.words = tr("Waiting for the die")
        parts: list[QWidget] = [PlainLabel(self.words, look="heading")]
        parts.append(PlainLabel(sentence(armed.offer.words), wraps=True))
        first = next(iter(armed.missing_dice), None)
        if first is not None:
            parts.append(self._die(say(LABELS[first.field])))
        parts.append(touch_button(tr("Cancel"), self.disarmed.emit))
        return parts

    def _die(self, label: str) -> DicePicker:
        die = DicePicker(label)
        die.rolled.connect(self.rolled)
        self.dice.append(die)
        return die

    def _ask(self, game: GameState, duty: Duty | None, more: int) -> list[QWidget]:
        assert duty is not None
        self.words = sentence(PIRATES.question(game, duty))
        parts: list[QWidget] = [PlainLabel(self.words, look="heading", wraps=True)]
        for offer in answers_to(game, duty):
            if _is_only_a_roll(offer):
                parts.append(self._die(say(LABELS["roll"])))
                continue
            words = tr("Send a boarding party: both players roll") if isinstance(offer.act, Board) else ""
            parts.append(self._answer(offer, fields_of(game), words))
        return [*parts, *_more_words(more)]

    def _answer(self, offer: AnyOffer, fields: AskedFields, words: str = "") -> OfferCard:
        card = OfferCard(offer, fields, is_open=True, words=words)
        card.chosen.connect(self._choose)
        self.cards.append(card)
        return card

    def _choose(self, offer: AnyOffer, values: Mapping[str, Any]) -> None:
        self.chosen.emit(offer, values)


def _more_words(more: int) -> list[QWidget]:
    if not more:
        return []
    words = tr_plural("1 more question after this one", "{count} more questions after this one", count=more)
    return [PlainLabel(words, look="caption")]


def _is_only_a_roll(offer: Offer) -> bool:
    return len(offer.needs) == 1 and offer.needs[0].field in DICE


def _answering(armed: Picked | None, game: GameState, duty: Duty) -> Picked | None:
    """What was begun, where it answers this."""
    if armed is None:
        return None
    return armed if any(type(each.act) is type(armed.offer.act) for each in answers_to(game, duty)) else None
