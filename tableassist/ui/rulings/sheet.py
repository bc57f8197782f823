"""A ruling on a sheet of its own: its pictures, and how they and the words stand on the page."""

from dataclasses import replace

import numpy as np
from PyQt6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PyQt6.QtGui import QFont, QFontMetricsF, QImage, QPainter, QPen

from tableassist.geometry import Floats, MatPoints
from tableassist.judging.views import SYMBOLS, PicturePart, evidence_part, part_around
from tableassist.judging.words import full_verdict, measured_short
from tableassist.messages import tr
from tableassist.overlay.draw import draw
from tableassist.overlay.drawing import Badge, Drawing, Ink, Label, Stroke
from tableassist.overlay.shot_strokes import LINE_INKS
from tableassist.rulebook import Overruling, Ruling, Verdict
from tableassist.rulebook.engine import LINE_OF_FIRE, RANGE, SHOT
from tableassist.rulebook.ruling import CALL_SIGMAS
from tableassist.ui.painting import inks
from tableassist.ui.painting.painter import paint_drawing
from tableassist.ui.painting.pictures import PLAN_FILL
from tableassist.ui.painting.plan_background import paint_plan_background, paint_scale_bar
from tableassist.ui.painting.projection import PlanProjection, Projection, image_from_bgr
from tableassist.ui.painting.symbols import paint_symbol
from tableassist.ui.rulings.sheet_words import Row, SharedRuling, SheetWords, sheet_words

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


PAGE_INK, QUIET_INK, RULE_INK = "#15202A", "#55636F", "#C6CFD6"
MARGIN = 120.0
GAP = 34.0
_WRAP = Qt.TextFlag.TextWordWrap
_TOP_LEFT = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
_PICTURE_PX_A_UNIT = 0.9
"""Pictures are painted at 230 to the inch, and printed as they are."""
_CLOSE_UP_SHAPE = 16 / 9
_LEAST_CLOSE_UP = 0.3
"""Height over width: on a page with much to say the other two pictures give way below this."""
_TONES = {
    Verdict.YES: "#0B6CA6",
    Verdict.NO: "#A63C05",
    Verdict.TOO_CLOSE: "#6E5B00",
    Verdict.NOT_SEEN: "#4A555E",
}
"""Dark enough to be read on white; the symbol and the word say the same without colour."""
MAX_LARGE, MAX_MIDDLE = 8, 20
"""Letters of a verdict in the largest type, and in the next; a conditional one is a sentence."""


def paint_page(painter: QPainter, shared: SharedRuling, page: QSizeF) -> None:
    """The painter's unit must be a tenth of a millimetre, from the page's upper left corner."""
    words = sheet_words(shared)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    inner = QRectF(MARGIN, MARGIN, page.width() - 2 * MARGIN, page.height() - 2 * MARGIN)
    top = _paint_answer(painter, words, shared.overruling, inner)
    foot = _facts_height(words, inner)
    room = QRectF(inner.left(), top + GAP, inner.width(), inner.bottom() - foot - GAP - (top + GAP))
    bottom = _paint_pictures(painter, shared, room)
    _paint_facts(painter, words, QRectF(inner.left(), bottom + GAP, inner.width(), inner.bottom() - bottom - GAP))


def _font(size: float, *, bold: bool = False) -> QFont:
    font = QFont()
    font.setPixelSize(round(size))
    font.setBold(bold)
    # Hinted letters are as wide as the screen's pixels like; those of a page must not be.
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def _height(text: str, font: QFont, width: float) -> float:
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e5), int(_WRAP | _TOP_LEFT), text).height()


def _write(painter: QPainter, at: QRectF, text: str, font: QFont, tone: str = PAGE_INK) -> float:
    """Wrapped from the rectangle's top; where it ends."""
    high = _height(text, font, at.width())
    painter.setFont(font)
    painter.setPen(inks.colour(tone))
    painter.drawText(QRectF(at.left(), at.top(), at.width(), high + 2), int(_WRAP | _TOP_LEFT), text)
    return at.top() + high


def _paint_answer(painter: QPainter, words: SheetWords, overruling: Overruling | None, inner: QRectF) -> float:
    at = _write(painter, inner, words.question, _font(56, bold=True)) + 26.0
    radius = 92.0
    paint_symbol(painter, SYMBOLS[words.verdict], QPointF(inner.left() + radius, at + radius), radius)
    left = inner.left() + 2 * radius + 40.0
    beside = QRectF(left, at - 14.0, inner.right() - left, 1000.0)
    length = len(words.verdict_words)
    size = 150.0 if length <= MAX_LARGE else 104.0 if length <= MAX_MIDDLE else 60.0
    below = _write(painter, beside, words.verdict_words, _font(size, bold=True), _TONES[words.verdict])
    beside.setTop(below + (2.0 if size > 110 else 8.0))
    if words.measured:
        told = tr("Measured: {measured}", measured=words.measured)
        beside.setTop(_write(painter, beside, told, _font(46, bold=True)) + 6.0)
    below = _write(painter, beside, words.reason, _font(40))
    below = max(below, at + 2 * radius)
    return below if overruling is None else _paint_overruling(painter, words, overruling, inner, below + 30.0)


