"""A card table in its window: what the camera reads is told by the test, as the running table tells it."""

from dataclasses import replace
from functools import partial

import numpy as np
from made_up_table import FakeProgram
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication

from tableassist.pipeline.card_game.as_moment import card_moment, card_table
from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.pipeline.cards.reading import NO_CARD, CardsSeen, PlaceSeen, SpaceSeen
from tableassist.pipeline.cards.settling import CardsFollowed
from tableassist.table import GameKeeper
from tableassist.table.commands import BeginGame
from tableassist.table.game import TableCardGame
from tableassist.ui.league.window_league import WindowLeague
from tableassist.ui.session.session import Session
from tableassist.ui.shell.card_board import CardBoard
from tableassist.ui.shell.main_window import TableWindow
from tableassist.ui.timeline.recorded_past import RecordedPast
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile
from tableassist.web import TablePages

PICTURES, PICTURE_S = 4, 0.1
S = 1_000_000_000
LEFT = Qt.MouseButton.LeftButton
ROW = ("e1", "s1", "d1", "e2", "s2", "d2", "e3", "s3", "d3")
OPEN = ("sabotage-1", "temporary-alliance-1", "fog-1")
SETTINGS = CardTableSettings(
    "Friday cards", CameraProfile("typical", None), ("Anne", "Mary"), names={"s1": "Santa Ana"}
)


def seen(row=ROW, damaged=(), active="storm-ahead-1", opened=OPEN, discard=None):
    place = {card: PlaceSeen(card) for card in (*opened, active, discard) if card}
    return CardsSeen(
        spaces=tuple(SpaceSeen(space, ship, ship in damaged) for space, ship in enumerate(row, start=1)),
        active=place.get(active, NO_CARD),
        upcoming=(NO_CARD,) * 3,
        open=tuple(place.get(card, NO_CARD) for card in opened),
        movement_discard=place.get(discard, NO_CARD),
        adventure_discard=NO_CARD,
    )


class CardGameTable:
    def __init__(self, qtbot, folder, settings=SETTINGS, recording=None, image=None):
        self.qtbot, self.folder, self.settings, self.recording = qtbot, folder, settings, recording
        self.image = np.full((270, 480, 3), 90, np.uint8) if image is None else image
        self.t_ns, self.number = 0, 0
        self.table = card_table(settings)
        self.session = Session(self.table, None)
        table = self.session.table
        self.keeper = GameKeeper(table, folder / "kept", source="studio:cards")
        table.game = TableCardGame(table, self.keeper, self.settings, recording=recording)
        if recording is not None:
            recording.follow(table)
        self.game = table.game
        self.pages = TablePages(self.session.table)
        about = self.session, self.keeper, recording, "Friday cards"
        self.league = WindowLeague(*about, root=folder / "league")
        self.program = FakeProgram(folder)
        self.window = self.make_window()

    def make_window(self):
        window = TableWindow(
            self.session,
            self.program,
            make_board=partial(CardBoard, settings=self.settings),
            open_past=lambda: RecordedPast(lambda: self.folder / "none.match"),
            recording=self.recording,
            pages=self.pages,
            league=self.league,
            keeper=self.keeper,
            on_close=self.close,
            title="Friday cards",
        )
        self.qtbot.addWidget(window, before_close_func=lambda each: each.close())
        window.resize(1400, 900)
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

    @property
    def orders(self):
        return self.window.game

    @property
    def panel(self):
        return self.window.game.panel

    @property
    def desk(self):
        return self.game.desk

    @property
    def acts(self):
        """That count, in the order of play."""
        return [each.judged.entry.act for each in self.desk.refereed.acts]

    def look(self, cards, after_s=10.0, *, waiting=False):
        """The camera sees the cards, so long after the picture before; they lie at rest, unless a hand is there.
        Before that the table is seen as it was in many pictures: with few of them nothing is booked."""
        before = self.game.followed
        if before is not None:
            for _ in range(PICTURES):
                self._arrive(after_s / PICTURES if after_s < PICTURES * PICTURE_S else PICTURE_S)
                self.game.take(before)
            after_s = max(PICTURE_S, after_s - PICTURES * PICTURE_S)
        self._arrive(after_s)
        before = before or CardsFollowed()
        now = replace(cards, spaces=(SpaceSeen(1), *cards.spaces[1:])) if waiting else cards
        self.game.take(replace(before, now=now, settled=before.settled if waiting else cards))

    def _arrive(self, after_s):
        self.t_ns += round(after_s * S)
        self.number += 1
        frame = Frame(self.image, self.t_ns, self.number, "studio")
        moment = card_moment(frame, self.table, self.t_ns // 1_000_000)
        if self.recording is not None:
            self.recording.take(moment)
        self.session.arrive(moment)

    def begin(self, **changes):
        self.look(seen())
        self.orders.dispatch(BeginGame(**changes))
        return self.desk

    def press(self, button):
        QApplication.processEvents()
        area = self.panel.tabs.currentWidget()
        if hasattr(area, "ensureWidgetVisible") and area.isAncestorOf(button):
            area.ensureWidgetVisible(button)
        assert button.isVisible()
        assert button.isEnabled()
        self.qtbot.mouseClick(button, LEFT)

    def card(self, words):
        """What may be done, by its button."""
        return next(card for card in self.panel.offers.cards if words in card.button.words)

    def offered(self):
        return [card.button.words for card in self.panel.offers.cards]

    def press_ship(self, ship):
        row = self.window.views.row
        self.qtbot.mouseClick(row, LEFT, pos=row.middle_of(ship).toPoint())

    def undo(self):
        self.window.activateWindow()
        self.qtbot.waitUntil(self.window.isActiveWindow)
        self.qtbot.keyClick(self.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    def redo(self):
        self.qtbot.keyClick(self.window, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
