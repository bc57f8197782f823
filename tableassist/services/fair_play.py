"""How much the assistant may tell while the game is played. No widgets."""

from dataclasses import dataclass, replace
from enum import StrEnum

from tableassist.overlay.drawing import Drawing
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_state import TableState
from tableassist.services.table_drawing import TableDrawing


class FairPlay(StrEnum):
    OPEN = "open"
    """Everybody sees everything."""
    ON_REQUEST = "on-request"
    """Pieces are shown; of rulings only those that somebody has asked for."""
    REFEREE = "referee"
    """This window shows everything; the spectators' shows nothing until it is released."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    state: TableState
    """With the rulings only that may be seen."""
    drawing: Drawing


def shown_of(
    moment: Moment, mode: FairPlay, asked: frozenset[str], *, selected: str | None, drawings: TableDrawing
) -> Shown:
    """`asked` are ids of rulings; `selected` whose shots are drawn: nobody's while her ghost is tried out."""
    state = moment.state
    if mode is FairPlay.ON_REQUEST:
        state = replace(state, rulings=tuple(ruling for ruling in state.rulings if ruling.id in asked))
    return Shown(state, drawings.of(state, moment.settings.mat, selected))
