"""The card game at hand: whose turn it is, what waits for an answer, what may be done, and all that was said."""

from functools import partial

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QApplication, QFrame, QPushButton, QStackedLayout, QTabWidget, QWidget

from tableassist.messages import say, sentence, tr
from tableassist.pipeline.card_game.differences import CardDifference
from tableassist.rulebook.cardgame.act import card_question, cards_owed
from tableassist.rulebook.cardgame.actions.movement import PlayMovement
from tableassist.rulebook.cardgame.referee import RefereedCardGame, card_answers, card_offers
from tableassist.rulebook.cardgame.state import CardGame
from tableassist.services.cards.offer_choices import offer_words
from tableassist.table.snapshot import CardsSnapshot
from tableassist.ui.cards.fields import card_fields, offer_groups
from tableassist.ui.cards.words import difference_decisions, fame_lines, standing_words, winner_words
from tableassist.ui.game.acting.offer_card import OfferCard
from tableassist.ui.game.acts import ActList, act_lines
from tableassist.ui.game.decisions import DecisionCards, foul_decisions, proposal_decisions
from tableassist.ui.game.no_game import NoGame
from tableassist.ui.game.offers import OfferList
from tableassist.ui.game.panel import LEAST_PX, MOST_NOTES, PANEL_STYLE, tell_or_hide
from tableassist.ui.game.question import QuestionCard
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.widgets.layouts import column, scrolled
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.widgets.wrap_button import touch_button

NO_BREAK = "\u00a0"
"""A space at which a line does not end."""
NOW, ACTS = range(2)
"""The tabs."""


