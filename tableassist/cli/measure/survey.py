"""`tableassist survey`: where the mat's tags really are, from pictures of the mat."""

import math
from pathlib import Path

from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from tableassist.capture import FrameSource, SourceKind, open_source, parse_source
from tableassist.cli.terminal import make_console, number, plain_table, tell, tell_findings
from tableassist.geometry import plus_minus
from tableassist.messages import Message, say, template, tr
from tableassist.setup.measure.island_cuts import IslandCut, island_tags, keep_cuts
from tableassist.setup.measure.survey_views import SurveyViews, gathered_views, parse_ruler
from tableassist.store.camera import find_camera, write_surveyed_layout
from tableassist.store.table import read_table
from tableassist.store.table_edit import name_for_table, use_in_table
from tableassist.vision.registration.mat_layout import MatLayout
from tableassist.vision.survey.findings import findings
from tableassist.vision.survey.survey import MatSurvey, survey_mat


def survey_source(
    source: str, table: Path, out: Path, ruler: str | None, camera: str | None, *, use: bool = False
) -> None:
    called_in_table = name_for_table("survey", table, out) if use else None
    settings = read_table(table, surveyed=False)
    distance = None if ruler is None else parse_ruler(ruler)
    is_video = parse_source(source).kind is SourceKind.VIDEO
    tags = island_tags(settings) if use else frozenset()
    views = _views(open_source(source), settings.mat, tags, is_video=is_video)
    profile = settings.camera if camera is None else find_camera(camera, asked_in=table)
    lens = profile.lens_for(views.width_px, views.height_px)
    if views.height_px > views.width_px:
        tell(tr("The pictures are taller than wide: turn the camera sideways for play, so that the whole mat is seen."))
    survey = survey_mat(views.sightings, settings.mat, lens, ruler=distance)
    print_survey(survey, views)
    write_surveyed_layout(out, survey.layout, survey.ruler)
    if called_in_table is None:
        tell(tr("surveyed mat: {path}. The table file uses it by this line in its [mat]:", path=out))
        tell(f'survey = "{out.name}"')
    else:
        said = use_in_table(table, "mat.survey", called_in_table)
        tell(tr("surveyed mat: {path}. {said}.", path=out, said=said))
        for cut in keep_cuts(table, views.islands, profile):
            _tell_cut(table, cut)


def _views(source: FrameSource, mat: MatLayout, tags: frozenset[tuple[str, int]], *, is_video: bool) -> SurveyViews:
    console = make_console()
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn())
    hint = Message("move the camera or turn the mat, then hold still")
    with Progress(*columns, console=console) as progress:
        task = progress.add_task(say(hint) if source.live else tr("looking for mat tags"), total=None)

        def looked(views: int, tags: int, was_taken: bool) -> None:
            if was_taken and source.live:
                console.bell()
            words = Message("{views} views, {tags} mat tags in the last", views=views, tags=tags)
            shown = tr("{count}; {hint}", count=words, hint=hint) if source.live else say(words)
            progress.update(task, advance=1, description=shown)

        views = gathered_views(source, mat, looked, is_video=is_video, island_tags=tags)
        progress.update(task, total=1, completed=1)
    return views


def _tell_cut(table: Path, cut: IslandCut) -> None:
    if cut.outline is None:
        what = template(
            "{piece}: the outline stays as printed: too little of the rim is seen, or it is not near its line"
        )
        tell(tr(what, piece=cut.piece.name), "yellow")
        return
    what = template("{table}: outline (±{rim_mm:.2f} mm) of {piece} updated")
    tell(tr(what, table=table, piece=cut.piece.id, rim_mm=plus_minus(cut.outline.sigma_mm)))


def print_survey(survey: MatSurvey, views: SurveyViews) -> None:
    facts = {"used": len(survey.views_used), "views": survey.views, "residual_px": survey.residual_px}
    if views.alike:
        what = template(
            "{used} of {views} views used, {alike} more show the same and are left out; corners fit to "
            "{residual_px:.2f} px"
        )
        words = tr(what, alike=views.alike, **facts)
    else:
        words = tr("{used} of {views} views used; corners fit to {residual_px:.2f} px", **facts)
    console = make_console()
    tell(words, console=console, wrap=True)
    console.print(_tag_table(survey))
    tell_findings(findings(survey, views.names), console)


def _tag_table(survey: MatSurvey) -> Table:
    columns = (tr("tag"), "dx mm", "dy mm", "± mm", tr("turn"), tr("± turn"), tr("size mm"), tr("views"))
    title, caption = tr("Mat tags against the table file"), tr("±: 95 in 100, against the other tags")
    table = plain_table(columns, left=0, title=title, caption=caption)
    for tag in survey.tags:
        table.add_row(
            str(tag.tag.tag),
            number(tag.dx_mm, "+.2f"),
            number(tag.dy_mm, "+.2f"),
            number(plus_minus(tag.sigma_mm), ".2f"),
            number(math.degrees(tag.dyaw_rad), "+.2f") + "°",
            number(plus_minus(math.degrees(tag.sigma_yaw_rad)), ".2f") + "°",
            number(tag.tag.size_mm, ".2f"),
            str(tag.views),
            style="yellow" if tag.misplaced or tag.resized or not tag.views else None,
        )
    return table
