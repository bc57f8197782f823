"""The cameras attached to this computer, and the choice of one by number or name."""

import logging
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from tableassist.errors import SourceError
from tableassist.messages import Message, template

log = logging.getLogger(__name__)
# One backend for both the list and the opening, so that the numbers mean the same devices. On Windows
# DirectShow: it opens at once and gives MJPG, where Media Foundation takes many seconds.
_BACKENDS = {"linux": cv2.CAP_V4L2, "win32": cv2.CAP_DSHOW, "darwin": cv2.CAP_AVFOUNDATION}
BACKEND = _BACKENDS.get(sys.platform, cv2.CAP_ANY)


@dataclass(frozen=True, slots=True)
class CameraDevice:
    index: int
    name: str
    path: str = ""
    """Where it is plugged in, as far as the system says: unlike the number it stays when a camera comes back."""


def list_cameras() -> tuple[CameraDevice, ...]:
    """The attached cameras, by number; empty when this computer cannot list them."""
    try:
        # Lazy: on a Mac this import loads the system's frameworks.
        from cv2_enumerate_cameras import enumerate_cameras  # noqa: PLC0415

        entries = enumerate_cameras(BACKEND)
    except (ImportError, OSError, NotImplementedError):
        log.warning("the cameras cannot be listed", exc_info=True)
        return ()
    devices = [CameraDevice(int(entry.index), str(entry.name), _socket(str(entry.path or ""))) for entry in entries]
    return tuple(sorted(devices, key=lambda device: device.index))


def _socket(path: str) -> str:
    """On Linux /dev/video0 is a number too: what it hangs on is told by the system's own tree."""
    if not path.startswith("/dev/video"):
        return path
    device = Path("/sys/class/video4linux") / Path(path).name / "device"
    try:
        return str(device.resolve(strict=True))
    except OSError:
        return path


def choose_camera(target: str, devices: Sequence[CameraDevice]) -> CameraDevice:
    """The device that `camera:TARGET` means: a number, or a part of one device's name."""
    if target.isascii() and target.isdecimal():
        # Not every computer lists its cameras, so a number that is not listed is tried all the same.
        unlisted = CameraDevice(index=int(target), name=f"camera:{int(target)}")
        return next((device for device in devices if device.index == unlisted.index), unlisted)
    wanted = target.casefold()
    matches = [device for device in devices if wanted in device.name.casefold()]
    if len(matches) == 1:
        return matches[0]
    if matches:
        form = template(
            "camera:{target}: {count} cameras have that in their name ({cameras}); "
            "give a longer part of the name, or the number"
        )
        raise SourceError(form, target=target, count=len(matches), cameras=_listed(matches))
    raise SourceError(
        "camera:{target}: no camera has that in its name; {found}", target=target, found=cameras_found(devices)
    )


def same_camera(chosen: CameraDevice, devices: Sequence[CameraDevice]) -> CameraDevice:
    """The camera that was open before, now that it has a new number perhaps: by name and socket, else by name alone."""
    alike = [device for device in devices if device.name == chosen.name]
    in_place = [device for device in alike if device.path and device.path == chosen.path]
    candidates = in_place or alike
    if len(candidates) == 1:
        return candidates[0]
    if not devices:
        return chosen  # this computer lists no cameras, so the number is all there is
    if candidates:
        form = template("{name}: is not back in its socket, and {count} cameras have its name; plug it in where it was")
        raise SourceError(form, name=chosen.name, count=len(candidates))
    raise SourceError("{name}: is not plugged in; {found}", name=chosen.name, found=cameras_found(devices))


def cameras_found(devices: Sequence[CameraDevice]) -> Message:
    return Message("cameras found: {cameras}", cameras=_listed(devices)) if devices else Message("cameras found: none")


def told_apart(device: CameraDevice, devices: Sequence[CameraDevice]) -> str:
    """Its name; two webcams of one make must not share the name that tells their frames apart."""
    alike = [candidate for candidate in devices if candidate.name == device.name]
    return device.name if len(alike) <= 1 else f"{device.name} (camera:{device.index})"


def _listed(devices: Sequence[CameraDevice]) -> tuple[str, ...]:
    return tuple(f"camera:{device.index} {device.name}" for device in devices)
