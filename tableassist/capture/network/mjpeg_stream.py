"""An MJPEG stream over HTTP: what phones' camera apps and most network cameras offer."""

import logging
import time
from http.client import HTTPException

from tableassist.capture.network.http_download import HttpDownload, open_download
from tableassist.capture.network.jpeg_splitter import JpegSplitter
from tableassist.capture.network.stream_address import stream_address
from tableassist.capture.picture import decode_picture
from tableassist.errors import SourceError, fault_words
from tableassist.vision.camera.frame import Frame

log = logging.getLogger(__name__)
LIMIT_PICTURE_BYTES = 32 * 1024 * 1024

# A person's most likely mistake: the address of the page that shows the stream, not of the stream.
_NOT_A_STREAM = ("text/", "video/", "application/json", "application/vnd.apple", "application/x-mpegurl")


class MjpegStream:
    live = True

    def __init__(
        self, download: HttpDownload, *, name: str, timeout_s: float, limit_bytes: int = LIMIT_PICTURE_BYTES
    ) -> None:
        self.name = name
        self._download = download
        self._timeout_s = timeout_s
        self._pictures = JpegSplitter(limit_bytes=limit_bytes)
        self._number = 0
        self._closed = False

    def read(self) -> Frame | None:
        # For the whole picture: a server that sends byte by byte stalls too, but never times out.
        deadline = time.monotonic() + self._timeout_s
        while not self._closed:
            picture = self._next_picture()
            if picture is not None:
                frame = self._frame(picture)
                if frame is not None:
                    return frame
            elif not self._receive(deadline - time.monotonic()):
                self._check_end()
                return None
            if time.monotonic() > deadline:
                raise self._stalled()
        return None

    def close(self) -> None:
        self._closed = True
        self._download.close()

    def _next_picture(self) -> bytes | None:
        try:
            return self._pictures.next_picture()
        except SourceError as error:
            raise SourceError("{name}: {problem}", name=self.name, problem=error.message) from error

    def _frame(self, picture: bytes) -> Frame | None:
        t_ns = time.monotonic_ns()
        number = self._number
        # A picture damaged on its way is a dropped frame, seen as a gap in the numbers.
        self._number += 1
        try:
            image = decode_picture(picture, origin=self.name, may_take_long=False)
        except SourceError as problem:
            log.debug("%s", problem)
            return None
        return Frame(image=image, t_ns=t_ns, number=number, camera=self.name)

    def _receive(self, within_s: float) -> bool:
        """Takes in what has arrived; False at the end of the stream."""
        try:
            data = self._download.read_some(within_s)
        except TimeoutError as error:
            raise self._stalled() from error
        except (OSError, HTTPException) as error:
            raise SourceError(
                "{name}: the stream broke off ({problem})", name=self.name, problem=fault_words(error)
            ) from error
        self._pictures.feed(data)
        return bool(data)

    def _check_end(self) -> None:
        """An end between two pictures is a good one; any other is a failure, unless we closed it."""
        if self._closed:
            return
        if self._pictures.inside_picture:
            raise SourceError("{name}: the stream broke off in the middle of a picture", name=self.name)
        if self._number == 0:
            raise SourceError("{name}: the stream ended without a picture, expected JPEG pictures", name=self.name)

    def _stalled(self) -> SourceError:
        return SourceError(
            "{name}: no whole picture came within {seconds:g} s", name=self.name, seconds=self._timeout_s
        )


def open_mjpeg(url: str, *, timeout_s: float = 5.0) -> MjpegStream:
    name = stream_address(url).shown
    download = open_download(url, timeout_s=timeout_s)
    if download.content_type.startswith(_NOT_A_STREAM):
        download.close()
        raise SourceError(
            "{name}: got {content_type}, expected an MJPEG stream (multipart/x-mixed-replace); "
            "its address often ends in /video, /mjpeg or /stream",
            name=name,
            content_type=download.content_type,
        )
    return MjpegStream(download, name=name, timeout_s=timeout_s)
