"""The evidence of the chosen ruling on the views: drawn again whenever it is answered anew."""

from tableassist.pipeline.moment import Moment
from tableassist.rules.ruling.ruling import Ruling
from tableassist.ui.canvas.table_views import TableViews
from tableassist.ui.rulings.evidence_drawing import evidence_drawing, evidence_points
from tableassist.ui.session.session import Desk


class EvidenceShown:
    def __init__(self, desk: Desk, views: TableViews) -> None:
        self._desk = desk
        self._views = views
        self._question: str | None = None
        self._judged: tuple[Ruling, ...] = ()
        desk.shown.connect(self._follow)
        desk.selection.changed.connect(self._forget)

    def show(self, ruling: Ruling) -> None:
        """Both views zoom to where it was decided."""
        if self._desk.moment is not None:
            self._question = ruling.id
            self._draw(self._desk.moment)
            self._views.show_place(evidence_points(ruling, self._desk.moment.state.scene))

    def clear(self) -> None:
        self._question = None
        self._views.set_evidence(None)

    def _forget(self, _piece: str | None) -> None:
        self.clear()

    def _follow(self, moment: Moment) -> None:
        if self._question is not None and moment.state.rulings is not self._judged:
            self._draw(moment)
        self._judged = moment.state.rulings

    def _draw(self, moment: Moment) -> None:
        """Of the same question as it is answered now."""
        ruling = next((each for each in moment.state.rulings if each.id == self._question), None)
        self._views.set_evidence(None if ruling is None else evidence_drawing(ruling, moment.state.scene))
