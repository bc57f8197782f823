"""A printed calibration board before the studio's camera, by casting rays: every sample is asked of the print itself.

The truth for calibration; like the rest of the studio it shares no lens code with the vision package.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry.frames import Floats, MatPoints3
from tableassist.studio.optics import Look, StudioCamera, develop
from tableassist.vision.camera.frame import Image

SAMPLES = 16
LATTICE = 7
"""Samples a pixel, on a lattice where no two share a row or column: on a square grid of 16 an edge along the pixels
would move in steps of a quarter of a pixel, and corners with it."""
DARK, BRIGHT, TABLE = 28.0, 222.0, 118.0
RIM_SQUARES = 0.4
"""White paper round the squares."""


@dataclass(frozen=True, slots=True)
class StagedBoard:
    """Lies in the mat's plane, its middle at the mat's origin, x to the right, its rows towards -y."""

    squares_x: int
    squares_y: int
    square_mm: float
    tag_mm: float | None = None
    """None: a plain chessboard."""
    dictionary: int = cv2.aruco.DICT_5X5_100

    @property
    def half_mm(self) -> tuple[float, float]:
        return self.squares_x * self.square_mm / 2, self.squares_y * self.square_mm / 2

    def corners(self) -> Floats:
        """(N, 3) inner corners, row by row from the upper left."""
        wide, high = self.half_mm
        row, column = np.mgrid[1 : self.squares_y, 1 : self.squares_x]
        x, y = column.ravel() * self.square_mm - wide, high - row.ravel() * self.square_mm
        return np.stack([x, y, np.zeros_like(x)], axis=1)

    def grey_at(self, x_mm: Floats, y_mm: Floats) -> Floats:
        """The brightness of the print at places in the mat's plane."""
        wide, high = self.half_mm
        across, down = (x_mm + wide) / self.square_mm, (high - y_mm) / self.square_mm
        column, row = np.floor(across).astype(int), np.floor(down).astype(int)
        inside = (column >= 0) & (column < self.squares_x) & (row >= 0) & (row < self.squares_y)
        dark = inside & ((column + row) % 2 == 0)
        if self.tag_mm is not None:
            dark |= inside & self._tag_ink(across - column, down - row, column, row)
        rim = RIM_SQUARES
        paper = (across > -rim) & (across < self.squares_x + rim) & (down > -rim) & (down < self.squares_y + rim)
        return np.where(dark, DARK, np.where(paper, BRIGHT, TABLE))

    def _tag_ink(
        self, right: Floats, down: Floats, column: npt.NDArray[np.int_], row: npt.NDArray[np.int_]
    ) -> npt.NDArray[np.bool_]:
        """Tags stand in the white squares, counted row by row."""
        assert self.tag_mm is not None
        known = cv2.aruco.getPredefinedDictionary(self.dictionary)
        modules = int(known.markerSize) + 2
        count = self.squares_x * self.squares_y // 2
        art = np.stack([cv2.aruco.generateImageMarker(known, number, modules) for number in range(count)]) == 0
        share = self.tag_mm / self.square_mm
        u = np.floor((right - (1 - share) / 2) / share * modules).astype(int)
        v = np.floor((down - (1 - share) / 2) / share * modules).astype(int)
        number = (row * self.squares_x + column) // 2
        there = (u >= 0) & (u < modules) & (v >= 0) & (v < modules) & ((column + row) % 2 == 1)
        there &= (number >= 0) & (number < count)
        ink: npt.NDArray[np.bool_] = np.zeros(u.shape, dtype=bool)
        ink[there] = art[number[there], v[there], u[there]]
        return ink


def board_picture(board: StagedBoard, camera: StudioCamera, look: Look, rng: np.random.Generator) -> Image:
    """(height, width, 3), BGR."""
    grey = np.full((camera.height_px, camera.width_px), TABLE)
    rows, columns = _window(board, camera)
    if rows.stop > rows.start and columns.stop > columns.start:
        grey[rows, columns] = _cast(board, camera, rows, columns)
    image = np.repeat(np.clip(np.rint(grey), 0, 255).astype(np.uint8)[..., None], 3, axis=2)
    return develop(image, look, rng)


def _window(board: StagedBoard, camera: StudioCamera) -> tuple[slice, slice]:
    """The part of the picture that holds the paper."""
    wide, high = (half + RIM_SQUARES * board.square_mm for half in board.half_mm)
    line = np.linspace(-1.0, 1.0, 9)
    edge = [(a * wide, b * high, 0.0) for a in line for b in line]
    px = camera.project(MatPoints3(np.array(edge)))
    low, top = np.floor(px.min(axis=0)).astype(int) - 3
    right, bottom = np.ceil(px.max(axis=0)).astype(int) + 4
    rows = slice(max(0, int(top)), min(camera.height_px, int(bottom)))
    return rows, slice(max(0, int(low)), min(camera.width_px, int(right)))


def _cast(board: StagedBoard, camera: StudioCamera, rows: slice, columns: slice) -> Floats:
    y_px, x_px = np.mgrid[rows, columns].astype(np.float64)
    ray_x, ray_y = camera.rays(x_px, y_px)
    # Rays bend so little within a pixel that their slope serves for the samples in it.
    slopes = [np.gradient(ray, axis=axis) for ray in (ray_x, ray_y) for axis in (1, 0)]
    eye, turn = camera.centre, camera.rotation
    total = np.zeros_like(ray_x)
    for number in range(SAMPLES):
        right, down = ((step % SAMPLES + 0.5) / SAMPLES - 0.5 for step in (number, number * LATTICE))
        x = ray_x + right * slopes[0] + down * slopes[1]
        y = ray_y + right * slopes[2] + down * slopes[3]
        away = [turn[0, axis] * x + turn[1, axis] * y + turn[2, axis] for axis in range(3)]
        reach = -eye[2] / away[2]
        total += board.grey_at(eye[0] + away[0] * reach, eye[1] + away[1] * reach)
    return np.asarray(total / SAMPLES, dtype=np.float64)


def board_cameras(count: int, rng: np.random.Generator, lens_of: StudioCamera, size_mm: float) -> list[StudioCamera]:
    """As a careful person would hold the board: tilted to every side, near and far, in every part of the picture."""
    cameras = []
    for number in range(count):
        tilt = 0.0 if number % 5 == 4 else float(rng.uniform(18.0, 42.0))
        nearness = float(rng.uniform(0.75, 1.3)) * size_mm * lens_of.fx / lens_of.height_px
        aside = (-0.3, 0.0, 0.3)[number % 3] * size_mm * 1.6, (-0.25, 0.25)[number // 3 % 2] * size_mm
        shift = rng.uniform(-0.12, 0.12, 2) * size_mm
        cameras.append(
            StudioCamera.looking_at(
                (aside[0] + float(shift[0]), aside[1] + float(shift[1]), 0.0),
                distance_mm=nearness,
                off_vertical_deg=tilt,
                azimuth_deg=90.0 * number + float(rng.uniform(-30.0, 30.0)),
                roll_deg=float(rng.uniform(-20.0, 20.0)) - (90.0 * number + 90.0),
                width_px=lens_of.width_px,
                height_px=lens_of.height_px,
                fx=lens_of.fx,
                fy=lens_of.fy,
                cx=lens_of.cx,
                cy=lens_of.cy,
                dist=lens_of.dist,
            )
        )
    return cameras
