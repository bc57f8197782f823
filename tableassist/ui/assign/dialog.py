"""A small window that ties an unknown tag to a piece: two lists and a button."""

from collections.abc import Sequence

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QComboBox, QDialog, QFormLayout, QListWidget, QSpinBox, QWidget

from tableassist.messages import say, tr
from tableassist.pieces import MountKind, Piece
from tableassist.pipeline.fitting.unknown_tags import UnknownTag
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.widgets.buttons import ok_and_cancel
from tableassist.ui.widgets.layouts import column, row
from tableassist.ui.widgets.list_items import KEPT, add_item
from tableassist.ui.widgets.plain_label import PlainLabel


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
