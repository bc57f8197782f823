"""A QR code, black on white in every theme."""

from typing import Final

import cv2
import numpy as np
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QImage, QPixmap

from tableassist.ui.widgets.plain_label import PictureLabel

QUIET_MODULES: Final = 4
"""White around it, as readers need."""
MODULE_PX: Final = 4


class QrCode(PictureLabel):
    def __init__(self) -> None:
        super().__init__()
        self.says = ""

    def show_text(self, text: str) -> None:
        if text == self.says:
            return
        self.says = text
        self.setPixmap(_pixmap(text))
        self.setFixedSize(self.sizeHint())


def _pixmap(text: str) -> QPixmap:
    modules = np.asarray(cv2.QRCodeEncoder.create().encode(text), dtype=np.uint8)
    inked = np.argwhere(modules == 0)
    (top, left), (bottom, right) = inked.min(axis=0), inked.max(axis=0)
    padded = np.pad(modules[top : bottom + 1, left : right + 1], QUIET_MODULES, constant_values=255)
    high, wide = padded.shape
    image = QImage(padded.tobytes(), wide, high, wide, QImage.Format.Format_Grayscale8)
    size = image.size() * MODULE_PX
    return QPixmap.fromImage(image.scaled(size, transformMode=Qt.TransformationMode.FastTransformation))
