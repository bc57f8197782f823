"""A table of the demo with a game in its window: the picture stands still, and moves are told as the camera finds
them."""

import math

from demo_moment import demo_moment
from made_up_table import FakeProgram, FakeTable
from PyQt6.QtCore import QObject, Qt, pyqtSignal
from PyQt6.QtWidgets import QApplication

from tableassist.geometry.frames import PlanarPose
from tableassist.pipeline.moves.arrival import NOWHERE
from tableassist.pipeline.moves.found_move import FoundMove, MoveKind, Turn
from tableassist.table import GameKeeper
from tableassist.table.game import NewGame, TableGame
from tableassist.ui.league.window_league import WindowLeague
from tableassist.ui.session.session import Session
from tableassist.ui.shell.main_window import TableWindow
from tableassist.web import TablePages

S = 1_000_000_000
LEFT = Qt.MouseButton.LeftButton


class FoundBySight(QObject):
    """The moves of a table, as the window's own list of moves tells them."""

    found = pyqtSignal(object)


class GameTable:
    def __init__(self, qtbot, folder, moment="cleared", recording=None):
        self.qtbot = qtbot
        self.folder = folder
        self.moment = demo_moment(moment)
        self.moves = FoundBySight()
        self.session = Session(self.moment.settings, FakeTable())
        table = self.session.table
        self.keeper = GameKeeper(table, folder / "kept", source="studio:demo")
        table.game = TableGame(table, self.keeper, recording=recording)
        self.moves.found.connect(table.take_moves)
        if recording is not None:
            recording.follow(table)
        self.game = table.game
        self.pages = TablePages(self.session.table)
        about = self.session, self.keeper, recording, "Friday"
        self.league = WindowLeague(*about, root=folder / "league")
        self.program = FakeProgram(folder)
        self.session.arrive(self.moment)
        self.window = self.make_window()

    def make_window(self):
        window = TableWindow(
            self.session,
            self.program,
            pages=self.pages,
            league=self.league,
            keeper=self.keeper,
            on_close=self.close,
        )
        self.qtbot.addWidget(window, before_close_func=lambda each: each.close())
        window.resize(1280, 900)
        window.show()
        self.qtbot.waitExposed(window)
        window.activateWindow()
        self.qtbot.waitUntil(window.isActiveWindow)
        return window

    def close(self):
        self.league.close()
        self.pages.stop()
        self.game.close()
        self.keeper.close()

    def resume(self):
        """The game that is offered."""
        self.keeper.resume(self.keeper.to_offer())
        self.qtbot.waitUntil(lambda: self.game.desk is not None)

    @property
    def orders(self):
        return self.window.game

    @property
    def panel(self):
        return self.window.game.panel

    @property
    def desk(self):
        return self.game.desk

    def begin(self, first="Pirates", **said):
        self.orders.begin(NewGame(first, **{"coins_an_island": 3, **said}))
        return self.desk

    def press(self, button):
        QApplication.processEvents()
        area = self.panel.tabs.currentWidget()
        for scrolls in (area, self.panel.pending.area):
            if hasattr(scrolls, "ensureWidgetVisible") and scrolls.isAncestorOf(button):
                scrolls.ensureWidgetVisible(button)
        assert button.isVisible()
        assert button.isEnabled()
        self.qtbot.mouseClick(button, LEFT)

    def offer(self, words):
        """The button of what may be done."""
        return next(card.button for card in self.offer_cards() if words in card.button.words)

    def offered(self):
        return [card.button.words for card in self.offer_cards()]

    def offer_cards(self):
        """With the one that ends the turn, which stands apart."""
        return (*self.panel.offers.cards, *self.panel.ending.cards)

    def wake(self):
        """The window has the keys again after a dialog."""
        self.window.activateWindow()
        self.qtbot.waitUntil(self.window.isActiveWindow)

    def undo(self):
        self.wake()
        self.qtbot.keyClick(self.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    def redo(self):
        self.qtbot.keyClick(self.window, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)

    def sees_move(self, ship, after_s=5.0, arrival=NOWHERE, from_mm=0.0, to_mm=100.0):
        """The camera has found that the ship moved, so long after the picture that stands there."""
        settled = self.moment.state.t_ns + round(after_s * S)
        start, end = (PlanarPose(x, 100.0, math.radians(0.0)) for x in (from_mm, to_mm))
        found = FoundMove(
            kind=MoveKind.MOVED, piece=ship, turn=Turn(1, None), moved_ns=settled - S, settled_ns=settled,
            start=start, end=end, arrival=arrival,
        )  # fmt: skip
        self.moves.found.emit((found,))
