"""The calibration board, drawn from OpenCV's own description of it, which is also what finds it."""

import math

import cv2
import numpy as np

from tableassist.errors import BadRequestError
from tableassist.messages import template, tr
from tableassist.printing.page import WidePage, bind
from tableassist.printing.paper import Box, Paper
from tableassist.printing.pen import Pen
from tableassist.printing.printed import PrintedPages
from tableassist.printing.tag_ink import Ring, rings_of
from tableassist.vision.lens_fit.board import CharucoBoard

LEAST_MARGIN_MM = 9.0
"""The usual board on A4 leaves so much at the long edges, where printers reach further than at the short ones."""
STRIP_MM = 9.0
"""Beside the board, for heading and check line."""
END_MARGIN_MM = 10.0


def print_board(board: CharucoBoard, paper: Paper) -> PrintedPages:
    return bind((board_page(board, paper),), paper, title=tr("Calibration board"))


def board_page(board: CharucoBoard, paper: Paper) -> WidePage:
    square = printed_square_mm(board, paper)
    wide, high = board.squares_x * square, board.squares_y * square
    title = tr("Calibration board: squares of {square_mm:g} mm", square_mm=square)
    return WidePage(
        title, tr("Glue it on something flat"), wide, high, lambda pen, room: _draw(pen, room, board, square)
    )


def printed_square_mm(board: CharucoBoard, paper: Paper) -> float:
    """As the board says, or what the paper holds, in steps of half a millimetre: a lens does not need the scale."""
    width, height = paper.size_mm(landscape=True)
    sides = ((STRIP_MM, 0.0), (0.0, STRIP_MM))
    fits = max(
        min(
            (width - 2 * END_MARGIN_MM - strip_x) / board.squares_x,
            (height - 2 * (LEAST_MARGIN_MM if strip_y == 0 else END_MARGIN_MM) - strip_y) / board.squares_y,
        )
        for strip_x, strip_y in sides
    )
    square = min(board.square_mm, math.floor(fits * 2) / 2)
    if square < 5.0:
        form = template("print board: got {squares_x} x {squares_y} squares, expected few enough for {paper}")
        raise BadRequestError(form, squares_x=board.squares_x, squares_y=board.squares_y, paper=paper.label)
    return square


def _draw(pen: Pen, room: Box, board: CharucoBoard, square: float) -> None:
    scale = square / board.square_mm
    rings = [tuple((room.left + x * scale, room.high - y * scale) for x, y in ring) for ring in board_rings(board)]
    pen.board(rings, square_mm=square, at=((room.left + room.right) / 2, (room.low + room.high) / 2))


def board_rings(board: CharucoBoard) -> list[Ring]:
    """In the board's mm, from its upper left corner, y downwards; fill by the even-odd rule."""
    printed = board.printed()
    dictionary = printed.getDictionary()
    modules = int(dictionary.markerSize) + 2
    white: set[tuple[int, int]] = set()
    rings: list[Ring] = []
    for number, corners in zip(np.ravel(printed.getIds()).tolist(), printed.getObjPoints(), strict=True):
        x, y = np.asarray(corners, dtype=np.float64).reshape(4, 3)[:, :2].mean(axis=0)
        white.add((int(x // board.square_mm), int(y // board.square_mm)))
        ink = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, modules)) == 0
        rings += [tuple((x + u * board.tag_mm, y - v * board.tag_mm) for u, v in ring) for ring in rings_of(ink)]
    for column in range(board.squares_x):
        for row in range(board.squares_y):
            if (column, row) not in white:
                left, top = column * board.square_mm, row * board.square_mm
                right, bottom = left + board.square_mm, top + board.square_mm
                rings.append(((left, top), (right, top), (right, bottom), (left, bottom)))
    return rings
