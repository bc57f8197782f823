"""The mat and the tags on its border."""

from dataclasses import dataclass, field

from tableassist.vision.registration.mat_places import SurveyedPlaces
from tableassist.vision.tags.sighting import TagKey

LAYOUT_SCALE_SIGMA = 0.0003
"""Of all distances between tags together, where they were laid out by hand: a tape measure of class II may be off by
0.5 mm in its first metre, which is 0.3 mm as a standard deviation."""
HAND_MM = 0.3
"""Tags that may lie this far from their places, or farther, were taped by hand; nearer ones were printed with the mat,
in one piece."""


@dataclass(frozen=True, slots=True)
class MatTag:
    """A tag flat on the mat; yaw 0 has the tag's own x along the mat's x."""

    family: str
    tag: int
    size_mm: float
    x_mm: float
    y_mm: float
    yaw_rad: float

    @property
    def key(self) -> TagKey:
        return self.family, self.tag


@dataclass(frozen=True, slots=True)
class MatLayout:
    width_mm: float
    height_mm: float
    tags: tuple[MatTag, ...]
    placement_sigma_mm: float
    """How far each tag's centre may lie from where the layout says, per axis, each for itself. Zero: the layout is
    exact, scale and all."""
    surveyed: SurveyedPlaces | None = field(default=None, compare=False)
    """After a survey: how well the tags are known all together. Then `placement_sigma_mm` is not used."""
    print_scale_sigma: float = 0.0
    """Of all lengths together, as a share: how well the scale of the print is known. Zero: it is exact."""
    tag_size_sigma: float = 0.0
    """Of all tags' sizes together, as a share, against the distances between them: tags taped by hand were printed, the
    distances were not. Not used after a survey."""
    place_scale: float = 1.0
    """By which the table file's distances between tags have been multiplied, because the print is larger or smaller."""

    @property
    def is_taped(self) -> bool:
        """By hand, tag by tag."""
        return self.placement_sigma_mm >= HAND_MM

    @property
    def centre(self) -> tuple[float, float]:
        return self.width_mm / 2, self.height_mm / 2
