"""`tableassist calibrate`: a camera profile from pictures of a board or of the mat's own tags."""

import datetime
from collections.abc import Generator
from pathlib import Path

import cv2
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from tableassist.capture.frame_source import FrameSource
from tableassist.capture.newest_frame import NewestFrame
from tableassist.capture.open_source import SourceKind, open_source, parse_source
from tableassist.capture.picture import PICTURE_SUFFIXES, read_picture
from tableassist.errors import BadFileError, BadRequestError, SourceError
from tableassist.formats.camera.profile_file import write_camera
from tableassist.formats.table.use import name_for_table, use_in_table
from tableassist.messages import say
from tableassist.services.calibrating import Sought, offered, profile_of, sought_board
from tableassist.vision.calibration.calibrate import LEAST_VIEWS, Calibration, calibrate
from tableassist.vision.calibration.guide import ENOUGH_VIEWS, Guide, next_hint
from tableassist.vision.calibration.picture import calibration_picture
from tableassist.vision.calibration.report import model_lines, report_lines
from tableassist.vision.calibration.verdict import CalibrationGrade
from tableassist.vision.camera.frame import Frame, Image
from tableassist.vision.lens_fit.target import CalibrationTarget, CalibrationView

FRAME_WAIT_S = 5.0
REJECTED = 1
COLOURS = {
    CalibrationGrade.GOOD: "bold green",
    CalibrationGrade.USABLE: "bold yellow",
    CalibrationGrade.REJECT: "bold red",
}


def calibrate_source(
    source: str,
    board: str,
    table: Path | None,
    out: Path,
    report: Path | None,
    name: str | None,
    *,
    keep: bool,
    use: bool = False,
) -> int:
    """The exit code: 0, or 1 for a calibration that was rejected (its profile is written only with `keep`).

    `use`: the table file takes the profile as its camera, if it was not rejected.
    """
    console = Console()
    called_in_table = name_for_table("calibrate", table, out) if use else None
    sought = sought_board(board, table)
    spec = parse_source(source)
    if spec.kind is SourceKind.FOLDER:
        called, views = Path(spec.target).resolve().name, _from_folder(Path(spec.target), sought, console)
    elif spec.kind is SourceKind.PICTURE:
        raise BadRequestError(f"calibrate {source}: got one picture, expected a folder, a video or a camera")
    else:
        called, views = _from_stream(open_source(source), sought, console)
    if len(views) < LEAST_VIEWS:
        raise BadRequestError(
            f"calibrate {source}: {sought.words} found in {len(views)} usable views, expected {LEAST_VIEWS} or more"
        )
    calibration = _fitted(views, sought.target, console)
    code = _finish(calibration, name or called, out, report, console, keep=keep)
    if table is not None and called_in_table is not None and code == 0:
        said = use_in_table(table, "camera", called_in_table)
        console.print(said, markup=False, highlight=False, soft_wrap=True)
    return code


def _from_folder(folder: Path, sought: Sought, console: Console) -> tuple[CalibrationView, ...]:
    """Every picture is a candidate."""
    try:
        inside = sorted(folder.iterdir())
    except OSError as problem:
        raise SourceError(f"{folder}: cannot be listed: {problem.strerror}") from None
    paths = [path for path in inside if path.suffix.lower() in PICTURE_SUFFIXES and not path.name.startswith(".")]
    if not paths:
        raise SourceError(f"{folder}: holds no pictures, expected {', '.join(sorted(PICTURE_SUFFIXES))}")
    views, without = [], []
    columns = (TextColumn("looking for corners"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        for path in progress.track(paths):
            view = sought.find(read_picture(path), path.name, False)
            if view is None:
                without.append(path.name)
            else:
                views.append(view)
    if without:
        console.print(
            f"{sought.words} not found in {', '.join(without)}", markup=False, highlight=False, soft_wrap=True
        )
    return tuple(views)


def _from_stream(source: FrameSource, sought: Sought, console: Console) -> tuple[str, tuple[CalibrationView, ...]]:
    """Sharp and still views of a moving board are taken by themselves; Ctrl-C ends it early."""
    guide = Guide(sought.target)
    columns = (SpinnerColumn(), TextColumn("{task.completed} of {task.total} views"), BarColumn())
    with Progress(*columns, TextColumn("{task.description}"), console=console) as progress:
        task = progress.add_task(say(next_hint(guide)), total=ENOUGH_VIEWS)
        frames = _live_frames(source) if source.live else _played_frames(source)
        try:
            for frame in frames:
                guide = _offered(guide, frame, sought, progress, task)
                if guide.enough:
                    break
        except KeyboardInterrupt:
            console.print("Stopped: going on with the views taken so far.")
        finally:
            frames.close()
    return source.name, guide.views


def _played_frames(source: FrameSource) -> Generator[Frame, None, None]:
    try:
        while (frame := source.read()) is not None:
            yield frame
    finally:
        source.close()


def _live_frames(source: FrameSource) -> Generator[Frame, None, None]:
    with NewestFrame(source) as newest:
        while not newest.ended:
            frame = newest.take(FRAME_WAIT_S)
            if frame is not None:
                yield frame


def _offered(guide: Guide, frame: Frame, sought: Sought, progress: Progress, task: TaskID) -> Guide:
    after, answer = offered(guide, frame, sought)
    state = "[green]taken[/]" if answer.why_not is None else f"[dim]{say(answer.why_not.words)}[/]"
    done = len(after.views)
    progress.update(
        task, completed=done, total=max(ENOUGH_VIEWS, done + 1), description=f"{say(next_hint(after))}  {state}"
    )
    return after


def _fitted(views: tuple[CalibrationView, ...], target: CalibrationTarget, console: Console) -> Calibration:
    columns = (TextColumn("fitting"), BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=1.0)
        return calibrate(
            views, target, lambda what, share: progress.update(task, completed=share, description=say(what))
        )


def _finish(
    calibration: Calibration, called: str, out: Path, report: Path | None, console: Console, *, keep: bool
) -> int:
    grade = calibration.verdict.grade
    first, *rest = report_lines(calibration)
    console.print(say(first), style=COLOURS[grade], markup=False, highlight=False, soft_wrap=True)
    for line in (*map(say, rest), "models tried:", *map(say, model_lines(calibration))):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    if report is not None:
        _write_picture(report, calibration_picture(calibration, called))
        console.print(f"report: {report}", markup=False, highlight=False, soft_wrap=True)
    if grade is CalibrationGrade.REJECT and not keep:
        console.print(
            f"{out} was not written. --keep writes it all the same.", markup=False, highlight=False, soft_wrap=True
        )
        return REJECTED
    today = datetime.datetime.now().astimezone().date().isoformat()
    write_camera(out, profile_of(calibration, called, date=today))
    console.print(f"camera profile: {out}", markup=False, highlight=False, soft_wrap=True)
    return REJECTED if grade is CalibrationGrade.REJECT else 0


def _write_picture(path: Path, image: Image) -> None:
    done, data = cv2.imencode(".png", image)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.tobytes())
    except OSError as problem:
        raise BadFileError(f"{path}: cannot be written: {problem.strerror}") from None
    assert done
