"""The video of a match. Only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.match.film.packets import Filmed
    from tableassist.store.match.film.pictures import TICK_NS, MatchPictures
    from tableassist.store.match.film.video import WHOLE_PICTURE_NS, SegmentWriter
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "packets": "Filmed",
            "pictures": "MatchPictures TICK_NS",
            "video": "SegmentWriter WHOLE_PICTURE_NS",
        },
    )

__all__ = [
    "TICK_NS",
    "WHOLE_PICTURE_NS",
    "Filmed",
    "MatchPictures",
    "SegmentWriter",
]
