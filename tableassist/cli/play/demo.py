"""`tableassist demo`: a staged game in the window, or as files."""

import math
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tableassist.cli.play.demo_files import DemoFiles
from tableassist.cli.play.watch import watch_source
from tableassist.errors import BadFileError
from tableassist.pipeline.step import first_state, step
from tableassist.runtime.read_ahead import read_ahead
from tableassist.runtime.table_source import demo_settings, find_stage, stage_game, stage_table_text
from tableassist.studio.staging.staged_game import StagedGame
from tableassist.studio.studio_source import StudioSource
from tableassist.ui.shell.application import make_picture_application
from tableassist.vision.tags.reader import TagReader

FRAMES_PER_S = 6.0
LINGER_S = 1.0
SPOTLIGHTS = (("cleared", "harbinger"), ("rammed", "plantagenet"))
"""Whose shots the drawing shows, each until a key moment is past; the last to the end."""


def play_in_window(stage: str) -> int:
    return watch_source(f"studio:{stage}", None)


def write_files(stage_name: str, out: Path, seed: int) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadFileError(f"{out}: cannot be made a folder: {problem.strerror}") from None
    make_picture_application()
    stage = find_stage(stage_name)
    settings = demo_settings(stage)
    game = stage_game(settings)
    source = StudioSource(game, stage.camera, frames_per_s=FRAMES_PER_S, seed=seed)
    reader = TagReader(settings.tag_families)
    state = first_state(settings)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    demo_files = DemoFiles(out, settings, game.moments, table_text=stage_table_text(stage), frames_per_s=FRAMES_PER_S)
    with Progress(*columns) as progress, demo_files as files:
        task = progress.add_task("playing the game", total=math.floor(game.duration_s * FRAMES_PER_S))
        for frame in read_ahead(source):
            spotlight = _spotlight(frame.t_ns / 1e9, game)
            state = step(state, frame, settings, reader.read)
            files.write(frame, state, spotlight)
            progress.advance(task)
    for path in files.written:
        print(path)


def _spotlight(t_s: float, game: StagedGame) -> str:
    return next((piece for moment, piece in SPOTLIGHTS if t_s <= game.time_of(moment) + LINGER_S), SPOTLIGHTS[-1][1])
