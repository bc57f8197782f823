"""The dice corner: a printed sheet with four tags and a plain grey ground on which dice are read."""

from dataclasses import dataclass, replace

from tableassist.vision.registration.mat_layout import MatTag

FIRST_DICE_TAG = 578
"""Of family 36h11, after the jig's."""
TAGS = 4
USUAL_EDGES_MM = (12.0, 16.0)
LEAST_EDGE_MM, MOST_EDGE_MM = 4.0, 30.0
GROUND_GREY = 0.42
"""Share of white: white dice are lighter even where they are in the shade, black ones darker than a shadow on it."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The grey part, in the sheet's millimetres."""

    left_mm: float
    low_mm: float
    right_mm: float
    high_mm: float


SIZE_OPEN = 0.05


@dataclass(frozen=True, slots=True)
class DiceCorner:
    """A sheet in mm: origin at its lower-left corner, x right, y up, as printed."""

    width_mm: float
    height_mm: float
    tags: tuple[MatTag, ...]
    ground: Ground
    edges_mm: tuple[float, float] = USUAL_EDGES_MM
    """The smallest and the largest die that is thrown."""

    @property
    def edges_looked_for_mm(self) -> tuple[float, float]:
        """At least as far apart as a picture leaves a die's size open: rounded edges, pips nearer to the middle."""
        low, high = self.edges_mm
        middle = (low + high) / 2
        return min(low, middle * (1.0 - SIZE_OPEN)), max(high, middle * (1.0 + SIZE_OPEN))

    def scaled(self, scale: float) -> "DiceCorner":
        """As it came out of the printer; dice are not printed."""
        tags = (
            replace(tag, x_mm=scale * tag.x_mm, y_mm=scale * tag.y_mm, size_mm=scale * tag.size_mm) for tag in self.tags
        )
        edges = (self.ground.left_mm, self.ground.low_mm, self.ground.right_mm, self.ground.high_mm)
        ground = Ground(*(scale * edge for edge in edges))
        return replace(
            self, width_mm=scale * self.width_mm, height_mm=scale * self.height_mm, tags=tuple(tags), ground=ground
        )


def printed_corner(
    *, first_tag: int = FIRST_DICE_TAG, family: str = "36h11", edges_mm: tuple[float, float] = USUAL_EDGES_MM
) -> DiceCorner:
    """The sheet of the kit: the tags in two columns beside the ground, numbered from the lower left
    counter-clockwise."""
    width, height, size, edge = 190.0, 120.0, 24.0, 17.0
    places = ((edge, edge), (width - edge, edge), (width - edge, height - edge), (edge, height - edge))
    tags = tuple(MatTag(family, first_tag + k, size, x, y, 0.0) for k, (x, y) in enumerate(places))
    return DiceCorner(width, height, tags, Ground(38.0, 3.0, width - 38.0, height - 3.0), edges_mm)
