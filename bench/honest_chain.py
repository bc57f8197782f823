"""What a careful player has: a lens calibrated on pictures of the printed board, and a surveyed mat of taped tags."""

import math
from dataclasses import replace
from functools import cache

import numpy as np

from bench import staging
from tableassist.studio.look import Look
from tableassist.studio.render import Studio
from tableassist.studio.staged_board import StagedBoard, board_cameras, board_picture
from tableassist.vision.calibration import calibrate
from tableassist.vision.calibration_board import BoardFinder, CharucoBoard, board_target
from tableassist.vision.detector import TagDetector
from tableassist.vision.mat_survey import survey_mat

BOARD_PICTURES = 20
SURVEY_PICTURES = 8
TAPED_MM, TAPED_RAD = 0.5, math.radians(0.5)
MATS = 3
"""Taped mats, each surveyed once: a survey is the slow part."""


@cache
def calibrated_lens(size):
    rng = np.random.default_rng((11, len(size)))
    paper = StagedBoard(11, 8, 24.0, 17.0)
    finder = BoardFinder(CharucoBoard(11, 8, 24.0, 17.0, "5x5_100"))
    eyes = board_cameras(BOARD_PICTURES, rng, staging.camera(size, 0.0, -90.0), 230.0)
    views = [finder.find(board_picture(paper, eye, Look(), rng), f"{n}") for n, eye in enumerate(eyes)]
    target = board_target(CharucoBoard(11, 8, 24.0, 17.0, "5x5_100"))
    return calibrate(tuple(view for view in views if view is not None), target).lens


def _taped(number):
    rng = np.random.default_rng((13, number))
    nominal = staging.mat_layout(TAPED_MM)
    tags = tuple(
        replace(
            tag,
            x_mm=tag.x_mm + rng.normal(0, TAPED_MM),
            y_mm=tag.y_mm + rng.normal(0, TAPED_MM),
            yaw_rad=tag.yaw_rad + rng.normal(0, TAPED_RAD),
        )
        for tag in nominal.tags
    )
    return replace(nominal, tags=tags)


@cache
def taped_and_surveyed(size, number):
    """The mat as it is, and as a survey with the calibrated lens finds it."""
    true = _taped(number)
    rng = np.random.default_rng((17, number))
    detector = TagDetector(("36h11",))
    views = []
    for turn in range(SURVEY_PICTURES):
        eye = staging.camera(size, 22.0 + 4.0 * (turn % 4), 360.0 / SURVEY_PICTURES * turn, 90.0 * (turn % 2), 1400.0)
        views.append(detector.detect(Studio(eye, Look()).picture(staging.table((), true), rng)))
    survey = survey_mat(tuple(views), staging.mat_layout(TAPED_MM), calibrated_lens(size))
    return true, survey.layout
