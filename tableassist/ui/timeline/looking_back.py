"""What the Play menu does for a window: recording, marking, comparing."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtWidgets import QFileDialog, QInputDialog

from tableassist.pipeline.moment import Moment
from tableassist.runtime.recorder.replay_buffer import matches_root
from tableassist.ui.language.words import tr
from tableassist.ui.timeline.comparing import compared

if TYPE_CHECKING:
    from tableassist.ui.shell.main_window import TableWindow


class LookingBack:
    def __init__(self, window: TableWindow) -> None:
        self._window = window
        self._then: Moment | None = None
        window.session.shown.connect(self._draw_compared)

    def play_or_stop(self) -> None:
        player = self._window.player
        if player is not None:
            player.play() if player.rate == 0.0 else player.pause()

    def compare(self) -> None:
        """The shown moment becomes the one that others are compared with; once more ends it."""
        moment = self._window.session.moment
        if self._then is not None or moment is None:
            self._then = None
            self._window.views.set_compared(None)
            return
        self._then = moment
        words = tr("Now go to another moment: what has moved since is drawn as a ghost. C ends it.")
        self._window.status.showMessage(words, 8000)

    def record(self, wanted: bool) -> None:
        recording = self._window.recording
        if recording is None or wanted == recording.is_recording:
            return
        if wanted:
            self._ask_and_record()
        else:
            folder = recording.stop()
            self._window.status.showMessage(tr("The match is in {folder}", folder=folder), 10_000)

    def ask_mark(self) -> None:
        """The moment that is shown now; the table goes on while somebody types."""
        moment = self._window.session.moment
        words, is_said = QInputDialog.getText(self._window, tr("Mark this moment"), tr("What is to be seen here?"))
        if is_said and self._window.notes is not None:
            self._window.notes.mark(words.strip() or tr("mark"), moment)

    def _ask_and_record(self) -> None:
        window, recording = self._window, self._window.recording
        assert recording is not None
        name = f"{datetime.now():%Y-%m-%d %H.%M} {window.session.settings.name}.match".replace("/", "-")
        root = matches_root()
        proposed = str(root / name)
        path, _ = QFileDialog.getSaveFileName(window, tr("Record a match"), proposed, tr("Matches (*.match)"))
        if path:
            recording.record(Path(path))
        window.tell_recording()

    def _draw_compared(self, moment: Moment) -> None:
        if self._then is not None and self._then.state.t_ns != moment.state.t_ns:
            self._window.views.set_compared(compared(self._then.state.scene, moment.state.scene))
