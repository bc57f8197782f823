"""Cuts a stream of bytes into the JPEG pictures in it."""

import re

from tableassist.errors import SourceError

_START = b"\xff\xd8\xff"
# A marker that is neither a stuffed byte, a fill byte nor a restart: inside the coded picture there is none.
_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
_BEGIN, _END, _LONE = 0xD8, 0xD9, 0x01


class JpegSplitter:
    """Walks each picture's own segments to find where it ends.

    Boundaries and Content-Length are not asked: cheap cameras leave them out, misspell them or count wrong,
    and to wait for the next boundary would show every picture one picture late. A search for the two bytes of
    the end alone would stop at the end of an EXIF thumbnail.
    """

    def __init__(self, *, limit_bytes: int) -> None:
        self._limit_bytes = limit_bytes
        self._bytes = bytearray()
        self._inside = False
        self._at = 0  # how far the picture at the front has been walked

    @property
    def inside_picture(self) -> bool:
        return self._inside

    def feed(self, data: bytes) -> None:
        self._bytes += data

    def next_picture(self) -> bytes | None:
        """The next whole picture; None until more is fed. SourceError past the limit."""
        while self._inside or self._find_start():
            marker = self._walk()
            if marker is None:
                if len(self._bytes) > self._limit_bytes:
                    raise SourceError("a picture of more than {most} bytes is refused", most=self._limit_bytes)
                return None
            picture = bytes(self._bytes[: self._at])
            del self._bytes[: self._at]
            self._inside = False
            if marker == _END:
                return picture
            # A picture begins inside this one, which so was cut short: drop it, go on with the new one.
        return None

    def _find_start(self) -> bool:
        start = self._bytes.find(_START)
        # Keep what may be the first part of a start.
        del self._bytes[: start if start >= 0 else max(0, len(self._bytes) - len(_START) + 1)]
        self._inside = start >= 0
        self._at = 2
        return self._inside

    def _walk(self) -> int | None:
        """Goes on to the end, or to another beginning, and says which; None when the bytes run out."""
        while (match := _MARKER.search(self._bytes, self._at)) is not None:
            start = match.start()
            marker = self._bytes[start + 1]
            if marker == _BEGIN:
                self._at = start
                return _BEGIN
            if marker == _END:
                self._at = start + 2
                return _END
            if marker == _LONE:
                self._at = start + 2
                continue
            if start + 4 > len(self._bytes):
                self._at = start
                return None
            length = int.from_bytes(self._bytes[start + 2 : start + 4], "big")
            self._at = start + 2 + max(length, 2)
        # The last byte may be the first half of a marker.
        self._at = max(self._at, len(self._bytes) - 1)
        return None
