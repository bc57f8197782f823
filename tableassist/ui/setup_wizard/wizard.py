"""The first run: from a camera in its box to a proven table, step by step. Every step can be skipped."""

from collections.abc import Callable
from pathlib import Path

from PyQt6.QtCore import QSize, Qt
from PyQt6.QtGui import QCloseEvent
from PyQt6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QLineEdit,
    QListWidget,
    QPushButton,
    QStackedWidget,
    QWidget,
)

from tableassist.capture import FrameSource, find_network_cameras, list_cameras
from tableassist.messages import say, tr
from tableassist.setup.plan import describe_precision
from tableassist.sources import open_table_source
from tableassist.store.first_run_file import StepState, WizardStep, first_run_path
from tableassist.ui.cameras.look_thread import ListDevices
from tableassist.ui.cameras.picker import DEMO, CameraPicker, FindNetwork
from tableassist.ui.look import SPACE_PX
from tableassist.ui.setup_wizard.calibrate import CalibratePage
from tableassist.ui.setup_wizard.fit_out import FitOutPage, ProvePage
from tableassist.ui.setup_wizard.lay_out import LayOutPage
from tableassist.ui.setup_wizard.page import AskPath, StepPage, paragraph
from tableassist.ui.setup_wizard.scale import ScalePage
from tableassist.ui.setup_wizard.session import WizardSession
from tableassist.ui.setup_wizard.start_pages import CameraPage, PrintPage
from tableassist.ui.setup_wizard.survey import SurveyPage
from tableassist.ui.setup_wizard.your_table import TablePage, tables_folder
from tableassist.ui.widgets.controls import TOUCH_PX, column, row, touchable
from tableassist.ui.widgets.plain import add_item


