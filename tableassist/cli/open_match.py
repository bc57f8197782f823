"""A recorded match as a person names it, and what happened in it."""

from pathlib import Path

from tableassist.cli.match_bar import with_bar
from tableassist.errors import BadFileError
from tableassist.live.memory import matches_root
from tableassist.live.replay import Replay
from tableassist.live.replay_chronicle import eventful_states, marks_of
from tableassist.pipeline.chronicle import Chronicle, chronicle_of
from tableassist.storage.match_library import find_match


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
