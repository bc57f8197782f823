"""From what a person types to a source of frames."""

import logging
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from tableassist.capture.camera import open_camera
from tableassist.capture.camera_device import CameraDevice
from tableassist.capture.frame_source import FrameSource
from tableassist.capture.network.mjpeg_stream import open_mjpeg
from tableassist.capture.network.rtsp_stream import open_rtsp
from tableassist.capture.network.stream_address import stream_address, with_scheme
from tableassist.capture.picture import PICTURE_SUFFIXES, PictureSource
from tableassist.capture.picture_folder import PictureFolder
from tableassist.capture.video_file import VideoFile
from tableassist.errors import SourceError
from tableassist.messages import Message

log = logging.getLogger(__name__)
MOST_SHOWN = 120
"""Letters of a wrong text that the error repeats."""
EXPECTED = Message(
    "camera:NUMBER, camera:NAME, the path of a video, a picture or a folder of pictures, "
    "http://..., https://..., rtsp://..., HOST:PORT/PATH or studio:NAME"
)


class SourceKind(Enum):
    CAMERA = "camera"
    VIDEO = "video"
    FOLDER = "folder"
    PICTURE = "picture"
    HTTP = "http"
    RTSP = "rtsp"
    STUDIO = "studio"


@dataclass(frozen=True, slots=True)
class SourceSpec:
    kind: SourceKind
    target: str
    """A camera's number or part of its name, a path, a whole address, or a studio's name."""


_NAMED = {"camera": SourceKind.CAMERA, "studio": SourceKind.STUDIO}
_ADDRESSED = {"http": SourceKind.HTTP, "https": SourceKind.HTTP, "rtsp": SourceKind.RTSP}


def parse_source(text: str) -> SourceSpec:
    """What `text` means. Looks at the disk only to tell a folder, a picture, a video and a bare address apart."""
    word, colon, rest = text.strip().partition(":")
    word = word.lower()
    if colon and word in _NAMED:
        return SourceSpec(kind=_NAMED[word], target=_target(text, rest))
    if rest.startswith("//"):
        if word not in _ADDRESSED:
            raise SourceError("{word}:// is not a kind of source; expected {expected}", word=word, expected=EXPECTED)
        return SourceSpec(kind=_ADDRESSED[word], target=text.strip())
    return _parse_path(text)


def source_name(text: str) -> str:
    """What to call it before it is open; no password is shown."""
    spec = parse_source(text)
    match spec.kind:
        case SourceKind.HTTP | SourceKind.RTSP:
            return stream_address(spec.target).shown
        case SourceKind.CAMERA | SourceKind.STUDIO:
            return f"{spec.kind.value}:{spec.target}"
        case _:
            return Path(spec.target).name


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
