"""A recorded match as a person names it, and what happened in it."""

from pathlib import Path

from tableassist.errors import BadFileError
from tableassist.live.replay import Replay
from tableassist.pipeline.chronicle import Chronicle, Mark, chronicle_of
from tableassist.storage.match_folder import named_match


def open_match(path: Path) -> Replay:
    """The folder, with or without its ending."""
    return Replay(path if path.exists() else named_match(path))


def chronicle_of_match(replay: Replay) -> Chronicle:
    marks = [Mark(each.t_ns, each.words) for each in replay.marks]
    overrulings = replay.overrulings[-1].standing if replay.overrulings else ()
    chronicle = chronicle_of(((each.state, each.settings) for each in replay.moments()), marks, overrulings)
    if chronicle is None:
        raise BadFileError(f"{replay.folder}: nothing was recorded in this match")
    return chronicle
