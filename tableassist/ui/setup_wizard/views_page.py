"""A page on which views are collected until there are enough, and then worked out off the window's thread."""

from PyQt6.QtWidgets import QApplication, QPushButton

from tableassist.errors import TableAssistError
from tableassist.messages import sentence, tr
from tableassist.overlay.drawing import Symbol
from tableassist.store.first_run_file import WizardStep
from tableassist.ui.setup_wizard.page import LookPage, big, paragraph
from tableassist.ui.setup_wizard.session import WizardSession
from tableassist.ui.widgets.layouts import fill
from tableassist.ui.widgets.symbol_label import SymbolLabel
from tableassist.ui.workers.worker import Worker


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
