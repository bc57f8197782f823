"""The game at hand: whose turn it is, what waits for an answer, what may be done, the fleets, and all that was said."""

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QWidget

from tableassist.messages import sentence, tr
from tableassist.rulebook import PIRATES, GameState, Phase, RefereedGame, Ruling
from tableassist.rulebook.referee import outlook
from tableassist.store.game_words import ending_words, phase_words
from tableassist.table import GameSnapshot
from tableassist.table.game import names_of_things
from tableassist.table.notes import turn_words
from tableassist.ui.game.act_fields import fields_of
from tableassist.ui.game.acts import act_lines
from tableassist.ui.game.common_panel import MOST_NOTES, NOW, CommonPanel, tell_or_hide
from tableassist.ui.game.offers import ShipList, by_subject, shown_offers, split_ending
from tableassist.ui.game.pending import foul_decisions, fouls_that_follow, proposal_decisions
from tableassist.ui.game.pickers import DicePicker
from tableassist.ui.game.set_up import SetUpSteps
from tableassist.ui.game.words import score_lines, ship_lines
from tableassist.ui.widgets.controls import column, scrolled, touch_button
from tableassist.ui.widgets.plain import PlainLabel

SHIPS, ACTS = range(NOW + 1, NOW + 3)
"""The tabs after the first."""
NS = 1_000_000_000
NOTHING = "\u00a0"
"""In the place of the button that ends the turn: a space that cannot be seen."""


class GamePanel(CommonPanel):
    """Only shows and asks: what is pressed goes out as a signal."""

    rolled = pyqtSignal(int)
    ship_chosen = pyqtSignal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        explained = tr(
            "In a game, the referee follows every action: whose turn it is, what is allowed, fouls, gold and the "
            "winner."
        )
        super().__init__(explained, parent)
        self.outlook = PlainLabel(look="caption", wraps=True)
        self.steps = SetUpSteps()
        self.die = DicePicker(tr("A die was rolled:"))
        self.die_told = PlainLabel(look="caption", wraps=True)
        self.drop_die = touch_button(tr("Forget this die"), self.question.disarmed.emit)
        self.ships = ShipList()
        self._told: RefereedGame | None = None
        self._listed: RefereedGame | None = None
        self._shown: tuple[GameSnapshot, str | None] | None = None
        self._acting_parts = (self.steps, self.die, self.drop_die)
        self._lay_out()
        self.question.rolled.connect(self.rolled)
        self.die.rolled.connect(self.rolled)
        self.steps.chosen.connect(self.chosen)
        self.ships.chosen.connect(self.ship_chosen)
        self.tabs.currentChanged.connect(lambda _tab: self._show_lists())

    @property
    def waits_for_die(self) -> bool:
        return self.question.waits_for_die

    def show_snapshot(
        self,
        shown: GameSnapshot | None,
        rulings: tuple[Ruling, ...] = (),
        selected: str | None = None,
        t_ns: int | None = None,
    ) -> None:
        """`t_ns`: the time of the newest picture, by which dice are kept."""
        if shown is None:
            self._shown = None
            self._pages.setCurrentIndex(0)
            return
        had_focus = self._has_focus()
        self._pages.setCurrentIndex(1)
        game = shown.game
        self._show_standing(game)
        self.question.show_state(game, PIRATES.duties(game), shown.armed)
        self.proposals.show_decisions(proposal_decisions(shown.proposals))
        told = [tr("Noted: {what}", what=sentence(each.words)) for each in shown.notes[-MOST_NOTES:]]
        tell_or_hide(self.notes, "\n".join(told))
        self._show_offers(shown, rulings, selected)
        self._show_kept_die(shown, t_ns)
        if shown.refereed is not self._told:
            self._told = shown.refereed
            refereed, file = shown.refereed, shown.file
            names = lambda foul: names_of_things(foul.game)  # noqa: E731
            follows = lambda number: () if file is None else fouls_that_follow(file, refereed, number)  # noqa: E731
            self.fouls.show_decisions(foul_decisions(refereed.fouls, names, follows, by_card=True))
        self.pending.show_first()
        self._shown = shown, selected
        self._show_lists()
        self._come_forward(("foul", self.fouls), ("proposal", self.proposals))
        if had_focus and not self._has_focus():
            self._take_focus(self.question, self.proposals, self.fouls, self.steps, self.offers)

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
        self._show_winner("" if over is None else sentence(ending_words(over)))
        playing = game.phase is Phase.PLAYING
        whose = tr("Turn {turn}: {whose}", turn=game.turn, whose=turn_words(game.player))
        self.turn.setText(whose if playing else phase_words(game))
        self.score.setText("   ".join(score_lines(game)))
        tell_or_hide(self.outlook, "\n".join(sentence(each) for each in outlook(game)))

    def _show_kept_die(self, shown: GameSnapshot, t_ns: int | None) -> None:
        """A die that was rolled before anybody said what for, as long as it is kept."""
        left_ns = None if shown.free_until_ns is None or t_ns is None else shown.free_until_ns - t_ns
        dice = tuple(str(value) for value in shown.free_roll) if left_ns is None or left_ns > 0 else ()
        if not dice:
            words = ""
        elif left_ns is None:
            words = tr("Rolled: {dice}. Now tap what it is for.", dice=dice)
        else:
            # In steps of five seconds: a number that runs is not read.
            seconds = 5 * (1 + int(left_ns / NS) // 5)
            words = tr("Rolled: {dice}. Tap what it is for within {seconds} s.", dice=dice, seconds=seconds)
        tell_or_hide(self.die_told, words)
        self.drop_die.setVisible(bool(dice))

    def _show_offers(self, shown: GameSnapshot, rulings: tuple[Ruling, ...], selected: str | None) -> None:
        game, is_set_up = shown.game, shown.game.phase is Phase.SETTING_UP
        self.steps.setVisible(is_set_up)
        self.ending.setVisible(not is_set_up)
        self.offers.setVisible(not is_set_up)
        self.die.setVisible(game.phase is Phase.PLAYING and not self.waits_for_die)
        if is_set_up:
            return
        must_answer = game.owed() is not None
        answers = {type(card.offer.act) for card in self.question.cards}
        offers = () if must_answer else PIRATES.offers(game, rulings)
        offers = tuple(each for each in offers if type(each.act) not in answers)
        nothing = tr("First answer the question above.") if must_answer else ""
        offers, ending = split_ending(shown_offers(game, offers, selected))
        self.offers.show_offers(by_subject(game, offers, selected), fields_of(game), nothing)
        self.ending.show_offers((("", ending),) if ending else (), fields_of(game), NOTHING)

    def _lay_out(self) -> None:
        fleets = QWidget()
        column(self.ships, 1, on=fleets, margins=(0, 6, 4, 4))
        now = self.steps, self.offers, self.die, self.die_told, self.drop_die, self.other_act
        others = (scrolled(fleets), tr("&Ships")), (self.acts, tr("A&cts"))
        waiting = self.question, self.fouls, self.proposals
        self._lay_out_tabs(now, others, waiting, (self.outlook, self.notes))
