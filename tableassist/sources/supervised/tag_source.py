"""What looks at the table: pictures with the tags found in them, one after another."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from tableassist.messages import Text
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.sighting import TagSighting


class CaptureState(StrEnum):
    SEEING = "seeing"
    STARTING = "starting"
    """Opened, and no picture yet."""
    STALLED = "stalled"
    """No picture for a second."""
    FROZEN = "frozen"
    """The same picture again and again, as some cameras send when they are unplugged."""
    BLACK = "black"
    REOPENING = "reopening"
    """Gone: opened again as soon as it is back."""
    ENDED = "ended"
    """A file that is over, or a source that will not come back."""


@dataclass(frozen=True, slots=True)
class CaptureHealth:
    state: CaptureState
    words: Text = ""
    """For a person; empty while all is well."""

    @property
    def can_judge(self) -> bool:
        return self.state is CaptureState.SEEING


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    frame: Frame
    sightings: tuple[TagSighting, ...]
    """A tag that has not changed is the same value as before, by identity."""
    camera: int = 0
    """Which of the table's cameras this is, 0 the first."""
    others: "tuple[Sight, ...]" = ()
    """What the table's other cameras saw last, where they see."""


class TagSource(Protocol):
    """Taken from by one thread; `close` may be called from any."""

    @property
    def name(self) -> str:
        """What a person would recognise: a device, a file, an address without its password."""
        ...

    @property
    def health(self) -> CaptureHealth: ...

    def take(self, timeout_s: float) -> Sight | None:
        """The newest picture of a live source, or the next of a file; None at the time-out and at the end."""
        ...

    def look_for(self, families: tuple[str, ...]) -> None:
        """Only tags of these families are looked for from now on."""
        ...

    def close(self) -> None: ...
