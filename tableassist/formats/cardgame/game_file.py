"""A card game as a file holds it: how it began, and everything that was said since."""

from dataclasses import dataclass

from tableassist.rulebook.cardgame.referee import AnyCardAct
from tableassist.rulebook.cardgame.state import CardStart
from tableassist.rulebook.play.log import Log


@dataclass(frozen=True, slots=True)
class CardGameFile:
    start: CardStart
    log: Log[AnyCardAct]
