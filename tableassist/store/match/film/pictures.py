"""Pictures out of a match's video, in any order. Files stay open, one decoder serves them all, and what it gave last is
kept."""

import logging
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import av
import numpy as np
from av.container import InputContainer
from av.video.codeccontext import VideoCodecContext
from av.video.stream import VideoStream

from tableassist.store.files.closing import closed_if_it_fails
from tableassist.store.match.film.packets import TICKS_A_SECOND
from tableassist.store.match.film.video import WHOLE_PICTURE_NS
from tableassist.store.match.notes import VideoSegment
from tableassist.vision.camera.frame import Image

KEPT = 24
"""Decoded pictures: more than come between two whole ones at 30 a second, so that going back costs no more."""
AHEAD_TICKS = WHOLE_PICTURE_NS * TICKS_A_SECOND // 1_000_000_000
"""A picture that is no farther ahead is decoded on to; else it is quicker to jump."""
OPEN = 16
"""Files, of ten minutes each: to open one takes as long as to decode a picture."""
MOST_PACKETS = 2_000
"""Decoded in one go; a file of ours has a whole picture after eight, an old one after fifteen."""
TICK_NS = 1_000_000_000 // TICKS_A_SECOND
Failure = (av.FFmpegError, OSError, ValueError, OverflowError, MemoryError)


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    image: Image
    t_ns: int
    """When it was taken, to the microsecond; before the time asked for where a picture was dropped."""


class MatchPictures:
    """A segment that cannot be read has no pictures; nothing is raised. Used by one thread at a time."""

    def __init__(self, folder: Path, segments: tuple[VideoSegment, ...]) -> None:
        self._folder = folder
        self._segments = segments
        self._decoder = _Decoder()
        self._open: OrderedDict[VideoSegment, _OpenSegment] = OrderedDict()
        """The one used last is the last, and only it has pictures."""

    def at(self, t_ns: int) -> Picture | None:
        """The last that was not taken after this time; None where there is none."""
        return self._found(t_ns, lambda opened: opened.at(t_ns))

    def whole_before(self, t_ns: int) -> Picture | None:
        """One that needs no others to be decoded: quick, and up to half a second before in an old match."""
        return self._found(t_ns, lambda opened: opened.whole_before(t_ns))

    def _found(self, t_ns: int, find: "Callable[[_OpenSegment], Picture | None]") -> Picture | None:
        """In the segment of that time; in the one before where that has hardly begun, and holds no picture yet."""
        place = bisect_right(self._segments, t_ns, key=lambda segment: segment.first_ns) - 1
        for segment in self._segments[max(0, place - 1) : place + 1][::-1]:
            try:
                picture = find(self._opened(segment))
            except Failure:
                logging.getLogger(__name__).debug("%s", segment.file, exc_info=True)
                self.close()
            else:
                if picture is not None:
                    return picture
        return None

    def _opened(self, segment: VideoSegment) -> "_OpenSegment":
        last = next(reversed(self._open.values()), None)
        if last is not None and last.segment is segment:
            return last
        if last is not None:
            last.rest()
        opened = self._open.pop(segment, None) or _OpenSegment(self._folder / segment.file, segment, self._decoder)
        self._open[segment] = opened
        if len(self._open) > OPEN:
            self._open.popitem(last=False)[1].close()
        return opened

    def close(self) -> None:
        while self._open:
            self._open.popitem()[1].close()
        self._decoder.close()


class _Decoder:
    """Made for the files of one recorder, which are all alike; made anew for one of another kind. What it has decoded
    lies in memory that it uses again, which a new one would have to ask for."""

    def __init__(self) -> None:
        self._codec: VideoCodecContext | None = None
        self._extradata: bytes | None = None

    def frames(self, container: InputContainer) -> Iterator[av.VideoFrame]:
        """From where the file stands, which must be a whole picture. Ends any other."""
        stream = container.streams.video[0]
        codec = self._codec_for(stream)
        for packet in container.demux(stream):
            yield from codec.decode(packet)

    def close(self) -> None:
        self._codec = None

    def _codec_for(self, stream: VideoStream) -> VideoCodecContext:
        extradata = stream.codec_context.extradata
        if self._codec is None or extradata != self._extradata:
            self._codec = VideoCodecContext.create("h264", "r")
            self._codec.extradata = self._extradata = extradata
        elif self._codec.is_open:
            self._codec.flush_buffers()
        return self._codec


