"""A game as a file holds it: how it began, and everything that was said since."""

from dataclasses import dataclass

from tableassist.rulebook import AnyAct, GameStart, Log


@dataclass(frozen=True, slots=True)
class GameFile:
    start: GameStart
    log: Log[AnyAct]
