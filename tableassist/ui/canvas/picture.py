"""The camera's picture as an item of a view, and how its newest frame gets to the screen."""

from dataclasses import dataclass
from enum import StrEnum
from typing import cast

import cv2
import numpy as np
from PyQt6.QtCore import QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QBrush, QFontMetricsF, QImage, QPainter, QPaintEvent, QPen, QPolygonF, QTransform
from PyQt6.QtWidgets import QGraphicsItem, QSizePolicy, QStyleOptionGraphicsItem, QWidget

from tableassist.ui.painting import inks
from tableassist.ui.painting.label_images import label_font
from tableassist.ui.painting.projection import image_from_bgr
from tableassist.vision.camera.frame import Frame, Image

_WIDEST_PX = 1280
"""Larger pictures are made smaller before they reach the window: painting costs by the pixel."""


class MarkKind(StrEnum):
    GOOD = "good"
    WRONG = "wrong"
    OTHER = "other"
    """Seen, and of no use here."""


@dataclass(frozen=True, slots=True)
class PictureMark:
    """An outline in the pixels of the frame, with a word beside it."""

    corners: tuple[tuple[float, float], ...]
    kind: MarkKind
    text: str = ""


Cells = tuple[tuple[bool, ...], ...]
"""A map over the picture: row by row, which parts have what is wanted."""


@dataclass(frozen=True, slots=True, eq=False)
class ShownPicture:
    """All that the picture needs, made off the window's thread."""

    image: QImage
    width_px: int
    height_px: int
    marks: tuple[PictureMark, ...] = ()
    points: tuple[tuple[float, float], ...] = ()
    cells: Cells | None = None


def shown_frame(
    frame: Frame,
    marks: tuple[PictureMark, ...] = (),
    points: tuple[tuple[float, float], ...] = (),
    cells: Cells | None = None,
) -> ShownPicture:
    image = image_from_bgr(frame.image)
    if image.width() > _WIDEST_PX:
        image = image.scaledToWidth(_WIDEST_PX, Qt.TransformationMode.SmoothTransformation)
    return ShownPicture(image, frame.width_px, frame.height_px, marks, points, cells)


class LivePicture(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown: ShownPicture | None = None
        self.words = ""
        self.setMinimumSize(320, 180)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_picture(self, shown: ShownPicture | None) -> None:
        self.shown = shown
        self.update()

    def say(self, words: str) -> None:
        """Over the picture, or in its place; "" for nothing."""
        if words != self.words:
            self.words = words
            self.setAccessibleDescription(words)
            self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(800, 450)

    def paintEvent(self, event: QPaintEvent | None) -> None:  # noqa: N802, ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), inks.colour("#0E1317"))
        shown = self.shown
        if shown is not None:
            place = self._place(shown)
            painter.drawImage(place, shown.image)
            painter.setClipRect(place)
            if shown.cells is not None:
                _paint_cells(painter, shown.cells, place)
            _paint_points(painter, shown, place)
            for mark in shown.marks:
                _paint_mark(painter, mark, place, place.width() / shown.width_px)
            painter.setClipping(False)
        if self.words:
            _paint_words(painter, self.words, QRectF(self.rect()), over=shown is not None)
        painter.end()

    def _place(self, shown: ShownPicture) -> QRectF:
        room = QRectF(self.rect())
        scale = min(room.width() / shown.width_px, room.height() / shown.height_px)
        place = QRectF(0, 0, shown.width_px * scale, shown.height_px * scale)
        place.moveCenter(room.center())
        return place


_TONES = {MarkKind.GOOD: inks.SKY_BLUE, MarkKind.WRONG: inks.VERMILLION, MarkKind.OTHER: inks.GREY}
_DASHES = {MarkKind.GOOD: (), MarkKind.WRONG: (3.0, 2.0), MarkKind.OTHER: (1.0, 2.0)}


def _paint_mark(painter: QPainter, mark: PictureMark, place: QRectF, scale: float) -> None:
    """Pixel centres of the frame lie at whole numbers, Qt's corners do."""
    corners = [place.topLeft() + QPointF(x + 0.5, y + 0.5) * scale for x, y in mark.corners]
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for width_px, tone, dashes in (
        (4.5, inks.CASING, ()),
        (2.2, _TONES[mark.kind], _DASHES[mark.kind]),
    ):
        pen = QPen(inks.colour(tone, 0.95), width_px, join=Qt.PenJoinStyle.RoundJoin)
        if dashes:
            pen.setDashPattern(list(dashes))
        painter.setPen(pen)
        painter.drawPolygon(QPolygonF(corners))
    if mark.text:
        _paint_label(painter, mark, corners)


def _paint_label(painter: QPainter, mark: PictureMark, corners: list[QPointF]) -> None:
    font = label_font(0.95, bold=True)
    metrics = QFontMetricsF(font)
    box = QRectF(0, 0, metrics.horizontalAdvance(mark.text) + 10.0, metrics.height() + 2.0)
    middle = sum((corner.x() for corner in corners), 0.0) / len(corners)
    box.moveCenter(QPointF(middle, max(corner.y() for corner in corners) + box.height() / 2 + 3.0))
    painter.setPen(QPen(inks.colour(_TONES[mark.kind]), 1.2))
    painter.setBrush(inks.colour(inks.CASING, 0.85))
    painter.drawRoundedRect(box, 4, 4)
    painter.setFont(font)
    painter.setPen(inks.colour(inks.PALE))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, mark.text)


def _paint_points(painter: QPainter, shown: ShownPicture, place: QRectF) -> None:
    scale = place.width() / shown.width_px
    painter.setPen(QPen(inks.colour(inks.CASING), 1.0))
    painter.setBrush(inks.colour(inks.SKY_BLUE))
    for x, y in shown.points:
        painter.drawEllipse(place.topLeft() + QPointF(x + 0.5, y + 0.5) * scale, 2.6, 2.6)


def _paint_cells(painter: QPainter, cells: Cells, place: QRectF) -> None:
    """What lacks is hatched, what is there is not: the picture clears up as it is filled."""
    high, wide = place.height() / len(cells), place.width() / len(cells[0])
    for row, across in enumerate(cells):
        for column, is_there in enumerate(across):
            cell = QRectF(place.left() + column * wide, place.top() + row * high, wide, high)
            if not is_there:
                painter.fillRect(cell, inks.colour(inks.CASING, 0.35))
                painter.fillRect(cell, QBrush(inks.colour(inks.YELLOW, 0.35), Qt.BrushStyle.BDiagPattern))
            painter.setPen(QPen(inks.colour("#FFFFFF", 0.35), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(cell)


def _paint_words(painter: QPainter, words: str, room: QRectF, *, over: bool) -> None:
    font = label_font(1.15, bold=False)
    painter.setFont(font)
    inner = room.adjusted(24, 12, -24, -12)
    flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
    if over:
        need = QFontMetricsF(font).boundingRect(inner, flags, words)
        band = QRectF(room.left(), room.bottom() - need.height() - 16.0, room.width(), need.height() + 16.0)
        painter.fillRect(band, inks.colour(inks.CASING, 0.82))
        inner = band.adjusted(24, 0, -24, 0)
    painter.setPen(inks.colour(inks.PALE))
    painter.drawText(inner, flags, words)


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
