"""Pictures between numpy (BGR) and Qt, each side owning its own memory."""

from typing import cast

import numpy as np
from PyQt6.QtGui import QImage

from tableassist.vision.camera.frame import Image


def image_from_bgr(picture: Image) -> QImage:
    """A QImage with its own copy of the pixels: Qt keeps no hold on a numpy buffer, which may be freed."""
    tight = np.ascontiguousarray(picture)
    height, width = tight.shape[:2]
    # Qt takes any buffer; its type stubs know of bytes only.
    held = cast(bytes, tight.data)
    view = QImage(held, width, height, 3 * width, QImage.Format.Format_BGR888)
    return view.convertToFormat(QImage.Format.Format_RGB32)


def to_bgr(image: QImage) -> Image:
    """The picture as (height, width, 3) BGR, for a video writer."""
    plain = image.convertToFormat(QImage.Format.Format_BGR888)
    held = plain.constBits()
    rows = np.frombuffer(held.asstring(plain.sizeInBytes()), dtype=np.uint8)
    # Qt pads each row to four bytes.
    rows = rows.reshape(plain.height(), plain.bytesPerLine())[:, : 3 * plain.width()]
    return np.ascontiguousarray(rows).reshape(plain.height(), plain.width(), 3)
