"""Opens what a person types as a source, the studio among it. Here capture, storage and studio meet."""

import time
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from tableassist.capture import CameraDevice, FrameSource, SourceKind, open_source, parse_source
from tableassist.errors import SourceError
from tableassist.pipeline.table_settings import TableSettings
from tableassist.sources.card_stage import CARD_STAGE, card_demo_source
from tableassist.store.camera import find_camera
from tableassist.store.table import read_table
from tableassist.studio import (
    Stage,
    StagedGame,
    StudioSource,
    TableFault,
    demo_game,
    stage_named,
    stage_names,
    with_demo_dice,
)

AT_NS = "@"
"""Before the monotonic time at which a studio's game began, where several cameras look at the same game."""


def demo_table_path() -> Path:
    return Path(str(files("tableassist.studio").joinpath("demo_table.toml")))


def demo_settings(stage: Stage) -> TableSettings:
    """The demo's table as seen by the camera of a stage. Nothing of the studio's truth is in it."""
    path = demo_table_path()
    return read_table(path).seen_through(find_camera(f"studio-{stage.camera.height_px}p", asked_in=path))


def stage_table_text(*stages: Stage) -> str:
    """The demo's table file for the cameras of stages, to judge the demo's pictures by."""
    text = demo_table_path().read_text("utf-8")
    first, *more = (f'"{stage.profile}"' for stage in stages)
    lines = f"camera = {first}" + (f"\nmore_cameras = [{', '.join(more)}]" if more else "")
    return text.replace('camera = "studio-720p"', lines)


def in_step(texts: Sequence[str]) -> tuple[str, ...]:
    """The same sources, where the studio's among several begin its game at the same time."""
    if len(texts) == 1:
        return tuple(texts)
    now = time.monotonic_ns()
    return tuple(
        f"{text}{AT_NS}{now}" if parse_source(text).kind is SourceKind.STUDIO and AT_NS not in text else text
        for text in texts
    )


def stage_game(settings: TableSettings, fault: TableFault | None = None) -> StagedGame:
    """The demo's game, with what a stage does to its table."""
    game = demo_game(settings.mat, {piece.id: piece for piece in settings.pieces})
    if settings.dice is not None:
        game = with_demo_dice(game, settings.dice)
    return game if fault is None else replace(game, table_at=lambda t_s: fault(game.table_at(t_s)))


def find_stage(name: str) -> Stage:
    name = name.partition(AT_NS)[0]
    if name not in stage_names():
        known = (*stage_names(), CARD_STAGE)
        raise SourceError("studio:{name}: no such stage, expected one of {stages}", name=name, stages=known)
    return stage_named(name)


def open_table_source(text: str, known: CameraDevice | None = None) -> FrameSource:
    """Any source by its text; a stage plays the demo's game for ever. `known` is the camera that was open before."""
    spec = parse_source(text)
    if spec.kind is not SourceKind.STUDIO:
        return open_source(text, known)
    if spec.target == CARD_STAGE:
        return card_demo_source(live=True)
    stage = find_stage(spec.target)
    game = stage_game(demo_settings(stage), stage.fault)
    began = spec.target.partition(AT_NS)[2]
    return StudioSource(
        game,
        stage.camera,
        stage.look,
        frames_per_s=stage.frames_per_s,
        live=True,
        name=f"studio:{stage.name}",
        started_ns=int(began) if began.isdecimal() else None,
        late_s=stage.late_s,
    )
