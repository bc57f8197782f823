"""The pictures of a shared ruling: the evidence close up, the whole table, and the plan."""

from dataclasses import replace

import numpy as np
from PyQt6.QtCore import QRectF, QSize, Qt
from PyQt6.QtGui import QImage, QPainter, QPen

from tableassist.geometry import Floats, MatPoints
from tableassist.judging.views import SYMBOLS, PicturePart, evidence_part, part_around
from tableassist.judging.words import full_verdict, measured_short
from tableassist.overlay.draw import draw
from tableassist.overlay.drawing import Badge, Drawing, Ink, Label, Stroke
from tableassist.overlay.shot_strokes import LINE_INKS
from tableassist.rulebook import Ruling
from tableassist.rulebook.engine import LINE_OF_FIRE, RANGE, SHOT
from tableassist.ui.painting import inks
from tableassist.ui.painting.painter import paint_drawing
from tableassist.ui.painting.pixels import image_from_bgr
from tableassist.ui.painting.plan_background import paint_plan_background, paint_scale_bar
from tableassist.ui.painting.plan_picture import PLAN_FILL
from tableassist.ui.painting.projection import PlanProjection, Projection
from tableassist.ui.rulings.sheet.words import SharedRuling

_LINE_RULES = frozenset({SHOT.id, LINE_OF_FIRE.id})


def sheet_pictures(shared: SharedRuling, close_up: QSize, whole: QSize, plan: QSize) -> tuple[QImage, QImage, QImage]:
    """The close-up, the whole picture and the plan, each of the size asked for."""
    drawing = evidence_drawing(shared)
    picture = image_from_bgr(shared.moment.frame.image)
    room = float(picture.width()), float(picture.height())
    full = _rectangle(part_around((room[0] / 2, room[1] / 2), room[0], whole.width() / whole.height(), room))
    crop = evidence_crop(shared, close_up.width() / close_up.height())
    return (
        _camera_part(shared, picture, crop, drawing, close_up, frame_of=None),
        _camera_part(shared, picture, full, replace(drawing, labels=(), badges=()), whole, frame_of=crop),
        _plan_part(shared, drawing, plan),
    )


def evidence_drawing(shared: SharedRuling) -> Drawing:
    """All pieces, and of all rulings only this one."""
    moment, ruling = shared.moment, shared.ruling
    base = draw(moment.state.scene, _drawn_with(shared), moment.settings.mat, ruling.subject)
    strokes, badges = list(base.strokes), []
    if ruling.witness is not None:
        start, end, stopped_at = ruling.witness.start, ruling.witness.end, ruling.witness.stopped_at
        if ruling.rule not in _LINE_RULES:
            ink = LINE_INKS.get(ruling.verdict, Ink.MEASURE)
            strokes.append(Stroke((start, end), ink, closed=False, filled=False, piece=None))
        elif stopped_at is not None:
            # Where the shot would have gone on.
            strokes.append(Stroke((stopped_at, end), Ink.NOT_SEEN, closed=False, filled=False, piece=None))
        words = full_verdict(ruling.verdict) if ruling.measured_mm is None else measured_short(ruling)
        badges.append(Badge(stopped_at or end, SYMBOLS[ruling.verdict], words))
    return Drawing(tuple(strokes), tuple(badges), base.labels, base.fleets)


def _drawn_with(shared: SharedRuling) -> tuple[Ruling, ...]:
    """The rulings of the same cannon that the drawing shows a shot by: its reach, and for a line what blocks it."""
    ruling = shared.ruling
    shown = {RANGE.id, *_LINE_RULES} if ruling.rule in _LINE_RULES else {RANGE.id} & {ruling.rule}
    asked = (ruling.subject, ruling.target, ruling.cannon)
    return tuple(
        each
        for each in shared.moment.state.rulings
        if each.rule in shown and (each.subject, each.target, each.cannon) == asked
    )


def evidence_crop(shared: SharedRuling, shape: float) -> QRectF:
    """What of the camera's picture to show close up, `shape` times as wide as high."""
    return _rectangle(evidence_part(shared.ruling, shared.moment, shape))


def _rectangle(part: PicturePart) -> QRectF:
    return QRectF(part.left, part.top, part.width, part.height)


def _camera_part(
    shared: SharedRuling, picture: QImage, part: QRectF, drawing: Drawing, size: QSize, *, frame_of: QRectF | None
) -> QImage:
    """`frame_of`: what is shown close up elsewhere, outlined here."""
    image = QImage(size, QImage.Format.Format_RGB32)
    zoom = size.width() / part.width()
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    # Qt's smooth drawing samples four pixels: a picture made much smaller would glitter.
    shrunk = picture.copy(part.toAlignedRect()) if zoom < 1 else picture
    if zoom < 1:
        small = shrunk.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
        painter.drawImage(0, 0, small)
    else:
        painter.drawImage(QRectF(image.rect()), picture, part)
    registration = shared.moment.state.registration
    if registration is not None:
        project = _through(registration.image_from_mat, part, zoom)
        paint_drawing(
            painter, drawing, project,
            scale=size.width() / 1000.0, selected=shared.ruling.subject, bounds=QRectF(image.rect()),
        )  # fmt: skip
    if frame_of is not None:
        shown = QRectF((frame_of.topLeft() - part.topLeft()) * zoom, frame_of.size() * zoom)
        for width_px, tone in ((5.0, inks.CASING), (2.5, "#FFFFFF")):
            painter.setPen(QPen(inks.colour(tone, 0.9), width_px * size.width() / 1000.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(shown)
    painter.end()
    return image


def _through(image_from_mat: Projection, part: QRectF, zoom: float) -> Projection:
    """The chain puts (0, 0) at the centre of the top-left pixel, Qt at that pixel's corner."""

    def projected(points_mm: MatPoints) -> Floats:
        placed: Floats = (image_from_mat(points_mm) + 0.5 - np.array([part.left(), part.top()])) * zoom
        return placed

    return projected


def _asked_about(shared: SharedRuling, drawing: Drawing) -> tuple[Label, ...]:
    """On a small plan only the names that the ruling speaks of can be read."""
    witness = shared.ruling.witness
    asked = {shared.ruling.subject, shared.ruling.target, None if witness is None else witness.blocker} - {None}
    return tuple(label for label in drawing.labels if label.piece in asked)


def _plan_part(shared: SharedRuling, drawing: Drawing, size: QSize) -> QImage:
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(inks.colour("#10161C"))
    mat = shared.moment.settings.mat
    px_per_mm = min(size.width() / mat.width_mm, size.height() / mat.height_mm)
    area = QRectF(0, 0, mat.width_mm * px_per_mm, mat.height_mm * px_per_mm)
    area.moveCenter(QRectF(image.rect()).center())
    scale = size.width() / 620.0
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_plan_background(painter, area, px_per_mm)
    shown = replace(drawing, badges=(), labels=_asked_about(shared, drawing))
    project = PlanProjection(area.left(), area.bottom(), px_per_mm)
    selected = shared.ruling.subject
    paint_drawing(painter, shown, project, scale=scale, fill_strength=PLAN_FILL, selected=selected, bounds=area)
    font = painter.font()
    font.setPixelSize(round(14 * scale))
    painter.setFont(font)
    bar_mm = 100.0
    paint_scale_bar(painter, area.right() - (bar_mm + 20.0) * px_per_mm, area.bottom() - 16 * scale, px_per_mm,
                    scale=scale)  # fmt: skip
    painter.end()
    return image
