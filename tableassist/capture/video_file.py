"""A video file, frame by frame, with the times it was recorded at."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np

from tableassist.capture.picture import LIMIT_MEGAPIXELS, check_claimed, picture_file_size
from tableassist.errors import SourceError
from tableassist.vision.camera.frame import Frame, Image

# VideoFrame.rotation is the turn, counter-clockwise, that shows the picture upright.
_TURNS = {
    90: cv2.ROTATE_90_COUNTERCLOCKWISE,
    -90: cv2.ROTATE_90_CLOCKWISE,
    180: cv2.ROTATE_180,
    -180: cv2.ROTATE_180,
}
# A play list or a description of a stream is no video: it would name other files, and addresses in the network.
_ONLY_THIS_FILE = {
    "protocol_whitelist": "file",
    "format_whitelist": "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mjpeg,h264,hevc,ogg,flv,asf",
}


class VideoFile:
    """Times begin at 0 with the first frame.

    `upright` honours the turn that a phone notes in its videos. A camera profile of the sensor as it lies
    (see picture.py) needs upright=False, or to be made from videos held the same way.
    """

    live = False

    def __init__(self, path: Path, *, upright: bool = True) -> None:
        self.name = path.name
        self._path = path
        self._upright = upright
        picture_file_size(path)
        try:
            # Absolute, so that no file name is taken for an address ("pipe:1.mp4").
            self._container = av.open(
                str(path.absolute()), mode="r", options=dict(_ONLY_THIS_FILE), metadata_errors="replace"
            )
        except av.ArgumentError as error:
            raise SourceError("{path}: not a video that can be read (another kind of file)", path=path) from error
        except (av.FFmpegError, OSError) as error:
            raise SourceError(
                "{path}: not a video that can be read ({problem})", path=path, problem=error.strerror or str(error)
            ) from error
        try:
            self._frames, nominal_s = self._start()
        except BaseException:
            self._container.close()
            raise
        self._clock = _PresentationClock(nominal_s)
        self._number = 0
        self._closed = False

    def read(self) -> Frame | None:
        if self._closed:
            return None
        try:
            shown = next(self._frames, None)
        except (av.FFmpegError, OSError) as error:
            raise SourceError(
                "{path}: the video is damaged after frame {number} ({problem})",
                path=self._path,
                number=self._number,
                problem=error.strerror or str(error),
            ) from error
        if shown is None:
            return None
        at = None if shown.pts is None or shown.time_base is None else shown.pts * shown.time_base
        frame = Frame(
            image=bgr_image(shown, upright=self._upright),
            t_ns=self._clock.t_ns(at),
            number=self._number,
            camera=self.name,
        )
        self._number += 1
        return frame

    def close(self) -> None:
        self._closed = True
        self._container.close()

    def _start(self) -> tuple[Iterator[av.VideoFrame], Fraction]:
        if not self._container.streams.video:
            raise SourceError("{path}: contains no video, expected a video or a picture", path=self._path)
        stream = self._container.streams.video[0]
        if stream.codec_context is None:
            raise SourceError(
                "{path}: uses an unsupported codec, expected H.264 or another common one", path=self._path
            )
        check_claimed(self._path, stream.width, stream.height)
        # A later picture may be larger than what the file claims; the decoder refuses it before it takes the memory.
        stream.codec_context.options = {"max_pixels": str(LIMIT_MEGAPIXELS * 1_000_000)}
        stream.thread_type = "AUTO"  # a file may be decoded ahead, which a live stream may not
        rate = stream.average_rate or Fraction(30)
        return self._container.decode(stream), 1 / rate


def bgr_image(shown: av.VideoFrame, *, upright: bool) -> Image:
    image: Image = np.asarray(shown.to_ndarray(format="bgr24"), dtype=np.uint8)
    turn = _TURNS.get(shown.rotation) if upright else None
    return image if turn is None else np.asarray(cv2.rotate(image, turn), dtype=np.uint8)


class _PresentationClock:
    """Presentation times from the first frame on, always rising even where a file's own times do not."""

    def __init__(self, nominal_s: Fraction) -> None:
        self._nominal_ns = round(nominal_s * 1_000_000_000)
        self._first: Fraction | None = None
        self._last_ns: int | None = None

    def t_ns(self, at: Fraction | None) -> int:
        """The time of the next frame; `at` is None where the file does not say."""
        if self._first is None:
            self._first = at
        t_ns = None if at is None or self._first is None else round((at - self._first) * 1_000_000_000)
        if self._last_ns is None:
            t_ns = 0
        elif t_ns is None or t_ns <= self._last_ns:
            t_ns = self._last_ns + self._nominal_ns
        self._last_ns = t_ns
        return t_ns
