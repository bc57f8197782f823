"""A recorded match as a person names it, and what happened in it."""

from pathlib import Path

from tableassist.cli.match.progress_bar import with_bar
from tableassist.errors import BadFileError
from tableassist.formats.match.library import find_match
from tableassist.pipeline.moves.chronicle import Chronicle, chronicle_of
from tableassist.runtime.recorder.replay_buffer import matches_root
from tableassist.runtime.replay.chronicle import eventful_states, marks_of
from tableassist.runtime.replay.replay import Replay


def open_match(match: Path) -> Replay:
    """Its folder, or its name in the library."""
    return Replay(find_match(matches_root(), str(match)))


def chronicle_of_match(replay: Replay) -> Chronicle:
    overrulings = replay.overrulings[-1].standing if replay.overrulings else ()
    states = with_bar("looking for moves", eventful_states(replay), lambda each: each[0].t_ns, replay)
    chronicle = chronicle_of(states, marks_of(replay), overrulings)
    if chronicle is None:
        raise BadFileError(f"{replay.folder}: nothing was recorded in this match")
    return chronicle
