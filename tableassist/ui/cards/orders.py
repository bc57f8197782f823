"""What people ask of a card game from its panel, the row and the menu."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from PyQt6.QtWidgets import QWidget

from tableassist.errors import BadRequestError, TableAssistError
from tableassist.formats.cardgame.game_file import CardGameFile
from tableassist.messages import Message, Text, sentence, tr
from tableassist.pipeline.card_game.differences import CardDifference
from tableassist.pipeline.card_game.proposal import CARD_POLICIES, CardProposalKind
from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.rulebook.cardgame.referee import AnyCardAct
from tableassist.rulebook.cardgame.state import CardGame
from tableassist.services.cards.row_marks import row_marks
from tableassist.services.referee.document import GameDocument
from tableassist.table.game.card_desk import CardDesk
from tableassist.ui.cards.act_fields import CARD_TITLES, all_card_fields
from tableassist.ui.cards.new_game import NewCardGameDialog
from tableassist.ui.cards.panel import NOW, CardGamePanel
from tableassist.ui.cards.row_view import RowView
from tableassist.ui.game.acting.act_dialog import ActDialog
from tableassist.ui.game.running.game_bridge import WindowCards
from tableassist.ui.game.running.policies import PolicyDialog, save_policies, saved_policies
from tableassist.ui.game.running.said_orders import SaidOrders
from tableassist.ui.session.preferences import Preferences
from tableassist.ui.widgets.error_box import tell_problem

GROUP = "card-game"
"""Of the preferences."""
CARD_KINDS: Mapping[CardProposalKind, Message] = {
    CardProposalKind.PLAY: Message("A movement card was played"),
    CardProposalKind.REPAIR: Message("The ships were repaired"),
    CardProposalKind.PASS: Message("A player has passed, or accused another"),
    CardProposalKind.TURN_UP: Message("A card was turned up"),
}


class CardOrders(SaidOrders[CardDesk]):
    panel: CardGamePanel

    def __init__(
        self, game: WindowCards, settings: CardTableSettings, row: RowView, preferences: Preferences, asker: QWidget
    ) -> None:
        super().__init__(game, asker)
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
        game.game.use_policies(saved_policies(preferences, GROUP, CARD_POLICIES))
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        desk = self.desk
        self._left = () if desk is None else tuple(each for each in self._left if each in desk.differences)
        self.panel.show_desk(desk, self._left)
        if self.panel.ship_card is None:
            self._picked = ()
        self._show_row()
        over = desk is not None and desk.game.ended
        if over and not self._was_over:
            self.shown.emit()
        self._was_over = over

    def _show_row(self) -> None:
        desk = self.desk
        if desk is None:
            self._row.show_nothing(self._waits_for())
            return
        self._row.show_game(desk.game, row_marks(desk.game, desk.seen, desk.differences), frozenset(self._picked))

    # The menu

    def ask_new(self) -> None:
        dialog = NewCardGameDialog(self._settings, self._asker)

        def chosen() -> CardTableSettings:
            return replace(
                self._settings,
                first=dialog.first.currentText(),
                upcoming=dialog.upcoming.isChecked(),
                hand=dialog.hand.isChecked(),
                extended=dialog.extended.isChecked(),
            )

        def refresh() -> None:
            dialog.show_ready(self._missing(chosen()))

        for box in (dialog.upcoming, dialog.hand):
            box.toggled.connect(refresh)
        self._game.saw.connect(refresh)
        refresh()
        asked = dialog.exec()
        self._game.saw.disconnect(refresh)
        if asked:
            self.begin(chosen())

    def begin(self, settings: CardTableSettings) -> None:
        """As the table lies."""
        try:
            self._game.game.begin_as_seen(settings)
        except TableAssistError as problem:
            tell_problem(self._asker, problem)

    def ask_policies(self) -> None:
        dialog = PolicyDialog(self._game.game.policies, CARD_KINDS, self._asker)
        if dialog.exec():
            save_policies(self._preferences, dialog.policies, GROUP, CARD_POLICIES)
            self._game.game.use_policies(dialog.policies)

    def _missing(self, settings: CardTableSettings) -> Text | None:
        return self._game.game.find_missing(settings)

    def _waits_for(self) -> str:
        missing = self._missing(self._settings)
        if missing is None:
            return tr("The table is laid. Begin with Game > New game (Ctrl+N).")
        return tr("No game is being played. {words}.", words=sentence(missing))

    def _go_on(self, document: GameDocument) -> None:
        game = document.game
        if not isinstance(game, CardGameFile):
            raise BadRequestError("got the constructible game, expected a card game")
        self._game.game.go_on(game)

    def _file(self, desk: CardDesk) -> CardGameFile:
        return CardGameFile(desk.start, desk.log)

    def _dialog(self, game: CardGame, act: AnyCardAct | None, title: str, card: str = "") -> ActDialog:
        fields: Any = partial(all_card_fields, game)
        return ActDialog(fields, act, titles=CARD_TITLES, title=title, people=game.players, card=card,
                         parent=self._asker)  # fmt: skip

    # The panel and the row

    def _connect(self) -> None:
        panel, game = self.panel, self._game
        game.changed.connect(self.refresh)
        game.saw.connect(self._show_row)
        game.began_or_ended.connect(self._began_or_ended)
        panel.chosen.connect(self._choose)
        panel.other_act_asked.connect(self.ask_other)
        panel.corrected.connect(lambda each: self._do(lambda desk: desk.correct(each, t_ns=game.now_ns)))
        panel.left.connect(self._leave_to_table)
        self._connect_parts(acts=panel.acts, proposals=panel.proposals, fouls=panel.fouls, no_game=panel.no_game)
        self._row.ship_pressed.connect(self._press_ship)

    def _leave_to_table(self, difference: CardDifference) -> None:
        """It is told until the camera sees it put right. What would be corrected at once goes together."""
        desk = self.desk
        if desk is not None:
            same = [each for each in desk.differences if difference.correction in (None, each.correction)]
            self._left = (*self._left, *(same if difference.correction is not None else [difference]))
            self.refresh()

    def _press_ship(self, ship: str) -> None:
        """For the movement card that is open in the panel: one ship, or one after the other two neighbours."""
        card = self.panel.ship_card
        if card is None or not card.pickers:
            self.told.emit(tr("First press the movement card that is played."))
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
