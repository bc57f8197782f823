"""The page on which the mat is surveyed: views from several sides, and where the tags really are."""

from functools import partial
from pathlib import Path

from tableassist.geometry import plus_minus
from tableassist.messages import sentence, tr
from tableassist.overlay.drawing import Symbol
from tableassist.pipeline.fitting.mat_views import ENOUGH_VIEWS, LEAST_TAGS
from tableassist.setup.measure.surveying import LEAST_VIEWS, Surveying, SurveySeen, keep_survey, survey_views
from tableassist.store.first_run_file import WizardStep
from tableassist.store.table import read_table
from tableassist.ui.canvas.picture import MarkKind, PictureMark, shown_frame
from tableassist.ui.setup_wizard.calibrate import ViewsPage
from tableassist.ui.setup_wizard.page import Looked, PageWork
from tableassist.ui.setup_wizard.session import WizardSession
from tableassist.vision.camera.frame import Frame
from tableassist.vision.survey.findings import Weight, findings
from tableassist.vision.survey.survey import MatSurvey

_MOST_FINDINGS = 4


def _look(surveying: Surveying, frame: Frame) -> Looked:
    seen = surveying.look(frame)
    marks = tuple(
        PictureMark(tuple((float(x), float(y)) for x, y in one.corners), MarkKind.GOOD, str(one.tag))
        for one in seen.sightings
    )
    return shown_frame(frame, marks), seen


class SurveyPage(ViewsPage):
    least_views = LEAST_VIEWS

    def __init__(self, session: WizardSession) -> None:
        super().__init__(session, WizardStep.SURVEY)
        self._seen: SurveySeen | None = None

    def work(self) -> PageWork | None:
        table = self.session.table
        return None if table is None else partial(_look, Surveying(read_table(table, surveyed=False)))

    def show_seen(self, seen: SurveySeen) -> None:
        self._seen = seen
        self.hint.setText(self._hint(seen))
        self._show_taken(len(seen.views.taken), enough_views=ENOUGH_VIEWS, is_enough=seen.views.enough)

    def finish(self) -> None:
        seen, table = self._seen, self.session.table
        if seen is None or table is None or len(seen.views.taken) < LEAST_VIEWS:
            return

        def solve() -> tuple[MatSurvey, Path]:
            survey = survey_views(table, seen.views.taken, seen.size_px)
            return survey, keep_survey(table, survey, seen.islands)

        if not self.solver.is_busy:
            self.solver.submit(solve, self._solved, self._failed)
            self._show_working()

    def _hint(self, seen: SurveySeen) -> str:
        if len(seen.sightings) < LEAST_TAGS:
            return tr("Fewer than three mat tags are in view.")
        if seen.views.enough:
            return tr("That is enough.")
        return tr("Move the camera or turn the mat, then hold still.")

    def _solved(self, made: tuple[MatSurvey, Path]) -> None:
        survey, kept = made
        self.session.reload()
        self.mark_done()
        # Advice speaks of options of the command line, and the page has its own.
        told = [finding for finding in findings(survey) if finding.weight is not Weight.ADVICE]
        worries = any(finding.weight is Weight.WARNING for finding in told)
        farthest = max((tag.dx_mm**2 + tag.dy_mm**2) ** 0.5 for tag in survey.tags)
        known = max(tag.sigma_mm for tag in survey.tags)
        lines = [
            tr(
                "The worst-placed tag is {far_mm:.1f} mm off; each tag's place is now known to ± {known_mm:.2f} mm.",
                far_mm=farthest,
                known_mm=plus_minus(known),
            ),
            *(sentence(finding.words) + "." for finding in told[:_MOST_FINDINGS]),
            tr("Saved as {file}, which the table now uses.", file=kept.name),
        ]
        words = tr("Surveyed, with a warning") if worries else tr("Surveyed")
        self._show_verdict(Symbol.TOO_CLOSE if worries else Symbol.YES, words, "\n\n".join(lines))

    def _reset(self) -> None:
        self._seen = None
        super()._reset()
