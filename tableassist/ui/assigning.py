"""Assign a tag that nobody knows to a piece: what is proposed, and the dialog that asks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QComboBox, QDialog, QFormLayout, QListWidget, QSpinBox, QWidget

from tableassist.errors import TableAssistError
from tableassist.messages import say, sentence, tr
from tableassist.pieces import MountKind, Piece
from tableassist.pipeline.fitting.tag_assignment import propose_mount
from tableassist.pipeline.fitting.tag_view import TagView, tag_view
from tableassist.pipeline.fitting.unknown_tags import UnknownTag
from tableassist.store.table_edit import set_mounts
from tableassist.table.commands import ReadPieces
from tableassist.ui.look import SPACE_PX
from tableassist.ui.session.session import Session
from tableassist.ui.widgets.controls import column, ok_and_cancel, row
from tableassist.ui.widgets.notices import tell, tell_problem
from tableassist.ui.widgets.plain import KEPT, PlainLabel, add_item
from tableassist.ui.workers import Worker


class AssignDialog(QDialog):
    """Only asks; whoever shows it works out the mount and writes it."""

    chosen = pyqtSignal(str, int, str, object, object)
    """Family, tag, piece id, MountKind or None, mast or None."""

    def __init__(
        self,
        unknown: Sequence[UnknownTag],
        pieces: Sequence[Piece],
        without: Sequence[Piece],
        parent: QWidget | None = None,
    ) -> None:
        """`without` are the pieces of which no tag is seen: they come first."""
        super().__init__(parent)
        self.setWindowTitle(tr("Assign a tag to a piece"))
        self.setMinimumWidth(680)
        names = {piece.id: piece.name for piece in pieces}
        self._pieces = {piece.id: piece for piece in pieces}
        self.tags = QListWidget()
        for tag in unknown:
            add_item(self.tags, _tag_words(tag, names), (tag.family, tag.tag))
        self.pieces = QListWidget()
        hidden = [piece.id for piece in without]
        for piece in sorted(pieces, key=lambda piece: piece.id not in hidden):
            note = "  " + tr("(not visible)") if piece.id in hidden else ""
            add_item(self.pieces, piece.name + note, piece.id)
        self.kind = QComboBox()
        self.kind.addItem(tr("as the model suggests"), None)
        for kind in MountKind:
            self.kind.addItem(say(kind.words), kind)
        self.mast = QSpinBox()
        self.mast.setMinimum(1)
        self.buttons, self._ok = ok_and_cancel(self, tr("Assign"))
        self._lay_out(bool(unknown))
        self.tags.currentItemChanged.connect(self._refresh)
        self.pieces.currentItemChanged.connect(self._refresh)
        self.kind.currentIndexChanged.connect(self._refresh)
        self.buttons.accepted.connect(self._choose)
        if unknown:
            self.tags.setCurrentRow(0)
        self._refresh()

    def _lay_out(self, any_tag: bool) -> None:
        what = tr(
            "Choose the tag and the piece it is on. If another tag of that piece is in view, the new tag's place is "
            "measured from the picture."
        )
        words = PlainLabel(what if any_tag else tr("No unknown tag is in view."), wraps=True)
        tags = column(PlainLabel(tr("Unknown tags in view")), self.tags)
        lists = row(tags, column(PlainLabel(tr("Pieces")), self.pieces))
        form = QFormLayout()
        form.addRow(tr("Mount"), self.kind)
        form.addRow(tr("Mast (1 is foremost)"), self.mast)
        column(words, lists, form, self.buttons, on=self, spacing=SPACE_PX)

    def _refresh(self) -> None:
        """A masthead needs a mast, so it needs a piece that has some."""
        piece = self._piece()
        masts = 0 if piece is None else len(piece.model.masts)
        on_mast = self.kind.currentData() is MountKind.MASTHEAD
        self.mast.setEnabled(on_mast and masts > 0)
        self.mast.setMaximum(max(1, masts))
        ready = self.tags.currentItem() is not None and piece is not None and (not on_mast or masts > 0)
        self._ok.setEnabled(ready)

    def _piece(self) -> Piece | None:
        item = self.pieces.currentItem()
        return None if item is None else self._pieces[item.data(KEPT)]

    def _choose(self) -> None:
        item, piece = self.tags.currentItem(), self._piece()
        if item is None or piece is None:
            return
        family, tag = item.data(KEPT)
        kind = self.kind.currentData()
        self.chosen.emit(family, tag, piece.id, kind, self.mast.value() if kind is MountKind.MASTHEAD else None)
        self.accept()


def _tag_words(tag: UnknownTag, names: dict[str, str]) -> str:
    family = "" if tag.family == "36h11" else f" ({tag.family})"
    words = tr("{tag}: {side_mm:.0f} mm wide", tag=f"{tag.tag}{family}", side_mm=tag.side_mm)
    if tag.nearest is None:
        return words
    near = tr("{far_mm:.0f} mm from {name}", far_mm=tag.nearest_mm, name=names.get(tag.nearest, tag.nearest))
    return f"{words}, {near}"


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
        if session.ask(ReadPieces()).ok:  # a refusal is shown by the session and must not be covered
            self._show_message(sentence(proposal.doubt or proposal.words), 8000)

    def _problem(self, problem: TableAssistError) -> None:
        tell_problem(self._asker, problem)

    def _tell(self, words: str) -> None:
        tell(self._asker, tr("Assign a tag to a piece"), words)
