"""The tools of a window: measuring, a ship's ghost, putting a bumped piece back. One is in hand at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QDockWidget, QWidget

from tableassist.messages import tr
from tableassist.ui.canvas.tool import Tool
from tableassist.ui.session.fair_play import FairPlay
from tableassist.ui.session.session import Session
from tableassist.ui.tools.ghost.panel import GhostPanel
from tableassist.ui.tools.ghost.restore_panel import RestorePanel
from tableassist.ui.tools.ghost.restore_tool import RestoreTool
from tableassist.ui.tools.ghost.tool import GhostTool
from tableassist.ui.tools.measure.panel import MeasurePanel
from tableassist.ui.tools.measure.tool import MeasureTool

if TYPE_CHECKING:
    from tableassist.ui.shell.main_window import TableWindow

SIDE = Qt.DockWidgetArea.RightDockWidgetArea


class Toolbox:
    def __init__(self, window: TableWindow) -> None:
        session: Session = window.session
        self._window = window
        self._in_hand: Tool | None = None
        self.measure = MeasureTool(session, window)
        self.ghost = GhostTool(session, window)
        self.restore = RestoreTool(session, window)
        self._docks: dict[Tool, QDockWidget] = {}
        for name, tool, panel in (
            ("measure", self.measure, MeasurePanel(self.measure)),
            ("ghost", self.ghost, GhostPanel(self.ghost)),
            ("restore", self.restore, RestorePanel(self.restore)),
        ):
            self._add(name, tool, panel)

    @property
    def in_hand(self) -> Tool | None:
        return self._in_hand

    def take_measure(self) -> None:
        self._take(self.measure)

    def take_ghost(self) -> None:
        """Of the selected ship."""
        if self._window.fair_play is FairPlay.ON_REQUEST:
            words = tr("In a game on request nobody tries out moves: ask about the ships where they lie.")
            self._window.status.showMessage(words, 6000)
            return
        self._take(self.ghost)
        self.ghost.take(self._window.session.selection.piece)

    def take_restore(self) -> None:
        self._take(self.restore)

    def lay_down(self) -> None:
        self._take(None)

    def escape(self) -> bool:
        """Takes back a step of the tool, else lays it down; False where no tool was in hand."""
        if self._in_hand is None:
            return False
        if not self._in_hand.escape():
            self.lay_down()
        return True

    def close(self) -> None:
        self.ghost.close()

    def _take(self, tool: Tool | None) -> None:
        if tool is self._in_hand:
            return
        self._in_hand = tool
        self._window.views.set_tool(tool)
        self._window.show_again()
        for each, dock in self._docks.items():
            dock.setVisible(each is tool)
            if each is tool:
                dock.raise_()

    def _add(self, name: str, tool: Tool, panel: QWidget) -> None:
        dock = self._window.add_part(name, panel, SIDE)
        dock.setVisible(False)
        dock.visibilityChanged.connect(lambda _: self._closed(tool, dock))
        self._docks[tool] = dock

    def _closed(self, tool: Tool, dock: QDockWidget) -> None:
        """Its panel was closed: the tool is laid down with it. Behind another tab it is still there."""
        if tool is self._in_hand and dock.isHidden():
            self.lay_down()