def _paint_overruling(painter: QPainter, words: SheetWords, overruling: Overruling, inner: QRectF, top: float) -> float:
    """As large as a person's word deserves, beside the machine's call and not over it."""
    radius = 52.0
    left = inner.left() + 30.0 + 2 * radius + 30.0
    beside = QRectF(left, top + 24.0, inner.right() - left - 30.0, 1000.0)
    heading, text = _font(54, bold=True), _font(38)
    high = 48.0 + _height(words.overruled, heading, beside.width()) + _height(words.overruled_why, text, beside.width())
    box = QRectF(inner.left(), top, inner.width(), max(high, 2 * radius + 40.0))
    painter.setPen(QPen(inks.colour(_TONES[overruling.verdict]), 6.0))
    painter.setBrush(inks.colour("#F4F6F8"))
    painter.drawRoundedRect(box, 16.0, 16.0)
    centre = QPointF(box.left() + 30.0 + radius, box.center().y())
    paint_symbol(painter, SYMBOLS[overruling.verdict], centre, radius)
    beside.setTop(_write(painter, beside, words.overruled, heading, _TONES[overruling.verdict]))
    _write(painter, beside, words.overruled_why, text)
    return box.bottom()


def _paint_pictures(painter: QPainter, shared: SharedRuling, room: QRectF) -> float:
    """The close-up over the whole and the plan, as large as the room allows; where they end."""
    caption = 44.0
    mat = shared.moment.settings.mat
    plan_shape = mat.width_mm / mat.height_mm
    frame = shared.moment.frame
    whole_shape = frame.width_px / frame.height_px
    # The whole picture and the plan stand side by side, equally high, and fill the width together.
    low = (room.width() - GAP) / (whole_shape + plan_shape)
    left = room.height() - 2 * caption - GAP - low
    high = min(max(left, _LEAST_CLOSE_UP * room.width()), room.width() / _CLOSE_UP_SHAPE)
    low = min(low, room.height() - 2 * caption - GAP - high)
    close_up = QRectF(room.left(), room.top() + caption, room.width(), high)
    top = close_up.bottom() + GAP + caption
    whole = QRectF(room.left(), top, low * whole_shape, low)
    plan = QRectF(room.right() - low * plan_shape, top, low * plan_shape, low)
    made = sheet_pictures(shared, *(_pixels(each) for each in (close_up, whole, plan)))
    titles = (tr("Close up"), tr("The whole picture"), tr("The plan"))
    for place, image, title in zip((close_up, whole, plan), made, titles, strict=True):
        painter.setFont(_font(30))
        painter.setPen(inks.colour(QUIET_INK))
        above = QRectF(place.left(), place.top() - caption, place.width(), caption - 4.0)
        painter.drawText(above, int(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft), title)
        painter.drawImage(place, image)
    return whole.bottom()


def _pixels(place: QRectF) -> QSize:
    return QSize(round(place.width() * _PICTURE_PX_A_UNIT), round(place.height() * _PICTURE_PX_A_UNIT))


_FACT_SIZE = 33.0
_FACT_GAP = 9.0
_LEAST_HEADING_WIDTH = 250.0
_NOTE_SIZE = 27.0


def _heading_width(words: SheetWords) -> float:
    """Of the longest: in other languages they are longer."""
    metrics = QFontMetricsF(_font(_FACT_SIZE, bold=True))
    return max(_LEAST_HEADING_WIDTH, *(metrics.horizontalAdvance(row[0]) + 20.0 for row in _rows(words)))


def _rows(words: SheetWords) -> tuple[Row, ...]:
    return (*words.grounds, *words.evidence)


def _columns(words: SheetWords, inner: QRectF) -> tuple[tuple[tuple[Row, ...], float, float], ...]:
    """Rows with the left edge and width of their column."""
    width = (inner.width() - 50.0) / 2
    return (words.grounds, inner.left(), width), (words.evidence, inner.left() + width + 50.0, width)


def _row_height(row: Row, room: float) -> float:
    heading, told = _font(_FACT_SIZE, bold=True), _font(_FACT_SIZE)
    return max(_height(row[0], heading, 1e5), _height(row[1], told, room)) + _FACT_GAP


def _facts_height(words: SheetWords, inner: QRectF) -> float:
    heading, columns = _heading_width(words), _columns(words, inner)
    rows = max(sum(_row_height(row, width - heading) for row in rows) for rows, _, width in columns)
    return 42.0 + rows + _height(_note(), _font(_NOTE_SIZE), inner.width())


def _note() -> str:
    return tr(
        "The true value is within the plus-minus 95 times in 100. A call is made only if the limit is more than "
        "{sigmas:g} sigmas away, so that close to it 99 calls in 100 are right; otherwise it is too close to call.",
        sigmas=CALL_SIGMAS,
    )


def _paint_facts(painter: QPainter, words: SheetWords, area: QRectF) -> None:
    painter.setPen(QPen(inks.colour(RULE_INK), 3.0))
    painter.drawLine(area.topLeft(), area.topRight())
    heading = _heading_width(words)
    for rows, left, width in _columns(words, area):
        at, room = area.top() + 20.0, width - heading
        for row in rows:
            _write(painter, QRectF(left, at, heading, 1000.0), row[0], _font(_FACT_SIZE, bold=True), QUIET_INK)
            _write(painter, QRectF(left + heading, at, room, 1000.0), row[1], _font(_FACT_SIZE))
            at += _row_height(row, room)
    font = _font(_NOTE_SIZE)
    top = area.bottom() - _height(_note(), font, area.width())
    _write(painter, QRectF(area.left(), top, area.width(), 1000.0), _note(), font, QUIET_INK)
