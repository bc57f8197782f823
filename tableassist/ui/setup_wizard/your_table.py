"""Put together a table: players, fleets, mat and rules, and what is still wrong with them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import platformdirs
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QFileDialog, QWidget

from tableassist.errors import TableAssistError
from tableassist.messages import Message, say, tr, tr_plural
from tableassist.setup.draft import (
    MOST_PLAYERS,
    FleetCard,
    TableDraft,
    draft_again,
    first_draft,
    keep_draft,
    kept_draft,
    new_table_of,
    renamed,
    with_new_player,
    with_ship,
    without_player,
    without_ship,
)
from tableassist.setup.draft_check import DraftField, DraftProblem, draft_problems, is_sound
from tableassist.store.first_run_file import KeptDraft, WizardStep
from tableassist.store.table import Problem, Severity
from tableassist.store.table_check import check_table
from tableassist.store.table_edit import table_text
from tableassist.ui.setup_wizard.fleet import FleetBox, ShipSearch
from tableassist.ui.setup_wizard.page import AskPath, StepPage, paragraph
from tableassist.ui.setup_wizard.session import WizardSession
from tableassist.ui.setup_wizard.table_form import ProblemList, TableForm
from tableassist.ui.widgets.controls import button, column, fill, row, scrolled
from tableassist.ui.workers import Worker

_FORM_PX, _FLEETS_PX, _SEARCH_PX = 330, 250, 320
_MOST_TOLD: Final = 6
_OF_LATER_STEPS: Final = ("camera",)
"""What the check says of a new table because the pages after this one have not been done."""


def tables_folder() -> Path:
    """Where tables are kept that are made in the window: somewhere that people look."""
    return platformdirs.user_documents_path() / "tableassist"


@dataclass(frozen=True, slots=True)
class MadeDraft:
    draft: TableDraft
    path: Path
    text: str


class TablePage(StepPage):
    def __init__(
        self, session: WizardSession, *, tables: Callable[[], Path] = tables_folder, ask_open: AskPath | None = None
    ) -> None:
        what = tr("Who plays, with which ships, and on what. Or open a table file that you have.")
        super().__init__(session, WizardStep.TABLE, tr("Your table"), what)
        self._tables = tables
        self._ask_open = ask_open or self._open_dialog
        self.draft = first_draft()
        self.problems: tuple[DraftProblem, ...] = ()
        self._checked: TableDraft | None = None
        self._made: MadeDraft | None = None
        self.form, self.search = TableForm(self.draft), ShipSearch()
        self.fleets: list[FleetBox] = []
        self.player_problems = ProblemList()
        self.add_player = button(tr("Add a player"))
        self.open_button, self.make_button = button(tr("Open a table file…")), button(tr("Make this table"))
        self.told = paragraph()
        self._checker, self._maker = Worker("checking the table", self), Worker("making the table file", self)
        self._lay_out()
        self._connect()
        self._set(self.draft)
        kept = session.progress.draft
        self._is_waiting = kept is not None
        if kept is not None:
            # The catalogue is read beside the window; until then nobody can type what would be lost.
            self.setEnabled(False)
            self._maker.submit(lambda: _taken_up(kept), self._go_on_with, self._begin_anew)

    def _lay_out(self) -> None:
        players = QWidget()
        self._boxes = column(margins=0)
        column(self._boxes, self.player_problems, self.add_player, 1, on=players, margins=0)
        form = scrolled(self.form)
        form.setFixedWidth(_FORM_PX)
        fleets = scrolled(players)
        fleets.setMinimumWidth(_FLEETS_PX)
        self.search.setFixedWidth(_SEARCH_PX)
        fill(
            self.body,
            (row(form, (fleets, 1), self.search, spacing=12), 1),
            row(self.open_button, (self.told, 1), self.make_button, spacing=12),
        )

    def _connect(self) -> None:
        self.form.changed.connect(self._set)
        self.form.mend.connect(self._mend)
        self.player_problems.mend.connect(self._mend)
        self.search.picked.connect(self._add_ship)
        self.add_player.clicked.connect(lambda _checked: self._add_player())
        self.open_button.clicked.connect(lambda _checked: self._open())
        self.make_button.clicked.connect(lambda _checked: self._make())

    def enter(self) -> None:
        self._tell()

    def leave(self) -> None:
        self._keep()

    def _go_on_with(self, kept: tuple[TableDraft, MadeDraft | None]) -> None:
        draft, self._made = kept
        self._is_waiting = False
        self.setEnabled(True)
        self._set(draft)

    def _begin_anew(self, problem: TableAssistError) -> None:
        self._is_waiting = False
        self.setEnabled(True)
        self._say_problem(problem)

    def _keep(self) -> None:
        """Another day goes on from here."""
        if self._is_waiting:
            return
        made = self._made
        self.session.keep_draft(
            kept_draft(self.draft, str(made.path) if made is not None and made.draft == self.draft else "")
        )

    def close_page(self) -> None:
        self.search.close_search()
        self._checker.close(wait=False)
        self._maker.close(wait=False)

    def benefit(self) -> str:
        return tr("Without a table file nothing can be printed or measured; only the demo can be played.")

    def _set(self, draft: TableDraft) -> None:
        """The draft from now on. It is shown at once, and what is wrong with it as soon as it is checked."""
        self.draft = draft
        self.form.show_draft(draft)
        self.search.show_players([player.name for player in draft.players])
        while len(self.fleets) > len(draft.players):
            box = self.fleets.pop()
            self._boxes.removeWidget(box)
            box.hide()
            box.deleteLater()
        while len(self.fleets) < len(draft.players):
            self._add_box(len(self.fleets))
        for box, player in zip(self.fleets, draft.players, strict=True):
            box.show_player(player, draft.points)
            box.remove.setEnabled(len(draft.players) > 1)
        self.add_player.setEnabled(len(draft.players) < MOST_PLAYERS)
        self._checker.submit(
            lambda: draft_problems(draft), partial(self._show_problems, draft), self._say_problem, newest_of="draft"
        )

    def _add_box(self, at: int) -> None:
        box = FleetBox()
        box.renamed.connect(lambda name: self._set(renamed(self.draft, at, name)))
        box.ship_wanted.connect(lambda: self.search.look_for(at))
        box.ship_out.connect(lambda ship: self._set(without_ship(self.draft, at, ship)))
        box.removed.connect(lambda: self._set(without_player(self.draft, at)))
        box.mend.connect(self._mend)
        self.fleets.append(box)
        self._boxes.addWidget(box)
        box.show()

    def _add_player(self) -> None:
        self._set(with_new_player(self.draft))
        name = self.fleets[-1].name
        name.setFocus(Qt.FocusReason.OtherFocusReason)
        name.selectAll()

    def _add_ship(self, player: int, card: FleetCard) -> None:
        self._set(with_ship(self.draft, player, card))

    def _show_problems(self, draft: TableDraft, problems: tuple[DraftProblem, ...]) -> None:
        if draft is not self.draft:
            return
        self._checked, self.problems = draft, problems
        self.form.show_problems(problems)
        self.player_problems.show_problems([each for each in problems if each.place.field is DraftField.PLAYERS])
        for at, box in enumerate(self.fleets):
            box.show_problems([each for each in problems if each.place.player == at])
        made = self._made
        is_made = made is not None and made.draft == draft and made.path == self.session.table
        self.make_button.setEnabled(is_sound(problems) and not is_made)
        self._tell()

    def _mend(self, problem: DraftProblem, number: int) -> None:
        """What was typed since the check stays: then the fix is that of the same problem now."""
        if self._checked is not self.draft:
            now = (each for each in draft_problems(self.draft) if each.place == problem.place)
            problem = next(now, problem)
        fix = problem.fixes[number] if number < len(problem.fixes) else None
        if fix is None:
            return
        if fix.draft is None:
            self.search.look_for(problem.place.player or 0)
        else:
            self._set(fix.draft)

    def _make(self) -> None:
        draft, folder, before = self.draft, self._tables(), self._made
        if self._maker.is_busy:
            return

        def work() -> MadeDraft:
            return MadeDraft(draft, *keep_draft(draft, folder, None if before is None else (before.path, before.text)))

        self._maker.submit(work, self._take_made, self._say_problem)
        self.told.setText(tr("Making the table…"))

    def _take_made(self, made: MadeDraft) -> None:
        self._made = made
        self._use(made.path)
        self._keep()
        self._show_problems(self.draft, self.problems)

    def _open(self) -> None:
        path = self._ask_open("")
        if path:
            self._use(Path(path))
            # What the first mistake hides, or what can be read but should not be played.
            self._checker.submit(
                lambda: check_table(Path(path)), partial(self._tell_check, Path(path)), self._say_problem
            )

    def _use(self, path: Path) -> None:
        problem = self.session.choose_table(path)
        if problem:
            self.told.setText(say(problem))
            return
        self.mark_done()
        self._tell()

    def _tell_check(self, path: Path, problems: tuple[Problem, ...]) -> None:
        found = [each for each in problems if each.weight is not Severity.HINT and each.field not in _OF_LATER_STEPS]
        if not found:
            return
        lines = [f"{say(Message(each.weight.value))}: {each.field}: {each.words}" for each in found[:_MOST_TOLD]]
        if len(found) > _MOST_TOLD:
            lines.append(tr("and {count} more", count=len(found) - _MOST_TOLD))
        self.told.setText("\n".join((tr("Fix these in {file}:", file=path.name), *lines)))

    def _say_problem(self, problem: TableAssistError) -> None:
        self.told.setText(say(problem.message))

    def _tell(self) -> None:
        settings, words = self.session.settings, ""
        mistakes = sum(each.weight is Severity.ERROR for each in self.problems)
        if self._made is not None and self._made.draft != self.draft:
            # The file is not what stands here; whoever goes on would print another table.
            self.session.mark(self.step, None)
            words = tr("Changed since the table was made. Make it again to continue.")
        if mistakes and not self.is_done:
            words = tr_plural(
                "1 mistake is still to be mended.", "{count} mistakes are still to be mended.", count=mistakes
            )
        elif not words and settings is not None:
            words = tr(
                "{name}. Mat: {width_mm:.0f} × {height_mm:.0f} mm, {tags} tags. Pieces: {pieces}.\n{path}",
                name=settings.name,
                width_mm=settings.mat.width_mm,
                height_mm=settings.mat.height_mm,
                tags=len(settings.mat.tags),
                pieces=len(settings.pieces),
                path=self.session.table,
            )
        self.told.setText(words)

    def _open_dialog(self, _proposal: str) -> str:
        path, _ = QFileDialog.getOpenFileName(self, tr("Open a table file"), "", tr("Table files (*.toml)"))
        return path


def _taken_up(kept: KeptDraft) -> tuple[TableDraft, MadeDraft | None]:
    """With what was made of it some other day, where that is still there."""
    draft = draft_again(kept)
    if not kept.made or not Path(kept.made).is_file():
        return draft, None
    try:
        return draft, MadeDraft(draft, Path(kept.made), table_text(new_table_of(draft)))
    except TableAssistError:
        return draft, None
