"""Work that takes long, done beside the window with a box that tells how far it is."""

import time
from collections.abc import Callable
from threading import Event
from typing import Final, Generic, TypeVar

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QCloseEvent
from PyQt6.QtWidgets import QDialog, QProgressBar, QPushButton, QWidget

from tableassist.errors import TableAssistError
from tableassist.messages import Text, sentence, tr
from tableassist.process import Failed, Progress
from tableassist.ui.widgets.controls import column, row
from tableassist.ui.widgets.plain import PlainLabel, title_text
from tableassist.ui.workers import Soon, Worker

T = TypeVar("T")
SHOWN_AFTER_MS: Final = 400
"""What is done sooner needs no box."""
TOLD_EVERY_S: Final = 0.1
PARTS: Final = 1000
"""Of the bar."""


class StoppedError(TableAssistError):
    """A person pressed Cancel."""


class LongWork(QDialog, Generic[T]):
    """Begins when it is made. `call` is given a way to tell its progress, which raises StoppedError after Cancel;
    `then` or `failed` is called in the window's thread, and neither after Cancel. What `call` returns after Cancel goes
    to `unwanted`."""

    def __init__(
        self,
        asker: QWidget,
        words: str,
        call: Callable[[Progress], T],
        then: Callable[[T], object],
        failed: Failed,
        *,
        unwanted: Callable[[T], object] = lambda _: None,
        modal: bool = False,
    ) -> None:
        super().__init__(asker)
        self._call, self._then, self._failed, self._unwanted = call, then, failed, unwanted
        self._stop = Event()
        self._told_at = 0.0
        self._worker = Worker(words, self)
        self._title = words
        self._words = PlainLabel(words, wraps=True)
        self.bar = QProgressBar()
        self.cancel = QPushButton(tr("Cancel"))
        self._dress(modal=modal)
        self._show_soon = Soon(SHOWN_AFTER_MS, self.show, self)
        self._show_soon.start()
        self.cancel.clicked.connect(self.reject)
        # Not a method of this object: at that time it is gone.
        self.destroyed.connect(self._stop.set)
        self._worker.submit(self._done, self._succeed, self._fail)

    @property
    def words(self) -> str:
        return self._words.text()

    def reject(self) -> None:
        self.hide()
        self.stop()

    def closeEvent(self, event: QCloseEvent | None) -> None:  # noqa: N802
        self.stop()
        super().closeEvent(event)

    def _dress(self, *, modal: bool) -> None:
        self.setWindowTitle(title_text(self._title))
        self.setObjectName("long-work")
        self.bar.setRange(0, 0)  # it runs to and fro until a share is told
        self.bar.setAccessibleName(tr("Progress"))
        self.setMinimumWidth(440)
        column(self._words, self.bar, row(1, self.cancel), on=self)
        if modal:
            self.setWindowModality(Qt.WindowModality.WindowModal)

    def stop(self) -> None:
        """As Cancel; for whoever closes the window that asked."""
        self._stop.set()
        self._show_soon.stop()
        self._worker.close(wait=False)
        self.deleteLater()

    def _done(self) -> T:
        """In the worker's thread."""
        made = self._call(self._progress)
        if self._stop.is_set():
            self._unwanted(made)
            raise StoppedError("cancelled")
        return made

    def _progress(self, what: Text, share: float) -> None:
        """In the worker's thread."""
        if self._stop.is_set():
            raise StoppedError("cancelled")
        if time.monotonic() - self._told_at >= TOLD_EVERY_S:
            self._told_at = time.monotonic()
            self._worker.relay(self._tell)((what, share))

    def _tell(self, told: tuple[Text, float]) -> None:
        what, share = told
        self.bar.setRange(0, PARTS)
        self.bar.setValue(round(PARTS * min(max(share, 0.0), 1.0)))
        self._words.setText(f"{self._title}\n{sentence(what)}")

    def _succeed(self, made: T) -> None:
        if self._stop.is_set():
            self._unwanted(made)
            return
        self._end()
        self._then(made)

    def _fail(self, problem: TableAssistError) -> None:
        if not self._stop.is_set():
            self._end()
            self._failed(problem)

    def _end(self) -> None:
        self._show_soon.stop()
        self.hide()
        self._worker.close(wait=False)
        self.deleteLater()
