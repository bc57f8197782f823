"""One player: the name, what the fleet costs and may cost, and the ships with their hulls and their mistakes."""

from collections.abc import Sequence
from typing import Final

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QFrame, QLineEdit, QWidget

from tableassist.messages import say, tr
from tableassist.setup.draft import DraftPlayer, FleetCard
from tableassist.setup.draft_check import DraftField, DraftProblem
from tableassist.ui.setup_wizard.your_table.hull_picture import SIZE, hull_pixmap
from tableassist.ui.setup_wizard.your_table.problem_list import ProblemList
from tableassist.ui.setup_wizard.your_table.ship_search import card_words, cost_words
from tableassist.ui.widgets.layouts import column, row
from tableassist.ui.widgets.plain_label import ElidedLabel, PictureLabel, PlainLabel
from tableassist.ui.widgets.plain_text import set_tip
from tableassist.ui.widgets.touch import button, cross_button, touchable

_GAP_PX: Final = 4
_NAME_PX: Final = 160


class ShipRow(QWidget):
    take_out = pyqtSignal()

    def __init__(self, card: FleetCard) -> None:
        super().__init__()
        picture = PictureLabel()
        picture.setPixmap(hull_pixmap(card.model))
        picture.setFixedWidth(SIZE.width())
        name, facts = ElidedLabel(), ElidedLabel()
        name.say(card.name)
        facts.say(f"{cost_words(card)} · {say(card.nation.words)}")
        facts.setObjectName("caption")
        set_tip(self, f"{card.name} ({card.key})\n{card_words(card)}")
        self.cross = cross_button(tr("Take out {ship}", ship=card.name))
        self.cross.clicked.connect(lambda _checked: self.take_out.emit())
        self.problems = ProblemList()
        line = row(picture, (column(name, facts, spacing=0), 1), self.cross, margins=0, spacing=8)
        column(line, self.problems, on=self, margins=0, spacing=_GAP_PX)


class FleetBox(QFrame):
    renamed = pyqtSignal(str)
    ship_wanted = pyqtSignal()
    ship_out = pyqtSignal(int)
    removed = pyqtSignal()
    mend = pyqtSignal(object, int)

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.name = touchable(QLineEdit())
        self.name.setAccessibleName(tr("Player's name"))
        self.points = PlainLabel(look="heading")
        self.remove = cross_button(tr("Remove this player"))
        self.name_problems, self.fleet_problems = ProblemList(), ProblemList()
        self.add_button = button(tr("Add a ship"))
        self.ships: list[ShipRow] = []
        self._cards: tuple[FleetCard, ...] = ()
        self._rows = column(margins=0, spacing=_GAP_PX)
        self.name.setMinimumWidth(_NAME_PX)
        head = row((self.name, 1), self.remove, spacing=8)
        column(
            head,
            self.points,
            self.name_problems,
            self.fleet_problems,
            self._rows,
            self.add_button,
            on=self,
            margins=6,
            spacing=_GAP_PX,
        )
        self.name.textEdited.connect(self.renamed)
        self.remove.clicked.connect(lambda _checked: self.removed.emit())
        self.add_button.clicked.connect(lambda _checked: self.ship_wanted.emit())
        self.name_problems.mend.connect(self.mend)
        self.fleet_problems.mend.connect(self.mend)

    def show_player(self, player: DraftPlayer, limit: int) -> None:
        if self.name.text() != player.name:
            self.name.setText(player.name)
        self.points.setText(points_words(player.points, limit))
        self.setAccessibleName(tr("Fleet of {player}", player=player.name))
        if player.ships != self._cards:
            self._cards = player.ships
            self._show_ships()

    def show_problems(self, problems: Sequence[DraftProblem]) -> None:
        """Those of this player."""
        self.name_problems.show_problems([each for each in problems if each.place.field is DraftField.PLAYER_NAME])
        self.fleet_problems.show_problems([each for each in problems if each.place.field is DraftField.FLEET])
        # Without any ship, the button that mends this says the same.
        self.add_button.setVisible(bool(self.ships) or not self.fleet_problems.shown)
        for at, ship in enumerate(self.ships):
            ship.problems.show_problems([each for each in problems if each.place.ship == at])

    def _show_ships(self) -> None:
        had_focus = any(ship.isAncestorOf(self.focusWidget() or self) for ship in self.ships)
        for ship in self.ships:
            self._rows.removeWidget(ship)
            ship.hide()
            ship.deleteLater()
        self.ships = [ShipRow(card) for card in self._cards]
        for at, ship in enumerate(self.ships):
            ship.take_out.connect(lambda at=at: self.ship_out.emit(at))
            ship.problems.mend.connect(self.mend)
            self._rows.addWidget(ship)
            ship.show()
        self.add_button.setVisible(bool(self.ships))
        if had_focus:
            self.add_button.setFocus()


def points_words(points: int, limit: int) -> str:
    if not limit:
        return tr("{points} points", points=points)
    if points > limit:
        return tr("✗ {points} of {limit} points", points=points, limit=limit)
    return tr("{points} of {limit} points", points=points, limit=limit)
