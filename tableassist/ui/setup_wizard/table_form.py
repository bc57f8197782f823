"""The form of a table's name, mat and players, and the list of what is still wrong with it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QComboBox, QHBoxLayout, QLayout, QLineEdit, QWidget

from tableassist.messages import Message, say, sentence, template, tr
from tableassist.pieces import IslandMake
from tableassist.rulebook import EDITIONS
from tableassist.setup.draft import (
    MOST_ISLANDS,
    MOST_POINTS,
    MOST_TERRAIN,
    TableDraft,
    terrain_names,
    with_edition,
    with_terrain,
    with_unit,
)
from tableassist.setup.draft_check import DraftField, DraftProblem
from tableassist.setup.mat_size import USUAL_MATS, LengthUnit
from tableassist.store.table import Severity
from tableassist.ui.painting import inks
from tableassist.ui.widgets.controls import TOUCH_PX, NumberBox, button, column, row, touchable
from tableassist.ui.widgets.plain import PlainLabel, set_tip

_SIGN_PX: Final = 20
_SIGNS: Final = {Severity.ERROR: "✕", Severity.WARNING: "!", Severity.HINT: "i"}
_TONES: Final = {
    Severity.ERROR: ("#A63D00", "#FFFFFF"),
    Severity.WARNING: (inks.YELLOW, "#14110A"),
    Severity.HINT: (inks.SKY_BLUE, "#14110A"),
}
"""Of a sign's ground and of the sign."""


