"""Open what a person typed as a source of frames; open it again whenever it fails; keep only the newest frame."""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from threading import Condition, Event, Lock, Thread
from typing import Self

from tableassist.capture.camera import CameraDevice, open_camera
from tableassist.capture.frame_source import FrameSource
from tableassist.capture.network.http_stream import open_mjpeg
from tableassist.capture.network.rtsp_stream import open_rtsp
from tableassist.capture.network.stream_address import stream_address, with_scheme
from tableassist.capture.picture import PICTURE_SUFFIXES, PictureFolder, PictureSource
from tableassist.capture.video_file import VideoFile
from tableassist.errors import SourceError, TableAssistError
from tableassist.messages import Message, Text, template
from tableassist.vision.camera.frame import Frame

WAITS_S = (0.2, 0.5, 1.0, 2.0)
"""Before each try; the last one is repeated."""


log = logging.getLogger(__name__)


class ReopeningSource:
    """read() waits until the source is back. Frame numbers begin again with each opening."""

    live = True

    def __init__(
        self, first: FrameSource, again: Callable[[], FrameSource], *, waits_s: tuple[float, ...] = WAITS_S
    ) -> None:
        self.name = first.name
        self.trouble: Text = ""
        """Why there are no pictures; empty while there are."""
        self.tries = 0
        """How often it was tried to open it since the last picture."""
        self._source: FrameSource | None = first
        self._again = again
        self._waits_s = waits_s
        self._closed = Event()
        self._changing = Lock()

    def read(self) -> Frame | None:
        while not self._closed.is_set():
            try:
                frame = self._read_or_reopen()
            except TableAssistError as problem:
                log.debug("%s", problem, exc_info=True)
                self._failed(problem.message)
                continue
            if frame is not None:
                self.trouble, self.tries = "", 0
                return frame
            self._failed(Message("{name}: the stream ended", name=self.name))
        return None

    def close(self) -> None:
        self._closed.set()
        with self._changing:
            source, self._source = self._source, None
        if source is not None:
            source.close()

    def _read_or_reopen(self) -> Frame | None:
        source = self._source
        if source is None:
            wait_s = self._waits_s[min(self.tries, len(self._waits_s) - 1)]
            self.tries += 1
            if self._closed.wait(wait_s):
                return None
            source = self._again()
            with self._changing:
                if self._closed.is_set():
                    source.close()
                    return None
                self._source = source
        return source.read()

    def _failed(self, words: Text) -> None:
        with self._changing:
            source, self._source = self._source, None
        if self._closed.is_set():
            return
        self.trouble = words
        if source is not None:
            source.close()


class NewestFrame:
    """Reads a source in a thread of its own into one slot, where a newer frame takes the place of an older.

    Owns the source: close() closes it.
    """

    def __init__(self, source: FrameSource) -> None:
        self._source = source
        self._changed = Condition()
        self._slot: Frame | None = None
        self._error: Exception | None = None
        self._finished = False
        self._closing = False
        self._dropped = 0
        # A daemon: a driver that hangs must not keep the program from ending.
        self._thread = Thread(target=self._run, name=f"frames of {source.name}", daemon=True)
        self._thread.start()

    @property
    def name(self) -> str:
        return self._source.name

    @property
    def dropped(self) -> int:
        """How many frames were replaced before anyone took them."""
        with self._changed:
            return self._dropped

    @property
    def ended(self) -> bool:
        """No frame and no error will come any more. This tells the end apart when take() gives None."""
        with self._changed:
            return self._finished and self._slot is None and self._error is None

    def take(self, timeout_s: float) -> Frame | None:
        """The newest frame not yet taken, waiting for one; None at the time-out, and at once at the end.

        What made the source fail is raised here, once, after its last frame was taken.
        """
        deadline = time.monotonic() + timeout_s
        with self._changed:
            while self._slot is None and not self._finished:
                left_s = deadline - time.monotonic()
                if left_s <= 0 or not self._changed.wait(left_s):
                    break
            frame, self._slot = self._slot, None
            if frame is None and self._error is not None:
                error, self._error = self._error, None
                raise error
            return frame

    def close(self) -> None:
        """Ends the thread and closes the source; a taker that waits gets None."""
        with self._changed:
            self._closing = True
        try:
            self._source.close()  # wakes a read that waits
        finally:
            self._thread.join()
            with self._changed:
                self._slot = None
                self._error = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()

    def _run(self) -> None:
        error: Exception | None = None
        try:
            while (frame := self._source.read()) is not None and self._put(frame):
                pass
        except Exception as caught:
            error = caught  # whatever it is, it belongs to the taker; a thread would only print it
        with self._changed:
            self._error = error
            self._finished = True
            self._changed.notify_all()

    def _put(self, frame: Frame) -> bool:
        with self._changed:
            if self._closing:
                return False
            if self._slot is not None:
                self._dropped += 1
            self._slot = frame
            self._changed.notify_all()
            return True