class CardGamePanel(QWidget):
    """Only shows and asks: what is pressed goes out as a signal."""

    chosen = pyqtSignal(object, object)
    """A CardOffer, and what was picked for its fields."""
    corrected = pyqtSignal(object)
    """The CardDifference in which the table is right."""
    left = pyqtSignal(object)
    """The CardDifference that somebody puts right on the table."""
    other_act_asked = pyqtSignal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Game"))
        self.setStyleSheet(PANEL_STYLE)
        self.setMinimumWidth(LEAST_PX)
        explained = tr(
            "With a game the referee follows every act: whose turn it is, what may be done, fouls, fame and the winner."
        )
        self.no_game = NoGame(explained)
        self.winner = PlainLabel(wraps=True)
        self._winner_frame = QFrame()
        self._winner_frame.setObjectName("winner")
        self.turn = PlainLabel(look="turn", wraps=True)
        self.score = PlainLabel(wraps=True)
        self.question = QuestionCard()
        self.differences, self.proposals, self.fouls = (
            DecisionCards("foul"), DecisionCards("proposal"), DecisionCards("foul")
        )  # fmt: skip
        self.notes = PlainLabel(look="caption", wraps=True)
        self.offers = OfferList()
        self.other_act: QPushButton = touch_button(tr("Say something else…"), self.other_act_asked.emit)
        self.acts = ActList()
        self.tabs = QTabWidget()
        self._differ: tuple[CardDifference, ...] = ()
        self._decisions: frozenset[object] = frozenset()
        self._shown: CardsSnapshot | None = None
        self._listed: RefereedCardGame | None = None
        self._pages = QStackedLayout(self)
        self._lay_out()
        self.question.chosen.connect(self.chosen)
        self.offers.chosen.connect(self.chosen)
        self.differences.accepted.connect(lambda number, _way: self.corrected.emit(self._differ[number]))
        self.differences.refused.connect(lambda number: self.left.emit(self._differ[number]))
        self.tabs.currentChanged.connect(lambda _tab: self._show_acts())

    def show_snapshot(self, shown: CardsSnapshot | None, left: tuple[CardDifference, ...] = ()) -> None:
        """Show a game, or that none is played. `left`: differences that somebody puts right on the table."""
        self._shown = shown
        self._pages.setCurrentIndex(0 if shown is None else 1)
        if shown is None:
            return
        had_focus = self._has_focus()
        game = shown.game
        self._show_standing(game)
        self._show_question(shown)
        self._differ = shown.differences
        self.differences.show_decisions(difference_decisions(tuple(each for each in self._differ if each not in left)))
        self.proposals.show_decisions(proposal_decisions(shown.proposals))
        told = [tr("Put right on the table: {what}", what=say(each.words)) for each in self._differ if each in left]
        told += [tr("Noted: {what}", what=sentence(each.words)) for each in shown.notes[-MOST_NOTES:]]
        tell_or_hide(self.notes, "\n".join(told))
        self.fouls.show_decisions(foul_decisions(shown.refereed.fouls, lambda each: each.game.start.names))
        self._show_acts()
        self._come_forward()
        if had_focus and not self._has_focus():
            self._take_focus()

    @property
    def ship_card(self) -> OfferCard | None:
        """The movement card whose ships are being chosen."""
        return next(
            (each for each in self.offers.cards if each.is_open and isinstance(each.offer.act, PlayMovement)), None
        )

    def _show_standing(self, game: CardGame) -> None:
        won = winner_words(game)
        self.winner.setText(won)
        self._winner_frame.setVisible(bool(won))
        self.turn.setText(standing_words(game))
        self.score.setText("   ".join(each.replace(" ", NO_BREAK) for each in fame_lines(game)))

    def _show_question(self, shown: CardsSnapshot) -> None:
        """One at a time; while there is one nothing else may be done."""
        game, owed = shown.game, cards_owed(shown.game)
        fields = card_fields(game)
        if not owed:
            self.question.show_question("", (), fields)
            nothing = tr("Nothing may be done any more.") if game.ended else ""
            self.offers.show_offers(offer_groups(game, card_offers(game)), fields, nothing, partial(offer_words, game))
            return
        words = sentence(card_question(game, owed[0]))
        answers = card_answers(game, owed[0])
        self.question.show_question(words, answers, fields, len(owed) - 1)
        self.offers.show_offers((), fields, tr("First answer the question above."))

    def _show_acts(self) -> None:
        """Where they are looked at: a long game has many."""
        shown = self._shown
        if shown is None or shown.file is None:
            return
        if self.tabs.currentIndex() == ACTS and shown.refereed is not self._listed:
            self._listed = shown.refereed
            self.acts.show_acts(tuple(act_lines(shown.file.log, shown.refereed.acts, shown.file.start.names)))

    def _come_forward(self) -> None:
        """With something new to decide, what was looked at instead gives way."""
        groups = (("foul", self.fouls), ("proposal", self.proposals), ("differs", self.differences))
        now: frozenset[object] = frozenset((kind, each) for kind, cards in groups for each in cards.cards)
        if now - self._decisions:
            self.tabs.setCurrentIndex(NOW)
        self._decisions = now

    def _has_focus(self) -> bool:
        focused = QApplication.focusWidget()
        return focused is not None and focused is not self and self.isAncestorOf(focused) and focused.isVisible()

    def _take_focus(self) -> None:
        """What had it has gone: the next thing to press gets it."""
        for area in (self.question, self.differences, self.proposals, self.fouls, self.offers, self):
            for button in area.findChildren(QPushButton) if area.isVisible() else ():
                if button.isVisible() and button.isEnabled():
                    button.setFocus()
                    return

    def _lay_out(self) -> None:
        column(self.winner, on=self._winner_frame, margins=(12, 10, 12, 10))
        now = QWidget()
        parts = (self.differences, self.proposals, self.fouls, self.notes, self.offers, self.other_act)
        column(*parts, 1, on=now, margins=(0, 6, 4, 4), spacing=6)
        self.tabs.setDocumentMode(True)
        for widget, words in ((scrolled(now), tr("&Now")), (self.acts, tr("A&cts"))):
            self.tabs.addTab(widget, words)
        page = QWidget()
        column(
            self._winner_frame,
            self.turn,
            self.score,
            self.question,
            (self.tabs, 1),
            on=page,
            margins=(SPACE_PX, 4, SPACE_PX, SPACE_PX),
            spacing=4,
        )
        self._pages.addWidget(self.no_game)
        self._pages.addWidget(page)
