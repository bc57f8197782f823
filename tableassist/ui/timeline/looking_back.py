"""What the Play menu does for a window: recording, marking, comparing."""

import math
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from datetime import datetime
from pathlib import Path

from PyQt6.QtWidgets import QFileDialog, QInputDialog, QMessageBox, QWidget

from tableassist.geometry import wrap_rad
from tableassist.messages import sentence, tr
from tableassist.overlay.drawing import Badge, Drawing, Ink, Label, Stroke, Symbol
from tableassist.overlay.piece_strokes import points_of
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import Scene
from tableassist.rulebook.ruling import CALL_SIGMAS
from tableassist.store.match import free_match_path
from tableassist.table.commands import Mark, StartRecording, StopRecording
from tableassist.ui.matches.recording import Recording
from tableassist.ui.session.session import Session
from tableassist.ui.widgets.notices import plain_box

LEAST_MM = 0.5
LEAST_RAD = math.radians(1.0)


def compared(then: Scene, now: Scene) -> Drawing:
    strokes: list[Stroke] = []
    labels: list[Label] = []
    for before in then.pieces:
        after = now.find(before.id)
        if after is None:
            continue
        (x1, y1, turn1), (x2, y2, turn2) = (
            (at.x_mm, at.y_mm, at.heading_rad) for at in (before.pose.pose, after.pose.pose)
        )
        gone, turned = math.hypot(x2 - x1, y2 - y1), wrap_rad(turn2 - turn1)
        sure = CALL_SIGMAS * math.hypot(before.pose.sigma_mm, after.pose.sigma_mm)
        if gone < max(LEAST_MM, sure) and abs(turned) < LEAST_RAD:
            continue
        strokes.append(Stroke(points_of(before.hull_points), Ink.GHOST, closed=True, filled=True, piece=None))
        strokes.append(Stroke(((x1, y1), (x2, y2)), Ink.MEASURE, closed=False, filled=False, piece=None))
        words = tr("{mm:.1f} mm, {degrees:+.0f}°", mm=gone, degrees=math.degrees(turned))
        labels.append(Label(((x1 + x2) / 2, (y1 + y2) / 2), words, Ink.MEASURE, None))
    badges: tuple[Badge, ...] = ()
    if not strokes and now.pieces:
        at = now.pieces[0].pose.pose
        badges = (Badge((at.x_mm, at.y_mm), Symbol.YES, tr("nothing has moved")),)
    return Drawing(tuple(strokes), badges, tuple(labels))


@dataclass(eq=False)
class LookingBack:
    _session: Session
    _show_compared: Callable[[Drawing | None], object] | None
    """Draws where pieces were in another moment; None: moments cannot be compared."""
    _recording: Recording | None
    _tell: Callable[[str], object]
    _asker: QWidget
    _: KW_ONLY
    library: Path
    """Where matches are kept."""
    _compared: Moment | None = None

    def __post_init__(self) -> None:
        self._session.shown.connect(self._draw_compared)

    @property
    def can_compare(self) -> bool:
        return self._show_compared is not None

    def compare(self) -> None:
        """The shown moment becomes the one that others are compared with; once more ends it."""
        moment, show_compared = self._session.moment, self._show_compared
        if moment is None or show_compared is None:
            return
        if self._compared is not None:
            self._compared = None
            show_compared(None)
            return
        self._compared = moment
        self._tell(tr("Now go to another moment: everything that has moved is drawn as a ghost. Press C to stop."))

    def record(self, wanted: bool) -> None:
        recording = self._recording
        if recording is None or wanted == recording.is_recording:
            return
        if wanted:
            self._record(self._free_path())
        else:
            stopped = self._session.ask(StopRecording())
            if stopped.ok:
                self._tell(tr("The match was saved in {folder}", folder=stopped.words))

    def ask_mark(self) -> None:
        """The moment that is shown now; the table goes on while somebody types."""
        moment = self._session.moment
        if moment is None:
            return
        with self._session.held_at(moment):
            words, is_confirmed = QInputDialog.getText(self._asker, tr("Mark this moment"), tr("What happens here?"))
            if is_confirmed:
                self._session.ask(Mark(words))

    def ask_and_record(self) -> None:
        """To another place than the library, or under another name."""
        recording = self._recording
        if recording is None or recording.is_recording:
            return
        proposed = str(self._free_path())
        path, _ = QFileDialog.getSaveFileName(self._asker, tr("Record a match"), proposed, tr("Matches (*.match)"))
        if path:
            self._record(Path(path))

    def _record(self, path: Path) -> None:
        if self._session.dispatch(StartRecording(str(path))).ok:  # the record itself reports what went wrong
            where = path.parent if path.parent != self.library else tr("the library")
            self._tell(tr("Recording {name} to {where}", name=path.stem, where=where))

    def offer_another_place(self, why: str) -> None:
        """A match could not be begun, or has ended by itself: say so, and offer to record it somewhere else."""
        words = tr("{why}\n\nNothing is being recorded to a match now.", why=sentence(why))
        box = plain_box(self._asker, tr("Not recording"), words, QMessageBox.Icon.Warning)
        box.setObjectName("not-recording")
        other = box.addButton(tr("Record to &another place…"), QMessageBox.ButtonRole.AcceptRole)
        box.setEscapeButton(box.addButton(tr("&Close"), QMessageBox.ButtonRole.RejectRole))
        box.buttonClicked.connect(lambda button: self.ask_and_record() if button is other else None)
        box.open()

    def ask_to_stop(self, go_on: Callable[[], object]) -> bool:
        """Ask before the window closes, if a match is being recorded; False where none is. `go_on`: closes it."""
        recording = self._recording
        if recording is None or not recording.is_recording:
            return False
        words = tr("A match is being recorded to {folder}. Quitting ends it there.", folder=recording.folder or "")
        box = plain_box(self._asker, tr("A match is being recorded"), words, QMessageBox.Icon.Question)
        box.setObjectName("quit-while-recording")
        quit_now = box.addButton(tr("&Stop recording and quit"), QMessageBox.ButtonRole.DestructiveRole)
        stay = box.addButton(tr("&Keep recording"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)

        def decide(button: object) -> None:
            if button is quit_now:
                self._session.ask(StopRecording())
                go_on()

        box.buttonClicked.connect(decide)
        box.open()
        return True

    def _free_path(self) -> Path:
        return free_match_path(self.library, self._session.settings.name, datetime.now())

    def _draw_compared(self, moment: Moment) -> None:
        show_compared, before = self._show_compared, self._compared
        if show_compared is not None and before is not None and before.state.t_ns != moment.state.t_ns:
            show_compared(compared(before.state.scene, moment.state.scene))