MOST_SHOWN = 120
"""Letters of a wrong text that the error repeats."""
EXPECTED = Message(
    "camera:NUMBER, camera:NAME, the path of a video, a picture or a folder of pictures, "
    "http://..., https://..., rtsp://..., HOST:PORT/PATH, studio:NAME, or photos for a table without a camera"
)


PHOTOS_TEXT = "photos"


class SourceKind(Enum):
    CAMERA = "camera"
    VIDEO = "video"
    FOLDER = "folder"
    PICTURE = "picture"
    HTTP = "http"
    RTSP = "rtsp"
    STUDIO = "studio"
    PHOTOS = PHOTOS_TEXT
    """No camera: people send photos of the table."""


@dataclass(frozen=True, slots=True)
class SourceSpec:
    kind: SourceKind
    target: str
    """A camera's number or part of its name, a path, a whole address, or a studio's name."""

    @property
    def name(self) -> str:
        """What to call it before it is open; no password is shown."""
        match self.kind:
            case SourceKind.HTTP | SourceKind.RTSP:
                return stream_address(self.target).shown
            case SourceKind.CAMERA | SourceKind.STUDIO:
                return f"{self.kind.value}:{self.target}"
            case SourceKind.PHOTOS:
                return PHOTOS_TEXT
            case _:
                return Path(self.target).name


_NAMED = {"camera": SourceKind.CAMERA, "studio": SourceKind.STUDIO}
_ADDRESSED = {"http": SourceKind.HTTP, "https": SourceKind.HTTP, "rtsp": SourceKind.RTSP}


def parse_source(text: str) -> SourceSpec:
    """What `text` means. Looks at the disk only to tell a folder, a picture, a video and a bare address apart."""
    if text.strip() == PHOTOS_TEXT and not Path(text).exists():
        return SourceSpec(SourceKind.PHOTOS, "")
    word, colon, rest = text.strip().partition(":")
    word = word.lower()
    if colon and word in _NAMED:
        return SourceSpec(kind=_NAMED[word], target=_target(text, rest))
    if rest.startswith("//"):
        if word not in _ADDRESSED:
            raise SourceError("{word}:// is not a kind of source; expected {expected}", word=word, expected=EXPECTED)
        return SourceSpec(kind=_ADDRESSED[word], target=text.strip())
    return _parse_path(text)


JOINED_BY = " + "
MAX_SOURCES = 4
"""Cameras of one table."""


def join_sources(texts: Sequence[str]) -> str:
    """Write several sources of one table as one text."""
    if len(texts) > MAX_SOURCES:
        form = template("got {count} sources, expected at most {most}")
        raise SourceError(form, count=len(texts), most=MAX_SOURCES)
    return JOINED_BY.join(texts)


def split_sources(text: str) -> tuple[str, ...]:
    """Split what a person typed as a source into the single sources; a file whose name has a plus in it is one."""
    if JOINED_BY not in text or Path(text).exists():
        return (text,)
    return tuple(text.split(JOINED_BY)[: MAX_SOURCES + 1])


def open_source(text: str, known: CameraDevice | None = None) -> FrameSource:
    """Opens any source but a studio's, which the running table wires in itself. `known`: see `open_camera`."""
    spec = parse_source(text)
    match spec.kind:
        case SourceKind.CAMERA:
            return open_camera(spec.target, known=known)
        case SourceKind.VIDEO:
            return VideoFile(Path(spec.target))
        case SourceKind.FOLDER:
            return PictureFolder(Path(spec.target))
        case SourceKind.PICTURE:
            return PictureSource(Path(spec.target))
        case SourceKind.HTTP:
            return open_mjpeg(spec.target)
        case SourceKind.RTSP:
            return open_rtsp(spec.target)
        case SourceKind.STUDIO:
            raise SourceError("studio:{target}: a studio is not a camera and cannot be opened here", target=spec.target)
        case SourceKind.PHOTOS:
            raise SourceError("photos: no camera, expected a source that gives pictures by itself")


def _target(text: str, rest: str) -> str:
    target = rest.strip()
    if not target or (target.startswith("-") and target[1:].isdecimal()):
        raise SourceError("got {text!r}, expected a number from 0 or a name after the colon", text=text)
    return target


def _parse_path(text: str) -> SourceSpec:
    try:
        path = Path(text).expanduser()
        there, is_folder = path.exists(), path.is_dir()
    except (OSError, ValueError, RuntimeError):  # too long, a zero byte, or ~ of nobody
        log.debug("a path that cannot be looked at", exc_info=True)
        there, is_folder = False, False
    if not text.strip() or not there:
        whole = with_scheme(text.strip())
        if whole is not None:
            return SourceSpec(kind=_ADDRESSED[whole.partition(":")[0]], target=whole)
        raise SourceError(
            "{text!r}: no such file or folder; expected {expected}", text=text[:MOST_SHOWN], expected=EXPECTED
        )
    if is_folder:
        return SourceSpec(kind=SourceKind.FOLDER, target=str(path))
    kind = SourceKind.PICTURE if path.suffix.lower() in PICTURE_SUFFIXES else SourceKind.VIDEO
    return SourceSpec(kind=kind, target=str(path))
