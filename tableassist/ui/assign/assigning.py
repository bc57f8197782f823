"""Tying an unknown tag to a piece from the window: look at the picture, ask, write the table file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tableassist.errors import TableAssistError
from tableassist.formats.table.edit import add_tag
from tableassist.formats.table.file import read_table
from tableassist.pieces.mount import MountKind
from tableassist.pipeline.fitting.tag_assignment import propose_mount
from tableassist.pipeline.fitting.tag_view import TagView, tag_view
from tableassist.ui.assign.dialog import AssignDialog
from tableassist.ui.language.words import sentence, tr
from tableassist.ui.widgets.error_box import tell, tell_problem
from tableassist.ui.workers.work import work

if TYPE_CHECKING:
    from tableassist.ui.shell.main_window import TableWindow


class Assigning:
    def __init__(self, window: TableWindow) -> None:
        self._window = window
        self.dialog: AssignDialog | None = None

    def begin(self) -> None:
        session, opened = self._window.session, self._window.program.opened
        if opened is None or opened.table is None:
            self._tell(tr("This table has no file of its own, so nothing can be written into it."))
        elif session.moment is None:
            self._tell(tr("There is no picture yet."))
        else:
            frame, settings, table = session.moment.frame, session.settings, Path(opened.table)
            problem = self._problem
            work(self._window, lambda: tag_view(frame, settings), lambda view: self._ask(view, table), problem)

    def _ask(self, view: TagView | None, table: Path) -> None:
        if view is None:
            self._tell(tr("The mat is not seen: nothing can be measured."))
            return
        self.dialog = AssignDialog(view.unknown, self._window.session.settings.pieces, view.without, self._window)
        self.dialog.chosen.connect(
            lambda family, tag, piece, kind, mast: self._assign(view, table, (family, tag), piece, kind, mast)
        )
        self.dialog.open()

    def _assign(
        self, view: TagView, table: Path, key: tuple[str, int], piece: str, kind: MountKind | None, mast: int | None
    ) -> None:
        session = self._window.session
        chosen = next(each for each in session.settings.pieces if each.id == piece)
        seen = next(each for each in view.unknown if (each.family, each.tag) == key)
        try:
            proposal = propose_mount(
                seen.sighting, chosen, view.registration, view.poses.get(piece), kind=kind, mast=mast
            )
            add_tag(table, piece, proposal.mount)
            pieces = read_table(table).pieces
        except TableAssistError as problem:
            self._problem(problem)
            return
        words = tr("tag {tag} is on {name}", tag=key[1], name=chosen.name)
        session.change(replace(session.settings, pieces=pieces), words)
        self._window.status.showMessage(sentence(proposal.doubt or proposal.words), 8000)

    def _problem(self, problem: TableAssistError) -> None:
        tell_problem(self._window, problem)

    def _tell(self, words: str) -> None:
        tell(self._window, tr("Assign a tag to a piece"), words)
