"""A card table in its window, or a match that was recorded at one: the camera's picture and the row of ships."""

from collections.abc import Callable
from typing import ClassVar, cast

from PyQt6.QtGui import QImage
from PyQt6.QtWidgets import QMenu

from tableassist.messages import say, tr
from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.pipeline.cards.settling import CardsFollowed
from tableassist.pipeline.moment import Moment
from tableassist.sources.supervised import CaptureHealth
from tableassist.table import CardsSnapshot
from tableassist.table.game import TableCardGame
from tableassist.ui.cards.orders import CardOrders
from tableassist.ui.cards.row_view import CardViews, RowView
from tableassist.ui.session.table_health import HealthRow, Level, camera_rows
from tableassist.ui.shell.actions import add_action
from tableassist.ui.shell.board import Board, Shell
from tableassist.ui.shell.spectator_window import SpectatorView
from tableassist.ui.widgets.controls import column


class RowForSpectators(SpectatorView):
    """The row of ships as the table's own window shows it, as large as there is room."""

    def __init__(self, row: RowView) -> None:
        super().__init__()
        self._shown, self.row = row, RowView()
        self.row.setEnabled(False)
        column((self.row, 1), on=self, margins=0, spacing=0)

    def show_moment(self, moment: Moment) -> None:  # noqa: ARG002  the row follows the game
        self.row.show_same(self._shown)


class CardBoard(Board):
    views: CardViews
    layout_key: ClassVar[str] = "card-"
    opens_game_panel: ClassVar[bool] = True

    def __init__(self, shell: Shell, *, settings: CardTableSettings | None = None) -> None:
        """`settings`: of a table that is watched; None: a match is shown."""
        super().__init__(shell)
        self._settings = settings
        self._followed: Callable[[], CardsFollowed | None] = lambda: None
        self.views = CardViews(self.session.selection)

    def make_spectator_view(self) -> SpectatorView:
        return RowForSpectators(self.views.row)

    def make_orders(self) -> CardOrders:
        assert self._settings is not None
        game = cast(TableCardGame, self.session.table.game)
        self._followed = lambda: game.followed
        preferences = self.shell.program.preferences
        return CardOrders(self.session, game, self._settings, self.views.row, preferences, self.shell.window)

    def fill_view(self, menu: QMenu, panels: Callable[[QMenu], object]) -> None:
        add_action(menu, tr("&Fit"), ("Ctrl+0",), self.views.camera.fit)
        panels(menu)

    def show(self, moment: Moment) -> None:
        self.views.show_moment(moment)
        if self.session.is_replay:
            played = self.session.played
            if isinstance(played, CardsSnapshot):
                self.views.row.show_game(played.game, played.marks)
            else:
                self.views.row.show_nothing(tr("This match has no recorded game."))
        followed = self._followed()
        now = None if followed is None else followed.now
        self.views.banner.set_warnings((say(now.reason),) if now is not None and now.reason else ())

    def status_rows(self, moment: Moment, camera: CaptureHealth, frames_per_s: float | None) -> tuple[HealthRow, ...]:
        rows = camera_rows(moment, camera, frames_per_s)
        return rows if self.session.is_replay else (*rows, _cards_row(self._followed()))

    def picture(self) -> QImage | None:
        return self.views.grab().toImage() if self.session.moment is not None else None

    def escape(self) -> bool:
        self.views.camera.setFocus()
        return False


def _cards_row(followed: CardsFollowed | None) -> HealthRow:
    """Say whether the table is at rest and can be read."""
    settled = None if followed is None else followed.settled
    if followed is None or settled is None:
        return HealthRow(
            "cards", Level.WORSE, tr("Cards not read yet"), tr("The camera has not seen the table at rest yet.")
        )
    if followed.is_waiting:
        return HealthRow("cards", Level.GOOD, tr("Cards are moving"), tr("Waiting until no hand is over the cards."))
    if settled.row_is_sure:
        return HealthRow("cards", Level.GOOD, tr("Row read"), tr("All nine ships are read."))
    return HealthRow("cards", Level.WORSE, tr("Row not sure"), tr("Not all nine ships are recognised."))
