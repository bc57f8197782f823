"""A card game as a file holds it: how it began, and everything that was said since."""

from dataclasses import dataclass

from tableassist.rulebook import Log
from tableassist.rulebook.cardgame import AnyCardAct, CardStart


@dataclass(frozen=True, slots=True)
class CardGameFile:
    start: CardStart
    log: Log[AnyCardAct]
