"""The page on which the mat is surveyed: views from several sides, and where the tags really are."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PyQt6.QtWidgets import QApplication, QPushButton

from tableassist.formats.first_run_file import WizardStep
from tableassist.formats.table.file import read_table
from tableassist.overlay.drawing import Symbol
from tableassist.pipeline.fitting.mat_views import ENOUGH_VIEWS, LEAST_TAGS
from tableassist.services.measure.surveying import LEAST_VIEWS, Surveying, SurveySeen, keep_survey, survey_views
from tableassist.ui.cameras.look_thread import Work
from tableassist.ui.canvas.live_picture import MarkKind, PictureMark, ShownPicture, shown_frame
from tableassist.ui.language.translated import sentence
from tableassist.ui.language.words import tr
from tableassist.ui.setup_wizard.costs import mat_cost
from tableassist.ui.setup_wizard.page import LookPage, big, paragraph
from tableassist.ui.setup_wizard.session import WizardSession
from tableassist.ui.widgets.symbol_label import SymbolLabel
from tableassist.ui.workers.background import Background
from tableassist.vision.camera.frame import Frame
from tableassist.vision.survey.findings import Weight, findings
from tableassist.vision.survey.survey import MatSurvey

_MOST_FINDINGS = 4


@dataclass(frozen=True, slots=True, eq=False)
class _Looked:
    shown: ShownPicture
    survey: SurveySeen


class _Taking:
    def __init__(self, surveying: Surveying) -> None:
        self._surveying = surveying

    def look(self, frame: Frame) -> _Looked:
        seen = self._surveying.look(frame)
        marks = tuple(
            PictureMark(tuple((float(x), float(y)) for x, y in one.corners), MarkKind.GOOD, str(one.tag))
            for one in seen.sightings
        )
        return _Looked(shown_frame(frame, marks), seen)


class SurveyPage(LookPage):
    def __init__(self, session: WizardSession) -> None:
        what = tr(
            "No hand tapes a tag exactly where it belongs, so the program finds where they really are. Take the camera "
            "in your hand and look at the whole mat from eight sides, tilted; or leave it hanging, and turn and shift "
            "the mat below it. Hold still each time until it beeps."
        )
        super().__init__(session, WizardStep.SURVEY, tr("Survey the mat"), what)
        self.count, self.hint = big(), paragraph()
        self.finish_button = QPushButton(tr("That is enough"))
        self.again_button = QPushButton(tr("Start again"))
        self.sign, self.verdict, self.found = SymbolLabel(), big(), paragraph()
        for widget in (self.count, self.hint, self.finish_button, self.sign, self.verdict, self.found):
            self.side.addWidget(widget)
        self.side.addStretch(1)
        self.side.addWidget(self.again_button)
        self._seen: SurveySeen | None = None
        self._taken = 0
        self._solver = Background(self)
        self._solver.done.connect(self._solved)
        self._solver.failed.connect(lambda words: self._show(Symbol.NO, tr("That did not work"), sentence(words)))
        self.finish_button.clicked.connect(self.finish)
        self.again_button.clicked.connect(self.start_again)

    def enter(self) -> None:
        self._reset()
        super().enter()

    def close_page(self) -> None:
        self._solver.close()

    def cost(self) -> str:
        return mat_cost(self.session.costs)

    def work(self) -> Work | None:
        table = self.session.table
        return None if table is None else _Taking(Surveying(read_table(table, surveyed=False).mat))

    def start_again(self) -> None:
        self._reset()
        self.session.looker.use(self.work())

    def show_seen(self, seen: object) -> None:
        if not isinstance(seen, _Looked):
            return
        self._seen = seen.survey
        self.picture.show_picture(seen.shown)
        taken = len(seen.survey.views.taken)
        if taken > self._taken:
            QApplication.beep()
        self._taken = taken
        self.count.setText(tr("{taken} of {enough} views", taken=taken, enough=ENOUGH_VIEWS))
        self.hint.setText(self._hint(seen.survey))
        self.finish_button.setEnabled(taken >= LEAST_VIEWS and not self._solver.is_busy)
        if seen.survey.views.enough and not self.verdict.text() and not self._solver.is_busy:
            self.finish()

    def finish(self) -> None:
        """Works out the tags' places from the views so far, off the window's thread."""
        seen, table = self._seen, self.session.table
        if seen is None or table is None or len(seen.views.taken) < LEAST_VIEWS:
            return

        def solve(_progress: Callable[[float], None]) -> tuple[MatSurvey, Path]:
            survey = survey_views(table, seen.views.taken, seen.size_px)
            return survey, keep_survey(table, survey)

        if self._solver.start(solve):
            self.finish_button.setEnabled(False)
            self._show(None, tr("Working it out…"), "")

    def _hint(self, seen: SurveySeen) -> str:
        if len(seen.sightings) < LEAST_TAGS:
            return tr("Fewer than three of the mat's tags are seen.")
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
                "The tag that was taped worst lies {far} mm off; each is now known to ± {known} mm.",
                far=f"{farthest:.1f}",
                known=f"{2 * known:.2f}",
            ),
            *(sentence(finding.words) + "." for finding in told[:_MOST_FINDINGS]),
            tr("Kept in {file}, which the table now uses.", file=kept.name),
        ]
        words = tr("Surveyed, with a warning") if worries else tr("Surveyed")
        self._show(Symbol.TOO_CLOSE if worries else Symbol.YES, words, "\n\n".join(lines))

    def _show(self, symbol: Symbol | None, words: str, found: str) -> None:
        self.sign.show_symbol(symbol)
        self.verdict.setText(words)
        self.found.setText(found)

    def _reset(self) -> None:
        self._seen, self._taken = None, 0
        self.finish_button.setEnabled(False)
        self.count.setText("")
        self.hint.setText("")
        self._show(None, "", "")
