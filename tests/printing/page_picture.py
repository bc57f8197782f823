"""Pages as a printer would put them on paper: rendered by pdfium, and measured there.

Shares nothing with our drawing.
"""

from dataclasses import dataclass

import numpy as np
import pypdfium2 as pdfium
from pypdfium2 import raw

MM = 25.4 / 72.0


@dataclass(frozen=True)
class Cutting:
    """A part of a page: ink 1, paper 0; the page's mm of its lower-left corner, and its pixels a mm."""

    ink: np.ndarray
    left: float
    high: float
    px_x: float
    px_y: float

    def x_mm(self, column):
        """Of a place counted in pixels from the left edge of the cutting."""
        return self.left + column / self.px_x

    def y_mm(self, row):
        return self.high - row / self.px_y


class PagePictures:
    def __init__(self, pdf):
        self.document = pdfium.PdfDocument(pdf)

    def __len__(self):
        return len(self.document)

    def size_mm(self, page):
        width, height = self.document[page].get_size()
        return width * MM, height * MM

    def grey(self, page, dpi):
        bitmap = self.document[page].render(scale=dpi / 72, grayscale=True)
        return bitmap.to_numpy().reshape(bitmap.height, bitmap.width)

    def cutting(self, page, left, low, right, high, dpi=600):
        """Its edges are moved outwards to whole pixels. pdfium stretches a page to whole pixels, by less than one."""
        width, height = self.document[page].get_size()
        scale = dpi / 72
        full = np.ceil([width * scale, height * scale])
        px_x, px_y = full / (np.array([width, height]) * MM)
        x0, x1 = int(left * px_x), int(np.ceil(right * px_x))
        y0, y1 = int(full[1] - np.ceil(high * px_y)), int(full[1] - np.floor(low * px_y))
        # pypdfium2 rounds these up to whole pixels.
        crop = tuple((value - 0.01) / scale for value in (x0, full[1] - y1, full[0] - x1, y0))
        bitmap = self.document[page].render(scale=scale, grayscale=True, crop=crop)
        ink = 1.0 - bitmap.to_numpy().reshape(bitmap.height, bitmap.width) / 255.0
        assert ink.shape == (y1 - y0, x1 - x0)
        return Cutting(ink, x0 / px_x, (full[1] - y0) / px_y, px_x, px_y)

    def words(self, page):
        """(text, left, low, right, high) of every line of writing, in mm."""
        text = self.document[page].get_textpage()
        boxes = [text.get_rect(k) for k in range(text.count_rects())]
        return [(text.get_text_bounded(*box), *(value * MM for value in box)) for box in boxes]

    def text(self, page):
        return self.document[page].get_textpage().get_text_range().replace("\r\n", "\n")

    def type_sizes(self, page):
        text = self.document[page].get_textpage()
        drawn = (k for k in range(text.count_chars()) if not raw.FPDFText_IsGenerated(text.raw, k))
        return {raw.FPDFText_GetFontSize(text.raw, k) for k in drawn}


def square_in(cutting, middle_x, middle_y, outer_mm, inner_mm):
    """Left, low, right, high of a black square round a place, by how much ink lies between `outer_mm` and `inner_mm`.

    There must be nothing but white outside the square and nothing but black on its border up to `inner_mm`.
    """

    def along(ink, start_mm, px, towards_more):
        depth = ink.shape[1]
        covered = ink.sum(axis=1).mean() if ink.size else 0.0
        assert 0.0 < covered < depth
        return start_mm + (depth - covered) / px * towards_more

    column = lambda mm: round((mm - cutting.left) * cutting.px_x)  # noqa: E731
    row = lambda mm: round((cutting.high - mm) * cutting.px_y)  # noqa: E731
    x, y = [middle_x + s * d for s in (-1, 1) for d in (outer_mm, inner_mm)], (middle_y - 1.0, middle_y + 1.0)
    rows = slice(row(y[1]), row(y[0]))
    left = along(cutting.ink[rows, column(x[0]) : column(x[1])], cutting.x_mm(column(x[0])), cutting.px_x, 1)
    right = along(cutting.ink[rows, column(x[3]) : column(x[2])], cutting.x_mm(column(x[2])), cutting.px_x, -1)
    columns = slice(column(middle_x - 1.0), column(middle_x + 1.0))
    y = [middle_y + s * d for s in (-1, 1) for d in (outer_mm, inner_mm)]
    low = along(cutting.ink[row(y[1]) : row(y[0]), columns].T, cutting.y_mm(row(y[0])), cutting.px_y, 1)
    high = along(cutting.ink[row(y[2]) : row(y[3]), columns].T, cutting.y_mm(row(y[2])), cutting.px_y, -1)
    return left, low, right, high


def dark_runs(line, least=0.5):
    """(first, last + 1) of each stretch of ink in a row of pixels."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], (line > least).astype(int), [0]])))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
