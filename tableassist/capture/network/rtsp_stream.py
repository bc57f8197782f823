"""An RTSP stream: network cameras with H.264 or H.265."""

import time
from threading import Lock

import av
from av.container import InputContainer

from tableassist.capture.network.rtsp_greeting import greeted
from tableassist.capture.network.stream_address import stream_address
from tableassist.capture.picture import LIMIT_MEGAPIXELS
from tableassist.capture.video_file import bgr_image
from tableassist.errors import SourceError
from tableassist.messages import Message, template
from tableassist.vision.camera.frame import Frame


class RtspStream:
    live = True

    def __init__(self, container: InputContainer, *, name: str, timeout_s: float) -> None:
        if not container.streams.video:
            raise SourceError("{name}: the stream holds no video", name=name)
        self.name = name
        self._container = container
        self._timeout_s = timeout_s
        stream = container.streams.video[0]
        if stream.codec_context is None:
            raise SourceError("{name}: the video is in a coding that cannot be read", name=name)
        # Refused by the decoder before it takes the memory.
        stream.codec_context.options = {"max_pixels": str(LIMIT_MEGAPIXELS * 1_000_000)}
        self._frames = container.decode(stream)
        self._number = 0
        self._closed = False
        # PyAV must not close what another thread is reading; so close() waits, at most for the time-out.
        self._in_use = Lock()

    def read(self) -> Frame | None:
        with self._in_use:
            if self._closed:
                return None
            try:
                shown = next(self._frames, None)
            except (av.ExitError, TimeoutError) as error:
                raise SourceError(
                    "{name}: no picture came within {seconds:g} s", name=self.name, seconds=self._timeout_s
                ) from error
            except (av.FFmpegError, OSError) as error:
                raise SourceError(
                    "{name}: the stream broke off ({problem})", name=self.name, problem=error.strerror or str(error)
                ) from error
            if shown is None:
                return None
            t_ns = time.monotonic_ns()
            if shown.width * shown.height > LIMIT_MEGAPIXELS * 1_000_000:
                form = template("{name}: sends {width} x {height} pixels, expected at most {most} megapixels")
                raise SourceError(form, name=self.name, width=shown.width, height=shown.height, most=LIMIT_MEGAPIXELS)
            image = bgr_image(shown, upright=False)  # a fixed camera's profile is of the sensor as it lies
            frame = Frame(image=image, t_ns=t_ns, number=self._number, camera=self.name)
            self._number += 1
            return frame

    def close(self) -> None:
        self._closed = True
        with self._in_use:
            self._container.close()


def open_rtsp(url: str, *, timeout_s: float = 5.0) -> RtspStream:
    address = stream_address(url)
    name = address.shown
    options = {
        # UDP loses packets, which smear over many pictures; a smeared tag is measured wrongly.
        "rtsp_transport": "tcp",
        "timeout": str(round(timeout_s * 1_000_000)),
        "fflags": "nobuffer",
        "protocol_whitelist": "rtsp,rtp,tcp",
    }
    url = greeted(address, timeout_s=timeout_s)
    started = time.monotonic()
    try:
        container = av.open(url, mode="r", options=options, timeout=timeout_s, metadata_errors="replace")
    except (av.FFmpegError, OSError) as error:
        # FFmpeg tells a time-out here as invalid data, so the clock has to say.
        late = time.monotonic() - started >= timeout_s
        reason = (
            Message("no answer within {seconds:g} s", seconds=timeout_s) if late else (error.strerror or str(error))
        )
        raise SourceError("{name}: cannot be opened ({reason})", name=name, reason=reason) from error
    try:
        return RtspStream(container, name=name, timeout_s=timeout_s)
    except SourceError:
        container.close()
        raise
