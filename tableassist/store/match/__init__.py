"""A recorded match: a folder with a database, videos and stills. Only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.match.folder import (
        LOCK,
        SUFFIX,
        MatchLock,
        free_match_path,
        is_being_recorded,
        is_match,
        make_match_folder,
        move_match,
        named_match,
        remove_match,
        segment_name,
    )
    from tableassist.store.match.notes import EVER, TAKEN_BACK, MatchFacts, Note, OverrulingsNote, Still, VideoSegment
    from tableassist.store.match.reader import MatchReader, ReadFrame
    from tableassist.store.match.settings import settings_parts
    from tableassist.store.match.stills import forget_stills, read_still, still_times, write_still
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "folder": "LOCK MatchLock SUFFIX free_match_path is_being_recorded is_match make_match_folder "
            "move_match named_match remove_match segment_name",
            "notes": "EVER MatchFacts Note OverrulingsNote Still TAKEN_BACK VideoSegment",
            "reader": "MatchReader ReadFrame",
            "settings": "settings_parts",
            "stills": "forget_stills read_still still_times write_still",
        },
    )

__all__ = [
    "EVER",
    "LOCK",
    "SUFFIX",
    "TAKEN_BACK",
    "MatchFacts",
    "MatchLock",
    "MatchReader",
    "Note",
    "OverrulingsNote",
    "ReadFrame",
    "Still",
    "VideoSegment",
    "forget_stills",
    "free_match_path",
    "is_being_recorded",
    "is_match",
    "make_match_folder",
    "move_match",
    "named_match",
    "read_still",
    "remove_match",
    "segment_name",
    "settings_parts",
    "still_times",
    "write_still",
]
