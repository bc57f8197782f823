"""The page of a shared ruling, painted alike on paper and into a picture. Its unit is a tenth of a millimetre."""

from PyQt6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PyQt6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from tableassist.judging.views import SYMBOLS
from tableassist.messages import tr
from tableassist.rulebook import Overruling, Verdict
from tableassist.rulebook.ruling import CALL_SIGMAS
from tableassist.ui.painting import inks
from tableassist.ui.painting.symbols import paint_symbol
from tableassist.ui.rulings.sheet.pictures import sheet_pictures
from tableassist.ui.rulings.sheet.words import Row, SharedRuling, SheetWords, sheet_words

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
