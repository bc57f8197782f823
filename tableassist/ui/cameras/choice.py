"""What can look at the table: a camera by its name, a stream, a file or the demo."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tableassist.capture import CameraDevice, SourceKind, choose_camera, parse_source, split_sources, stream_address
from tableassist.errors import SourceError
from tableassist.messages import tr

DEMO: Final = "studio:demo"


class ChoiceKind(StrEnum):
    CAMERA = "camera"
    STREAM = "stream"
    FILE = "file"
    DEMO = "demo"


@dataclass(frozen=True, slots=True)
class CameraChoice:
    kind: ChoiceKind
    source: str = ""
    """As `open_source` understands it; empty where it is typed in, as that of a file."""

    @property
    def is_typed(self) -> bool:
        return self.kind in (ChoiceKind.STREAM, ChoiceKind.FILE) and not self.source


def source_of(device: CameraDevice, devices: Sequence[CameraDevice]) -> str:
    """By its name, which stays when another camera is plugged in; by its number where the name fits several."""
    try:
        by_name = choose_camera(device.name, devices) == device and not device.name.isdecimal()
    except SourceError:
        by_name = False
    return f"camera:{device.name}" if by_name else f"camera:{device.index}"


def choice_of(source: str) -> CameraChoice | None:
    try:
        kind = parse_source(split_sources(source)[0]).kind
    except SourceError:
        return None
    if kind is SourceKind.CAMERA:
        return CameraChoice(ChoiceKind.CAMERA, source)
    if kind is SourceKind.STUDIO:
        return CameraChoice(ChoiceKind.DEMO, DEMO)
    return CameraChoice(ChoiceKind.STREAM if kind in (SourceKind.HTTP, SourceKind.RTSP) else ChoiceKind.FILE)


def checked_source(choice: CameraChoice, typed: str) -> tuple[str, str]:
    """The source, or "" and what is wrong with what was typed."""
    if not choice.is_typed:
        return choice.source, ""
    if not typed:
        return "", ""
    wanted = choice.kind is ChoiceKind.STREAM
    try:
        spec = parse_source(typed)
        kind: SourceKind | None = spec.kind
        if wanted and kind in (SourceKind.HTTP, SourceKind.RTSP):
            stream_address(spec.target)
            return spec.target, ""
    except SourceError:
        kind = None
    if wanted:
        return "", tr("This is not the address of a camera. It looks like this: 192.168.1.20:8080/video")
    if kind in (SourceKind.VIDEO, SourceKind.PICTURE, SourceKind.FOLDER):
        return typed, ""
    return "", tr("There is no such file or folder.")
