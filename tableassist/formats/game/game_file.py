"""A game as a file holds it: how it began, and everything that was said since."""

from dataclasses import dataclass

from tableassist.rulebook.play.log import Log
from tableassist.rulebook.referee.referee import AnyAct
from tableassist.rulebook.state.start import GameStart


@dataclass(frozen=True, slots=True)
class GameFile:
    start: GameStart
    log: Log[AnyAct]
