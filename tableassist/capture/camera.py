"""The cameras attached to this computer: list them, choose one by number or name, read frames from it."""

import logging
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

import cv2
import numpy as np

from tableassist.capture.picture import quiet_opencv
from tableassist.errors import SourceError
from tableassist.messages import Message, template
from tableassist.vision.camera.frame import Frame, Image

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
    devices = [
        CameraDevice(int(entry.index), str(entry.name), _resolve_socket(str(entry.path or ""))) for entry in entries
    ]
    return tuple(sorted(devices, key=lambda device: device.index))


def _resolve_socket(path: str) -> str:
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
        raise SourceError(form, target=target, count=len(matches), cameras=_camera_list(matches))
    raise SourceError(
        "camera:{target}: no camera has that in its name; {found}", target=target, found=describe_cameras(devices)
    )


def find_same_camera(chosen: CameraDevice, devices: Sequence[CameraDevice]) -> CameraDevice:
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
    raise SourceError("{name}: is not plugged in; {found}", name=chosen.name, found=describe_cameras(devices))


def describe_cameras(devices: Sequence[CameraDevice]) -> Message:
    return (
        Message("cameras found: {cameras}", cameras=_camera_list(devices))
        if devices
        else Message("cameras found: none")
    )


def distinct_name(device: CameraDevice, devices: Sequence[CameraDevice]) -> str:
    """Its name; two webcams of one make must not share the name that tells their frames apart."""
    alike = [candidate for candidate in devices if candidate.name == device.name]
    return device.name if len(alike) <= 1 else f"{device.name} (camera:{device.index})"


def _camera_list(devices: Sequence[CameraDevice]) -> tuple[str, ...]:
    return tuple(f"camera:{device.index} {device.name}" for device in devices)


WIDTH_PX, HEIGHT_PX, FRAMES_PER_S = 1920, 1080, 30.0
"""What is asked of the camera; a camera that cannot do it gives its nearest."""


class Capture(Protocol):
    """The part of cv2.VideoCapture that a camera needs."""

    def grab(self) -> bool: ...
    def retrieve(self) -> tuple[bool, Any]: ...
    def release(self) -> None: ...


class Camera:
    live = True

    def __init__(
        self, capture: Capture, *, name: str, device: CameraDevice | None = None, patience_s: float = 2.0
    ) -> None:
        self.name = name
        self.device = device
        self._capture = capture
        self._patience_s = patience_s
        self._number = 0
        self._closed = False
        # OpenCV crashes when a device is released while it is being read.
        self._in_use = Lock()

    def read(self) -> Frame | None:
        with self._in_use:
            deadline = time.monotonic() + self._patience_s
            while not self._closed:
                frame = self._one_frame()
                if frame is not None:
                    return frame
                # A webcam loses a frame now and then (a damaged JPEG, waking up); only silence is a failure.
                if time.monotonic() > deadline:
                    raise SourceError(
                        "{name}: the camera gives no pictures; is it unplugged, or in use by another program?",
                        name=self.name,
                    )
                time.sleep(0.01)
            return None

    def close(self) -> None:
        self._closed = True
        with self._in_use:
            self._capture.release()

    def _one_frame(self) -> Frame | None:
        with quiet_opencv():
            if not self._capture.grab():
                return None
            t_ns = time.monotonic_ns()  # before decoding, which takes long and not always the same
            got, picture = self._capture.retrieve()
        if not got or picture is None:
            return None
        image: Image = np.asarray(picture, dtype=np.uint8)
        frame = Frame(image=image, t_ns=t_ns, number=self._number, camera=self.name)
        self._number += 1
        return frame


def open_camera(
    target: str, *, devices: Sequence[CameraDevice] | None = None, known: CameraDevice | None = None
) -> Camera:
    """The camera of `camera:TARGET`. The devices attached are looked up unless they are given. `known` is the camera
    that TARGET meant before it went away: that one is opened again, whatever its number is now."""
    attached = list_cameras() if devices is None else devices
    device = choose_camera(target, attached) if known is None else find_same_camera(known, attached)
    with quiet_opencv():
        capture = cv2.VideoCapture(device.index, BACKEND)
        _request_format(capture)
    if not capture.isOpened():
        capture.release()
        form = template("camera:{target}: cannot be opened; is it plugged in, and free? {found}")
        raise SourceError(form, target=target, found=describe_cameras(attached))
    return Camera(capture, name=distinct_name(device, attached), device=device)


def _request_format(capture: cv2.VideoCapture) -> None:
    # MJPG first: uncompressed, a USB 2 webcam offers full size only at about 5 frames a second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH_PX)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT_PX)
    capture.set(cv2.CAP_PROP_FPS, FRAMES_PER_S)
    # The driver's queue would hand out pictures that are already old.
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
