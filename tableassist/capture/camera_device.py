"""The cameras attached to this computer, and the choice of one by number or name."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import cv2

from tableassist.errors import SourceError

# One backend for both the list and the opening, so that the numbers mean the same devices. On Windows
# DirectShow: it opens at once and gives MJPG, where Media Foundation takes many seconds.
_BACKENDS = {"linux": cv2.CAP_V4L2, "win32": cv2.CAP_DSHOW, "darwin": cv2.CAP_AVFOUNDATION}
BACKEND = _BACKENDS.get(sys.platform, cv2.CAP_ANY)


@dataclass(frozen=True, slots=True)
class CameraDevice:
    index: int
    name: str


def list_cameras() -> tuple[CameraDevice, ...]:
    """The attached cameras, by number; empty when this computer cannot list them."""
    try:
        # Lazy: on a Mac this import loads the system's frameworks.
        from cv2_enumerate_cameras import enumerate_cameras  # noqa: PLC0415

        found = enumerate_cameras(BACKEND)
    except (ImportError, OSError, NotImplementedError):
        return ()
    devices = [CameraDevice(index=int(each.index), name=str(each.name)) for each in found]
    return tuple(sorted(devices, key=lambda device: device.index))


def choose_camera(target: str, devices: Sequence[CameraDevice]) -> CameraDevice:
    """The device that `camera:TARGET` means: a number, or a part of one device's name."""
    if target.isascii() and target.isdecimal():
        return _by_number(int(target), devices)
    wanted = target.casefold()
    matches = [device for device in devices if wanted in device.name.casefold()]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise SourceError(
            f"camera:{target}: {len(matches)} cameras have that in their name ({_listed(matches)}); "
            "give a longer part of the name, or the number"
        )
    raise SourceError(f"camera:{target}: no camera has that in its name; {cameras_found(devices)}")


def cameras_found(devices: Sequence[CameraDevice]) -> str:
    return f"cameras found: {_listed(devices) or 'none'}"


def _by_number(index: int, devices: Sequence[CameraDevice]) -> CameraDevice:
    # Not every computer lists its cameras, so a number that is not listed is tried all the same.
    own = next((device for device in devices if device.index == index), None)
    if own is None:
        return CameraDevice(index=index, name=f"camera:{index}")
    alike = [device for device in devices if device.name == own.name]
    # Two webcams of one make must not share the name that tells their frames apart.
    return own if len(alike) == 1 else CameraDevice(index=index, name=f"{own.name} (camera:{index})")


def _listed(devices: Sequence[CameraDevice]) -> str:
    return ", ".join(f"camera:{device.index} {device.name}" for device in devices)
