"""Two seconds of a match: frames, poses, registrations, rulings. Only the names below are for other packages."""

from typing import TYPE_CHECKING

from tableassist.front_door import lazy_names

if TYPE_CHECKING:
    from tableassist.store.match.blocks.rulings import Question, RulingChange, asked_by, digest_of, verdict_changes
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "rulings": "Question RulingChange asked_by digest_of verdict_changes",
        },
    )

__all__ = [
    "Question",
    "RulingChange",
    "asked_by",
    "digest_of",
    "verdict_changes",
]
