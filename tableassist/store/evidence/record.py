"""What was measured and called while the match was played, beside what the picture in the evidence shows."""

from collections.abc import Sequence
from typing import Annotated

import msgspec

from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import Ruling, Verdict
from tableassist.store.evidence.poses import Entries, pose_entries

MOST_CALLS = 100_000


class RecordedCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    verdict: Verdict
    measured_mm: float | None
    sigma_mm: float | None


class Recorded(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    poses: Entries
    calls: Annotated[list[RecordedCall], msgspec.Meta(max_length=MOST_CALLS)]
    """Those that came out otherwise than from the picture, and the one that the evidence is about."""


def recorded(then: TableState, derived: Sequence[Ruling], asked: str | None) -> Recorded:
    """`derived`: what follows from the picture alone. A match measures a still piece in several pictures and takes the
    mean, so a call may be made at the table that is too close in one picture."""
    verdicts = {each.id: each.verdict for each in derived}
    calls = [
        RecordedCall(each.id, each.verdict, each.measured_mm, each.sigma_mm)
        for each in then.rulings
        if each.id == asked or verdicts.get(each.id) is not each.verdict
    ]
    return Recorded(poses=pose_entries(then.tracks, then.scene), calls=calls)
