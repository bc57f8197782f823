"""Matches on this computer: list, find, delete, add a note, import and export.

Only the names below are for other packages.
"""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.match_library.library import (
        MatchCard,
        delete_match,
        find_match,
        found,
        match_card,
        matches_in,
        note_acts,
        note_mark,
        note_overrulings,
    )
    from tableassist.store.match_library.zip import export_match, import_match
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "library": "MatchCard delete_match find_match found match_card matches_in note_acts note_mark "
            "note_overrulings",
            "zip": "export_match import_match",
        },
    )

__all__ = [
    "MatchCard",
    "delete_match",
    "export_match",
    "find_match",
    "found",
    "import_match",
    "match_card",
    "matches_in",
    "note_acts",
    "note_mark",
    "note_overrulings",
]
