"""What waits for an answer: questions of the game, what the camera proposes, and fouls."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QFrame, QLayout, QWidget

from tableassist.messages import say, sentence, tr, tr_plural
from tableassist.pipeline.game.offer_values import Picked
from tableassist.rulebook import PIRATES, GameState, Offer, RefereedGame, referee_game
from tableassist.rulebook.acts import Board
from tableassist.rulebook.play import Amendment, AmendmentKind, Judged, Proposal
from tableassist.rulebook.play import Offer as OfferOf
from tableassist.rulebook.referee import DICE, answers_to
from tableassist.rulebook.state import Duty
from tableassist.store.game import GameFile
from tableassist.store.game_words import act_words
from tableassist.ui.game.act_fields import LABELS, fields_of
from tableassist.ui.game.pickers import AskedFields, DicePicker, OfferCard
from tableassist.ui.game.words import foul_words
from tableassist.ui.widgets.controls import WrapButton, column, row, touch_button
from tableassist.ui.widgets.plain import PlainLabel

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
    no_more: str = ""
    """Refuses what follows from it, too; empty where nothing does."""
    follows: tuple[int, ...] = ()
    """The numbers of the acts that `no_more` takes back as well."""


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
    fouls: Sequence[JudgedAct],
    names: Callable[[Any], Mapping[str, str]],
    follows: Callable[[int], tuple[int, ...]] = lambda _number: (),
    *,
    by_card: bool = False,
) -> tuple[Decision, ...]:
    """The oldest first, since later ones may follow from it; others are in the list of acts. `names`: of what an act
    names, by id; `follows`: the acts that are fouls only because of this one; `by_card`: whether the text of a card may
    allow what the rules do not."""
    some = fouls[:MOST_FOULS]
    return tuple(_foul(foul, names(foul), follows(foul.number), by_card=by_card) for foul in some)


def _foul(foul: JudgedAct, names: Mapping[str, str], follows: tuple[int, ...], *, by_card: bool) -> Decision:
    words = sentence(act_words(foul.judged.entry.act, names))
    ways = (tr("Stands"), tr("A card allows it…")) if by_card else (tr("Stands"),)
    all_back = (
        tr_plural(
            "Taken back, with the act that follows from it",
            "Taken back, with the {count} acts that follow from it",
            count=len(follows),
        )
        if follows
        else ""
    )
    heading = tr("Foul: {act}", act=words)
    return Decision(foul.number, heading, foul_words(foul.judged), ways, tr("Taken back"), all_back, follows)


def fouls_that_follow(file: GameFile, refereed: RefereedGame, number: int) -> tuple[int, ...]:
    """Which later fouls would be none if this act stood: they happened because of it, and fall with it."""
    later = {foul.number for foul in refereed.fouls if foul.number > number}
    if not later:
        return ()
    stands = referee_game(file.start, file.log.amend(Amendment(AmendmentKind.STANDS, number)))
    return tuple(sorted(later - {foul.number for foul in stands.fouls}))


class DecisionCards(QWidget):
    """Only the first is shown; made anew only where something has changed."""

    accepted = pyqtSignal(int, int)
    """The decision's number, and which of its answers."""
    refused = pyqtSignal(int, object)
    """The decision's number, and those of the acts that go with it."""

    def __init__(self, look: str, parent: QWidget | None = None) -> None:
        """`look`: the name of its cards in the style sheet."""
        super().__init__(parent)
        self._look = look
        self._shown: tuple[Decision, ...] = ()
        self.cards: dict[int, DecisionCard] = {}
        self._column = column(on=self, margins=0, spacing=6)
        self.hide()

    @property
    def count(self) -> int:
        return len(self._shown)

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
            card.no.clicked.connect(lambda _on, number=each.number: self.refused.emit(number, ()))
            if card.no_more is not None:
                card.no_more.clicked.connect(lambda _on, each=each: self.refused.emit(each.number, each.follows))
            self._column.addWidget(card)
            card.setVisible(not self.cards)  # at once: it may be given the focus
            self.cards[each.number] = card
        self.setVisible(bool(decisions))


class DecisionCard(QFrame):
    def __init__(self, decision: Decision, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.decision = decision
        self.yes = [self._answer(each) for each in decision.yes]
        self.no = self._answer(decision.no)
        self.no_more = self._answer(decision.no_more) if decision.no_more else None
        heading = PlainLabel(decision.heading, look="heading", wraps=True)
        words = PlainLabel(decision.words, wraps=True)
        if not decision.words:  # and never shown here: without a place it would be a window
            words.hide()
        first, *more = self.yes
        short = len(first.words) + len(self.no.words) <= SHORT
        last = () if self.no_more is None else (self.no_more,)
        parts: tuple[QWidget | QLayout, ...] = (*self.yes, self.no, *last)
        if short:
            parts = (row(first, self.no, spacing=6), *last, *more)
        column(heading, words, *parts, on=self, margins=(10, 8, 10, 10), spacing=6)

    def _answer(self, words: str) -> WrapButton:
        button = WrapButton(words)
        button.setAccessibleDescription(f"{self.decision.heading} {self.decision.words}".strip())
        return button
