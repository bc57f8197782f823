"""A match that was cut off is offered to whoever records at that table again."""

import sys

import typer

from tableassist.cli.terminal import tell
from tableassist.formats.score.chronicle_words import time_words
from tableassist.messages import tr
from tableassist.runtime.recorder.replay_buffer import UnfinishedMatch


def offer_to_resume(match: UnfinishedMatch) -> bool:
    """Who sits at a terminal is asked; others are told."""
    facts = {"name": match.folder.name, "duration": time_words(round(match.seconds * 1e9))}
    if sys.stdin.isatty():
        tell(tr("{name} was cut off after {duration}; nothing of it is lost.", **facts))
        return typer.confirm(tr("Resume it?"), default=True)
    words = tr(
        "{name} was cut off after {duration}; nothing of it is lost. `record --resume` goes on with it.", **facts
    )
    tell(words, err=True)
    return False
