"""The mat and the tags on its border."""

from dataclasses import dataclass, field

from tableassist.vision.mat_survey_places import SurveyedPlaces


@dataclass(frozen=True, slots=True)
class MatTag:
    """A tag flat on the mat; yaw 0 has the tag's own x along the mat's x."""

    family: str
    tag: int
    size_mm: float
    x_mm: float
    y_mm: float
    yaw_rad: float


@dataclass(frozen=True, slots=True)
class MatLayout:
    width_mm: float
    height_mm: float
    tags: tuple[MatTag, ...]
    placement_sigma_mm: float
    """How far each tag's centre may lie from where the layout says, per axis, each for itself."""
    surveyed: SurveyedPlaces | None = field(default=None, compare=False)
    """After a survey: how well the tags are known all together. Then `placement_sigma_mm` is not used."""