class ProblemList(QWidget):
    """Takes no room while nothing is wrong."""

    mend = pyqtSignal(object, int)
    """A DraftProblem, and which of its fixes."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: tuple[DraftProblem, ...] = ()
        self._rows = column(on=self, margins=0, spacing=4)
        self.hide()

    def show_problems(self, problems: Sequence[DraftProblem]) -> None:
        before, self.shown = self.shown, tuple(problems)
        if [_said(each) for each in before] == [_said(each) for each in problems]:
            return  # the buttons stay, and the keyboard with them
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for at, problem in enumerate(problems):
            line = self._line(at, problem)
            self._rows.addWidget(line)
            line.show()
        self.setVisible(bool(problems))

    def _line(self, at: int, problem: DraftProblem) -> QWidget:
        line, words = QWidget(), sentence(problem.words)
        told = PlainLabel(words, wraps=True)
        buttons = column(spacing=4)
        for number, fix in enumerate(problem.fixes):
            made = button(sentence(fix.words))
            made.setAccessibleDescription(words)
            made.clicked.connect(lambda _checked, number=number: self.mend.emit(self.shown[at], number))
            buttons.addWidget(made)
        column(
            row((_sign(problem.weight), Qt.AlignmentFlag.AlignTop), (told, 1)), buttons, on=line, margins=0, spacing=4
        )
        return line


def _said(problem: DraftProblem) -> tuple[object, ...]:
    """All of it that is seen."""
    return problem.place, problem.weight, problem.words, tuple(fix.words for fix in problem.fixes)


def _sign(weight: Severity) -> PlainLabel:
    sign = PlainLabel(_SIGNS[weight])
    sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
    sign.setFixedSize(_SIGN_PX, _SIGN_PX)
    ground, ink = _TONES[weight]
    sign.setStyleSheet(
        f"background: {ground}; color: {ink}; border-radius: {_SIGN_PX // 2}px; font-weight: 800; padding: 0"
    )
    return sign


_TERRAIN: Final = {
    "fog-bank": template("Fog banks"),
    "iceberg": template("Icebergs"),
    "reef": template("Reefs"),
    "sargasso-sea": template("Sargasso seas"),
    "trade-current": template("Trade currents"),
    "whirlpool": template("Whirlpools"),
}
_ISLAND_MAKES: Final = {
    IslandMake.PRINTED: template("Printed with the kit"),
    IslandMake.CARDBOARD: template("The game's own cardboard"),
}
_LABEL_PX: Final = 132
_MARKED: Final = (DraftField.NAME, DraftField.MAT, DraftField.ISLANDS, DraftField.TABLE)


class TableForm(QWidget):
    changed = pyqtSignal(object)
    """The TableDraft as a person has made it now."""
    mend = pyqtSignal(object, int)

    def __init__(self, draft: TableDraft) -> None:
        super().__init__()
        self.draft = draft
        self.name = touchable(QLineEdit())
        self.mat, self.unit, self.edition = (touchable(QComboBox()) for _ in range(3))
        self.mat.setEditable(True)
        for unit in LengthUnit:
            self.unit.addItem(say(unit.words), unit)
        for edition in EDITIONS.values():
            self.edition.addItem(say(edition.title), edition.name)
        self.points = NumberBox(tr("Points per fleet"), MOST_POINTS, step=5)
        self.points.box.setSpecialValueText(tr("no limit"))
        self.islands = NumberBox(tr("Islands"), MOST_ISLANDS)
        self.island_make = touchable(QComboBox())
        for make, words in _ISLAND_MAKES.items():
            self.island_make.addItem(say(Message(words)), make)
        for choice in (self.edition, self.island_make):
            # The field may be narrower than its longest title; the list that opens is not.
            choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            if (titles := choice.view()) is not None:
                titles.setMinimumWidth(titles.sizeHintForColumn(0) + TOUCH_PX)
        self.terrain = {kind: NumberBox(say(Message(_TERRAIN[kind])), MOST_TERRAIN) for kind in terrain_names()}
        self.problems = {field: ProblemList() for field in _MARKED}
        self._lay_out()
        self._connect()
        self.show_draft(draft)

    def show_draft(self, draft: TableDraft) -> None:
        """A field that shows it already is left alone: somebody may be typing there."""
        self.draft = draft
        if self.name.text() != draft.name:
            self.name.setText(draft.name)
        self.blockSignals(True)
        self._show_mat(draft)
        self.unit.setCurrentIndex(self.unit.findData(draft.unit))
        self.edition.setCurrentIndex(self.edition.findData(draft.edition))
        self.points.box.setValue(draft.points)
        self.islands.box.setValue(draft.islands)
        self.island_make.setCurrentIndex(self.island_make.findData(draft.island_make))
        for kind, box in self.terrain.items():
            box.box.setValue(draft.terrain.count(kind))
        self.blockSignals(False)

    def show_problems(self, problems: Sequence[DraftProblem]) -> None:
        for field, shown in self.problems.items():
            shown.show_problems([each for each in problems if each.place.field is field])

    def _show_mat(self, draft: TableDraft) -> None:
        usual = list(USUAL_MATS[draft.unit])
        if [self.mat.itemText(at) for at in range(self.mat.count())] != usual:
            self.mat.clear()
            self.mat.addItems(usual)
        if self.mat.currentText() != draft.mat:
            self.mat.setEditText(draft.mat)

    def _lay_out(self) -> None:
        marks = self.problems
        terrain = (_row(say(Message(_TERRAIN[kind])), box, box.box) for kind, box in self.terrain.items())
        column(
            _row(tr("Name"), self.name, self.name),
            marks[DraftField.NAME],
            _row(tr("Mat"), row((self.mat, 1), self.unit, spacing=4), self.mat),
            marks[DraftField.MAT],
            _row(tr("Rules"), self.edition, self.edition),
            _row(tr("Points per fleet"), self.points, self.points.box),
            _row(tr("Islands"), self.islands, self.islands.box),
            marks[DraftField.ISLANDS],
            _row(tr("Islands and terrain"), self.island_make, self.island_make),
            PlainLabel(tr("Terrain, if you play with any"), look="heading", wraps=True),
            *terrain,
            marks[DraftField.TABLE],
            1,
            on=self,
            margins=0,
            spacing=6,
        )
        self.mat.setAccessibleName(tr("Mat, width x height"))
        self.unit.setAccessibleName(tr("Unit of the mat's size"))
        set_tip(self.islands, tr("Home islands included"))
        set_tip(
            self.island_make,
            tr(
                "Printed islands are known to half a millimetre, the accuracy of the cut. Outlines of cardboard ones "
                "are estimates."
            ),
        )

    def _connect(self) -> None:
        self.name.textEdited.connect(lambda text: self._change(lambda draft: replace(draft, name=text)))
        self.mat.editTextChanged.connect(lambda text: self._change(lambda draft: replace(draft, mat=text)))
        self.unit.currentIndexChanged.connect(
            lambda _: self._change(lambda draft: with_unit(draft, self.unit.currentData()))
        )
        self.edition.currentIndexChanged.connect(
            lambda _: self._change(lambda draft: with_edition(draft, self.edition.currentData()))
        )
        self.points.changed.connect(lambda value: self._change(lambda draft: replace(draft, points=value)))
        self.islands.changed.connect(lambda value: self._change(lambda draft: replace(draft, islands=value)))
        self.island_make.currentIndexChanged.connect(
            lambda _: self._change(lambda draft: replace(draft, island_make=self.island_make.currentData()))
        )
        for kind, box in self.terrain.items():
            box.changed.connect(lambda value, kind=kind: self._change(lambda draft: with_terrain(draft, kind, value)))
        for shown in self.problems.values():
            shown.mend.connect(self.mend)

    def _change(self, change: Callable[[TableDraft], TableDraft]) -> None:
        if self.signalsBlocked():
            return
        changed = change(self.draft)
        if changed != self.draft:
            self.draft = changed
            self.changed.emit(changed)


def _row(words: str, field: QWidget | QLayout, buddy: QWidget) -> QHBoxLayout:
    label = touchable(PlainLabel(words, wraps=True))
    label.setFixedWidth(_LABEL_PX)
    label.setBuddy(buddy)
    return row(label, (field, 1), spacing=4)
