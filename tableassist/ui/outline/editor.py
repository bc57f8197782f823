"""The window in which a person looks at a traced outline, and mends it before it is saved."""

import numpy as np
from PyQt6.QtGui import QKeySequence, QShortcut
from PyQt6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QWidget

from tableassist.geometry import PiecePoints
from tableassist.messages import tr
from tableassist.ui.outline.canvas import OutlineCanvas
from tableassist.ui.shell.application import make_application
from tableassist.ui.widgets.layouts import column, row
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.widgets.plain_text import title_text
from tableassist.vision.camera.frame import Image
from tableassist.vision.outline.edit import Outline, is_simple, outline_of
from tableassist.vision.outline.trace import TracedOutline, patch_picture

_ROOM_MM = 10.0
_PX_PER_MM = 8.0


class OutlineEditor(QDialog):
    def __init__(
        self, name: str, picture: Image, half_mm: float, outline: Outline, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title_text(tr("Outline of {name}", name=name)))
        self.canvas = OutlineCanvas(picture, half_mm, outline, self)
        self.caption = PlainLabel(look="caption")
        keys = tr(
            "Drag a point to move it · double click on the line adds one · Del removes the chosen one · wheel zooms"
        )
        hint = PlainLabel(keys, look="caption", wraps=True)
        self.undo_button, self.redo_button = QPushButton(tr("Undo")), QPushButton(tr("Redo"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        save = buttons.button(QDialogButtonBox.StandardButton.Save)
        assert save is not None
        self.save_button = save
        # Return in the middle of an edit must not close the window.
        for button in (self.undo_button, self.redo_button):
            button.setAutoDefault(False)
        below = row(self.undo_button, self.redo_button, (self.caption, 1), buttons)
        column((self.canvas, 1), hint, below, on=self)
        self.undo_button.clicked.connect(self.canvas.undo)
        self.redo_button.clicked.connect(self.canvas.redo)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self, self.canvas.undo)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Redo), self, self.canvas.redo)
        self.canvas.changed.connect(self._show_state)
        self._show_state()
        self.resize(900, 760)

    def _show_state(self) -> None:
        history = self.canvas.history
        simple = is_simple(history.now)
        self.undo_button.setEnabled(bool(history.past))
        self.redo_button.setEnabled(bool(history.future))
        self.save_button.setEnabled(simple)
        size = np.ptp(np.array(history.now), axis=0)
        words = tr(
            "{count} points, {long_mm:.1f} × {wide_mm:.1f} mm",
            count=len(history.now),
            long_mm=float(size[0]),
            wide_mm=float(size[1]),
        )
        self.caption.setText(words if simple else tr("The outline crosses itself: move a point back before saving"))


def edit_outline(name: str, traced: TracedOutline, *, z_mm: float) -> PiecePoints | None:
    """Opens the window and waits; None where the person cancels. The same points where nothing was changed."""
    make_application()
    half_mm = float(np.abs(traced.points).max()) + _ROOM_MM
    picture = patch_picture(traced.views[0], half_mm, z_mm=z_mm, px_per_mm=_PX_PER_MM)
    start = outline_of(traced.points)
    editor = OutlineEditor(name, picture, half_mm, start)
    if editor.exec() != QDialog.DialogCode.Accepted:
        return None
    now = editor.canvas.history.now
    return traced.points if now == start else PiecePoints(np.array(now))
