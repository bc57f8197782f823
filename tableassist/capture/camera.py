"""A camera attached to this computer."""

import time
from collections.abc import Sequence
from threading import Lock
from typing import Any, Protocol

import cv2
import numpy as np

from tableassist.capture.camera_device import (
    BACKEND,
    CameraDevice,
    cameras_found,
    choose_camera,
    list_cameras,
    same_camera,
    told_apart,
)
from tableassist.capture.opencv_log import quiet_opencv
from tableassist.errors import SourceError
from tableassist.messages import template
from tableassist.vision.camera.frame import Frame, Image

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
    device = choose_camera(target, attached) if known is None else same_camera(known, attached)
    with quiet_opencv():
        capture = cv2.VideoCapture(device.index, BACKEND)
        _ask_for(capture)
    if not capture.isOpened():
        capture.release()
        form = template("camera:{target}: cannot be opened; is it plugged in, and free? {found}")
        raise SourceError(form, target=target, found=cameras_found(attached))
    return Camera(capture, name=told_apart(device, attached), device=device)


def _ask_for(capture: cv2.VideoCapture) -> None:
    # MJPG first: uncompressed, a USB 2 webcam offers full size only at about 5 frames a second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WIDTH_PX)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT_PX)
    capture.set(cv2.CAP_PROP_FPS, FRAMES_PER_S)
    # The driver's queue would hand out pictures that are already old.
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
