"""The tools of a table: one at a time is in hand."""

from collections.abc import Callable

from PyQt6.QtCore import QObject, pyqtSignal
from PyQt6.QtWidgets import QDockWidget, QWidget

from tableassist.messages import say, tr
from tableassist.ui.canvas.table_views import TableViews
from tableassist.ui.canvas.zoom_view import Tool
from tableassist.ui.session.session import Session
from tableassist.ui.tools.ghost import GhostPanel, GhostTool
from tableassist.ui.tools.measure import MeasurePanel, MeasureTool
from tableassist.ui.tools.restore import RestorePanel, RestoreTool

AddPanel = Callable[[str, QWidget], QDockWidget]
"""A panel beside the table, by its name in the saved layout."""


class Toolbox(QObject):
    """`may_foresee`: whether moves may be tried out in this game."""

    changed = pyqtSignal()
    """Another tool is in hand, or none."""
    told = pyqtSignal(str)
    """Why a tool cannot be taken."""

    def __init__(
        self,
        session: Session,
        views: TableViews,
        add_panel: AddPanel,
        may_foresee: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._views = views
        self._add_panel = add_panel
        self._may_foresee = may_foresee
        self.in_hand: Tool | None = None
        self.measure = MeasureTool(session, self)
        self.ghost = GhostTool(session, self)
        self.restore = RestoreTool(session, self)
        self.ghost.failed.connect(lambda problem: self.told.emit(say(problem.message)))
        self._docks: dict[Tool, QDockWidget] = {}
        for name, tool, panel in (
            ("measure", self.measure, MeasurePanel(self.measure)),
            ("ghost", self.ghost, GhostPanel(self.ghost)),
            ("restore", self.restore, RestorePanel(self.restore)),
        ):
            self._add(name, tool, panel)

    def take_ghost(self) -> None:
        """Of the selected ship."""
        if not self._may_foresee():
            self.told.emit(
                tr("In a game with rulings on request, moves can't be tried out. Ask about the ships where they are.")
            )
            return
        self.take(self.ghost)
        self.ghost.take(self._session.selection.piece)

    def escape(self) -> bool:
        """Takes back a step of the tool, else lays it down; False where no tool was in hand."""
        if self.in_hand is None:
            return False
        if not self.in_hand.escape():
            self.take(None)
        return True

    def close(self) -> None:
        self.ghost.close()

    def take(self, tool: Tool | None) -> None:
        """None lays down the one in hand."""
        if tool is self.in_hand:
            return
        self.in_hand = tool
        self._views.set_tool(tool)
        self.changed.emit()
        # The one that comes, first: else the views would have the room of both for a moment.
        for each, dock in sorted(self._docks.items(), key=lambda both: both[0] is not tool):
            dock.setVisible(each is tool)
            if each is tool:
                dock.raise_()

    def _add(self, name: str, tool: Tool, panel: QWidget) -> None:
        dock = self._add_panel(name, panel)
        dock.setVisible(False)
        dock.visibilityChanged.connect(lambda _: self._closed(tool, dock))
        self._docks[tool] = dock

    def _closed(self, tool: Tool, dock: QDockWidget) -> None:
        """Its panel was closed: the tool is laid down with it. Behind another tab it is still there."""
        if tool is self.in_hand and dock.isHidden():
            self.take(None)
