"""What every source of frames has in common."""

from typing import Protocol

from tableassist.vision.camera.frame import Frame


class FrameSource(Protocol):
    name: str
    """What a person would recognise: a device, a file, an address without its password."""
    live: bool
    """True: a camera or stream, frames are dropped when nobody takes them. False: each is read in turn."""

    def read(self) -> Frame | None:
        """The next frame, blocking; None at the end, and after close. SourceError when the source fails."""
        ...

    def close(self) -> None:
        """Frees the device, file or connection; may be called twice.

        A live source may be closed while another thread waits in read(), which then returns None.
        """
        ...
