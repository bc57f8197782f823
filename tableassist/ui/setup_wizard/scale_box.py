"""Where a player says how large the print came out: by its line, by a ruler, by a card, or that nobody knows yet."""

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QCheckBox, QComboBox, QGroupBox, QLabel, QLineEdit, QPushButton

from tableassist.errors import TableAssistError
from tableassist.messages import sentence, tr
from tableassist.services.measure.scaling import forget_scale, keep_scale, scale_by_line, scale_by_ruler, scale_words
from tableassist.ui.setup_wizard.page import paragraph
from tableassist.ui.setup_wizard.session import WizardSession
from tableassist.ui.widgets.layouts import column, row
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.vision.registration.print_scale import PrintScale, print_scale_note
from tableassist.vision.survey.priors import RulerDistance

_FIELD_PX = 90
_LONGEST_MM = 10_000.0


class ScaleBox(QGroupBox):
    """Nothing is preset and nothing is written before a button is pressed; "not measured yet" takes it back."""

    decided = pyqtSignal()
    """Something was kept, or it was said that nothing is measured yet, or no longer so."""
    card_wanted = pyqtSignal()

    def __init__(self, session: WizardSession) -> None:
        super().__init__(tr("Did it come out true to size?"))
        self._session = session
        self.line, self.apart = _empty_field(tr("Length of the line")), _empty_field(tr("Distance between the tags"))
        self.tags = (QComboBox(), QComboBox())
        self.keep_line, self.keep_ruler = QPushButton(tr("Keep")), QPushButton(tr("Keep"))
        self.card_button = QPushButton(tr("Lay a card on the mat…"))
        self.not_measured = QCheckBox(tr("Not measured yet: distances are good to ± 4 % only"))
        self.told = paragraph()
        self._lay_out()
        for field, button, keep in (
            (self.line, self.keep_line, self._keep_line),
            (self.apart, self.keep_ruler, self._keep_ruler),
        ):
            field.textChanged.connect(lambda _, field=field, button=button: button.setEnabled(_mm(field) is not None))
            field.returnPressed.connect(button.click)
            button.setEnabled(False)
            button.clicked.connect(keep)
        self.card_button.clicked.connect(self.card_wanted)
        self.not_measured.clicked.connect(self._say_not_measured)

    def _lay_out(self) -> None:
        why = tr(
            "Every distance is only as true as the print. The line is enough. A ruler between two tags of the mat, or "
            "a card that lies on it, can check it: one of the three is kept."
        )
        one, other = self.tags
        between = PlainLabel(tr("From the middle of tag")), one, PlainLabel(tr("to that of tag")), other
        column(
            paragraph(why),
            row(PlainLabel(tr("The line measures")), self.line, _unit(), self.keep_line, 1),
            row(*between, self.apart, _unit(), self.keep_ruler, 1),
            row(self.card_button, 1),
            row(self.not_measured, 1),
            self.told,
            on=self,
        )

    @property
    def is_proven(self) -> bool:
        """Also by a survey with a ruler's distance."""
        settings = self._session.settings
        if settings is None:
            return False
        return settings.print_scale.proven_by is not None or print_scale_note(settings.mat) is None

    @property
    def is_decided(self) -> bool:
        return self.is_proven or self.not_measured.isChecked()

    def show_table(self) -> None:
        """As it is now."""
        settings = self._session.settings
        self.setEnabled(settings is not None)
        numbers = [] if settings is None else [str(tag.tag) for tag in settings.mat.tags]
        for at, box in enumerate(self.tags):
            chosen = box.currentText()
            box.clear()
            box.addItems(numbers)
            # The two that lie farthest apart tell most; the sixth of twelve is opposite to the first.
            box.setCurrentText(chosen if chosen in numbers else "".join(numbers[at * len(numbers) // 2 :][:1]))
        if self.is_proven:
            self.not_measured.setChecked(False)
        self._tell()

    def _keep_line(self) -> None:
        measured = _mm(self.line)
        if measured is not None and self.keep(scale_by_line(measured)):
            self.line.clear()

    def _keep_ruler(self) -> None:
        measured, settings = _mm(self.apart), self._session.settings
        if measured is None or settings is None:
            return
        one, other = (int(box.currentText()) for box in self.tags)
        try:
            found = scale_by_ruler(settings.mat, RulerDistance(one, other, measured))
        except TableAssistError as problem:
            self.told.setText(sentence(problem.message) + ".")
            return
        if self.keep(found):
            self.apart.clear()

    def keep(self, found: PrintScale) -> bool:
        """Write this scale into the table file; False where it is refused, and the words say why."""
        table = self._session.table
        if table is None:
            return False
        try:
            keep_scale(table, found)
        except TableAssistError as problem:
            self.told.setText(sentence(problem.message) + ".")
            return False
        self.not_measured.setChecked(False)
        self._session.reload()
        self._tell()
        self.decided.emit()
        return True

    def _say_not_measured(self) -> None:
        table = self._session.table
        if self.not_measured.isChecked() and self.is_proven and table is not None:
            try:
                forget_scale(table)
            except TableAssistError as problem:
                self.not_measured.setChecked(False)
                self.told.setText(sentence(problem.message) + ".")
                return
            self._session.reload()
        self._tell()
        self.decided.emit()

    def _tell(self) -> None:
        settings = self._session.settings
        if settings is None:
            self.told.setText("")
            return
        words = sentence(scale_words(settings.print_scale)) + "."
        if settings.print_scale.proven_by is not None and print_scale_note(settings.mat) is not None:
            more = tr(
                "Print again at 100 %; or, if the mat's tags are taped already, measure between two of them or lay a "
                "card on the mat: the line tells nothing of how far apart they lie."
            )
            words = f"{words} {more}"
        self.told.setText(words)


def _empty_field(name: str) -> QLineEdit:
    field = QLineEdit()
    field.setMaximumWidth(_FIELD_PX)
    field.setAccessibleName(name)
    return field


def _unit() -> QLabel:
    return PlainLabel(tr("mm"))


def _mm(field: QLineEdit) -> float | None:
    """What is typed there, with a comma or a point; None where it is no length."""
    try:
        value = float(field.text().strip().replace(",", "."))
    except ValueError:
        return None
    return value if 1.0 <= value <= _LONGEST_MM else None
