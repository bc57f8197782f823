"""The demo as files: a video with the overlay, overhead pictures of its key moments, the rulings, the game."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from tableassist.capture import FrameSource
from tableassist.errors import BadFileError
from tableassist.matches import Painter
from tableassist.messages import Message, say, template
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.process import Progress
from tableassist.setup.plan import camera_place_words
from tableassist.sources import demo_settings, find_stage, read_ahead, stage_game, stage_table_text
from tableassist.store.export import write_mp4
from tableassist.store.files import encoded, write_bytes_safely
from tableassist.store.judgement_json import MomentRecord, judgement, to_json
from tableassist.studio import KeyMoment, StagedGame, StudioSource
from tableassist.table.demo.demo_game import DemoFollower
from tableassist.vision.camera.frame import Frame, Image
from tableassist.vision.camera.pose import CameraPose
from tableassist.vision.tags.reader import TagReader

FRAMES_PER_S: Final = 8.0
LINGER_S: Final = 1.0
SPOTLIGHTS: Final = (("cleared", "harbinger"), ("rammed", "plantagenet"))
"""Whose shots the drawing shows, each until a key moment is past; the last to the end."""
MOMENTS: Final = {
    "blocked": template("Skull Island stops Harbinger's shot at HMS Oxley"),
    "cleared": template("HMS Oxley has moved: the line is clear"),
    "rammed": template("HMS Plantagenet rams Revenge; Bonny Kate is docked at Palm Island"),
    "home": template("Windjammer brings the last gold home: the Pirates win"),
}
PLAN_WIDTH_PX: Final = 1400


class WrittenMoment(msgspec.Struct):
    moment: str
    words: str
    t_s: float
    judgement: MomentRecord


def write_demo(stage_name: str, out: Path, seed: int, *, painter: Painter, progress: Progress) -> tuple[Path, ...]:
    """The files that were written, the video first."""
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadFileError("{path}: cannot be made a folder: {problem}", path=out, problem=problem.strerror) from None
    stage = find_stage(stage_name)
    settings = demo_settings(stage)
    game = stage_game(settings, stage.fault)
    source = StudioSource(game, stage.camera, frames_per_s=FRAMES_PER_S, seed=seed)
    files = DemoFiles(out, settings, game, stage_table_text(stage), painter)
    video = out / "demo.mp4"
    write_mp4(video, files.played(source, progress))
    return video, *files.finished()


def demo_camera_words(stage_name: str) -> tuple[Message, ...]:
    """Whether a leaning ship would be noticed by the camera of a stage, and what would help: as on any table."""
    stage = find_stage(stage_name)
    settings, camera = demo_settings(stage), stage.camera
    lens = settings.camera.lens_for(camera.width_px, camera.height_px)
    return camera_place_words(settings, lens, CameraPose(camera.rotation, np.array(camera.translation_mm)))


@dataclass(slots=True)
class DemoFiles:
    """A moment is written with the first frame that reaches it."""

    out: Path
    settings: TableSettings
    game: StagedGame
    table_text: str
    painter: Painter
    """One whose names keep their places."""
    _written: list[Path] = field(default_factory=list)
    _judged: list[WrittenMoment] = field(default_factory=list)
    _follower: DemoFollower = field(default_factory=DemoFollower)

    def played(self, source: FrameSource, progress: Progress) -> Iterator[tuple[int, Image]]:
        """The pictures of the video, each with its time."""
        waiting = [moment for moment in self.game.moments if moment.name in MOMENTS]
        mat, reader = self.settings.mat, TagReader(self.settings.tag_families)
        state = first_state(self.settings)
        for frame in read_ahead(source):
            t_s = frame.t_ns / 1e9
            selected = _spotlight(t_s, self.game)
            settings = self._follower.settings(self.settings)
            state = step(state, frame, settings, reader.read)
            self._follower.see(state, settings)
            caption = self._caption(state, t_s)
            yield frame.t_ns, self.painter.camera(frame, state, mat, selected=selected, caption=caption)
            while waiting and t_s >= waiting[0].t_s:
                self._write_moment(waiting.pop(0), frame, state, selected)
            progress(Message("playing the game"), min(1.0, t_s / self.game.duration_s))

    def finished(self) -> tuple[Path, ...]:
        self._write("rulings.json", to_json(self._judged))
        self._write("game.jsonl", "".join(f"{line}\n" for line in self._follower.desk.lines()).encode("utf-8"))
        self._write("table.toml", self.table_text.encode("utf-8"))
        return tuple(self._written)

    def _caption(self, state: TableState, t_s: float) -> str:
        caption = f"{self.settings.name}    {t_s:5.1f} s    {say(self._follower.words)}"
        return f"{caption}    ! {say(state.warnings[0])}" if state.warnings else caption

    def _write_moment(self, moment: KeyMoment, frame: Frame, state: TableState, selected: str) -> None:
        words = MOMENTS[moment.name]
        self._judged.append(WrittenMoment(moment.name, words, frame.t_ns / 1e9, judgement(state)))
        number, settings = len(self._judged), self.settings
        plan = self.painter.plan(
            frame,
            state,
            settings.mat,
            selected=selected,
            title=say(Message(words)),
            footer=settings.name,
            width_px=PLAN_WIDTH_PX,
        )
        self._write(f"plan-{number}-{moment.name}.png", encoded(plan))
        self._write(f"camera-{number}-{moment.name}.png", encoded(frame.image))

    def _write(self, name: str, data: bytes) -> None:
        path = self.out / name
        write_bytes_safely(path, data)
        self._written.append(path)


def _spotlight(t_s: float, game: StagedGame) -> str:
    return next((piece for moment, piece in SPOTLIGHTS if t_s <= game.time_of(moment) + LINGER_S), SPOTLIGHTS[-1][1])
