"""Photos that a match keeps: by which its table was judged, besides its own pictures."""

from dataclasses import dataclass, field

MAX_PHOTO_BYTES = 15_000_000
"""Of one photo, which lies in one cell: a phone of 12 megapixels makes 3 to 8."""
MOST_PHOTOS = 100
"""That a match may have: all of them are read at once."""


@dataclass(frozen=True, slots=True)
class PhotoNote:
    """A photo by which the table was judged, too, from this time on; or what another camera of the table saw then."""

    t_ns: int
    wall_ms: int
    by: str
    """Who took it; empty: somebody at the table's screen."""
    name: str
    """What people were told of it."""
    camera: int | None
    """Which of the table's cameras, 0 the first; None: a photo by a camera of which nothing is known."""
    film_mm: float | None
    """The 35 mm equivalent focal length that it stated."""
    content: bytes = field(repr=False)
    """Its file, without what it told of the person who took it."""
