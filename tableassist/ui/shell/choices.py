"""What the players choose in the menus: whose turn it is, the edition, fair play, the look."""

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.messages import say, tr
from tableassist.overlay.piece_strokes import ship_numbers
from tableassist.rulebook.editions.settings import EDITIONS
from tableassist.services.fair_play_mode import FairPlay
from tableassist.ui.look.theme import Appearance
from tableassist.ui.look.theme_switch import set_appearance
from tableassist.ui.session.preferences import FAIR_PLAY, THEME, Preferences
from tableassist.ui.session.session import Session


class Choices(QObject):
    fair_play_chosen = pyqtSignal()

    def __init__(self, session: Session, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._preferences = preferences
        self.fair_play = FairPlay(preferences.chosen(FAIR_PLAY))

    def choose_ship(self, step: int) -> None:
        """The next one on the table (or the one before, below zero), fleet by fleet, each by its names."""
        moment, selection = self._session.moment, self._session.selection
        if moment is None:
            return
        numbers = ship_numbers(placed.piece for placed in moment.state.scene.pieces)
        ships = sorted(numbers, key=numbers.__getitem__)
        if ships:
            at = ships.index(selection.piece) + step if selection.piece in numbers else min(step, 0)
            selection.choose(ships[at % len(ships)])

    def choose_edition(self, name: str) -> None:
        edition = EDITIONS[name]
        if self._session.settings.rules.edition.name != name:
            self._session.choose_edition(edition, tr("edition {title}", title=say(edition.title)))

    def choose_fair_play(self, mode: str) -> None:
        self.fair_play = FairPlay(mode)
        self._preferences.choose(FAIR_PLAY, mode)
        self.fair_play_chosen.emit()

    def choose_theme(self, name: str) -> None:
        self._preferences.choose(THEME, name)
        set_appearance(Appearance(name))
