"""The drawing of a table as somebody looks at it: with one piece selected, and made anew only where it has changed."""

from tableassist.overlay.dice_marks import dice_marks
from tableassist.overlay.draw import draw
from tableassist.overlay.drawing import Drawing, together
from tableassist.pipeline.table_state import TableState
from tableassist.scene.placed_piece import are_the_same
from tableassist.vision.registration.mat_layout import MatLayout

NOTHING = Drawing((), (), ())


def drawing_of(state: TableState, mat: MatLayout, selected: str | None = None) -> Drawing:
    """Nothing while the mat is not seen. `selected` is the piece whose shots are drawn."""
    if state.registration is None:
        return NOTHING
    drawing = draw(state.scene, state.rulings, mat, selected)
    return together((drawing, dice_marks(state.dice.readings))) if state.dice.readings else drawing


class TableDrawing:
    """Of one view: the very same drawing for as long as the table lies still."""

    def __init__(self) -> None:
        self._drawn: tuple[TableState, MatLayout, str | None] | None = None
        self._drawing = NOTHING

    def of(self, state: TableState, mat: MatLayout, selected: str | None = None) -> Drawing:
        if self._drawn is None or not _same(self._drawn, (state, mat, selected)):
            self._drawing = drawing_of(state, mat, selected)
        self._drawn = state, mat, selected
        return self._drawing


def _same(one: tuple[TableState, MatLayout, str | None], other: tuple[TableState, MatLayout, str | None]) -> bool:
    (state, *by), (before, *then) = one, other
    return (
        by == then
        and (state.registration is None) == (before.registration is None)
        and state.scene.state is before.scene.state
        and state.scene.has_same_pieces(before.scene)
        and are_the_same(state.rulings, before.rulings)
        and state.dice.readings == before.dice.readings
    )
