"""Chessboard corners to a small part of a pixel."""

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Flags, Floats, ImagePoints

LEAST_WINDOW_PX = 3
"""A smaller one loses blurred corners."""
MOST_WINDOW_PX = 11
MOST_SHIFT_SHARE = 0.5
"""A corner that moves by more than this share of its window was no corner."""


def refined_corners(
    grey: npt.NDArray[np.uint8], corners: Floats, spacing_px: Floats, reach: float
) -> tuple[ImagePoints, Flags]:
    """Each corner within a window of `reach` times the distance to its nearest neighbour; which ones held."""
    out = np.asarray(corners, dtype=np.float64).copy()
    held = np.zeros(len(out), dtype=bool)
    windows = np.clip(np.round(reach * spacing_px), LEAST_WINDOW_PX, MOST_WINDOW_PX).astype(int)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 60, 1e-4)
    for window in np.unique(windows):
        at = windows == window
        first = np.ascontiguousarray(out[at, None, :], dtype=np.float32)
        fine = cv2.cornerSubPix(grey, first, (int(window), int(window)), (-1, -1), stop)[:, 0].astype(np.float64)
        held[at] = np.linalg.norm(fine - out[at], axis=1) <= max(1.0, MOST_SHIFT_SHARE * window)
        out[at] = fine
    high, wide = grey.shape
    margin = windows + 1.0
    inside = (out > margin[:, None] - 1).all(axis=1) & (out < np.array([wide, high]) - margin[:, None]).all(axis=1)
    return ImagePoints(out), held & inside


def nearest_spacing(corners: Floats, places: Floats, step_mm: float) -> Floats:
    """The distance in px from each corner to the nearest of its neighbours one square away."""
    apart_mm = np.linalg.norm(places[:, None, :2] - places[None, :, :2], axis=2)
    apart_px = np.linalg.norm(corners[:, None] - corners[None], axis=2)
    beside = (apart_mm > 0.5 * step_mm) & (apart_mm < 1.5 * step_mm)
    nearest = np.where(beside, apart_px, np.inf).min(axis=1)
    usual = float(np.median(nearest[np.isfinite(nearest)])) if np.isfinite(nearest).any() else 10.0
    return np.where(np.isfinite(nearest), nearest, usual)


def second_guess(corners: Floats, held: Flags, columns: int) -> Floats:
    """Corners of a whole board that did not hold, set where two held ones in a line with them point to.

    OpenCV's first guess is off by several pixels where two squares did not touch.
    """
    grid, good = corners.reshape(-1, columns, 2), held.reshape(-1, columns)
    out = grid.copy()
    for row, column in np.argwhere(~good):
        guesses = []
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            near, far = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if min(*near, *far) >= 0 and far[0] < len(grid) and far[1] < columns and good[near] and good[far]:
                guesses.append(2 * grid[near] - grid[far])
        if guesses:
            out[row, column] = np.mean(guesses, axis=0)
    return np.asarray(out.reshape(-1, 2), dtype=np.float64)
