"""A camera that shows whatever it was given last, and can be unplugged."""

import time

import numpy as np

from tableassist.errors import SourceError
from tableassist.vision.camera.frame import Frame

FRAME_NS = 250_000_000
"""Its clock runs fast, so that nobody waits for a ship to lie still."""


class FakeCamera:
    live = True

    def __init__(self, image=None, name="Fake camera"):
        self.name = name
        self.image = np.full((360, 640, 3), 90, np.uint8) if image is None else image
        self.is_plugged_in = True
        self.opened = []
        self._number = 0

    def open(self, text):
        """As `open_source`."""
        self.opened.append(text)
        if not self.is_plugged_in:
            raise SourceError(f"{text}: cannot be opened; is it plugged in, and free?")
        return _Reading(self)

    @property
    def shown(self):
        """How many pictures have been taken from it."""
        return self._number

    def frame(self):
        self._number += 1
        return Frame(self.image, self._number * FRAME_NS, self._number, self.name)


class _Reading:
    live = True

    def __init__(self, camera):
        self.name = camera.name
        self._camera = camera
        self._closed = False

    def read(self):
        time.sleep(0.02)
        if self._closed:
            return None
        if not self._camera.is_plugged_in:
            raise SourceError(f"{self.name}: the camera gives no pictures; is it unplugged?")
        return self._camera.frame()

    def close(self):
        self._closed = True
