"""What happened in a recorded match, found without looking at the hours in which nothing did."""

from collections.abc import Iterator, Sequence

from tableassist.matches.replay.replay import Replay
from tableassist.pipeline.moves.chronicle import Mark, follow
from tableassist.pipeline.moves.found_move import FoundMove
from tableassist.pipeline.moves.found_moves import LINGER_NS, last_moves
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState

BEFORE_NS = 1_500_000_000
AFTER_NS = LINGER_NS + 1_000_000_000
"""Around everything that happens, so much is looked at; while nothing happens, nothing changes."""


def marks_of(replay: Replay) -> list[Mark]:
    return [Mark(each.t_ns, each.words) for each in replay.marks]


def moves_of(replay: Replay) -> Iterator[tuple[int, tuple[FoundMove, ...]]]:
    """The moves as they are found, each time with how far one has looked; last with all that was still to be told."""
    over = None
    for state, settings, watch, found in follow(eventful_states(replay), marks_of(replay)):
        over = watch, settings
        yield state.t_ns, found
    if over is not None:
        yield replay.last_ns, last_moves(*over)


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
