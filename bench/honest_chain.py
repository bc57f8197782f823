"""What a careful player has: a lens calibrated on pictures of the printed board, and a surveyed mat of taped tags.

All pieces of a chain share its lens's and its mat's errors, so intervals are judged over many chains, each with a lens
and a mat of its own.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from bench import staging
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import Studio
from tableassist.vision.calibration.calibrate import calibrate
from tableassist.vision.camera.lens import Lens
from tableassist.vision.lens_fit.board import BoardFinder, CharucoBoard, board_target
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.survey.survey import survey_mat
from tableassist.vision.tags.detector import TagDetector
from tests.studio.staged_board import StagedBoard, board_cameras, board_picture

CHAINS = 20
"""For each size of the picture: forty mats in all."""
BOARD_PICTURES = 20
SURVEY_PICTURES = 8
TAPED_MM, TAPED_RAD = 0.5, math.radians(0.5)
TAPE_MEASURE, PRINTER, ONE_TAG = 0.0003, 0.003, 0.001
"""Shares: of all distances together by the tape measure's own error, of all printed sizes, of each tag's size."""


@dataclass(frozen=True)
class Chain:
    lens: Lens
    true_mat: MatLayout
    mat: MatLayout
    """As surveyed through that lens."""


def chain(size, number, seed=0):
    """Another lens and another mat for each size, number and seed."""
    lens = calibrated_lens(size, number, seed)
    true = _taped(size, number, seed)
    return Chain(lens, true, _surveyed(size, number, seed, true, lens))


def calibrated_lens(size, number, seed=0):
    """By the program, on painted pictures of the printed board."""
    rng = np.random.default_rng((11, len(size), number, seed))
    paper = StagedBoard(11, 8, 24.0, 17.0)
    finder = BoardFinder(CharucoBoard(11, 8, 24.0, 17.0, "5x5_100"))
    tag_sources = board_cameras(BOARD_PICTURES, rng, staging.camera(size, 0.0, -90.0), 230.0)
    views = [
        finder.find(board_picture(paper, tag_source, Look(), rng), f"{n}") for n, tag_source in enumerate(tag_sources)
    ]
    target = board_target(CharucoBoard(11, 8, 24.0, 17.0, "5x5_100"))
    return calibrate(tuple(view for view in views if view is not None), target).lens


def _taped(size, number, seed):
    rng = np.random.default_rng((13, len(size), number, seed))
    nominal = staging.mat_layout(TAPED_MM)
    measure, printed = 1 + TAPE_MEASURE * rng.normal(), 1 + PRINTER * rng.normal()
    middle = staging.MAT_MM / 2
    tags = tuple(
        replace(
            tag,
            x_mm=middle + measure * (tag.x_mm - middle) + rng.normal(0, TAPED_MM),
            y_mm=middle + measure * (tag.y_mm - middle) + rng.normal(0, TAPED_MM),
            yaw_rad=tag.yaw_rad + rng.normal(0, TAPED_RAD),
            size_mm=tag.size_mm * (printed + ONE_TAG * rng.normal()),
        )
        for tag in nominal.tags
    )
    return replace(nominal, tags=tags)


def _surveyed(size, number, seed, true, lens):
    rng = np.random.default_rng((17, len(size), number, seed))
    detector = TagDetector(("36h11",))
    views = []
    for turn in range(SURVEY_PICTURES):
        tag_source = staging.camera(
            size, 22.0 + 4.0 * (turn % 4), 360.0 / SURVEY_PICTURES * turn, 90.0 * (turn % 2), 1400.0
        )
        views.append(detector.detect(Studio(tag_source, Look()).picture(staging.table((), true), rng)))
    return survey_mat(tuple(views), staging.mat_layout(TAPED_MM), lens).layout
