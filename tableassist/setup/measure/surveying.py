"""Surveying a mat through a running camera, and keeping what was found beside the table file."""

from dataclasses import dataclass
from pathlib import Path

from tableassist.errors import BadRequestError
from tableassist.pipeline.fitting.mat_views import MatViews
from tableassist.pipeline.table_settings import TableSettings
from tableassist.setup.measure.island_cuts import IslandPicture, island_tags, keep_cuts
from tableassist.store.camera import write_surveyed_layout
from tableassist.store.table import read_table
from tableassist.store.table_edit import name_for_table, use_in_table
from tableassist.vision.camera.frame import Frame
from tableassist.vision.survey.start import Sightings
from tableassist.vision.survey.survey import MatSurvey, survey_mat
from tableassist.vision.tags.reader import TagReader
from tableassist.vision.tags.sighting import MIRRORED

LEAST_VIEWS = 3
"""Fewer say little about the tags, however well they fit."""


@dataclass(frozen=True, slots=True, eq=False)
class SurveySeen:
    sightings: Sightings
    """Of the mat's tags."""
    views: MatViews
    was_taken: bool
    size_px: tuple[int, int]
    islands: tuple[IslandPicture, ...]
    """Of the views so far, those with islands on the mat."""


class Surveying:
    """Holds the reader and the views so far; belongs to one thread."""

    def __init__(self, settings: TableSettings) -> None:
        self._known = {(tag.family, tag.tag) for tag in settings.mat.tags}
        self._island_tags = island_tags(settings)
        self._reader = TagReader(tuple(sorted({family for family, _ in self._known | self._island_tags})))
        self._islands: tuple[IslandPicture, ...] = ()
        self._views = MatViews()
        self._size_px: tuple[int, int] | None = None

    def look(self, frame: Frame) -> SurveySeen:
        size = (frame.width_px, frame.height_px)
        if self._views.taken and self._size_px != size:
            raise BadRequestError("the picture size has changed: start the survey again")
        self._size_px = size
        everything = tuple(self._reader.read(frame.image))
        seen = tuple(sighting for sighting in everything if sighting.key in self._known)
        if any(sighting.mirrored for sighting in seen):
            raise BadRequestError(MIRRORED)
        was_taken = False
        if not self._views.enough:
            self._views, was_taken = self._views.seen(seen, frame.width_px)
        if was_taken and any(sighting.key in self._island_tags for sighting in everything):
            self._islands = (*self._islands, IslandPicture(frame.image.copy(), everything))
        return SurveySeen(seen, self._views, was_taken, size, self._islands)


def survey_views(table: Path, views: tuple[Sightings, ...], size_px: tuple[int, int]) -> MatSurvey:
    """Takes some seconds."""
    settings = read_table(table, surveyed=False)
    return survey_mat(views, settings.mat, settings.camera.lens_for(*size_px))


def survey_path(table: Path) -> Path:
    """Where a survey is kept unless a person names another file."""
    return table.with_name(f"{table.stem}-mat.toml")


def keep_survey(table: Path, survey: MatSurvey, islands: tuple[IslandPicture, ...] = ()) -> Path:
    """Write the survey next to the table file, and make the table file use it; with it goes how islands were cut."""
    out = survey_path(table)
    name = name_for_table("survey", table, out)
    write_surveyed_layout(out, survey.layout, survey.ruler)
    use_in_table(table, "mat.survey", name)
    keep_cuts(table, islands)
    return out
