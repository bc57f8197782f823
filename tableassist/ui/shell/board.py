"""What differs between the windows of the two games: the drawn board, its panels and its menu entries."""
# ruff: noqa: B027  a board leaves out what it has nothing for

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QAction, QImage
from PyQt6.QtWidgets import QDockWidget, QMainWindow, QMenu, QWidget

from tableassist.overlay.drawing import Drawing
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import Ruling
from tableassist.sources.supervised import CaptureHealth
from tableassist.store.export import ExportKind
from tableassist.ui.canvas.table_views import BoardViews
from tableassist.ui.game.orders import CommonOrders
from tableassist.ui.league.window_league import WindowLeague
from tableassist.ui.matches.exports import ExportSession
from tableassist.ui.moves import WindowMoves
from tableassist.ui.session.session import Session
from tableassist.ui.session.table_health import HealthRow
from tableassist.ui.shell.dock_window import PanelAction
from tableassist.ui.shell.host import Host
from tableassist.ui.shell.spectator_window import SpectatorView, SpectatorWindow
from tableassist.ui.sound import CallTeller
from tableassist.ui.timeline.player import Player
from tableassist.ui.toolbar import ActionBar

RIGHT, BOTTOM = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea


@dataclass(frozen=True, slots=True, eq=False)
class Shell:
    """The window around a board, as far as the board needs it."""

    window: QMainWindow
    session: Session
    program: Host
    calls: CallTeller
    player: Player | None
    """The time line, if there is something to look back at."""
    moves: WindowMoves | None
    league: WindowLeague | None
    key: Callable[[], str]
    """The digits of this computer's key."""
    add_part: Callable[[str, QWidget, Qt.DockWidgetArea], QDockWidget]
    show_message: Callable[[str, int], object]
    spectators: Callable[[], SpectatorWindow]
    show_again: Callable[[], object]
    ask_judge: Callable[[], object]
    """Call the league's judge about the chosen ruling."""


class Board(ABC):
    """One for each kind of game. The window calls these once, in this order, unless it says otherwise."""

    layout_key: ClassVar[str] = ""
    """Precedes the names under which the arrangement of the window is saved."""
    export_kinds: ClassVar[tuple[ExportKind, ...]] = ()
    """What a recorded match can be exported to."""
    opens_game_panel: ClassVar[bool] = False
    """Whether the game's panel is open from the beginning."""
    views: BoardViews
    show_compared: Callable[[Drawing | None], object] | None = None
    """Draws where pieces were in another moment, if this board can."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.session = shell.session

    @abstractmethod
    def make_spectator_view(self) -> SpectatorView: ...

    def add_panels(self) -> None:
        """Add the docks of this kind of game; those of the game itself and of its acts follow."""

    def add_tools(self) -> None:
        """Add the docks that come last."""

    @property
    def side_dock(self) -> QDockWidget | None:
        """The dock behind which the game's panel is put, as a tab."""
        return None

    @abstractmethod
    def make_orders(self) -> CommonOrders:
        """Make what the game's panel and menu ask for."""

    def fill_share(self, menu: QMenu, exports: ExportSession) -> None:
        """Add to the File menu how a ruling is shared."""

    def fill_edit(self, menu: QMenu) -> None:
        """Add to the Edit menu, after undo and redo."""

    @abstractmethod
    def fill_view(self, menu: QMenu, panels: Callable[[QMenu], object]) -> None:
        """Add to the View menu; `panels` adds the list of panels."""

    def fill_table(self, menu: QMenu) -> None:
        """Add to the Table menu."""

    def fill_toolbar(self, bar: ActionBar) -> None: ...

    def arrange(self) -> None:
        """Give the panels their places before the saved arrangement is restored."""

    def connect(self) -> None: ...

    # As long as the window is open

    @abstractmethod
    def show(self, moment: Moment) -> None: ...

    @abstractmethod
    def status_rows(self, moment: Moment, camera: CaptureHealth, frames_per_s: float | None) -> tuple[HealthRow, ...]:
        """Say how the table is seen, for the status bar."""

    @abstractmethod
    def picture(self) -> QImage | None:
        """Draw what is shown, to be saved or copied."""

    def escape(self) -> bool:
        """Leave what is being done; False: there was nothing to leave."""
        return False

    def chosen_ruling(self) -> Ruling | None:
        """The ruling that is chosen in the list."""
        return None

    def shared_ruling(self) -> str | None:
        """The id of the ruling that evidence is about."""
        return None

    def shortcut_rows(self) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
        """More groups for the list of shortcuts."""
        return ()

    def restore_from(self, before: "Board") -> None:
        """Show what another window of the same table showed."""

    def close(self) -> None: ...


MakeBoard = Callable[[Shell], Board]


def toggle_of(dock: QDockWidget | None, keys: str) -> QAction | None:
    """The menu entry that shows and hides a panel."""
    action = None if dock is None else dock.findChild(PanelAction)
    if action is not None:
        action.setShortcut(keys)
    return action
