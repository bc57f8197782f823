"""What the demo writes: a video with the overlay, three overhead pictures, the rulings."""

from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Self

import av
import cv2
import msgspec
from av.video.stream import VideoStream
from PyQt6.QtGui import QImage

from tableassist.errors import BadFileError
from tableassist.formats.judgement_json import Judgement, judgement, to_json
from tableassist.overlay.drawing import Drawing
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.services.table_drawing import TableDrawing
from tableassist.studio.staging.staged_game import KeyMoment
from tableassist.ui.painting.camera_picture import annotated_image, to_bgr
from tableassist.ui.painting.labels import LabelCache
from tableassist.ui.painting.plan_picture import plan_image
from tableassist.vision.camera.frame import Frame, Image

MOMENTS = {
    "blocked": "Skull Island stops Harbinger's shot at HMS Oxley",
    "cleared": "HMS Oxley has moved: the line is clear",
    "rammed": "HMS Plantagenet rams Revenge; Bonny Kate is docked at Palm Island",
}
PLAN_WIDTH_PX = 1400


class WrittenMoment(msgspec.Struct):
    moment: str
    words: str
    t_s: float
    judgement: Judgement


class DemoFiles:
    """Open as a context; a moment is written with the first frame that reaches it."""

    def __init__(
        self,
        out: Path,
        settings: TableSettings,
        moments: tuple[KeyMoment, ...],
        *,
        table_text: str,
        frames_per_s: float,
    ) -> None:
        self.written: list[Path] = []
        self._out = out
        self._settings = settings
        self._table = table_text
        self._waiting = [moment for moment in moments if moment.name in MOMENTS]
        self._judged: list[WrittenMoment] = []
        self._plates = LabelCache()
        self._drawings = TableDrawing()
        self._video = Video(out / "demo.mp4", frames_per_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._video.close()
        if error is None:
            self._write("rulings.json", to_json(self._judged))
            self._write("table.toml", self._table.encode("utf-8"))
            self.written.insert(0, self._video.path)

    def write(self, frame: Frame, state: TableState, selected: str) -> None:
        project = None if state.registration is None else state.registration.image_from_mat
        caption = f"{self._settings.name}    {frame.t_ns / 1e9:5.1f} s"
        if state.warnings:
            caption += f"    ! {state.warnings[0]}"
        drawing = self._drawings.of(state, self._settings.mat, selected)
        image = annotated_image(frame.image, drawing, project, caption, selected=selected, memory=self._plates)
        self._video.add(to_bgr(image))
        while self._waiting and frame.t_ns / 1e9 >= self._waiting[0].t_s:
            self._write_moment(self._waiting.pop(0), frame, state, drawing, selected)

    def _write_moment(
        self, moment: KeyMoment, frame: Frame, state: TableState, drawing: Drawing, selected: str
    ) -> None:
        words = MOMENTS[moment.name]
        self._judged.append(WrittenMoment(moment.name, words, frame.t_ns / 1e9, judgement(state)))
        number = len(self._judged)
        mat = self._settings.mat
        plan = plan_image(
            drawing, (mat.width_mm, mat.height_mm), PLAN_WIDTH_PX, words, self._settings.name, selected=selected
        )
        self._save(plan, f"plan-{number}-{moment.name}.png")
        ok, encoded = cv2.imencode(".png", frame.image)
        assert ok
        self._write(f"camera-{number}-{moment.name}.png", encoded.tobytes())

    def _save(self, image: QImage, name: str) -> None:
        if not image.save(str(self._out / name)):
            raise BadFileError(f"{self._out / name}: cannot be written")
        self.written.append(self._out / name)

    def _write(self, name: str, data: bytes) -> None:
        (self._out / name).write_bytes(data)
        self.written.append(self._out / name)


class Video:
    """H.264 in an MP4 that plays anywhere."""

    def __init__(self, path: Path, frames_per_s: float) -> None:
        self.path = path
        try:
            self._container = av.open(str(path), "w")
        except OSError as problem:
            raise BadFileError(f"{path}: cannot be written: {problem.strerror}") from None
        self._rate = Fraction(frames_per_s).limit_denominator(1000)
        self._stream: VideoStream | None = None

    def add(self, image: Image) -> None:
        if self._stream is None:
            self._stream = self._container.add_stream(
                "libx264", rate=self._rate, options={"preset": "veryfast", "crf": "21"}
            )
            self._stream.width, self._stream.height = image.shape[1], image.shape[0]
            self._stream.pix_fmt = "yuv420p"
        for packet in self._stream.encode(av.VideoFrame.from_ndarray(image, format="bgr24")):
            self._container.mux(packet)

    def close(self) -> None:
        if self._stream is not None:
            for packet in self._stream.encode():
                self._container.mux(packet)
        self._container.close()
