"""The evidence of the chosen ruling on the views: drawn again whenever it is answered anew."""

from tableassist.judging.views import evidence_drawing, evidence_points
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import Ruling
from tableassist.ui.canvas.table_views import TableViews
from tableassist.ui.session.session import Session


class EvidenceShown:
    def __init__(self, session: Session, views: TableViews) -> None:
        self._session = session
        self._views = views
        self._question: str | None = None
        self._judged: tuple[Ruling, ...] = ()
        session.shown.connect(self._follow)
        session.selection.changed.connect(self._forget)

    def show(self, ruling: Ruling) -> None:
        """Both views zoom to where it was decided."""
        if self._session.moment is not None:
            self._question = ruling.id
            self._draw(self._session.moment)
            self._views.show_place(evidence_points(ruling, self._session.moment.state.scene))

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
