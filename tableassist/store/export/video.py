"""Pictures as a film: as MP4, or a moment as GIF."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.filter import Graph

from tableassist.store.files.problems import unwritable
from tableassist.vision.camera.frame import Image

TICKS = 1000
"""A second; H.264 players like milliseconds."""
BGR = av.VideoFormat("bgr24")
GIF_FRAMES_PER_S = 8


ENCODER = {"preset": "veryfast", "crf": "21", "bf": "0"}


def write_mp4(path: Path, pictures: Iterable[tuple[int, Image]], *, encoder: Mapping[str, str] = ENCODER) -> int:
    """H.264 that plays anywhere, each picture at its own time; how many there were."""
    count, last, first_ns = 0, -1, 0
    try:
        with av.open(str(path), "w", format="mp4", options={"movflags": "faststart"}) as container:
            stream = container.add_stream("libx264", rate=30, options=dict(encoder))
            stream.pix_fmt, stream.codec_context.time_base = "yuv420p", Fraction(1, TICKS)
            for t_ns, image in pictures:
                if count == 0:
                    stream.height, stream.width = image.shape[0] // 2 * 2, image.shape[1] // 2 * 2
                    first_ns = t_ns
                tick = (t_ns - first_ns) * TICKS // 1_000_000_000
                if tick <= last:
                    continue
                whole = np.ascontiguousarray(image[: stream.height, : stream.width])
                frame = av.VideoFrame.from_ndarray(whole, format="bgr24")
                frame.pts, frame.time_base, last = tick, Fraction(1, TICKS), tick
                container.mux(stream.encode(frame))
                count += 1
            if count:
                container.mux(stream.encode(None))
    except (av.FFmpegError, OSError) as problem:
        raise unwritable(path, problem) from None
    return count


def write_gif(path: Path, pictures: list[Image], *, frames_per_s: int = GIF_FRAMES_PER_S) -> None:
    """With a palette of its own: a plain one makes the sea a chessboard."""
    height, width = pictures[0].shape[:2]
    graph = Graph()
    source = graph.add_buffer(width=width, height=height, format=BGR, time_base=Fraction(1, frames_per_s))
    split, palette, use = graph.add("split"), graph.add("palettegen", "stats_mode=diff"), graph.add("paletteuse")
    sink = graph.add("buffersink")
    source.link_to(split)
    split.link_to(use, 0, 0)
    split.link_to(palette, 1, 0)
    palette.link_to(use, 0, 1)
    use.link_to(sink)
    graph.configure()
    try:
        with av.open(str(path), "w", format="gif") as container:
            stream = container.add_stream("gif", rate=frames_per_s)
            stream.width, stream.height, stream.pix_fmt = width, height, "pal8"
            for number, image in enumerate(pictures):
                frame = av.VideoFrame.from_ndarray(image, format="bgr24")
                frame.pts, frame.time_base = number, Fraction(1, frames_per_s)
                source.push(frame)
            source.push(None)
            for frame in _pulled(sink):
                container.mux(stream.encode(frame))
            container.mux(stream.encode(None))
    except (av.FFmpegError, OSError) as problem:
        raise unwritable(path, problem) from None


def _pulled(sink: object) -> Iterator[av.VideoFrame]:
    while True:
        try:
            yield sink.pull()  # type: ignore[attr-defined]
        except (av.error.BlockingIOError, av.error.EOFError):
            return
