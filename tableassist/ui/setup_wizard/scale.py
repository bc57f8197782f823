"""How long a millimetre of the print is: by a ruler, a line of the mat, or a card."""

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QGroupBox, QLabel, QLineEdit, QPushButton, QWidget

from tableassist.errors import TableAssistError
from tableassist.messages import sentence, tr
from tableassist.overlay.drawing import Symbol
from tableassist.setup.measure.card_check import (
    USUAL_LONG_MM,
    USUAL_SHORT_MM,
    CardCheck,
    CardSeen,
    CardWatch,
    scale_by_check,
)
from tableassist.setup.measure.scaling import forget_scale, keep_scale, scale_by_line, scale_by_ruler, scale_words
from tableassist.store.first_run_file import WizardStep
from tableassist.ui.canvas.picture import shown_frame
from tableassist.ui.setup_wizard.page import LookPage, PageWork, big, millimetres, paragraph
from tableassist.ui.setup_wizard.session import WizardSession
from tableassist.ui.widgets.controls import column, fill, row
from tableassist.ui.widgets.pictures import SymbolLabel
from tableassist.ui.widgets.plain import PlainLabel
from tableassist.vision.outline.card import CardSize
from tableassist.vision.registration.print_scale import PrintScale, print_scale_note
from tableassist.vision.survey.priors import RulerDistance


class CardPanel(QWidget):
    """Compares the card in the picture with what it really measures, and offers to keep the scale that follows."""

    scale_wanted = pyqtSignal(object)
    """The print's scale by this card."""

    def __init__(self) -> None:
        super().__init__()
        self.long, self.short = (millimetres(usual, 50.0, 110.0) for usual in (USUAL_LONG_MM, USUAL_SHORT_MM))
        form = QFormLayout()
        form.addRow(tr("Long side"), self.long)
        form.addRow(tr("Short side"), self.short)
        self.sign, self.verdict, self.told = SymbolLabel(), big(), paragraph()
        self.keep_button = QPushButton(tr("Use the card's scale"))
        what = paragraph(
            tr("Put one card of the game flat on the mat, away from the tags. Measure it with a ruler if you can.")
        )
        column(what, form, self.sign, self.verdict, self.told, self.keep_button, 1, on=self, margins=0)
        self._seen: CardSeen | None = None
        self.long.valueChanged.connect(lambda _: self._judge())
        self.short.valueChanged.connect(lambda _: self._judge())
        self.keep_button.clicked.connect(self._offer_scale)
        self.reset()

    def reset(self) -> None:
        self._seen = None
        self.keep_button.setEnabled(False)
        self._show(None, "", "")

    def show_seen(self, seen: CardSeen) -> None:
        self._seen = seen
        self.keep_button.setEnabled(seen.card is not None)
        self._judge()

    def _offer_scale(self) -> None:
        seen = self._seen
        if seen is not None and seen.card is not None:
            found: PrintScale = scale_by_check(self._check(seen, seen.card), seen)
            self.scale_wanted.emit(found)

    def _check(self, seen: CardSeen, card: CardSize) -> CardCheck:
        return CardCheck(card, self.long.value(), self.short.value(), seen.mat.print_scale_sigma)

    def _judge(self) -> None:
        seen = self._seen
        if seen is None or seen.card is None:
            # What was measured stays until something else is: the player takes the card away again.
            if seen is not None and seen.problem and self.sign.symbol is None:
                self._show(None, tr("Not yet"), sentence(seen.problem) + ".")
            return
        check = self._check(seen, seen.card)
        if check.is_passed:
            self._show(Symbol.YES, tr("The scale is right"), check_words(check))
        else:
            why = tr("Is that the card's real size, is it flat, and is the camera calibrated and in focus?")
            self._show(Symbol.NO, tr("The scale is off"), f"{check_words(check)}\n\n{why}")

    def _show(self, symbol: Symbol | None, words: str, told: str) -> None:
        self.sign.show_symbol(symbol)
        self.verdict.setText(words)
        self.told.setText(told)


def check_words(check: CardCheck) -> str:
    card = check.card
    lines = (
        tr("Long side: {mm:.1f} mm, off by {off_mm:+.2f} mm.", mm=card.long_mm, off_mm=check.off_long_mm),
        tr("Short side: {mm:.1f} mm, off by {off_mm:+.2f} mm.", mm=card.short_mm, off_mm=check.off_short_mm),
        tr(
            "The program claims ± {claimed_mm:.2f} mm; up to {allowed_mm:.2f} mm is allowed.",
            claimed_mm=check.plus_minus_mm,
            allowed_mm=check.allowed_mm,
        ),
    )
    return "\n".join(lines)


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
        self.card_button = QPushButton(tr("Put a card on the mat…"))
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
            "Distances are only as accurate as the print. Measuring the line is enough. To check it, use a ruler "
            "between two mat tags or a card on the mat: only one of the three is kept."
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
                "Print again at 100 %; or, if the mat tags are already taped, measure between two of them or put a "
                "card on the mat: the line does not show how far apart they are."
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


class ScalePage(LookPage):
    """The camera is opened only when a card is to be measured."""

    def __init__(self, session: WizardSession) -> None:
        super().__init__(session, WizardStep.SCALE)
        self.scale, self.card = ScaleBox(session), CardPanel()
        self.body.insertWidget(0, self.scale)
        self.body.addStretch(0)
        fill(self.side, self.card)
        self.looking.hide()
        self.scale.decided.connect(self._decided)
        self.scale.card_wanted.connect(self._look_for_card)
        self.card.scale_wanted.connect(self._keep_card)

    def enter(self) -> None:
        self.scale.show_table()
        # Whoever went on without measuring has said so.
        self.scale.not_measured.setChecked(self.is_done and not self.scale.is_proven)
        self.looking.hide()
        self.card.reset()

    def work(self) -> PageWork | None:
        if self.session.settings is None:
            return None
        watch = CardWatch(self.session.settings)
        return lambda frame: (shown_frame(frame), watch.look(frame))

    def show_seen(self, seen: CardSeen) -> None:
        self.card.show_seen(seen)

    def _look_for_card(self) -> None:
        self.looking.show()
        super().enter()

    def _keep_card(self, found: PrintScale) -> None:
        if self.scale.keep(found):
            # What is seen from now on is seen by the new scale.
            self.card.reset()
            self.session.looker.use(self.work())

    def _decided(self) -> None:
        if self.scale.is_decided:
            self.mark_done()
        else:
            self.session.mark(self.step, None)
