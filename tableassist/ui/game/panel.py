"""The game at hand: whose turn it is, what waits for an answer, what may be done, the fleets, and all that was said."""

from typing import Final

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QApplication, QFrame, QPushButton, QStackedLayout, QTabWidget, QWidget

from tableassist.formats.score.result_words import ending_words, phase_words
from tableassist.messages import sentence, tr
from tableassist.rulebook.referee.ending import outlook
from tableassist.rulebook.referee.offers import offers as find_offers
from tableassist.rulebook.referee.referee import owed
from tableassist.rulebook.referee.refereed import RefereedGame
from tableassist.rulebook.ruling.ruling import Ruling
from tableassist.rulebook.state.game import GameState, Phase
from tableassist.services.referee.thing_names import names_of_things
from tableassist.table.snapshot import GameSnapshot
from tableassist.ui.game.acting.act_fields import fields_of
from tableassist.ui.game.acting.pickers import DicePicker
from tableassist.ui.game.acts import ActList, act_lines
from tableassist.ui.game.decisions import DecisionCards, foul_decisions, proposal_decisions
from tableassist.ui.game.no_game import NoGame
from tableassist.ui.game.offers import OfferList, by_subject, shown_offers
from tableassist.ui.game.question import QuestionCard
from tableassist.ui.game.set_up import SetUpSteps
from tableassist.ui.game.ships import ShipList
from tableassist.ui.game.words import score_lines, ship_lines
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.session.words import turn_words
from tableassist.ui.widgets.layouts import column, scrolled
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.widgets.wrap_button import touch_button

NOW, SHIPS, ACTS = range(3)
"""The tabs."""
MOST_NOTES: Final = 3
LEAST_PX: Final = 350
"""Six dice beside each other, and a scroll bar."""
PANEL_STYLE: Final = """
QFrame#winner { background: #1C6E54; border-radius: 4px; }
QFrame#winner QLabel { color: #FFFFFF; font-size: 18px; font-weight: 700; }
QFrame#question-card { border: 2px solid #2F6F98; border-radius: 4px; }
QFrame#proposal { border: 2px solid #8A7B00; border-radius: 4px; }
QFrame#foul { border: 2px solid #A63D00; border-radius: 4px; }
QFrame#step { border: 1px solid palette(mid); border-radius: 4px; }
QLabel#turn { font-size: 16px; font-weight: 700; }
"""


