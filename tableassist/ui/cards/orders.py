"""What people ask of a card game from its panel, the row and the menu, and how one begins."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from PyQt6.QtWidgets import QCheckBox, QComboBox, QDialog, QFormLayout, QWidget

from tableassist.messages import Message, Text, sentence, tr
from tableassist.pipeline.card_game.differences import CardDifference
from tableassist.pipeline.card_game.proposal import CARD_POLICIES, CardProposalKind
from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.rulebook import act_text
from tableassist.rulebook.cardgame import CARD_GAME, AnyCardAct, CardGame
from tableassist.table import CardsSnapshot
from tableassist.table.commands import BeginGame, SayAct
from tableassist.table.game import TableCardGame, card_settings_of
from tableassist.ui.cards.act_fields import all_card_fields
from tableassist.ui.cards.panel import CardGamePanel
from tableassist.ui.cards.row_view import RowView
from tableassist.ui.game.acts import ActDialog
from tableassist.ui.game.common_panel import NOW
from tableassist.ui.game.new_game import PolicyDialog, save_policies, saved_policies
from tableassist.ui.game.orders import CommonOrders
from tableassist.ui.look import SPACE_PX
from tableassist.ui.session.preferences import Preferences
from tableassist.ui.session.session import Session
from tableassist.ui.widgets.controls import TOUCH_PX, column, ok_and_cancel
from tableassist.ui.widgets.plain import PlainLabel


class NewCardGameDialog(QDialog):
    """Only asks. `show_ready` tells what is missing on the table; while something is no game begins."""

    def __init__(self, settings: CardTableSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("New game"))
        self.setMinimumWidth(460)
        self.first = QComboBox()
        self.first.addItems(list(settings.players))
        self.first.setCurrentText(settings.first or settings.players[0])
        self.first.setMinimumHeight(TOUCH_PX)
        self.first.setAccessibleName(tr("First player"))
        self.upcoming = self._box(tr("&Upcoming adventures in a row"), on=settings.upcoming)
        self.hand = self._box(tr("Players hold a &hand of movement cards"), on=settings.hand)
        self.extended = self._box(tr("&Extended game: discarded adventures are used as fame"), on=settings.extended)
        self.told = PlainLabel(look="caption", wraps=True)
        self.buttons, self.ok = ok_and_cancel(self, tr("Begin"), least_px=TOUCH_PX)
        self.buttons.accepted.connect(self.accept)
        form = QFormLayout()
        form.addRow(tr("First player"), self.first)
        parts = (form, self.upcoming, self.hand, self.extended, self.told, self.buttons)
        column(*parts, on=self, spacing=SPACE_PX)

    def show_ready(self, missing: Text | None) -> None:
        """`missing`: why no game can begin on the table as it lies."""
        ready = tr("The game begins with the cards as they are on the table.")
        self.told.setText(ready if missing is None else sentence(missing))
        self.ok.setEnabled(missing is None)

    def _box(self, words: str, *, on: bool) -> QCheckBox:
        box = QCheckBox(words)
        box.setChecked(on)
        box.setMinimumHeight(TOUCH_PX)
        return box


GROUP = "card-game"
"""Of the preferences."""
CARD_KINDS: Mapping[CardProposalKind, Message] = {
    CardProposalKind.PLAY: Message("A movement card was played"),
    CardProposalKind.REPAIR: Message("The ships were repaired"),
    CardProposalKind.PASS: Message("A player has passed, or accused another"),
    CardProposalKind.TURN_UP: Message("A card was turned up"),
}


class CardOrders(CommonOrders):
    panel: CardGamePanel

    def __init__(
        self,
        session: Session,
        game: TableCardGame,
        settings: CardTableSettings,
        row: RowView,
        preferences: Preferences,
        asker: QWidget,
    ) -> None:
        super().__init__(session, asker)
        self._preferences = preferences
        self._game = game
        self._settings = settings
        self._row = row
        self._left: tuple[CardDifference, ...] = ()
        """Differences that somebody puts right on the table."""
        self._picked: tuple[str, ...] = ()
        """Ships that were pressed in the row for the movement card that is open."""
        self._was_over = False
        self.panel = CardGamePanel()
        self._use_policies(saved_policies(preferences, GROUP, CARD_POLICIES))
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        shown: CardsSnapshot | None = self.shown_game
        self._left = () if shown is None else tuple(each for each in self._left if each in shown.differences)
        self.panel.show_snapshot(shown, self._left)
        self.panel.let_act(not self._session.is_held)
        if self.panel.ship_card is None:
            self._picked = ()
        self._show_row()
        over = shown is not None and shown.game.ended
        if over and not self._was_over:
            self.shown.emit()
        self._was_over = over

    def _show_row(self) -> None:
        shown: CardsSnapshot | None = self.shown_game
        if shown is None:
            self._row.show_nothing(self._waits_for())
        else:
            self._row.show_game(shown.game, shown.marks, frozenset(self._picked))

    # The menu

    def ask_new(self) -> None:
        dialog = NewCardGameDialog(self._settings, self._asker)

        def chosen() -> BeginGame:
            return BeginGame(
                dialog.first.currentText(),
                upcoming=dialog.upcoming.isChecked(),
                hand=dialog.hand.isChecked(),
                extended=dialog.extended.isChecked(),
            )

        def refresh() -> None:
            dialog.show_ready(self._missing(card_settings_of(self._settings, chosen())))

        for box in (dialog.upcoming, dialog.hand):
            box.toggled.connect(refresh)
        self._session.cards_moved.connect(refresh)
        refresh()
        asked = dialog.exec()
        self._session.cards_moved.disconnect(refresh)
        if asked:
            self.dispatch(chosen())

    def ask_policies(self) -> None:
        dialog = PolicyDialog(self._game.policies, CARD_KINDS, self._asker)
        if dialog.exec():
            save_policies(self._preferences, dialog.policies, GROUP, CARD_POLICIES)
            self._use_policies(dialog.policies)

    def _missing(self, settings: CardTableSettings) -> Text | None:
        return self._game.find_missing(settings)

    def _waits_for(self) -> str:
        missing = self._missing(self._settings)
        if missing is None:
            return tr("The table is set up. Start with Game > New game (Ctrl+N).")
        return tr("No game is being played. {words}.", words=sentence(missing))

    def _dialog(self, game: CardGame, act: AnyCardAct | None, title: str, card: str = "") -> ActDialog:
        fields: Any = partial(all_card_fields, game)
        return ActDialog(fields, act, kinds=CARD_GAME.acts.values(), title=title, people=game.players, card=card,
                         parent=self._asker)  # fmt: skip

    # The panel and the row

    def _connect(self) -> None:
        panel, session = self.panel, self._session
        session.game_changed.connect(self.refresh)
        session.held.connect(lambda _held: self.refresh())
        session.shown.connect(lambda _moment: self.refresh() if session.is_held else None)
        session.cards_moved.connect(self._show_row)
        session.game_began_or_ended.connect(self._began_or_ended)
        panel.chosen.connect(self._choose)
        panel.other_act_asked.connect(self.ask_other)
        panel.corrected.connect(self._correct)
        panel.left.connect(self._leave_to_table)
        self._connect_parts(acts=panel.acts, proposals=panel.proposals, fouls=panel.fouls, no_game=panel.no_game)
        self._row.ship_pressed.connect(self._press_ship)

    def _correct(self, difference: CardDifference) -> None:
        """The table is right: the record is corrected."""
        if difference.correction is not None:
            self.dispatch(SayAct(act_text(difference.correction)))

    def _leave_to_table(self, difference: CardDifference) -> None:
        """It is told until the camera sees it put right. What would be corrected at once goes together."""
        shown: CardsSnapshot | None = self.played
        if shown is not None:
            same = [each for each in shown.differences if difference.correction in (None, each.correction)]
            self._left = (*self._left, *(same if difference.correction is not None else [difference]))
            self.refresh()

    def _press_ship(self, ship: str) -> None:
        """For the movement card that is open in the panel: one ship, or one after the other two neighbours."""
        card = self.panel.ship_card
        if card is None or not card.pickers:
            self.told.emit(tr("First tap the movement card being played."))
            return
        field = card.pickers[0].field
        pressed = (*self._picked, ship)[-2:]
        for place, (ships, _words) in enumerate(field.choices):
            if set(ships) == set(pressed[-len(ships) :]) and len(set(pressed)) >= len(ships):
                self._picked = ()
                card.pickers[0].buttons[place].click()
                return
        self._picked = (ship,)
        self._show_row()

    def _began_or_ended(self) -> None:
        self.panel.tabs.setCurrentIndex(NOW)
        self.shown.emit()
        self.refresh()
