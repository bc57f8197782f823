"""Writes one segment of a match's video: H.264 in an MP4 that can be played while it grows, and after a kill.

Closed, it is a plain MP4. Each tenth of a second is written out by itself: a kill loses no more. Twice a second the
file is synced to the disk, so that a power cut loses about a second; only what is synced counts as safe. Each quarter
second begins with a whole picture: so much must be decoded to show any.
"""

import io
import os
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import av
import numpy as np
from av.video.frame import PictureType
from av.video.stream import VideoStream
from msgspec import structs

from tableassist.store.files.problems import bad_file, unwritable
from tableassist.store.files.safe_write import sync_to_disk
from tableassist.store.match.film.packets import TICKS_A_SECOND, Filmed, PacketDigest
from tableassist.vision.camera.frame import Image

if TYPE_CHECKING:
    from typing_extensions import Buffer

WHOLE_PICTURE_NS = 250_000_000
SYNC_NS = 500_000_000
"""A sync takes 1-5 ms on a solid-state disk and up to 100 ms on a turning one: at most a fifth of the film's thread."""
MUXER = {"movflags": "hybrid_fragmented+frag_keyframe", "frag_duration": "100000", "flush_packets": "1"}
ENCODER = {
    "preset": "ultrafast",  # it shares two cores with the chain
    "crf": "23",
    "tune": "zerolatency",  # no picture waits in the encoder when the recorder is killed
    "bf": "0",
    "g": "600",
    "forced-idr": "1",
    # Whole pictures no finer than the others: so often as they come here, they would be most of the file, and of the
    # time that a seek takes, and what they hold more is the camera's noise.
    "x264-params": "ipratio=1.0",
}


class SegmentWriter:
    def __init__(
        self,
        path: Path,
        *,
        first_ns: int,
        width_px: int,
        height_px: int,
        encoder: Mapping[str, str] = ENCODER,
        whole_picture_ns: int = WHOLE_PICTURE_NS,
    ) -> None:
        """Another `encoder`, and fewer whole pictures: for a film that is not made while somebody plays."""
        self.path = path
        self._whole_picture_ns = whole_picture_ns
        self.size_px = (width_px, height_px)
        self._first_ns = first_ns
        self._last_tick = -1
        self._whole_ns: int | None = None
        self._synced_tick = 0
        self._digest = PacketDigest()
        self._safe = self._digest.filmed(0, is_complete=False)
        try:
            self._file = _OrderedFile(path)
            self._container = av.open(self._file, "w", format="mp4", options=MUXER)
        except (av.FFmpegError, OSError) as problem:
            raise unwritable(path, problem) from None
        self._stream = self._video_stream(width_px + width_px % 2, height_px + height_px % 2, encoder)

    def add(self, image: Image, t_ns: int, *, whole: bool = False) -> None:
        """`whole`: what came before can be read from the file once this has been added."""
        tick = (t_ns - self._first_ns) * TICKS_A_SECOND // 1_000_000_000
        if tick <= self._last_tick:
            return  # the same picture again: nothing new was seen
        frame = av.VideoFrame.from_ndarray(_even(image), format="bgr24")
        frame.pts, frame.time_base = tick, Fraction(1, TICKS_A_SECOND)
        if whole or self._whole_ns is None or t_ns - self._whole_ns >= self._whole_picture_ns:
            frame.pict_type = PictureType.I
            self._whole_ns = t_ns
        self._last_tick = tick
        self._write(frame)

    def filmed(self, number: int) -> Filmed:
        """What neither a kill nor a power cut can take any more: all that was synced to the disk. All, once the file is
        closed."""
        return structs.replace(self._safe, number=number)

    def close(self) -> None:
        try:
            self._write(None)
        finally:
            self._closed()
        self._sync()
        self._safe = self._digest.filmed(0, is_complete=True)

    def _closed(self) -> None:
        try:
            with self._file:  # closed on a full disk too, where the container cannot write its end
                self._container.close()
        except (av.FFmpegError, OSError) as problem:
            raise bad_file(self.path, "cannot be finished: {problem}", problem=problem.strerror or problem) from None

    def _write(self, frame: av.VideoFrame | None) -> None:
        try:
            for packet in self._stream.encode(frame):
                tick, content, is_whole = packet.pts or 0, bytes(packet), packet.is_keyframe
                if not self._digest.packets:
                    self._digest.set_parameters(self._stream.codec_context.extradata)
                self._container.mux(packet)
                # With a whole picture the muxer has written out all packets before it.
                if is_whole and tick - self._synced_tick >= SYNC_NS * TICKS_A_SECOND // 1_000_000_000:
                    self._sync()
                    self._synced_tick = tick
                    self._safe = self._digest.filmed(0, is_complete=False)
                self._digest.add_encoded(tick, content)
        except (av.FFmpegError, OSError) as problem:
            raise unwritable(self.path, problem) from None

    def _sync(self) -> None:
        """The file's bytes on the disk, and its name in the folder."""
        try:
            sync_to_disk(self.path, self.path.parent)
        except OSError as problem:
            raise unwritable(self.path, problem) from None

    def _video_stream(self, width_px: int, height_px: int, encoder: Mapping[str, str]) -> VideoStream:
        stream = self._container.add_stream("libx264", rate=30, options=dict(encoder))
        stream.width, stream.height, stream.pix_fmt = width_px, height_px, "yuv420p"
        stream.codec_context.time_base = Fraction(1, TICKS_A_SECOND)
        stream.time_base = Fraction(1, TICKS_A_SECOND)
        return stream


class _OrderedFile(io.FileIO):
    """Syncs what was appended before anything earlier in the file is changed.

    Closing a fragmented file turns it into a plain one: its tables are appended, and then its head is changed to point
    at them. After a power cut a disk may have the head without the tables, and the whole file could not be read.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path, "w")
        self._end = 0
        self._is_synced = True

    def write(self, content: "Buffer", /) -> int:
        at = self.tell()
        if at < self._end and not self._is_synced:
            os.fsync(self.fileno())
            self._is_synced = True
        view = memoryview(content)
        written = 0
        while written < len(view):
            written += super().write(view[written:])
        if at + written > self._end:
            self._end, self._is_synced = at + written, False
        return written


def _even(image: Image) -> Image:
    """The encoder halves the colours both ways, so it takes no odd sizes; the rim is doubled."""
    height, width = image.shape[:2]
    if height % 2 == 0 and width % 2 == 0:
        return image
    return np.pad(image, ((0, height % 2), (0, width % 2), (0, 0)), mode="edge")