class GamePanel(QWidget):
    """Only shows and asks: what is pressed goes out as a signal."""

    chosen = pyqtSignal(object, object)
    """An Offer, and what was picked for its fields."""
    rolled = pyqtSignal(int)
    other_act_asked = pyqtSignal()
    ship_chosen = pyqtSignal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Game"))
        self.setStyleSheet(PANEL_STYLE)
        self.setMinimumWidth(LEAST_PX)
        explained = tr(
            "With a game the referee follows every act: whose turn it is, what may be done, fouls, gold and the winner."
        )
        self.no_game = NoGame(explained)
        self.winner = PlainLabel(wraps=True)
        self._winner_frame = QFrame()
        self._winner_frame.setObjectName("winner")
        self.turn = PlainLabel(look="turn", wraps=True)
        self.score = PlainLabel(wraps=True)
        self.outlook = PlainLabel(look="caption", wraps=True)
        self.question = QuestionCard()
        self.proposals, self.fouls = DecisionCards("proposal"), DecisionCards("foul")
        self.notes = PlainLabel(look="caption", wraps=True)
        self.steps = SetUpSteps()
        self.offers = OfferList()
        self.die = DicePicker(tr("A die was rolled:"))
        self.die_told = PlainLabel(look="caption", wraps=True)
        self.other_act: QPushButton = touch_button(tr("Say something else…"), self.other_act_asked.emit)
        self.ships = ShipList()
        self.acts = ActList()
        self.tabs = QTabWidget()
        self._decisions: frozenset[object] = frozenset()
        self._told: RefereedGame | None = None
        self._listed: RefereedGame | None = None
        self._shown: tuple[GameSnapshot, str | None] | None = None
        self._pages = QStackedLayout(self)
        self._lay_out()
        self.question.chosen.connect(self.chosen)
        self.question.rolled.connect(self.rolled)
        self.die.rolled.connect(self.rolled)
        self.offers.chosen.connect(self.chosen)
        self.steps.chosen.connect(self.chosen)
        self.ships.chosen.connect(self.ship_chosen)
        self.tabs.currentChanged.connect(lambda _tab: self._show_lists())

    @property
    def waits_for_die(self) -> bool:
        return self.question.waits_for_die

    def show_snapshot(
        self, shown: GameSnapshot | None, rulings: tuple[Ruling, ...] = (), selected: str | None = None
    ) -> None:
        if shown is None:
            self._shown = None
            self._pages.setCurrentIndex(0)
            return
        had_focus = self._has_focus()
        self._pages.setCurrentIndex(1)
        game = shown.game
        self._show_standing(game)
        self.question.show_state(game, owed(game), shown.armed)
        self.proposals.show_decisions(proposal_decisions(shown.proposals))
        told = [tr("Noted: {what}", what=sentence(each.words)) for each in shown.notes[-MOST_NOTES:]]
        tell_or_hide(self.notes, "\n".join(told))
        self._show_offers(shown, rulings, selected)
        free = tuple(str(each) for each in shown.free_roll)
        kept = tr("Rolled: {dice}. Now press what it is for.", dice=free) if free else ""
        tell_or_hide(self.die_told, kept)
        if shown.refereed is not self._told:
            self._told = shown.refereed
            self.fouls.show_decisions(
                foul_decisions(shown.refereed.fouls, lambda each: names_of_things(each.game), by_card=True)
            )
        self._shown = shown, selected
        self._show_lists()
        self._come_forward()
        if had_focus and not self._has_focus():
            self._take_focus()

    def _show_lists(self) -> None:
        """Those that are looked at: a long game has many acts."""
        if self._shown is None:
            return
        shown, selected = self._shown
        if self.tabs.currentIndex() == SHIPS:
            self.ships.show_ships(ship_lines(shown.game), selected)
        elif self.tabs.currentIndex() == ACTS and shown.file is not None and shown.refereed is not self._listed:
            self._listed = shown.refereed
            self.acts.show_acts(tuple(act_lines(shown.file.log, shown.refereed.acts, names_of_things(shown.game))))

    def _show_standing(self, game: GameState) -> None:
        over = game.ending
        self.winner.setText("" if over is None else sentence(ending_words(over)))
        self._winner_frame.setVisible(over is not None)
        playing = game.phase is Phase.PLAYING
        whose = tr("Turn {turn}: {whose}", turn=game.turn, whose=turn_words(game.player))
        self.turn.setText(whose if playing else phase_words(game))
        self.score.setText("   ".join(score_lines(game)))
        tell_or_hide(self.outlook, "\n".join(sentence(each) for each in outlook(game)))

    def _show_offers(self, shown: GameSnapshot, rulings: tuple[Ruling, ...], selected: str | None) -> None:
        game, is_set_up = shown.game, shown.game.phase is Phase.SETTING_UP
        self.steps.setVisible(is_set_up)
        self.offers.setVisible(not is_set_up)
        self.die.setVisible(game.phase is Phase.PLAYING and not self.waits_for_die)
        if is_set_up:
            return
        must_answer = game.owed() is not None
        answers = {type(card.offer.act) for card in self.question.cards}
        offers = () if must_answer else find_offers(game, rulings)
        offers = tuple(each for each in offers if type(each.act) not in answers)
        nothing = tr("First answer the question above.") if must_answer else ""
        groups = by_subject(game, shown_offers(game, offers, selected))
        self.offers.show_offers(groups, fields_of(game), nothing)

    def _come_forward(self) -> None:
        """With something new to decide, what was looked at instead gives way."""
        now: frozenset[object] = frozenset(
            (*(("foul", each) for each in self.fouls.cards), *(("proposal", each) for each in self.proposals.cards))
        )
        if now - self._decisions:
            self.tabs.setCurrentIndex(NOW)
        self._decisions = now

    def _has_focus(self) -> bool:
        focused = QApplication.focusWidget()
        return focused is not None and focused is not self and self.isAncestorOf(focused) and focused.isVisible()

    def _take_focus(self) -> None:
        """What had it has gone: the next thing to press gets it."""
        for area in (self.question, self.proposals, self.fouls, self.steps, self.offers, self):
            for button in area.findChildren(QPushButton) if area.isVisible() else ():
                if button.isVisible() and button.isEnabled():
                    button.setFocus()
                    return

    def _lay_out(self) -> None:
        column(self.winner, on=self._winner_frame, margins=(12, 10, 12, 10))
        now = QWidget()
        parts = (self.proposals, self.fouls, self.notes, self.steps, self.offers)
        column(*parts, self.die, self.die_told, self.other_act, 1, on=now, margins=(0, 6, 4, 4), spacing=6)
        fleets = QWidget()
        column(self.ships, 1, on=fleets, margins=(0, 6, 4, 4))
        self.tabs.setDocumentMode(True)
        for widget, words in ((scrolled(now), tr("&Now")), (scrolled(fleets), tr("&Ships")), (self.acts, tr("A&cts"))):
            self.tabs.addTab(widget, words)
        page = QWidget()
        column(
            self._winner_frame,
            self.turn,
            self.score,
            self.outlook,
            self.question,
            (self.tabs, 1),
            on=page,
            margins=(SPACE_PX, 4, SPACE_PX, SPACE_PX),
            spacing=4,
        )
        self._pages.addWidget(self.no_game)
        self._pages.addWidget(page)


def tell_or_hide(label: PlainLabel, words: str) -> None:
    label.setText(words)
    label.setVisible(bool(words))
