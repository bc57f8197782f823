"""What the Play menu does for a window: recording, marking, comparing."""

from datetime import datetime
from pathlib import Path

from PyQt6.QtCore import QObject, pyqtSignal
from PyQt6.QtWidgets import QFileDialog, QInputDialog, QWidget

from tableassist.formats.match.folder import free_match_path
from tableassist.messages import tr
from tableassist.pipeline.moment import Moment
from tableassist.ui.canvas.table_views import TableViews
from tableassist.ui.matches.notes_kept import MatchNotesKept
from tableassist.ui.matches.recording import Recording
from tableassist.ui.session.session import Session
from tableassist.ui.timeline.comparing import compared


class LookingBack(QObject):
    told = pyqtSignal(str)
    """For the status bar."""
    recording_asked = pyqtSignal()
    """A recording was begun, or not after all."""

    def __init__(
        self,
        session: Session,
        views: TableViews | None,
        notes: Recording | MatchNotesKept | None,
        asker: QWidget,
        *,
        library: Path,
    ) -> None:
        """`views`: in which moments are compared, if they can be. `library`: where matches are kept."""
        super().__init__(asker)
        self._library = library
        self._session = session
        self._views = views
        self._notes = notes
        self._asker = asker
        self._then: Moment | None = None
        session.shown.connect(self._draw_compared)

    def compare(self) -> None:
        """The shown moment becomes the one that others are compared with; once more ends it."""
        moment, views = self._session.moment, self._views
        if self._then is not None or moment is None or views is None:
            self._then = None
            if views is not None:
                views.set_compared(None)
            return
        self._then = moment
        self.told.emit(tr("Now go to another moment: whatever has moved is drawn as a ghost. Press C to stop."))

    def record(self, wanted: bool) -> None:
        recording = self._notes
        if not isinstance(recording, Recording) or wanted == recording.is_recording:
            return
        if wanted:
            self._record(recording, self._free_path())
        else:
            self.told.emit(tr("The match was saved in {folder}", folder=recording.stop()))

    def ask_mark(self) -> None:
        """The moment that is shown now; the table goes on while somebody types."""
        moment = self._session.moment
        words, is_said = QInputDialog.getText(self._asker, tr("Mark this moment"), tr("What happens here?"))
        if is_said and moment is not None:
            self._session.mark(words.strip() or tr("mark"), moment)

    def ask_and_record(self) -> None:
        """To another place than the library, or under another name."""
        recording = self._notes
        if not isinstance(recording, Recording) or recording.is_recording:
            return
        proposed = str(self._free_path())
        path, _ = QFileDialog.getSaveFileName(self._asker, tr("Record a match"), proposed, tr("Matches (*.match)"))
        if path:
            self._record(recording, Path(path))

    def _record(self, recording: Recording, path: Path) -> None:
        recording.record(path)
        if recording.is_recording:
            where = path.parent if path.parent != self._library else tr("the library")
            self.told.emit(tr("Recording {name} to {where}", name=path.stem, where=where))
        self.recording_asked.emit()

    def _free_path(self) -> Path:
        return free_match_path(self._library, self._session.settings.name, datetime.now())

    def _draw_compared(self, moment: Moment) -> None:
        views = self._views
        if views is not None and self._then is not None and self._then.state.t_ns != moment.state.t_ns:
            views.set_compared(compared(self._then.state.scene, moment.state.scene))
