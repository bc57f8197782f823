"""The source of a table that no camera looks at: it waits, and photos come from elsewhere."""

from threading import Event

from tableassist.messages import Message
from tableassist.sources.supervised.tag_source import CaptureHealth, CaptureState, Sight


class NoCamera:
    """A `TagSource` without a picture."""

    name = "photos"

    def __init__(self) -> None:
        self.health = CaptureHealth(CaptureState.STARTING, Message("no camera looks at this table"))
        self._closed = Event()

    def take(self, timeout_s: float) -> Sight | None:
        self._closed.wait(timeout_s)
        return None

    def look_for(self, families: tuple[str, ...]) -> None:
        """Photos are read by the families of the table's settings."""

    def close(self) -> None:
        self._closed.set()
