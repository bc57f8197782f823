"""Calibrating a camera: what is looked for in its pictures, each picture offered to the guide, and the profile made."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from tableassist.capture import PICTURE_SUFFIXES, FrameSource, read_picture
from tableassist.errors import BadRequestError, SourceError
from tableassist.messages import Message, template
from tableassist.process import Progress, no_progress
from tableassist.setup.measure.frames import frames_of
from tableassist.store.camera import find_board, write_camera
from tableassist.store.table import read_table
from tableassist.store.table_edit import name_for_table, use_in_table
from tableassist.vision.calibration.calibrate import Calibration
from tableassist.vision.calibration.cleaning import LEAST_VIEWS
from tableassist.vision.calibration.guide import Guide, ViewOffer, WhyNot, board_sharpness, offer
from tableassist.vision.calibration.mat import mat_target, mat_view
from tableassist.vision.camera.frame import Frame, Image
from tableassist.vision.camera.profile import CalibrationRecord, CameraProfile
from tableassist.vision.lens_fit.board import BoardFinder, board_target
from tableassist.vision.lens_fit.seen_board import seen_board
from tableassist.vision.lens_fit.target import CalibrationTarget, CalibrationView
from tableassist.vision.tags.detector import TagDetector
from tableassist.vision.tags.sighting import MIRRORED

MAT = "mat"
MAX_MIRROR_LOOKS = 3
"""Pictures that are looked at as in a mirror: a camera mirrors all of them or none."""
Find = Callable[[Image, str, bool], CalibrationView | None]
"""A picture, its name, and whether to give up early."""


@dataclass(frozen=True, slots=True)
class Sought:
    """What is looked for in the pictures."""

    words: Message
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

    return Sought(shape.words, board_target(shape), find)


def _sought_mat(table: Path | None) -> Sought:
    if table is None:
        raise BadRequestError("calibrate --board mat: no table file given, expected --table TABLE.toml")
    mat = read_table(table).mat
    detector = TagDetector(tuple(sorted({tag.family for tag in mat.tags})))

    def find_mat(image: Image, name: str, _quick: bool) -> CalibrationView | None:
        return mat_view(detector.detect(image), mat, name, image.shape[1], image.shape[0])

    return Sought(Message("three or more mat tags"), mat_target(mat), find_mat)


def offered(guide: Guide, frame: Frame, sought: Sought) -> tuple[Guide, ViewOffer]:
    """Offer one frame of a camera or video to the guide."""
    found = sought.find(frame.image, f"frame {frame.number}", True)
    if found is None and not guide.views and is_mirrored(frame.image, sought):
        return guide, ViewOffer(WhyNot.MIRRORED)
    view = None if found is None else replace(found, taken_s=frame.t_ns / 1e9)
    grey = np.asarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    return offer(guide, view, 0.0 if view is None else board_sharpness(grey, view))


def is_mirrored(image: Image, sought: Sought) -> bool:
    """Whether the mirror image shows what is looked for, which the picture itself does not.

    A plain chessboard has no left and right; boards and mats with tags do.
    """
    return sought.find(np.ascontiguousarray(image[:, ::-1]), "mirrored", True) is not None


Looked = Callable[[Guide, ViewOffer], None]


@dataclass(frozen=True, slots=True)
class FolderViews:
    views: tuple[CalibrationView, ...]
    without: tuple[str, ...]
    """Pictures that show nothing to calibrate by."""
    unreadable: tuple[Message, ...]
    """Why, for each file that is no picture."""
    seen: Message | None
    """The board that the pictures do show, where too few show the right one."""
    mirrored: bool = False
    """Whether they show the right one as in a mirror."""


def views_of_folder(folder: Path, sought: Sought, progress: Progress = no_progress) -> FolderViews:
    """Every picture is a candidate; a file that cannot be read is left out."""
    paths = _pictures_in(folder)
    views, without, unreadable = [], [], []
    for number, path in enumerate(paths, start=1):
        try:
            view = sought.find(read_picture(path), path.name, False)
        except SourceError as problem:
            unreadable.append(problem.message)
        else:
            if view is None:
                without.append(path)
            else:
                views.append(view)
        progress(Message("looking for corners"), number / len(paths))
    seen, mirrored = None, False
    if len(views) < LEAST_VIEWS and without:
        progress(Message("looking for other boards"), 1.0)
        mirrored = any(is_mirrored(read_picture(path), sought) for path in without[:MAX_MIRROR_LOOKS])
        seen = None if mirrored else seen_board(partial(read_picture, path) for path in without)
    return FolderViews(tuple(views), tuple(path.name for path in without), tuple(unreadable), seen, mirrored)


def _pictures_in(folder: Path) -> list[Path]:
    try:
        inside = sorted(folder.iterdir())
    except OSError as problem:
        raise SourceError("{folder}: cannot be listed: {problem}", folder=folder, problem=problem.strerror) from None
    paths = [path for path in inside if path.suffix.lower() in PICTURE_SUFFIXES and not path.name.startswith(".")]
    if not paths:
        known = tuple(sorted(PICTURE_SUFFIXES))
        raise SourceError("{folder}: contains no pictures, expected {suffixes}", folder=folder, suffixes=known)
    return paths


def views_of_stream(source: FrameSource, sought: Sought, looked: Looked) -> tuple[CalibrationView, ...]:
    """Sharp and still views of a moving board are taken by themselves; Ctrl-C ends it with those taken so far."""
    guide = Guide(sought.target)
    frames = frames_of(source)
    try:
        for frame in frames:
            guide, answer = offered(guide, frame, sought)
            if answer.why_not is WhyNot.MIRRORED:
                raise BadRequestError("calibrate {source}: {why}", source=source.name, why=MIRRORED)
            looked(guide, answer)
            if guide.enough:
                break
    except KeyboardInterrupt:
        logging.getLogger(__name__).info("stopped with %d views", len(guide.views))
    finally:
        frames.close()
    return guide.views


def check_views(views: tuple[CalibrationView, ...], sought: Sought, source: str) -> None:
    if len(views) < LEAST_VIEWS:
        what = template("calibrate {source}: {sought} found in {count} usable views, expected {least} or more")
        raise BadRequestError(what, source=source, sought=sought.words, count=len(views), least=LEAST_VIEWS)


def check_folder(folder: FolderViews, sought: Sought, source: str) -> None:
    """As check_views, with what the pictures show instead."""
    if len(folder.views) >= LEAST_VIEWS or not folder.without:
        check_views(folder.views, sought, source)
        return
    if folder.mirrored:
        raise BadRequestError("calibrate {source}: {why}, and take the pictures again", source=source, why=MIRRORED)
    what = template(
        "calibrate {source}: {sought} found in {count} usable views, expected {least} or more; the pictures show no "
        "other common board either"
    )
    if folder.seen is not None:
        what = template(
            "calibrate {source}: {sought} found in {count} usable views, expected {least} or more; "
            "the pictures show {seen}: give that one with --board"
        )
    facts = {"source": source, "sought": sought.words, "count": len(folder.views), "least": LEAST_VIEWS}
    raise BadRequestError(what, **facts, seen=folder.seen or "")


def profile_of(calibration: Calibration, called: str, *, date: str) -> CameraProfile:
    """`date`: the day, ISO 8601."""
    evidence, grade = calibration.evidence, calibration.verdict.grade.value
    found = evidence.views, evidence.held_out_px, evidence.worst.mm
    return CameraProfile(called, calibration.lens, CalibrationRecord(date, calibration.model.name, *found, grade))


def profile_path(table: Path) -> Path:
    """Where a table's camera profile is kept unless a person names another file."""
    return table.with_name(f"{table.stem}-camera.toml")


def keep_profile(table: Path, profile: CameraProfile) -> Path:
    """Write the profile next to the table file, and make the table file use it."""
    out = profile_path(table)
    name = name_for_table("calibrate", table, out)
    write_camera(out, profile)
    use_in_table(table, "camera", name)
    return out
