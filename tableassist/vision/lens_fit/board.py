"""Printed calibration boards, and finding their corners in a picture."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.errors import BadRequestError
from tableassist.geometry import Floats, Indices
from tableassist.messages import Message, template
from tableassist.vision.camera.frame import Image
from tableassist.vision.lens_fit.corners import nearest_spacing, refined_corners, second_guess
from tableassist.vision.lens_fit.target import CalibrationTarget, CalibrationView

DICTIONARIES = {
    "4x4_50": cv2.aruco.DICT_4X4_50,
    "4x4_100": cv2.aruco.DICT_4X4_100,
    "4x4_250": cv2.aruco.DICT_4X4_250,
    "4x4_1000": cv2.aruco.DICT_4X4_1000,
    "5x5_50": cv2.aruco.DICT_5X5_50,
    "5x5_100": cv2.aruco.DICT_5X5_100,
    "5x5_250": cv2.aruco.DICT_5X5_250,
    "5x5_1000": cv2.aruco.DICT_5X5_1000,
    "6x6_50": cv2.aruco.DICT_6X6_50,
    "6x6_100": cv2.aruco.DICT_6X6_100,
    "6x6_250": cv2.aruco.DICT_6X6_250,
    "6x6_1000": cv2.aruco.DICT_6X6_1000,
    "7x7_50": cv2.aruco.DICT_7X7_50,
    "7x7_100": cv2.aruco.DICT_7X7_100,
    "7x7_250": cv2.aruco.DICT_7X7_250,
    "7x7_1000": cv2.aruco.DICT_7X7_1000,
    "36h11": cv2.aruco.DICT_APRILTAG_36h11,
    "original": cv2.aruco.DICT_ARUCO_ORIGINAL,
}
BOW_SIGMA_MM = 1.0
"""How far the middle of a board may stand out of its plane: paper on cardboard, a thin plate."""
PRINT_SIGMA = 0.003
"""Printers stretch paper by about this share along one axis and not the other; boards measured differ by 0.2 %.
Left out of account it goes into fx against fy, which no modern sensor has, and pulls the rest along."""
PLAIN_REACH = 0.25
"""Of a square, for the window in which a corner is refined: the neighbours stay outside."""
LEAST_CORNERS = 12
SMALL_WIDTH_PX = 960


@dataclass(frozen=True, slots=True)
class ChessBoard:
    columns: int
    """Inner corners across."""
    rows: int
    square_mm: float

    @property
    def places(self) -> Floats:
        """(P, 3) row by row, the middle of the board at (0, 0)."""
        return _grid(self.columns, self.rows, self.square_mm)

    @property
    def words(self) -> Message:
        return Message(
            "a chessboard of {columns}x{rows} inner corners, {square_mm:g} mm apart",
            columns=self.columns,
            rows=self.rows,
            square_mm=self.square_mm,
        )


@dataclass(frozen=True, slots=True)
class CharucoBoard:
    """A chessboard with a small tag in every white square: each corner has a number, so parts of it count."""

    squares_x: int
    squares_y: int
    square_mm: float
    tag_mm: float
    dictionary: str

    @property
    def places(self) -> Floats:
        return _grid(self.squares_x - 1, self.squares_y - 1, self.square_mm)

    @property
    def words(self) -> Message:
        return Message(
            "a ChArUco board of {across}x{down} squares of {square_mm:g} mm with tags of the dictionary {dictionary}",
            across=self.squares_x,
            down=self.squares_y,
            square_mm=self.square_mm,
            dictionary=self.dictionary,
        )

    def printed(self, *, legacy: bool = False) -> cv2.aruco.CharucoBoard:
        """OpenCV's own description, from which it is printed and found.

        Before OpenCV 4.6 the first square of a board with an even number of rows was white: the legacy pattern.
        """
        if self.dictionary not in DICTIONARIES:
            form = template("board: got dictionary '{dictionary}', expected one of {dictionaries}")
            raise BadRequestError(form, dictionary=self.dictionary, dictionaries=tuple(DICTIONARIES))
        dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARIES[self.dictionary])
        board = cv2.aruco.CharucoBoard((self.squares_x, self.squares_y), self.square_mm, self.tag_mm, dictionary)
        board.setLegacyPattern(legacy)
        return board


Board = ChessBoard | CharucoBoard


def _grid(columns: int, rows: int, square_mm: float) -> Floats:
    down, across = np.mgrid[0:rows, 0:columns].astype(np.float64)
    x = (across.ravel() - (columns - 1) / 2) * square_mm
    y = (down.ravel() - (rows - 1) / 2) * square_mm
    return np.stack([x, y, np.zeros_like(x)], axis=1)


def board_target(board: Board) -> CalibrationTarget:
    """The board may bow along x, along y and along its diagonals, and be stretched or skewed by the printer.

    All of these are the same for a board that is turned by 180 degrees, which a plain one may be.
    """
    places = board.places
    half = np.abs(places).max(axis=0)
    u, v = places[:, 0] / half[0], places[:, 1] / half[1]
    flex = np.zeros((5, len(places), 3))
    flex[:3, :, 2] = 1 - u**2, 1 - v**2, u * v
    flex[3, :, :2] = places[:, :2] * (0.5, -0.5)
    flex[4, :, 0] = places[:, 1]
    return CalibrationTarget(places, flex, np.array([BOW_SIGMA_MM] * 3 + [PRINT_SIGMA] * 2))


class BoardFinder:
    """Holds OpenCV's detector for one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._charuco: tuple[cv2.aruco.CharucoDetector, ...] = ()
        if isinstance(board, CharucoBoard):
            self._charuco = tuple(cv2.aruco.CharucoDetector(board.printed(legacy=legacy)) for legacy in (False, True))

    def find(self, image: Image, name: str, *, quick: bool = False) -> CalibrationView | None:
        """The board in a picture, or None; `quick` gives up early, for frames of a live camera."""
        grey = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        rough = self._numbered(grey) if self._charuco else self._whole(grey, quick)
        if rough is None:
            return None
        index, corners = rough
        spacing = nearest_spacing(corners, self.board.places[index], self.board.square_mm)
        px, held = refined_corners(grey, corners, spacing, self._reach)
        if isinstance(self.board, ChessBoard) and not held.all():
            guess = second_guess(px, held, self.board.columns)
            px, held = refined_corners(grey, guess, spacing, self._reach)
        if held.sum() < LEAST_CORNERS:
            return None
        return CalibrationView(name, grey.shape[1], grey.shape[0], index, px).only(held)

    @property
    def _reach(self) -> float:
        if isinstance(self.board, ChessBoard):
            return PLAIN_REACH
        return (self.board.square_mm - self.board.tag_mm) / 2 / self.board.square_mm

    def _numbered(self, grey: npt.NDArray[np.uint8]) -> tuple[Indices, Floats] | None:
        """As the board is printed today, then with the same tags as it was once."""
        today, once = self._charuco
        corners, ids, tags, numbers = today.detectBoard(grey)
        if (ids is None or np.size(ids) < LEAST_CORNERS) and numbers is not None and np.size(numbers):
            corners, ids, _, _ = once.detectBoard(grey, markerCorners=tags, markerIds=numbers)
        # OpenCV 4 gives None or (N, 1), OpenCV 5 gives (N,).
        if ids is None or corners is None or np.size(ids) < LEAST_CORNERS:
            return None
        return np.asarray(ids).ravel().astype(np.intp), np.asarray(corners, dtype=np.float64).reshape(-1, 2)

    def _whole(self, grey: npt.NDArray[np.uint8], quick: bool) -> tuple[Indices, Floats] | None:
        assert isinstance(self.board, ChessBoard)
        size = (self.board.columns, self.board.rows)
        flags = cv2.CALIB_CB_ADAPTIVE_THRESH | cv2.CALIB_CB_NORMALIZE_IMAGE
        if quick:
            flags |= cv2.CALIB_CB_FAST_CHECK
        found, seen = cv2.findChessboardCorners(grey, size, flags=flags)
        corners: Floats | None = np.asarray(seen, dtype=np.float64).reshape(-1, 2) if found else None
        if corners is None and not quick:
            corners = _found_by_symmetry(grey, size)
        return None if corners is None else (np.arange(size[0] * size[1]), corners)


def _found_by_symmetry(grey: npt.NDArray[np.uint8], size: tuple[int, int]) -> Floats | None:
    """OpenCV's second detector, on a small picture: slow, but it sees blurred and dim boards."""
    shrink = min(1.0, SMALL_WIDTH_PX / grey.shape[1])
    small = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    found, corners = cv2.findChessboardCornersSB(small, size, flags=cv2.CALIB_CB_NORMALIZE_IMAGE)
    if not found or corners is None:
        return None
    whole: Floats = (np.asarray(corners, dtype=np.float64).reshape(-1, 2) + 0.5) / shrink - 0.5
    return whole
