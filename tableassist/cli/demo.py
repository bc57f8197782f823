"""`tableassist demo`: a staged game in the window, or as files."""

from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tableassist.cli.demo_files import DemoFiles
from tableassist.cli.read_ahead import read_ahead
from tableassist.cli.watch import show_window
from tableassist.errors import BadFileError
from tableassist.live.table_source import LIVE_FRAMES_PER_S, demo_settings, find_stage, open_stage
from tableassist.pipeline.step import first_state, step
from tableassist.ui.application import make_picture_application
from tableassist.vision.detector import TagDetector

FRAMES_PER_S = 10.0
SPOTLIGHTS = (("cleared", "revenant"), ("rammed", "dauntless"))
"""Whose shots the drawing shows, each until a key moment is past; the last to the end."""


def play_in_window(stage: str) -> int:
    settings = demo_settings(find_stage(stage))
    source = open_stage(stage, settings, live=True, frames_per_s=LIVE_FRAMES_PER_S, seed=0)
    return show_window(source, settings)


def write_files(stage: str, out: Path, seed: int) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadFileError(f"{out}: cannot be made a folder: {problem.strerror}") from None
    make_picture_application()
    settings = demo_settings(find_stage(stage))
    source = open_stage(stage, settings, live=False, frames_per_s=FRAMES_PER_S, seed=seed)
    detector = TagDetector(settings.tag_families)
    state = first_state(settings)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress, DemoFiles(out, settings, source.game, FRAMES_PER_S) as files:
        task = progress.add_task("playing the game", total=source.frame_count)
        for frame in read_ahead(source):
            spotlight = _spotlight(frame.t_ns / 1e9, source.game.moments)
            state = step(state, frame, settings, detector.detect, spotlight)
            files.write(frame, state)
            progress.advance(task)
    for path in files.written:
        print(path)
