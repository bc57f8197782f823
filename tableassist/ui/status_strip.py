"""The status bar: camera, speed, how well the mat is seen, which pieces are."""

from PyQt6.QtCore import QTimer
from PyQt6.QtWidgets import QLabel, QStatusBar, QWidget

from tableassist.pipeline.table_state import TableState
from tableassist.scene.placed_piece import STALE_AFTER_S
from tableassist.vision.frame import Frame

UPDATE_EVERY_MS = 250


class StatusStrip(QStatusBar):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self._labels = [QLabel(self) for _ in range(5)]
        for label in self._labels[:-1]:
            self.addWidget(label)
        self.addPermanentWidget(self._labels[-1])
        self._texts: tuple[str, ...] = ("No picture yet", "", "", "", "")
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(UPDATE_EVERY_MS)
        self._soon.timeout.connect(self.update_now)
        self.update_now()

    def show_state(self, frame: Frame, state: TableState, *, frames_per_second: float | None) -> None:
        self._texts = status_texts(frame, state, frames_per_second=frames_per_second)
        if not self._soon.isActive():
            self._soon.start()

    def text(self) -> str:
        return "  ".join(label.text() for label in self._labels)

    def update_now(self) -> None:
        for label, text in zip(self._labels, self._texts, strict=True):
            if label.text() != text:
                label.setText(text)


def status_texts(frame: Frame, state: TableState, *, frames_per_second: float | None) -> tuple[str, str, str, str, str]:
    camera = f"{frame.camera}  {frame.width_px} × {frame.height_px}"
    speed = "– frames/s" if frames_per_second is None else f"{frames_per_second:.1f} frames/s"
    registration = state.registration
    if registration is None:
        mat, fit = "Mat tags: not enough", "Residual: none"
    else:
        mat = f"Mat tags: {len(registration.mat_tags_seen)}"
        fit = f"Residual: {registration.residual_px:.2f} px"
    # A piece that a hand passed over for an instant is not called hidden.
    seen = sum(placed.hidden_s < STALE_AFTER_S for placed in state.scene.pieces)
    hidden = len(state.scene.pieces) + len(state.scene.unseen) - seen
    return camera, speed, mat, fit, f"Pieces: {seen} seen, {hidden} hidden"
