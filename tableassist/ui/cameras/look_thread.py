"""Look through several cameras at once without making the window wait, and follow what one of them sees."""

import time
from collections import deque
from collections.abc import Callable
from threading import Condition, Thread

from PyQt6.QtCore import QObject, QTimer, pyqtSignal

from tableassist.capture import CameraDevice, FrameSource, NewestFrame
from tableassist.messages import say, tr
from tableassist.process import as_told
from tableassist.ui.workers import Worker, emit_unless_gone
from tableassist.vision.camera.frame import Frame

EVERY_S = 2.0
ListDevices = Callable[[], tuple[CameraDevice, ...]]


class CameraPoll(QObject):
    found = pyqtSignal(object)
    """What was listed, at first and after each change."""
    failed = pyqtSignal(object)
    """A TableAssistError: they could not be listed this time."""

    def __init__(
        self, list_devices: Callable[[], tuple[object, ...]], *, every_s: float = EVERY_S, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._list = list_devices
        self._before: tuple[object, ...] | None = None
        self._worker = Worker("listing the cameras", self)
        self._again = QTimer(self)
        self._again.setInterval(round(1000 * every_s))
        self._again.timeout.connect(self._ask)

    def start(self) -> None:
        if not self._again.isActive():
            self._ask()
            self._again.start()

    def stop(self) -> None:
        self._again.stop()

    def close(self) -> None:
        """Does not wait: a driver may take its time to list."""
        self._again.stop()
        self._worker.close(wait=False)

    def _ask(self) -> None:
        if not self._worker.is_busy:
            self._worker.submit(self._list, self._listed, self.failed.emit)

    def _listed(self, now: tuple[object, ...]) -> None:
        if now != self._before:
            self._before = now
            self.found.emit(now)


RETRY_S = 1.0
WAIT_S = 0.1
CLOSE_S = 2.0
SILENT_S = 3.0
"""A live source that gives no picture for so long is told of."""


Work = Callable[[Frame], object]
"""What the window shows of a frame; belongs to the looking thread. TableAssistError where it cannot be used; its words
are told."""


class LookThread(QObject):
    """Make it in the window's thread; its signals are heard there."""

    seen = pyqtSignal(object)
    """What the work made of the newest frame."""
    trouble = pyqtSignal(str)
    """Why there is no picture; "" as soon as there is one again."""
    ended = pyqtSignal()
    """A file is over."""
    _woken = pyqtSignal()

    def __init__(self, open_source: Callable[[str], FrameSource], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open = open_source
        self._changed = Condition()
        self._text: str | None = None
        self._work: Work | None = None
        self._commands: deque[Callable[[], None]] = deque()
        self._newest: object | None = None
        self._told = ""
        self._is_awake = False
        self._closed = False
        self._woken.connect(self._hand_over)
        self.destroyed.connect(lambda: self.close(wait=False))
        self._thread = Thread(target=self._run, name="looking for the window", daemon=True)
        self._thread.start()

    def look_through(self, text: str | None) -> None:
        """From now on this source; None closes it."""
        with self._changed:
            if text != self._text:
                self._text = text
                self._changed.notify_all()

    def use(self, work: Work | None) -> None:
        """From the next frame on. What an earlier work made and nobody has seen yet is forgotten."""
        with self._changed:
            self._work = work
            self._newest = None
            self._commands.clear()
            self._changed.notify_all()

    def tell(self, command: Callable[[], None]) -> None:
        """Called in the looking thread before the next frame; for what changes a work's own state."""
        with self._changed:
            self._commands.append(command)

    def close(self, *, wait: bool = True) -> None:
        """Waits a moment, so that the camera is free for whoever opens it next; not for one that hangs."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if wait:
            self.wait_until_free()

    def wait_until_free(self) -> None:
        """In any thread, once it is closed."""
        self._thread.join(CLOSE_S)

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._closed and self._text is None:
                    self._changed.wait()
                if self._closed or self._text is None:
                    return
                text = self._text
            self._look_at(text)

    def _look_at(self, text: str) -> None:
        """Until another source is asked for, or this one fails."""
        try:
            source = self._open(text)
            if source.live:
                self._watch_live(source, text)
            else:
                self._play(source, text)
        except Exception as error:  # whatever it is, the next picture is looked at
            self._tell_trouble(say(as_told(error, f"while looking through {text}").message))
            self._rest(text, RETRY_S)

    def _watch_live(self, source: FrameSource, text: str) -> None:
        last = time.monotonic()
        with NewestFrame(source) as newest:
            while self._is_requested(text) and not newest.ended:
                frame = newest.take(WAIT_S)
                if frame is not None:
                    last = time.monotonic()
                    self._look(frame)
                elif time.monotonic() - last > SILENT_S:
                    self._tell_trouble(tr("{camera}: no picture for a while.", camera=source.name))
        self._rest(text, RETRY_S)

    def _play(self, source: FrameSource, text: str) -> None:
        """A file, at the pace at which it was filmed; its last picture stays and is looked at again by new work."""
        last: Frame | None = None
        done: Work | None = None
        try:
            while self._is_requested(text) and (frame := source.read()) is not None:
                if last is not None:
                    self._rest(text, min(1.0, max(0.0, (frame.t_ns - last.t_ns) / 1e9)))
                last = frame
                done = self._look(frame)
        finally:
            source.close()
        if last is not None and self._is_requested(text):
            with self._changed:
                if not self._closed:
                    self._emit("ended")
            self._look_again(last, text, done)

    def _look_again(self, frame: Frame, text: str, done: Work | None) -> None:
        """By each work but the one that has seen it."""
        while self._is_requested(text):
            with self._changed:
                work = self._work
            if work is not done:
                done = self._look(frame)
            self._rest(text, WAIT_S)

    def _look(self, frame: Frame) -> Work | None:
        """Which work has seen it."""
        with self._changed:
            work, commands = self._work, list(self._commands)
            self._commands.clear()
        if work is None:
            return None
        for command in commands:
            command()
        try:
            made = work(frame)
        except Exception as error:
            self._tell_trouble(say(as_told(error, "while looking at a picture").message))
            return work
        with self._changed:
            if work is self._work and not self._closed:
                self._newest = made
                self._told = ""
                self._wake()
        return work

    def _tell_trouble(self, words: str) -> None:
        with self._changed:
            if not self._closed:
                self._told = words
                self._wake()

    def _wake(self) -> None:
        """The lock is held."""
        if not self._is_awake:
            self._is_awake = True
            self._emit("_woken")

    def _emit(self, signal: str) -> None:
        """The lock is held."""
        if not emit_unless_gone(self, signal):
            self._closed = True

    def _hand_over(self) -> None:
        with self._changed:
            newest, told = self._newest, self._told
            self._newest = None
            self._is_awake = False
            if self._closed:
                return
        self.trouble.emit(told)
        if newest is not None:
            self.seen.emit(newest)

    def _is_requested(self, text: str) -> bool:
        with self._changed:
            return not self._closed and self._text == text

    def _rest(self, text: str, seconds: float) -> None:
        """Ends early when another source is asked for."""
        deadline = time.monotonic() + seconds
        with self._changed:
            while not self._closed and self._text == text:
                left_s = deadline - time.monotonic()
                if left_s <= 0 or not self._changed.wait(left_s):
                    return
