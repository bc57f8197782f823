"""Calibrating a camera: what is looked for in its pictures, each picture offered to the guide, and the profile made."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tableassist.errors import BadRequestError
from tableassist.formats.camera.board_file import find_board
from tableassist.formats.camera.profile_file import write_camera
from tableassist.formats.table.edit import name_for_table, use_in_table
from tableassist.formats.table.file import read_table
from tableassist.vision.calibration.calibrate import Calibration
from tableassist.vision.calibration.guide import Guide, Offer, board_sharpness, offer
from tableassist.vision.calibration.mat import mat_target, mat_view
from tableassist.vision.camera.frame import Frame, Image
from tableassist.vision.camera.profile import CalibrationRecord, CameraProfile
from tableassist.vision.lens_fit.board import BoardFinder, board_target
from tableassist.vision.lens_fit.target import CalibrationTarget, CalibrationView
from tableassist.vision.tags.detector import TagDetector

MAT = "mat"
Find = Callable[[Image, str, bool], CalibrationView | None]
"""A picture, its name, and whether to give up early."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What is looked for in the pictures."""

    words: str
    target: CalibrationTarget
    find: Find


def sought_board(board: str, table: Path | None) -> Sought:
    """A board by its name, or the mat's own tags."""
    if board == MAT:
        return _sought_mat(table)
    shape = find_board(board)
    finder = BoardFinder(shape)

    def find(image: Image, name: str, quick: bool) -> CalibrationView | None:
        return finder.find(image, name, quick=quick)

    return Sought("the board", board_target(shape), find)


def _sought_mat(table: Path | None) -> Sought:
    if table is None:
        raise BadRequestError("calibrate --board mat: no table file given, expected --table TABLE.toml")
    mat = read_table(table).mat
    detector = TagDetector(tuple(sorted({tag.family for tag in mat.tags})))

    def find_mat(image: Image, name: str, _quick: bool) -> CalibrationView | None:
        return mat_view(detector.detect(image), mat, name, image.shape[1], image.shape[0])

    return Sought("three or more mat tags", mat_target(mat), find_mat)


def offered(guide: Guide, frame: Frame, sought: Sought) -> tuple[Guide, Offer]:
    """One frame of a camera or video."""
    view = sought.find(frame.image, f"frame {frame.number}", True)
    grey = np.asarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    return offer(guide, view, 0.0 if view is None else board_sharpness(grey, view))


def profile_of(calibration: Calibration, called: str, *, date: str) -> CameraProfile:
    """`date`: the day, ISO 8601."""
    evidence = calibration.evidence
    grade = calibration.verdict.grade.value
    record = CalibrationRecord(
        date, calibration.model.name, evidence.views, evidence.held_out_px, evidence.half_mm, grade
    )
    return CameraProfile(called, calibration.lens, record)


def profile_path(table: Path) -> Path:
    return table.with_name(f"{table.stem}-camera.toml")


def keep_profile(table: Path, profile: CameraProfile) -> Path:
    """Written beside the table file, which takes it into use as its camera."""
    out = profile_path(table)
    name = name_for_table("calibrate", table, out)
    write_camera(out, profile)
    use_in_table(table, "camera", name)
    return out
