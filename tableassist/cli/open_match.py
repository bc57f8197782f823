"""A recorded match as a person names it, and what happened in it."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from tableassist.cli.match_bar import with_bar
from tableassist.errors import BadFileError
from tableassist.live.memory import matches_root
from tableassist.live.replay import Replay
from tableassist.pipeline.chronicle import Chronicle, Mark, chronicle_of
from tableassist.pipeline.found_moves import LINGER_NS
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.storage.match_library import find_match

BEFORE_NS = 1_500_000_000
AFTER_NS = LINGER_NS + 1_000_000_000
"""Around everything that happens, so much is looked at; while nothing happens, nothing changes."""


def open_match(match: Path) -> Replay:
    """Its folder, or its name in the library."""
    return Replay(find_match(matches_root(), str(match)))


def chronicle_of_match(replay: Replay) -> Chronicle:
    marks = [Mark(each.t_ns, each.words) for each in replay.marks]
    overrulings = replay.overrulings[-1].standing if replay.overrulings else ()
    states = with_bar("looking for moves", eventful_states(replay), lambda each: each[0].t_ns, replay)
    chronicle = chronicle_of(states, marks, overrulings)
    if chronicle is None:
        raise BadFileError(f"{replay.folder}: nothing was recorded in this match")
    return chronicle


def eventful_states(replay: Replay) -> Iterator[tuple[TableState, TableSettings]]:
    """Those around which anything happened, and the last: a match is mostly people who think."""
    if replay.frame_count == 0:
        return
    times = {replay.first_ns, replay.last_ns, *(event.t_ns for event in replay.events())}
    times |= {note.t_ns for note in (*replay.marks, *replay.edits)}
    for between in windows(sorted(times)):
        for moment in replay.moments(between):
            yield moment.state, moment.settings


def windows(times_ns: Sequence[int]) -> list[tuple[int, int]]:
    """The stretches around these times, in order, none of which touches another."""
    found: list[tuple[int, int]] = []
    for t_ns in times_ns:
        start, end = t_ns - BEFORE_NS, t_ns + AFTER_NS
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], end
        else:
            found.append((start, end))
    return found
