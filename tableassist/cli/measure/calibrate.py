"""`tableassist calibrate`: a camera profile from pictures of a board or of the mat's own tags."""

import datetime
from pathlib import Path

from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

from tableassist.capture import FrameSource, SourceKind, open_source, parse_source
from tableassist.cli.terminal import make_console, progress_bar, tell
from tableassist.errors import BadRequestError
from tableassist.messages import Text, say, template, tr
from tableassist.setup.measure.calibrating import (
    Sought,
    check_folder,
    check_views,
    profile_of,
    sought_board,
    views_of_folder,
    views_of_stream,
)
from tableassist.store.camera import write_camera
from tableassist.store.files import write_picture
from tableassist.store.table_edit import name_for_table, use_in_table
from tableassist.vision.calibration.calibrate import Calibration, calibrate
from tableassist.vision.calibration.guide import ENOUGH_VIEWS, Guide, ViewOffer, next_hint
from tableassist.vision.calibration.picture import calibration_picture
from tableassist.vision.calibration.report import model_lines, report_lines
from tableassist.vision.calibration.verdict import CalibrationGrade
from tableassist.vision.lens_fit.target import CalibrationView

REJECTED = 1
COLOURS = dict(zip(CalibrationGrade, ("bold green", "bold yellow", "bold red"), strict=True))


def calibrate_source(
    source: str,
    board: str,
    table: Path | None,
    out: Path,
    report: Path | None,
    name: str | None,
    *,
    keep: bool,
    use: bool,
) -> int:
    """The exit code: 0, or 1 for a calibration that was rejected (its profile is written only with `keep`).

    `use`: the table file takes the profile as its camera, if it was not rejected.
    """
    called_in_table = name_for_table("calibrate", table, out) if use else None
    sought = sought_board(board, table)
    called, views = _views(source, sought)
    with progress_bar() as progress:
        calibration = calibrate(views, sought.target, progress)
    code = _finish(calibration, name or called, out, report, keep=keep)
    if table is not None and called_in_table is not None and code == 0:
        tell(use_in_table(table, "camera", called_in_table))
    return code


def _views(source: str, sought: Sought) -> tuple[str, tuple[CalibrationView, ...]]:
    """The camera's name, and the views."""
    spec = parse_source(source)
    if spec.kind is SourceKind.PICTURE:
        what = template("calibrate {source}: got one picture, expected a folder, a video or a camera")
        raise BadRequestError(what, source=source)
    if spec.kind is not SourceKind.FOLDER:
        opened = open_source(source)
        views = _from_stream(opened, sought)
        check_views(views, sought, source)
        return opened.name, views
    with progress_bar() as progress:
        folder = views_of_folder(Path(spec.target), sought, progress)
    for problem in folder.unreadable:
        tell(tr("left out: {problem}", problem=problem))
    if folder.without:
        tell(tr("{sought} not found in {pictures}", sought=sought.words, pictures=folder.without))
    check_folder(folder, sought, source)
    return Path(spec.target).resolve().name, folder.views


def _from_stream(source: FrameSource, sought: Sought) -> tuple[CalibrationView, ...]:
    hint, state = TextColumn("{task.description}", markup=False), TextColumn("{task.fields[state]}", markup=False)
    columns = (SpinnerColumn(), TextColumn("{task.fields[count]}"), BarColumn(), hint, state)
    with Progress(*columns, console=make_console()) as progress:
        task = progress.add_task(say(next_hint(Guide(sought.target))), total=ENOUGH_VIEWS, count="", state="")

        def looked(guide: Guide, answer: ViewOffer) -> None:
            why_not = answer.why_not
            state = tr("taken") if why_not is None else say(why_not.words)
            done = len(guide.views)
            wanted = max(ENOUGH_VIEWS, done + 1)
            count = tr("{done} of {wanted} views", done=done, wanted=wanted)
            hint = say(next_hint(guide))
            progress.update(task, completed=done, total=wanted, count=count, description=hint, state=state)

        return views_of_stream(source, sought, looked)


def _finish(calibration: Calibration, called: str, out: Path, report: Path | None, *, keep: bool) -> int:
    grade = calibration.verdict.grade
    first, *rest = report_lines(calibration)
    tell(first, COLOURS[grade])
    lines: tuple[Text, ...] = (*rest, tr("models tried:"), *model_lines(calibration))
    for line in lines:
        tell(line)
    if report is not None:
        write_picture(report, calibration_picture(calibration, called))
        tell(tr("report: {path}", path=report))
    if grade is CalibrationGrade.REJECT and not keep:
        tell(tr("{path} was not written. Use --keep to write it anyway.", path=out))
        return REJECTED
    today = datetime.datetime.now().astimezone().date().isoformat()
    write_camera(out, profile_of(calibration, called, date=today))
    tell(tr("camera profile: {path}", path=out))
    return REJECTED if grade is CalibrationGrade.REJECT else 0
