"""What was changed while the match was played: pieces other than the table file has them, and the edits."""

from typing import Annotated

import msgspec

MOST_EDITS, MOST_PIECES = 10_000, 4_000
Short = Annotated[str, msgspec.Meta(max_length=2000)]


class MadeEdit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    made: Short
    """ISO 8601."""
    words: Short


class TableChanges(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pieces: Annotated[list[Short], msgspec.Meta(max_length=MOST_PIECES)] = []
    """What of which piece is not as in the table file, as "revenge: mounts"."""
    edits: Annotated[list[MadeEdit], msgspec.Meta(max_length=MOST_EDITS)] = []
    """Up to the moment."""
