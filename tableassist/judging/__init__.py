"""Judge pictures.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.judging.card_picture import card_camera_profile, seen_cards
    from tableassist.judging.photo import Photo, read_photo
    from tableassist.judging.picture_report import find_profiles, photo_lines, picture_lines
    from tableassist.judging.pictures import (
        VERDICT_WORDS,
        JudgedPictures,
        judged,
        judged_pictures,
        one_frame,
        picture_or_source,
    )
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "card_picture": "card_camera_profile seen_cards",
            "photo": "Photo read_photo",
            "picture_report": "find_profiles photo_lines picture_lines",
            "pictures": "JudgedPictures VERDICT_WORDS judged judged_pictures one_frame picture_or_source",
        },
    )

__all__ = [
    "VERDICT_WORDS",
    "JudgedPictures",
    "Photo",
    "card_camera_profile",
    "find_profiles",
    "judged",
    "judged_pictures",
    "one_frame",
    "photo_lines",
    "picture_lines",
    "picture_or_source",
    "read_photo",
    "seen_cards",
]