class _OpenSegment:
    def __init__(self, path: Path, segment: VideoSegment, decoder: _Decoder) -> None:
        self.segment = segment
        self._path = path
        self._decoder = decoder
        self._kept: OrderedDict[int, av.VideoFrame] = OrderedDict()
        self._frames: Iterator[av.VideoFrame] | None = None
        self._last_tick = -1
        self._start()

    def at(self, t_ns: int) -> Picture | None:
        wanted = (t_ns - self.segment.first_ns) // TICK_NS
        found = self._in_memory(wanted) or self._decoded(wanted)
        return None if found is None else self._picture(*found)

    def whole_before(self, t_ns: int) -> Picture | None:
        wanted = (t_ns - self.segment.first_ns) // TICK_NS
        self._jump(wanted)
        found = self._forward(-1) if self._frames is not None else None
        if found is None and self._kept:
            found = next(iter(self._kept.items()))
        return None if found is None or found[0] > wanted else self._picture(*found)

    def _picture(self, tick: int, frame: av.VideoFrame) -> Picture:
        image: Image = np.asarray(frame.to_ndarray(format="bgr24"), dtype=np.uint8)
        cut = np.ascontiguousarray(image[: self.segment.height_px, : self.segment.width_px])
        cut.setflags(write=False)
        return Picture(cut, self.segment.first_ns + tick * TICK_NS)

    def rest(self) -> None:
        """Another one has the decoder now."""
        self._frames = None
        self._kept.clear()

    def close(self) -> None:
        self.rest()
        self._container.close()

    def _start(self) -> None:
        # Resolved, so that no file name is taken for an address.
        self._container = av.open(str(self._path.resolve(strict=True)), "r", format="mov", metadata_errors="replace")
        with closed_if_it_fails(self._container):
            if not self._container.streams.video:
                raise ValueError("no video in the file")
            stream = self._container.streams.video[0]
            sizes = (self.segment.width_px, self.segment.height_px)
            codec = stream.codec_context  # none, where the file's codec is not known
            if (
                codec is None
                or codec.name != "h264"
                or (stream.width, stream.height) != tuple(s + s % 2 for s in sizes)
            ):
                raise ValueError("not the video of this match")
        self._frames, self._last_tick = None, -1

    def _in_memory(self, wanted: int) -> tuple[int, av.VideoFrame] | None:
        """Only if the next one is known as well: else a later one may be meant."""
        ticks = sorted(self._kept)
        place = bisect_right(ticks, wanted) - 1
        if place < 0 or (place == len(ticks) - 1 and ticks[place] != wanted):
            return None
        return ticks[place], self._kept[ticks[place]]

    def _decoded(self, wanted: int) -> tuple[int, av.VideoFrame] | None:
        near = 0 <= wanted - self._last_tick <= AHEAD_TICKS
        if self._frames is None or not near:
            self._jump(wanted)
        best = self._forward(wanted)
        if self._frames is None and (best is None or best[0] < wanted):
            # At the end of a file that has grown since it was opened, or that has no more.
            self._container.close()
            self._start()
            self._jump(wanted)
            best = self._forward(wanted) or best
        return best

    def _jump(self, wanted: int) -> None:
        stream = self._container.streams.video[0]
        assert stream.time_base is not None
        there = int(wanted / TICKS_A_SECOND / stream.time_base)
        self._container.seek(max(0, there), stream=stream, backward=True)
        self._frames = self._decoder.frames(self._container)
        self._kept.clear()

    def _forward(self, wanted: int) -> tuple[int, av.VideoFrame] | None:
        best = None
        assert self._frames is not None
        for _ in range(MOST_PACKETS):
            frame = next(self._frames, None)
            if frame is None or frame.pts is None or frame.time_base is None:
                self._frames = None
                break
            tick = round(frame.pts * frame.time_base * TICKS_A_SECOND)
            self._keep(tick, frame)
            self._last_tick = tick
            if tick > wanted:
                break
            best = tick, frame
            if tick == wanted:
                break
        return best or self._in_memory(wanted)

    def _keep(self, tick: int, frame: av.VideoFrame) -> None:
        self._kept[tick] = frame
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
