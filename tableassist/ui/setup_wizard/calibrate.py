"""Calibrate the camera by pictures of a board: which are still needed, and what comes of them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PyQt6.QtWidgets import QApplication, QProgressBar, QPushButton

from tableassist.errors import TableAssistError
from tableassist.messages import Text, sentence, tr
from tableassist.overlay.drawing import Symbol
from tableassist.setup.measure.calibrating import Sought, keep_profile, offered, profile_of, sought_board
from tableassist.store.first_run_file import WizardStep
from tableassist.ui.canvas.picture import shown_frame
from tableassist.ui.setup_wizard.page import Looked, LookPage, big, paragraph
from tableassist.ui.setup_wizard.session import WizardSession
from tableassist.ui.widgets.controls import fill
from tableassist.ui.widgets.pictures import SymbolLabel
from tableassist.ui.workers import Worker
from tableassist.vision.calibration.calibrate import Calibration, calibrate
from tableassist.vision.calibration.candidates import Progress
from tableassist.vision.calibration.cleaning import LEAST_VIEWS
from tableassist.vision.calibration.coverage import LEAST_IN_CELL
from tableassist.vision.calibration.guide import ENOUGH_VIEWS, Ask, Guide, Hint, WhyNot, hint_of
from tableassist.vision.calibration.verdict import CalibrationGrade
from tableassist.vision.camera.frame import Frame
from tableassist.vision.lens_fit.target import CalibrationTarget, CalibrationView


class ViewsPage(LookPage):
    least_views: int
    """To work with at all."""

    def __init__(self, session: WizardSession, step: WizardStep) -> None:
        super().__init__(session, step)
        self.count, self.hint = big(), paragraph()
        self.finish_button = QPushButton(tr("That is enough"))
        self.again_button = QPushButton(tr("Start again"))
        self.sign, self.verdict, self.reasons = SymbolLabel(), big(), paragraph()
        found = (self.sign, self.verdict, self.reasons)
        fill(self.side, self.count, self.hint, self.finish_button, *found, 1, self.again_button)
        self._taken = 0
        self.solver = Worker("working out the views", self)
        self.finish_button.clicked.connect(self.finish)
        self.again_button.clicked.connect(self.start_again)

    def enter(self) -> None:
        self._reset()
        super().enter()

    def close_page(self) -> None:
        self.solver.close(wait=False)

    def start_again(self) -> None:
        self._reset()
        self.session.looker.use(self.work())

    def finish(self) -> None:
        """Works out what the views so far tell."""
        raise NotImplementedError

    def _show_taken(self, taken: int, *, enough_views: int, is_enough: bool) -> None:
        if taken > self._taken:
            QApplication.beep()
        self._taken = taken
        self.count.setText(tr("{taken} of {enough} views", taken=taken, enough=enough_views))
        self.finish_button.setEnabled(taken >= self.least_views and not self.solver.is_busy)
        if is_enough and not self.verdict.text() and not self.solver.is_busy:
            self.finish()

    def _failed(self, problem: TableAssistError) -> None:
        self._show_verdict(Symbol.NO, tr("That did not work"), sentence(problem.message))

    def _show_working(self) -> None:
        self.finish_button.setEnabled(False)
        self._show_verdict(None, tr("Working it out…"), "")

    def _show_verdict(self, symbol: Symbol | None, words: str, reasons: str) -> None:
        self.sign.show_symbol(symbol)
        self.verdict.setText(words)
        self.reasons.setText(reasons)

    def _reset(self) -> None:
        self._taken = 0
        self.finish_button.setEnabled(False)
        self.count.setText("")
        self.hint.setText("")
        self._show_verdict(None, "", "")


Fit = Callable[[tuple[CalibrationView, ...], CalibrationTarget, Progress], Calibration]
_SYMBOLS = {
    CalibrationGrade.GOOD: Symbol.YES,
    CalibrationGrade.USABLE: Symbol.TOO_CLOSE,
    CalibrationGrade.REJECT: Symbol.NO,
}


@dataclass(frozen=True, slots=True, eq=False)
class _Offered:
    guide: Guide
    was_taken: bool
    why_not: WhyNot | None
    camera: str


class _Taking:
    """Belongs to the looking thread."""

    def __init__(self, sought: Sought) -> None:
        self._sought = sought
        self._guide = Guide(sought.target)

    def __call__(self, frame: Frame) -> Looked:
        was_taken, why_not = False, None
        if not self._guide.enough:
            self._guide, answer = offered(self._guide, frame, self._sought)
            was_taken, why_not = answer.taken, answer.why_not
        last = self._guide.last
        points = () if last is None else tuple((float(x), float(y)) for x, y in last.px)
        covered = self._guide.coverage.cells >= LEAST_IN_CELL
        cells = tuple(tuple(bool(cell) for cell in row) for row in covered)
        return shown_frame(frame, (), points, cells), _Offered(self._guide, was_taken, why_not, frame.camera)


class CalibratePage(ViewsPage):
    least_views = LEAST_VIEWS

    def __init__(self, session: WizardSession, *, fit: Fit = calibrate) -> None:
        super().__init__(session, WizardStep.CALIBRATE)
        self.why_not, self.bar = paragraph(quiet=True), QProgressBar()
        self.bar.setRange(0, 100)
        at = self.side.indexOf(self.finish_button)
        self.side.insertWidget(at + 1, self.bar)
        self.side.insertWidget(at, self.why_not)
        self._fit = fit
        self._guide: Guide | None = None
        self._camera = ""

    def work(self) -> _Taking:
        return _Taking(sought_board("charuco", None))

    def show_seen(self, seen: _Offered) -> None:
        self._guide, self._camera = seen.guide, seen.camera
        has_verdict = self.sign.symbol is not None and self.is_done
        self.hint.setText("" if has_verdict else hint_words(hint_of(seen.guide)))
        self.why_not.setText("" if has_verdict or seen.was_taken else why_not_words(seen.why_not))
        taken = len(seen.guide.views)
        self._show_taken(taken, enough_views=max(ENOUGH_VIEWS, taken), is_enough=seen.guide.enough)

    def finish(self) -> None:
        guide, table, called, date = self._guide, self.session.table, self._camera, self.session.today()
        if guide is None or table is None or len(guide.views) < LEAST_VIEWS:
            return

        progress = self.solver.relay(self._show_progress)

        def fit() -> tuple[Calibration, Path | None]:
            made = self._fit(guide.views, guide.target, lambda _what, share: progress(share))
            if made.verdict.grade is CalibrationGrade.REJECT:
                return made, None
            return made, keep_profile(table, profile_of(made, called, date=date))

        if not self.solver.is_busy:
            self.solver.submit(fit, self._solved, self._failed)
            self.bar.setVisible(True)
            self._show_working()

    def _solved(self, made: tuple[Calibration, Path | None]) -> None:
        self.bar.setVisible(False)
        calibration, kept = made
        verdict = calibration.verdict
        lines = [_sentence(line) for line in (*verdict.reasons, *verdict.advice)]
        if kept is not None:
            lines.append(tr("Saved as {file}, which the table now uses.", file=kept.name))
            self.session.reload()
            self.mark_done()
        else:
            lines.append(tr("Not saved. Keep showing the board, then press “That is enough” again."))
        self._show_verdict(_SYMBOLS[verdict.grade], grade_words(verdict.grade), "\n\n".join(lines))

    def _show_progress(self, share: float) -> None:
        self.bar.setValue(round(100 * share))

    def _failed(self, problem: TableAssistError) -> None:
        self.bar.setVisible(False)
        super()._failed(problem)

    def _reset(self) -> None:
        self._guide = None
        self.bar.setVisible(False)
        self.why_not.setText("")
        super()._reset()


def grade_words(grade: CalibrationGrade) -> str:
    words = {
        CalibrationGrade.GOOD: tr("Good"),
        CalibrationGrade.USABLE: tr("Usable"),
        CalibrationGrade.REJECT: tr("Not good enough"),
    }
    return words[grade]


def hint_words(hint: Hint) -> str:
    match hint.ask:
        case Ask.BEGIN:
            return tr("Hold the board still in front of the camera so that it fills half the picture.")
        case Ask.FACE_ON:
            return tr("Hold the board straight towards the camera.")
        case Ask.TILT:
            return _tilt_words(hint.where)
        case Ask.MOVE:
            return tr("Move the board to another part of the picture: {part}.", part=_part_words(hint.where))
        case Ask.VARY:
            return tr("Turn and tilt the board in other ways, nearer and farther.")
        case Ask.NOTHING:
            return tr("That is enough.")


def why_not_words(why_not: WhyNot | None) -> str:
    """Say why the newest picture was not taken."""
    words = {
        WhyNot.NO_BOARD: tr("Can't see the board."),
        WhyNot.MIRRORED: tr("The picture is mirrored: switch mirroring off in the camera's settings."),
        WhyNot.MOVING: tr("Hold it still…"),
        WhyNot.BLURRED: tr("The picture is blurred: hold still and add light."),
        WhyNot.SEEN_BEFORE: tr("You already have this view: hold the board another way."),
    }
    return "" if why_not is None else words[why_not]


def _tilt_words(side: str) -> str:
    return {
        "left": tr("Tilt the board so that its left side is farther away, by about 30 degrees."),
        "right": tr("Tilt the board so that its right side is farther away, by about 30 degrees."),
        "top": tr("Tilt the board so that its upper side is farther away, by about 30 degrees."),
        "bottom": tr("Tilt the board so that its lower side is farther away, by about 30 degrees."),
    }[side]


def _part_words(part: str) -> str:
    """Of the picture: four heights and three places across."""
    upright, _, across = part.partition(" ")
    high = {"top": tr("top"), "upper": tr("above the middle"), "lower": tr("below the middle"), "bottom": tr("bottom")}
    wide = {"left": tr("left"), "middle": tr("middle"), "right": tr("right")}
    return tr("{high}, {across}", across=wide.get(across, across), high=high.get(upright, upright))


def _sentence(words: Text) -> str:
    text = sentence(words)
    return text if text.endswith(".") else f"{text}."
