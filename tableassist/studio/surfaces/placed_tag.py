"""A tag with its place in space."""

from dataclasses import dataclass

from tableassist.geometry import Floats, MatPoints3
from tableassist.studio.surfaces.placement import Placement
from tableassist.studio.surfaces.tag_art import modules_across, plate_side_mm, square_corners


@dataclass(frozen=True, slots=True, eq=False)
class PlacedTag:
    family: str
    tag: int
    size_mm: float
    mat_from_tag: Placement

    @property
    def corners(self) -> MatPoints3:
        """(4, 3) on the mat: the black square's lower left, lower right, upper right, upper left."""
        return MatPoints3(self.mat_from_tag.place(square_corners(self.size_mm)))

    @property
    def module_mm(self) -> float:
        return self.size_mm / modules_across(self.family)

    @property
    def plate_side_mm(self) -> float:
        return plate_side_mm(self.family, self.size_mm)

    @property
    def plate(self) -> Floats:
        """(4, 3) on the mat: the corners of the white card."""
        return self.mat_from_tag.place(square_corners(self.plate_side_mm))
