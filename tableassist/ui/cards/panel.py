"""The card game at hand: whose turn it is, what waits for an answer, what may be done, and all that was said."""

from functools import partial

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QWidget

from tableassist.messages import say, sentence, tr
from tableassist.pipeline.card_game.differences import CardDifference
from tableassist.rulebook.cardgame import CARD_GAME, CardGame, RefereedCardGame, card_answers
from tableassist.rulebook.cardgame.actions import PlayMovement
from tableassist.table import CardsSnapshot
from tableassist.table.offer_choices import offer_words
from tableassist.ui.cards.act_fields import (
    card_fields,
    difference_decisions,
    fame_lines,
    offer_groups,
    standing_words,
    winner_words,
)
from tableassist.ui.game.acts import act_lines
from tableassist.ui.game.common_panel import MOST_NOTES, NOW, CommonPanel, tell_or_hide
from tableassist.ui.game.pending import DecisionCards, foul_decisions, proposal_decisions
from tableassist.ui.game.pickers import OfferCard

NO_BREAK = "\u00a0"
"""A space at which a line does not end."""
ACTS = NOW + 1
"""The tab after the first."""


class CardGamePanel(CommonPanel):
    """Only shows and asks: what is pressed goes out as a signal."""

    corrected = pyqtSignal(object)
    """The CardDifference in which the table is right."""
    left = pyqtSignal(object)
    """The CardDifference that somebody puts right on the table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        explained = tr(
            "In a game, the referee follows every action: whose turn it is, what is allowed, fouls, fame and the "
            "winner."
        )
        super().__init__(explained, parent)
        self.differences = DecisionCards("foul")
        self._differ: tuple[CardDifference, ...] = ()
        self._shown: CardsSnapshot | None = None
        self._listed: RefereedCardGame | None = None
        self._acting_parts = (self.differences,)
        self._lay_out()
        self.differences.accepted.connect(lambda number, _way: self.corrected.emit(self._differ[number]))
        self.differences.refused.connect(lambda number, _follows: self.left.emit(self._differ[number]))
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
        told = [tr("Corrected on the table: {what}", what=say(each.words)) for each in self._differ if each in left]
        told += [tr("Noted: {what}", what=sentence(each.words)) for each in shown.notes[-MOST_NOTES:]]
        tell_or_hide(self.notes, "\n".join(told))
        self.fouls.show_decisions(foul_decisions(shown.refereed.fouls, lambda each: each.game.start.names))
        self.pending.show_first()
        self._show_acts()
        self._come_forward(("foul", self.fouls), ("proposal", self.proposals), ("differs", self.differences))
        if had_focus and not self._has_focus():
            self._take_focus(self.question, self.differences, self.proposals, self.fouls, self.offers)

    @property
    def ship_card(self) -> OfferCard | None:
        """The movement card whose ships are being chosen."""
        return next(
            (each for each in self.offers.cards if each.is_open and isinstance(each.offer.act, PlayMovement)), None
        )

    def _show_standing(self, game: CardGame) -> None:
        self._show_winner(winner_words(game))
        self.turn.setText(standing_words(game))
        self.score.setText("   ".join(each.replace(" ", NO_BREAK) for each in fame_lines(game)))

    def _show_question(self, shown: CardsSnapshot) -> None:
        """One at a time; while there is one nothing else may be done."""
        game, owed = shown.game, CARD_GAME.duties(shown.game)
        fields = card_fields(game)
        if not owed:
            self.question.show_question("", (), fields)
            nothing = tr("No more actions are possible.") if game.ended else ""
            self.offers.show_offers(
                offer_groups(game, CARD_GAME.offers(game)), fields, nothing, partial(offer_words, game)
            )
            return
        words = sentence(CARD_GAME.question(game, owed[0]))
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

    def _lay_out(self) -> None:
        now = self.offers, self.other_act
        waiting = self.question, self.differences, self.proposals, self.fouls
        self._lay_out_tabs(now, ((self.acts, tr("A&cts")),), waiting, (self.notes,))
        self.ending.hide()
