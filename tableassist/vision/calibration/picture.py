"""A calibration as a picture: where corners were seen, what is left of them, how the models did, the verdict."""

import textwrap

import cv2
import numpy as np

from tableassist.geometry import Floats
from tableassist.messages import Message, say
from tableassist.vision.calibration.calibrate import Calibration
from tableassist.vision.calibration.coverage import COLUMNS, LEAST_IN_CELL, ROWS
from tableassist.vision.calibration.report import advice_lines, report_lines
from tableassist.vision.calibration.verdict import GOOD_MM, USABLE_MM, CalibrationGrade
from tableassist.vision.camera.frame import Image
from tableassist.vision.lettering import INK, Colour, write

WIDTH, HEIGHT = 1600, 1020
MARGIN = 32
MAP_WIDTH, MAP_HEIGHT = 960, 560
EXAGGERATION = 100.0
"""Residual arrows in px of the report for one px of the camera's picture, at full map width."""
PAPER: Colour = (250, 250, 250)
PALE: Colour = (150, 150, 150)
LINE: Colour = (215, 215, 215)
LACK: Colour = (205, 215, 250)
BLUE: Colour = (190, 120, 40)
ORANGE: Colour = (60, 130, 235)
BANNERS: dict[CalibrationGrade, Colour] = {
    CalibrationGrade.GOOD: (80, 140, 50),
    CalibrationGrade.USABLE: (30, 140, 215),
    CalibrationGrade.REJECT: (60, 50, 190),
}


TILT_LABELS = (Message("none: flat"), Message("left"), Message("right"), Message("top"), Message("bottom"))
"""As TILTS."""


def calibration_picture(calibration: Calibration, title: str) -> Image:
    """(HEIGHT, WIDTH, 3), BGR."""
    canvas: Image = np.full((HEIGHT, WIDTH, 3), PAPER, dtype=np.uint8)
    _banner(canvas, calibration, title)
    _corner_map(canvas, calibration)
    _model_bars(canvas, calibration)
    _tilt_bars(canvas, calibration)
    _words(canvas, calibration)
    return canvas


def _banner(canvas: Image, calibration: Calibration, title: str) -> None:
    grade = calibration.verdict.grade
    cv2.rectangle(canvas, (0, 0), (WIDTH, 84), BANNERS[grade], -1)
    white: Colour = (255, 255, 255)
    write(canvas, say(grade.words).upper(), (MARGIN, 55), size=1.3, ink=white, bold=3)
    write(canvas, calibration.verdict.reasons[0], (270, 36), size=0.72, ink=white, bold=2)
    lens = calibration.lens
    about = Message(
        "{title}   {size}   {count} views   {model}",
        title=title,
        size=f"{lens.width_px}x{lens.height_px}",
        count=len(calibration.views),
        model=calibration.model.name,
    )
    write(canvas, say(about)[:110], (270, 66), size=0.58, ink=white)


