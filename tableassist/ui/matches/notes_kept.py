"""Marks and overrulings that a person makes while looking at a match: they are kept in it."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.matches.recording import account_name
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import Overruling
from tableassist.store.keys import key_folder, table_key_or_none
from tableassist.store.match import TAKEN_BACK
from tableassist.store.match_library import note_mark, note_overrulings
from tableassist.ui.workers import Worker


class MatchNotesKept(QObject):
    """Written beside the window, one after the other."""

    kept = pyqtSignal()
    failed = pyqtSignal(object)
    """A TableAssistError: the match is read-only, say."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._worker = Worker("writing into the match", self)

    def mark(self, words: str, moment: Moment | None = None) -> None:
        self._write(partial(note_mark, self._folder, words), moment)

    def take_back_mark(self, words: str, moment: Moment) -> None:
        self._write(partial(note_mark, self._folder, f"{TAKEN_BACK}{words}"), moment)

    def note_overrulings(self, standing: tuple[Overruling, ...], moment: Moment | None) -> None:
        """All that stand from now on; `moment` is the one that was judged."""
        self._write(partial(note_overrulings, self._folder, standing), moment)

    def close(self) -> None:
        """What was noted is written first."""
        self._worker.finish()

    def _write(self, note: Callable[..., None], moment: Moment | None) -> None:
        if moment is not None:
            facts = {"t_ns": moment.state.t_ns, "wall_ms": time.time_ns() // 1_000_000, "by": account_name()}
            call = partial(_signed, partial(note, **facts))
            self._worker.submit(call, lambda _: self.kept.emit(), self.failed.emit)


def _signed(note: Callable[..., None]) -> None:
    """The key is read beside the window, too."""
    note(key=table_key_or_none(key_folder()))
