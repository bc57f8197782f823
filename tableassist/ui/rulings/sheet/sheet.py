"""A ruling to share: one page as a picture, as a PDF, or on the clipboard."""

from pathlib import Path

from PyQt6.QtCore import QMarginsF, QMimeData, QSizeF
from PyQt6.QtGui import QClipboard, QColor, QGuiApplication, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter

from tableassist import __version__
from tableassist.errors import BadFileError
from tableassist.printing import Paper
from tableassist.ui.rulings.sheet.page import paint_page
from tableassist.ui.rulings.sheet.words import SharedRuling, sheet_text, sheet_words

_UNITS_A_MM = 10.0
_PIXELS_A_UNIT = 0.75
"""1575 x 2228 for A4: sharp on a screen, and small enough for any forum."""
_DOTS_AN_INCH = 600


def ruling_image(shared: SharedRuling, paper: Paper = Paper.A4) -> QImage:
    """May be called from any thread."""
    page = _page(paper)
    width, height = round(page.width() * _PIXELS_A_UNIT), round(page.height() * _PIXELS_A_UNIT)
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#FFFFFF"))
    painter = QPainter(image)
    painter.scale(_PIXELS_A_UNIT, _PIXELS_A_UNIT)
    paint_page(painter, shared, page)
    painter.end()
    return image


def write_ruling_pdf(path: Path, shared: SharedRuling, paper: Paper = Paper.A4) -> None:
    """Text stays text, so that it can be searched and copied. BadFileError where it cannot be written."""
    page = _page(paper)
    size_mm = page / _UNITS_A_MM
    writer = QPdfWriter(str(path))
    writer.setResolution(_DOTS_AN_INCH)
    size = QPageSize(size_mm, QPageSize.Unit.Millimeter, paper.label, QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    writer.setTitle(sheet_words(shared).question)
    writer.setCreator(f"Table Assist {__version__}")
    painter = QPainter()
    if not painter.begin(writer):
        raise BadFileError(f"{path}: cannot be written; is the folder there, and the disk not full?")
    dots = _DOTS_AN_INCH / 25.4 / _UNITS_A_MM
    painter.scale(dots, dots)
    paint_page(painter, shared, page)
    if not painter.end():
        raise BadFileError(f"{path}: could not be finished; is the disk full?")


def copy_ruling(shared: SharedRuling, clipboard: QClipboard | None = None, *, image: QImage | None = None) -> None:
    """The picture and the words, for whichever the other program takes. `image`: where it is made already."""
    taken = clipboard if clipboard is not None else QGuiApplication.clipboard()
    if taken is None:
        return
    data = QMimeData()
    data.setImageData(image if image is not None else ruling_image(shared))
    data.setText(sheet_text(shared))
    taken.setMimeData(data)


def _page(paper: Paper) -> QSizeF:
    width, height = paper.portrait_mm
    return QSizeF(width * _UNITS_A_MM, height * _UNITS_A_MM)