def _corner_map(canvas: Image, calibration: Calibration) -> None:
    """The camera's picture: parts without corners are tinted, every residual is an arrow."""
    lens = calibration.lens
    scale = min(MAP_WIDTH / lens.width_px, MAP_HEIGHT / lens.height_px)
    left, top = MARGIN, 130
    wide, high = round(lens.width_px * scale), round(lens.height_px * scale)
    write(canvas, Message("Corners over the picture, each with its error"), (left, top - 14), size=0.6, bold=2)
    for row in range(ROWS):
        for column in range(COLUMNS):
            first = (left + wide * column // COLUMNS, top + high * row // ROWS)
            last = (left + wide * (column + 1) // COLUMNS, top + high * (row + 1) // ROWS)
            if calibration.coverage.cells[row, column] < LEAST_IN_CELL:
                cv2.rectangle(canvas, first, last, LACK, -1)
            cv2.rectangle(canvas, first, last, LINE, 1)
    stretch = EXAGGERATION * scale * 1920 / lens.width_px
    for view, residual in zip(calibration.views, calibration.fit.residuals, strict=True):
        start = (view.px + 0.5) * scale + (left, top)
        for a, b in zip(start, start + residual * stretch, strict=True):
            _stroke(canvas, a, b, ORANGE)
        for a in start:
            cv2.circle(canvas, _fixed(a), 2 << 4, BLUE, -1, cv2.LINE_AA, 4)
    cv2.rectangle(canvas, (left, top), (left + wide, top + high), INK, 1, cv2.LINE_AA)
    length = 0.5 * stretch
    key = np.array([left + 0.0, top + high + 22.0])
    _stroke(canvas, key, key + np.array([length, 0.0]), ORANGE)
    at = (left + round(length) + 10, top + high + 27)
    write(canvas, Message("0.5 px of error.  Tinted: no corners there, the lens is a guess."), at, ink=PALE)


def _fixed(point: Floats) -> tuple[int, int]:
    """Sixteenths of a pixel, which OpenCV draws in."""
    return round(float(point[0]) * 16), round(float(point[1]) * 16)


def _stroke(canvas: Image, first: Floats, last: Floats, ink: Colour) -> None:
    cv2.line(canvas, _fixed(first), _fixed(last), ink, 1, cv2.LINE_AA, 4)


def _model_bars(canvas: Image, calibration: Calibration) -> None:
    left, top, room = 1040, 130, 300
    write(canvas, Message("Models, simplest first"), (left, top - 14), size=0.6, bold=2)
    write(canvas, Message("held-out error, px"), (left, top + 10), ink=BLUE)
    write(canvas, Message("two halves apart on the mat, mm"), (left + 180, top + 10), ink=ORANGE)
    row = min(58, 440 // len(calibration.candidates))
    thick = min(11, (row - 22) // 2 - 1)
    low_end = top + row * len(calibration.candidates)
    most_px = max(each.rms_px for each in calibration.candidates)
    # Halves that differ by d mean a lens known to half of d.
    most_mm = max(2 * USABLE_MM, *(min(each.half_mm, 4 * USABLE_MM) for each in calibration.candidates))
    for limit in (2 * GOOD_MM, 2 * USABLE_MM):
        x = left + round(room * limit / most_mm)
        cv2.line(canvas, (x, top + 28), (x, low_end + 28), PALE, 1, cv2.LINE_AA)
        at = (x - 24, low_end + 42)
        write(canvas, Message("{limit_mm:g} mm", limit_mm=limit), at, size=0.4, ink=PALE)
    for number, each in enumerate(calibration.candidates):
        y = top + 34 + row * number
        chosen = each.model is calibration.model
        name = Message("{model}   <- chosen", model=each.model.name) if chosen else each.model.name
        write(canvas, name, (left, y), size=0.48, bold=2 if chosen else 1)
        missed, apart = Message("{px:.3g} px", px=each.rms_px), Message("{mm:.3g} mm", mm=each.half_mm)
        for line, (words, share, ink) in enumerate(
            ((missed, each.rms_px / most_px, BLUE), (apart, min(each.half_mm / most_mm, 1.0), ORANGE))
        ):
            low = y + 5 + (thick + 3) * line
            cv2.rectangle(canvas, (left, low), (left + max(1, round(room * share)), low + thick), ink, -1)
            write(canvas, words, (left + round(room * share) + 8, low + thick), size=0.42 if thick > 9 else 0.36)


def _tilt_bars(canvas: Image, calibration: Calibration) -> None:
    left, top = 1040, 632
    write(canvas, Message("Which side of the board was farther away"), (left, top), size=0.6, bold=2)
    most = max(1, *calibration.coverage.tilts)
    for number, (label, count) in enumerate(zip(TILT_LABELS, calibration.coverage.tilts, strict=True)):
        x = left + 100 * number
        high = round(60 * count / most)
        cv2.rectangle(canvas, (x, top + 88 - high), (x + 60, top + 88), BLUE if count else LINE, -1)
        cv2.line(canvas, (x, top + 88), (x + 60, top + 88), PALE, 1)
        write(canvas, str(count), (x + 22, top + 82 - high), size=0.45)
        write(canvas, label, (x - 4, top + 108), size=0.45, ink=INK if count else PALE)


def _words(canvas: Image, calibration: Calibration) -> None:
    y = 780
    cv2.line(canvas, (MARGIN, y - 24), (WIDTH - MARGIN, y - 24), LINE, 1)
    advice = advice_lines(calibration)
    for line in report_lines(calibration)[1:]:
        for part in textwrap.wrap(say(line), 165, subsequent_indent="    "):
            if y > HEIGHT - 12:
                return
            write(canvas, part, (MARGIN, y), size=0.5, bold=2 if line in advice else 1)
            y += 22
