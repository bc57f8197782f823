"""How much the assistant may tell while the game is played. No widgets."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from tableassist.overlay.draw import draw
from tableassist.overlay.drawing import Drawing
from tableassist.pipeline.moment import Moment
from tableassist.rules.ruling import Ruling


class FairPlay(StrEnum):
    OPEN = "open"
    """Everybody sees everything."""
    ON_REQUEST = "on-request"
    """Pieces are shown; of rulings only those that somebody has asked for."""
    REFEREE = "referee"
    """This window shows everything; the spectators' shows nothing until it is released."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    rulings: tuple[Ruling, ...]
    drawing: Drawing


def shown_of(moment: Moment, mode: FairPlay, asked: frozenset[str]) -> Shown:
    """`asked` are ids of rulings."""
    state = moment.state
    if mode is not FairPlay.ON_REQUEST:
        return Shown(state.rulings, state.drawing)
    return _only(moment, asked)


@lru_cache(maxsize=2)
def _only(moment: Moment, asked: frozenset[str]) -> Shown:
    """Kept for the moment: the window asks again when only the pointer has moved."""
    state = moment.state
    rulings = tuple(ruling for ruling in state.rulings if ruling.id in asked)
    return Shown(rulings, draw(state.scene, rulings, moment.settings.mat, state.selected))
