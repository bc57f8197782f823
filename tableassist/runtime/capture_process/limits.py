"""How long a supervised source waits for its capture process before it says so, and before it starts a new one."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CaptureLimits:
    """Only the time spent waiting counts: not the time in which nobody took, nor a computer's sleep."""

    stalled_s: float = 1.0
    """Without a picture for so long: said. A camera at five pictures a second is far from it."""
    reopened_s: float = 3.0
    """Without a picture for so long: the child is killed and a new one started."""
    first_s: float = 10.0
    """The same for the first picture after opening: cameras wake up slowly, and so do computers."""
    opened_s: float = 20.0
    """For a device or server to be opened; some webcams take ten seconds."""
    useless_s: float = 5.0
    """Frozen or black for so long: opened again, which mends some drivers. Doubled each time it did not help."""
    most_useless_s: float = 80.0
    waits_s: tuple[float, ...] = (0.0, 1.0, 2.0, 4.0, 8.0)
    """Before each new child; the last one is repeated."""
    calm_s: float = 20.0
    """After so long without trouble the waits begin again with the first."""
    most_crashes: int = 3
    """Of a file, one after another without a picture between: then it is given up."""
