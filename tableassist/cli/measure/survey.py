"""`tableassist survey`: where the mat's tags really are, from pictures of the mat."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from tableassist.capture.frame_source import FrameSource
from tableassist.capture.open_source import SourceKind, open_source, parse_source
from tableassist.cli.measure.survey_live import HINT, still_frames
from tableassist.errors import BadRequestError
from tableassist.formats.camera.mat_layout_file import write_surveyed_layout
from tableassist.formats.camera.profile_file import find_camera
from tableassist.formats.table.file import read_table
from tableassist.formats.table.use import name_for_table, use_in_table
from tableassist.messages import say
from tableassist.pipeline.fitting.mat_views import APART_SHARE, ENOUGH_VIEWS, moved_px
from tableassist.vision.camera.frame import Frame
from tableassist.vision.localisation.mat_layout import MatLayout
from tableassist.vision.survey.findings import Weight, findings
from tableassist.vision.survey.priors import RulerDistance
from tableassist.vision.survey.start import Sightings
from tableassist.vision.survey.survey import MatSurvey, survey_mat
from tableassist.vision.tags.detector import TagDetector

VIDEO_WINDOW_NS = 500_000_000
"""Of each such stretch of a video the sharpest frame is looked at."""
MOST_VIEWS = 24
SAME_VIEW_PX = 25.0
"""Pictures whose tags lie nearer together than this, on average, tell the same thing twice."""
STYLES = {Weight.WARNING: "bold yellow", Weight.NOTE: "default", Weight.ADVICE: "cyan"}


@dataclass(frozen=True, slots=True)
class SurveyViews:
    names: tuple[str, ...]
    """Their numbers among all pictures or frames, from 1."""
    sightings: tuple[Sightings, ...]
    width_px: int
    height_px: int
    alike: int
    """Pictures left out because they show what another has shown."""


def survey_source(
    source: str, table: Path, out: Path, ruler: str | None, camera: str | None, *, use: bool = False
) -> None:
    console = Console()
    called_in_table = name_for_table("survey", table, out) if use else None
    settings = read_table(table, surveyed=False)
    distance = None if ruler is None else parse_ruler(ruler)
    spec = parse_source(source)
    views = _views(open_source(source), settings.mat, console, is_video=spec.kind is SourceKind.VIDEO)
    size = (views.width_px, views.height_px)
    profile = settings.camera if camera is None else find_camera(camera, asked_in=table)
    lens = profile.lens_for(*size)
    survey = survey_mat(views.sightings, settings.mat, lens, ruler=distance)
    print_survey(survey, views, console)
    write_surveyed_layout(out, survey.layout)
    if called_in_table is not None:
        said = use_in_table(table, "mat.survey", called_in_table)
        console.print(f"surveyed mat: {out}. {said}.", markup=False, highlight=False, soft_wrap=True)
        return
    console.print(
        f"surveyed mat: {out}. The table file uses it by this line in its [mat]:", markup=False, highlight=False
    )
    console.print(f'survey = "{out.name}"', markup=False, highlight=False)


def parse_ruler(text: str) -> RulerDistance:
    """TAG:TAG:MM, and :SIGMA if it was measured better or worse than to half a millimetre."""
    parts = text.split(":")
    try:
        if len(parts) not in (3, 4):
            raise ValueError
        one, other = int(parts[0]), int(parts[1])
        mm, sigma = float(parts[2]), float(parts[3]) if len(parts) == 4 else 0.5
        if not (0 < mm < 1e5 and 0 < sigma < 1e3):
            raise ValueError
    except ValueError:
        raise BadRequestError(
            f"--ruler: got '{text}', expected TAG:TAG:MM or TAG:TAG:MM:SIGMA, as in 0:6:1200.5"
        ) from None
    return RulerDistance(one, other, mm, sigma)


def _views(source: FrameSource, mat: MatLayout, console: Console, *, is_video: bool) -> SurveyViews:
    detector = TagDetector(tuple(sorted({tag.family for tag in mat.tags})))
    known = {(tag.family, tag.tag) for tag in mat.tags}

    def see(frame: Frame) -> Sightings:
        return tuple(one for one in detector.detect(frame.image) if (one.family, one.tag) in known)

    names: list[str] = []
    taken: list[Sightings] = []
    size: tuple[int, int] | None = None
    alike = 0
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as progress:
        task = progress.add_task(HINT if source.live else "looking for mat tags", total=None)
        for frame, seen in _looked_at(source, see, is_video=is_video):
            size = _same_size(size, frame)
            apart_px = APART_SHARE * frame.width_px if source.live else SAME_VIEW_PX
            if any(moved_px(seen, other) < apart_px for other in taken):
                alike += not source.live
            else:
                names.append(f"{frame.number + 1}")
                taken.append(seen)
                if source.live:
                    console.bell()
            now = f"{len(taken)} views, {len(seen)} mat tags in the last"
            progress.update(task, advance=1, description=f"{now}; {HINT}" if source.live else now)
            if len(taken) >= (ENOUGH_VIEWS if source.live else MOST_VIEWS):
                break
        progress.update(task, total=1, completed=1)
    source.close()
    if size is None:
        raise BadRequestError(f"survey {source.name}: holds no pictures, expected one or more of the mat")
    return SurveyViews(tuple(names), tuple(taken), *size, alike)


def _looked_at(
    source: FrameSource, see: Callable[[Frame], Sightings], *, is_video: bool
) -> Iterator[tuple[Frame, Sightings]]:
    if source.live:
        yield from still_frames(source, see)
        return
    for frame in _sharpest(source) if is_video else _all(source):
        yield frame, see(frame)


def _same_size(size: tuple[int, int] | None, frame: Frame) -> tuple[int, int]:
    now = (frame.width_px, frame.height_px)
    if size is not None and now != size:
        raise BadRequestError(
            f"survey: picture {frame.number + 1} is {now[0]}x{now[1]}, expected {size[0]}x{size[1]} like the first: "
            "all must be taken with one camera, held one way"
        )
    return now


def _all(source: FrameSource) -> Iterator[Frame]:
    while (frame := source.read()) is not None:
        yield frame


def _sharpest(source: FrameSource) -> Iterator[Frame]:
    """One frame of each stretch of time."""
    best: Frame | None = None
    sharpest, window = -1.0, 0
    for frame in _all(source):
        now = frame.t_ns // VIDEO_WINDOW_NS
        if best is not None and now != window:
            yield best
            best, sharpest = None, -1.0
        sharpness = _sharpness(frame)
        if sharpness > sharpest:
            best, sharpest = frame, sharpness
        window = now
    if best is not None:
        yield best


def _sharpness(frame: Frame) -> float:
    grey = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
    return float(cv2.Laplacian(grey, cv2.CV_32F).var())


def print_survey(survey: MatSurvey, views: SurveyViews, console: Console) -> None:
    alike = f", {views.alike} more show the same and are left out" if views.alike else ""
    console.print(
        f"{len(survey.views_used)} of {survey.views} views used{alike}; corners fit to {survey.residual_px:.2f} px",
        highlight=False,
    )
    console.print(_tag_table(survey))
    for finding in findings(survey, views.names):
        lead = "! " if finding.weight is Weight.WARNING else "- "
        console.print(lead + say(finding.words), style=STYLES[finding.weight], markup=False, highlight=False)


def _tag_table(survey: MatSurvey) -> Table:
    table = Table(
        title="Mat tags against the table file", title_justify="left", caption="± is two sigma, against the other tags"
    )
    for column in ("tag", "dx mm", "dy mm", "± mm", "turn", "± turn", "size mm", "views"):
        table.add_column(column, justify="right")
    for tag in survey.tags:
        table.add_row(
            str(tag.tag.tag),
            f"{tag.dx_mm:+.2f}",
            f"{tag.dy_mm:+.2f}",
            f"{2 * tag.sigma_mm:.2f}",
            f"{math.degrees(tag.dyaw_rad):+.2f}°",
            f"{2 * math.degrees(tag.sigma_yaw_rad):.2f}°",
            f"{tag.tag.size_mm:.2f}",
            str(tag.views),
            style="yellow" if tag.misplaced or tag.resized or not tag.views else None,
        )
    return table
