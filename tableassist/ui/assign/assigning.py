"""Tying an unknown tag to a piece from the window: look at the picture, ask, write the table file."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PyQt6.QtWidgets import QWidget

from tableassist.errors import TableAssistError
from tableassist.messages import sentence, tr
from tableassist.pieces import MountKind
from tableassist.pipeline.fitting.tag_assignment import propose_mount
from tableassist.pipeline.fitting.tag_view import TagView, tag_view
from tableassist.store.table_edit import set_mounts
from tableassist.table.commands import ReadPieces
from tableassist.ui.assign.dialog import AssignDialog
from tableassist.ui.session.session import Session
from tableassist.ui.widgets.error_box import tell, tell_problem
from tableassist.ui.workers.worker import Worker


@dataclass(eq=False)
class Assigning:
    _session: Session
    _table: Callable[[], Path | None]
    """The file of the table that is open; None where it has none."""
    _show_message: Callable[[str, int], object]
    _asker: QWidget
    dialog: AssignDialog | None = None

    def __post_init__(self) -> None:
        self._worker = Worker("looking for unknown tags", self._asker)

    def begin(self) -> None:
        moment, settings, table = self._session.moment, self._session.settings, self._table()
        if table is None:
            self._tell(tr("This table has no file, so nothing can be saved to it."))
        elif moment is None:
            self._tell(tr("There is no picture yet."))
        else:
            look = partial(tag_view, moment.frame, settings)
            self._worker.submit(look, lambda view: self._ask(view, table), self._problem)

    def close(self) -> None:
        self._worker.close(wait=False)

    def _ask(self, view: TagView | None, table: Path) -> None:
        if view is None:
            self._tell(tr("Can't see the mat, so nothing can be measured."))
            return
        self.dialog = AssignDialog(view.unknown, self._session.settings.pieces, view.without, self._asker)
        self.dialog.chosen.connect(
            lambda family, tag, piece, kind, mast: self._assign(view, table, (family, tag), piece, kind, mast)
        )
        self.dialog.open()

    def _assign(
        self, view: TagView, table: Path, key: tuple[str, int], piece: str, kind: MountKind | None, mast: int | None
    ) -> None:
        session = self._session
        chosen = next(each for each in session.settings.pieces if each.id == piece)
        seen = next(each for each in view.unknown if (each.family, each.tag) == key)
        try:
            pose = view.poses.get(piece)
            proposal = propose_mount(seen.sighting, chosen, view.registration, pose, kind=kind, mast=mast)
            set_mounts(table, piece, [proposal.mount])
        except TableAssistError as problem:
            self._problem(problem)
            return
        session.ask(ReadPieces())
        self._show_message(sentence(proposal.doubt or proposal.words), 8000)

    def _problem(self, problem: TableAssistError) -> None:
        tell_problem(self._asker, problem)

    def _tell(self, words: str) -> None:
        tell(self._asker, tr("Assign a tag to a piece"), words)
