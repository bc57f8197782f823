"""The acts of the game of a match, up to the moment that is shown, and how it stands then. A click shows the moment."""

from bisect import bisect_right
from typing import Final

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from tableassist.messages import Message, say, template, tr
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.session.words import clock
from tableassist.ui.timeline.past import ACT_KINDS, ToldAct, ToldGame
from tableassist.ui.timeline.signs import sign_icon
from tableassist.ui.widgets.layouts import column
from tableassist.ui.widgets.list_items import KEPT, add_item
from tableassist.ui.widgets.plain_label import PlainLabel

MOST: Final = 5000


class ActsPanel(QWidget):
    chosen = pyqtSignal(object)
    """The time (ns) of an act."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Acts"))
        self._game = ToldGame()
        self._now = 0
        self._done = -1
        """How many acts are shown."""
        self._rows: list[tuple[int, QListWidgetItem]] = []
        """In the order of the list: how many acts must be done before it is shown."""
        self.score = PlainLabel(look="heading", wraps=True)
        self.caption = PlainLabel(tr("This match has no recorded game."), look="caption", wraps=True)
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setAccessibleName(tr("Acts"))
        column(self.score, self.caption, (self.list, 1), on=self, margins=(SPACE_PX, 0, SPACE_PX, SPACE_PX))
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)

    def show_game(self, game: ToldGame | None, first_ns: int) -> None:
        """`first_ns`: when the match began."""
        self._game = game or ToldGame()
        self.list.clear()
        self._rows = []
        turn, icons = -1, {kind: sign_icon(kind) for kind in ACT_KINDS}
        for number, act in enumerate(self._game.acts[:MOST], start=1):
            if act.turn != turn:
                turn = act.turn
                self._rows.append((number, self._head(act)))
            item = add_item(self.list, f"{clock((act.t_ns - first_ns) / 1e9)}  {act.words}", act.t_ns)
            if act.kind is not None:
                item.setIcon(icons[act.kind])
            self._rows.append((number, item))
        if self._game.problem:
            self.caption.setText(tr("Cannot follow the game: {problem}", problem=self._game.problem))
        elif self._game.acts:
            self.caption.setText(tr("Actions up to the moment shown."))
        self._done = -1
        self.show_now(self._now)

    def show_now(self, t_ns: int) -> None:
        """What comes later is hidden; the last act that was done by then is the current one."""
        self._now = t_ns
        done = self._game.up_to(t_ns)
        if done == self._done:
            return
        self._done = done
        shown = bisect_right(self._rows, done, key=lambda row: row[0])
        for place, (_, item) in enumerate(self._rows):
            if item.isHidden() is not (place >= shown):
                item.setHidden(place >= shown)
        self.list.setCurrentItem(self._rows[shown - 1][1] if shown else None)
        self._tell_score(t_ns)

    def _tell_score(self, t_ns: int) -> None:
        game = self._game
        had = [
            Message("{player} {gold}", player=player, gold=gold)
            for player, gold in zip(game.players, game.gold_at(t_ns), strict=True)
        ]
        words = template("Fame: {score}") if game.is_of_cards else template("Gold: {score}")
        self.score.setText(say(Message(words, score=tuple(had))) if had else "")

    def _head(self, act: ToldAct) -> QListWidgetItem:
        words = tr("Turn {number}", number=act.turn) if act.turn else tr("Set-up")
        item = add_item(self.list, f"{words}  ·  {act.player}" if act.player else words)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        font = item.font()
        font.setBold(True)
        item.setFont(font)
        return item

    def _choose(self, item: QListWidgetItem) -> None:
        t_ns = item.data(KEPT)
        if t_ns is not None:
            self.chosen.emit(t_ns)