class FirstRun(QDialog):
    """Accepted: `source` and `table` say what to open. What was written into the table file stays in any case."""

    def __init__(
        self,
        path: Path | None = None,
        *,
        open_source: Callable[[str], FrameSource] = open_table_source,
        list_devices: ListDevices = list_cameras,
        find_network: FindNetwork = find_network_cameras,
        tables: Callable[[], Path] = tables_folder,
        ask_open: AskPath | None = None,
        ask_save: AskPath | None = None,
        session: WizardSession | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`path`: of the progress file, else in the user's own folder. `tables`: where a new table is kept. `session`:
        where it is made already."""
        super().__init__(parent)
        self.setWindowTitle(tr("Set up your table"))
        self.session = session or WizardSession(path or first_run_path(), open_source)
        self.session.setParent(self)
        self._picker = picker = CameraPicker(
            self.session.source, list_devices=list_devices, open_source=open_source, find_network=find_network
        )
        self.pages: dict[WizardStep, StepPage] = {
            WizardStep.CAMERA: CameraPage(self.session, picker),
            WizardStep.TABLE: TablePage(self.session, tables=tables, ask_open=ask_open),
            WizardStep.PRINT: PrintPage(self.session, ask_save=ask_save),
            WizardStep.LAY_OUT: LayOutPage(self.session),
            WizardStep.CALIBRATE: CalibratePage(self.session),
            WizardStep.SURVEY: SurveyPage(self.session),
            WizardStep.SCALE: ScalePage(self.session),
            WizardStep.FIT_OUT: FitOutPage(self.session),
            WizardStep.PROVE: ProvePage(self.session),
        }
        self.steps = QListWidget()
        self.stack = QStackedWidget()
        self.benefit, self.precision = paragraph(quiet=True), paragraph()
        self.later_button = QPushButton(tr("&Later"))
        self.back_button = QPushButton(tr("&Back"))
        self.skip_button = QPushButton(tr("&Skip this step"))
        self.next_button = QPushButton(tr("&Next"))
        self._lay_out()
        self._connect()
        self._is_open = True
        picker.pause(True)
        self.go_to(self.session.progress.next_step or WizardStep.CAMERA)

    @property
    def source(self) -> str:
        return self.session.source

    @property
    def table(self) -> Path | None:
        """None for the demo, which has its own."""
        return None if self.source == DEMO else self.session.table

    @property
    def step(self) -> WizardStep:
        return list(WizardStep)[self.stack.currentIndex()]

    def go_to(self, step: WizardStep) -> None:
        page = self.pages[step]
        current = self.stack.currentWidget()
        if isinstance(current, StepPage):
            current.leave()
        self.stack.setCurrentWidget(page)
        self.steps.blockSignals(True)
        self.steps.setCurrentRow(list(WizardStep).index(step))
        self.steps.blockSignals(False)
        page.enter()
        self._refresh()

    def use_table(self, table: Path) -> None:
        """One that is there: the step is done with it. What is done of it already stays so."""
        if self.session.table != table.resolve() and not self.session.choose_table(table):
            self.session.mark(WizardStep.TABLE, StepState.DONE)

    def done(self, result: int) -> None:
        """Frees the camera whichever way the window goes; nobody waits for it here."""
        if self._is_open:
            self._is_open = False
            self.pages[self.step].leave()
            for page in self.pages.values():
                page.close_page()
            self.session.close()
        super().done(result)

    def wait_until_free(self) -> None:
        """In any thread, once this is closed: until somebody else can open the camera."""
        self.session.looker.wait_until_free()
        self._picker.wait_until_free()

    def closeEvent(self, event: QCloseEvent | None) -> None:  # noqa: N802
        self.done(QDialog.DialogCode.Rejected.value)
        super().closeEvent(event)

    def _lay_out(self) -> None:
        self.steps.setFixedWidth(210)
        self.steps.setAccessibleName(tr("Steps"))
        for page in self.pages.values():
            item = add_item(self.steps, page.title)
            item.setSizeHint(QSize(0, TOUCH_PX))
            self.stack.addWidget(page)
        buttons = row(self.later_button, (self.benefit, 1), self.skip_button, self.back_button, self.next_button)
        right = column((self.stack, 1), self.precision, buttons, spacing=2 * SPACE_PX)
        row(self.steps, (right, 1), on=self, spacing=2 * SPACE_PX)
        # Enter belongs to the field that is typed in; a default button would go on to the next step.
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(False)
        for kind in (QAbstractButton, QComboBox, QAbstractSpinBox, QLineEdit):
            for touched in self.findChildren(kind):
                if not isinstance(touched.parent(), QComboBox | QAbstractSpinBox | QLineEdit):
                    touchable(touched)
        self.resize(1180, 720)

    def _connect(self) -> None:
        self.session.changed.connect(self._refresh)
        self.later_button.clicked.connect(self.reject)
        self.back_button.clicked.connect(self._go_back)
        self.skip_button.clicked.connect(self._skip)
        self.next_button.clicked.connect(self._go_on)
        self.steps.currentRowChanged.connect(lambda row: self.go_to(list(WizardStep)[row]))

    def _go_back(self) -> None:
        self.go_to(list(WizardStep)[max(0, self.stack.currentIndex() - 1)])

    def _skip(self) -> None:
        if not self.pages[self.step].is_done:
            self.session.mark(self.step, StepState.SKIPPED)
        self._onward()

    def _go_on(self) -> None:
        if self.step is WizardStep.CAMERA and self.source == DEMO:
            self.accept()
        else:
            self._onward()

    def _onward(self) -> None:
        if self.step is WizardStep.PROVE:
            self.accept()
        else:
            self.go_to(list(WizardStep)[self.stack.currentIndex() + 1])

    def _refresh(self) -> None:
        page = self.pages[self.step]
        is_demo = self.step is WizardStep.CAMERA and self.source == DEMO
        is_last = self.step is WizardStep.PROVE
        self.back_button.setEnabled(self.step is not WizardStep.CAMERA)
        self.next_button.setEnabled(page.is_done)
        self.next_button.setText(tr("&Play the demo") if is_demo else tr("&Finish") if is_last else tr("&Next"))
        self.skip_button.setVisible(not page.is_done)
        self.benefit.setText("" if page.is_done else page.benefit())
        forecast = self.session.forecast
        self.precision.setText("" if forecast is None else say(describe_precision(forecast)))
        for at, (step, each) in enumerate(self.pages.items()):
            item = self.steps.item(at)
            if item is not None:
                item.setText(_step_words(each.title, self.session.state(step), at + 1))
                item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)


def _step_words(title: str, state: StepState | None, number: int) -> str:
    match state:
        case StepState.DONE:
            return tr("✓  {title}", title=title)
        case StepState.SKIPPED:
            return tr("–  {title} (skipped)", title=title)
        case None:
            return tr("{number}  {title}", number=number, title=title)
