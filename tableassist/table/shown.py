"""How much the assistant may tell while the game is played. No widgets."""

from dataclasses import dataclass, replace

from tableassist.judging.views import TableDrawing
from tableassist.overlay.drawing import Drawing
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import Ruling
from tableassist.table.fair_play import FairPlay


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    state: TableState
    """With the rulings only that may be seen, each as it counts: a person's verdict where one stands."""
    drawing: Drawing


def shown_of(
    moment: Moment,
    mode: FairPlay,
    asked: frozenset[str],
    *,
    selected: str | None,
    drawings: TableDrawing,
    called: tuple[Ruling, ...] | None = None,
) -> Shown:
    """`asked` are ids of rulings; `selected` whose shots are drawn: nobody's while her ghost is tried out. `called`:
    the moment's rulings as they count."""
    state = moment.state
    rulings = state.rulings if called is None else called
    if mode is FairPlay.ON_REQUEST:
        rulings = tuple(ruling for ruling in rulings if ruling.id in asked)
    if rulings is not state.rulings:
        state = replace(state, rulings=rulings)
    return Shown(state, drawings.of(state, moment.settings.mat, selected))
