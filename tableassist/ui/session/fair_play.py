"""How much the assistant may tell while the game is played. No widgets."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from tableassist.overlay.draw import draw
from tableassist.overlay.drawing import Drawing
from tableassist.pipeline.moment import Moment
from tableassist.rules.ruling.ruling import Ruling


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


def shown_of(moment: Moment, mode: FairPlay, asked: frozenset[str], *, selected: str | None) -> Shown:
    """`asked` are ids of rulings; `selected` whose shots are drawn: nobody's while her ghost is tried out."""
    state = moment.state
    if mode is not FairPlay.ON_REQUEST and selected == state.selected:
        return Shown(state.rulings, state.drawing)
    return _only(moment, asked if mode is FairPlay.ON_REQUEST else None, selected)


@lru_cache(maxsize=2)
def _only(moment: Moment, asked: frozenset[str] | None, selected: str | None) -> Shown:
    """Kept for the moment: the window asks again when only the pointer has moved."""
    state, rulings = moment.state, moment.state.rulings
    if asked is not None:
        rulings = tuple(ruling for ruling in rulings if ruling.id in asked)
    return Shown(rulings, draw(state.scene, rulings, moment.settings.mat, selected))
