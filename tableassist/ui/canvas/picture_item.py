"""The camera's picture as an item: brought to the screen's own pixels once a frame, then drawn as it is.

Qt scales smoothly but slowly, and again at every repaint; OpenCV does it in a tenth of a frame's time.
"""

from typing import cast

import cv2
import numpy as np
from PyQt6.QtCore import QPointF, QRectF, QSize
from PyQt6.QtGui import QImage, QPainter, QTransform
from PyQt6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from tableassist.vision.camera.frame import Image

_SHRINK_FIRST = 2
"""A picture shown at less than half its size loses every second pixel to plain interpolation: it is averaged first."""


class PictureItem(QGraphicsItem):
    """Holds the pixels that are shown, for as long as they are shown."""

    def __init__(self) -> None:
        super().__init__()
        self._picture: Image | None = None
        self._on_screen = _OnScreen()

    def show_picture(self, picture: Image) -> None:
        """BGR, which nobody may change from now on."""
        if self._picture is None or picture.shape != self._picture.shape:
            self.prepareGeometryChange()
        if picture is not self._picture:
            self._picture = picture
            self._on_screen.forget()

    def boundingRect(self) -> QRectF:  # noqa: N802
        if self._picture is None:
            return QRectF()
        height, width = self._picture.shape[:2]
        return QRectF(0.0, 0.0, width, height)

    def paint(
        self,
        painter: QPainter | None,
        option: QStyleOptionGraphicsItem | None,  # noqa: ARG002
        widget: QWidget | None = None,
    ) -> None:
        if painter is None or self._picture is None:
            return
        device = painter.device()
        room = painter.viewport().size() if widget is None else widget.size()
        ratio = 1.0 if device is None else device.devicePixelRatioF()
        image, corner = self._on_screen.image(self._picture, painter.worldTransform(), room, ratio)
        painter.save()
        painter.resetTransform()
        painter.drawImage(corner, image)
        painter.restore()


class _OnScreen:
    """The part of the picture that is in sight, in the screen's pixels; made anew when anything about it changes."""

    def __init__(self) -> None:
        self._of: tuple[QTransform, QSize, float] | None = None
        self._pixels: Image | None = None
        """Qt draws from this memory and keeps no hold on it."""
        self._image = QImage()
        self._corner = QPointF()

    def forget(self) -> None:
        self._of = None

    def image(self, picture: Image, view: QTransform, room: QSize, ratio: float) -> tuple[QImage, QPointF]:
        """With where its top-left corner stands in the view. The view only scales and shifts."""
        wanted = (view, room, ratio)
        if wanted != self._of:
            self._make(picture, view, room, ratio)
            self._of = (QTransform(view), QSize(room), ratio)
        return self._image, self._corner

    def _make(self, picture: Image, view: QTransform, room: QSize, ratio: float) -> None:
        height, width = picture.shape[:2]
        scale_x, scale_y = view.m11() * ratio, view.m22() * ratio
        left, top = view.dx() * ratio, view.dy() * ratio
        first_x, first_y = max(0, round(left)), max(0, round(top))
        end_x = min(round(room.width() * ratio), round(left + width * scale_x))
        end_y = min(round(room.height() * ratio), round(top + height * scale_y))
        if end_x <= first_x or end_y <= first_y:
            self._image = QImage()
            return
        source, shrunk = _averaged(picture, min(scale_x, scale_y))
        # Pixel centres: that of the screen's pixel n is n + 0.5 in Qt's units, that of the picture's is n in OpenCV's.
        along_x, along_y = 1.0 / (scale_x * shrunk), 1.0 / (scale_y * shrunk)
        picture_from_screen = np.array(
            [
                [along_x, 0.0, (first_x + 0.5 - left) * along_x - 0.5],
                [0.0, along_y, (first_y + 0.5 - top) * along_y - 0.5],
            ]
        )
        pixels = cv2.warpAffine(
            cv2.cvtColor(source, cv2.COLOR_BGR2BGRA),
            picture_from_screen,
            (end_x - first_x, end_y - first_y),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        self._pixels = cast(Image, pixels)
        # Qt takes any buffer; its type stubs know of bytes only.
        held = cast(bytes, self._pixels.data)
        self._image = QImage(held, end_x - first_x, end_y - first_y, 4 * (end_x - first_x), QImage.Format.Format_RGB32)
        self._image.setDevicePixelRatio(ratio)
        self._corner = QPointF(first_x / ratio, first_y / ratio)


def _averaged(picture: Image, scale: float) -> tuple[Image, int]:
    """The picture made smaller by a whole number, if it is shown so small; and that number."""
    by = int(1.0 / max(scale, 1e-3))
    if by < _SHRINK_FIRST:
        return picture, 1
    height, width = picture.shape[:2]
    whole = picture[: height // by * by, : width // by * by]
    small = cv2.resize(whole, (width // by, height // by), interpolation=cv2.INTER_AREA)
    return cast(Image, small), by
