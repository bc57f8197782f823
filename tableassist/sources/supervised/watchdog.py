"""When a child has been silent or useless for too long, and when the next one may be started. Counts waiting only."""

from dataclasses import dataclass

from tableassist.sources.supervised.tag_source import CaptureState


@dataclass(frozen=True, slots=True)
class CaptureLimits:
    """How long a supervised source waits for its capture process before it says so, and before it starts a new one.
    Only the time spent waiting counts: not the time in which nobody took, nor a computer's sleep."""

    stalled_s: float = 1.0
    """Without a picture for so long: said. A camera at five pictures a second is far from it."""
    reopened_s: float = 3.0
    """Without a picture for so long: the child is killed and a new one started."""
    first_s: float = 10.0
    """The same for the first picture after opening: cameras wake up slowly, and so do computers."""
    opened_s: float = 20.0
    """For a device or server to be opened; some webcams take ten seconds."""
    most_patience: int = 8
    """How many times longer than these two a child is waited for in the end. Doubled for each that was killed before
    its first picture: on a computer too busy to start one in time, every new one would begin from nothing, for ever."""
    useless_s: float = 5.0
    """Frozen or black for so long: opened again, which mends some drivers. Doubled each time it did not help."""
    most_useless_s: float = 80.0
    waits_s: tuple[float, ...] = (0.0, 1.0, 2.0, 4.0, 8.0)
    """Before each new child; the last one is repeated."""
    calm_s: float = 20.0
    """After so long without trouble the waits begin again with the first."""
    most_crashes: int = 3
    """Of a file, one after another without a picture between: then it is given up."""


class Watchdog:
    def __init__(self, limits: CaptureLimits) -> None:
        self._limits = limits
        self._open = False
        self._live = True
        self._tries: int | None = None
        self._silent_s = 0.0
        """Since the last picture, the opening, or, while the source is away, the last try to open it."""
        self._useless_s = 0.0
        self._useless_limit_s = limits.useless_s
        self._patience = 1
        self._calm_s = 0.0
        self._begun = 0
        self._until_next_s = 0.0
        self._last: CaptureState | None = None
        """Of the child's last picture."""

    def begun(self) -> None:
        self._open, self._tries, self._last = False, None, None
        self._silent_s = self._useless_s = self._calm_s = 0.0

    def opened(self, *, live: bool) -> None:
        self._open, self._live, self._silent_s = True, live, 0.0

    def waited(self, seconds: float) -> None:
        self._silent_s += seconds
        self._until_next_s -= seconds
        if self._last is CaptureState.SEEING:
            self._calm_s += seconds
        elif self._last is not None:
            self._useless_s += seconds

    def tries(self, tries: int | None) -> None:
        """How often the child has tried to open a source that is away; None: it is not away."""
        if tries != self._tries:
            self._tries, self._silent_s = tries, 0.0

    def seen(self, state: CaptureState) -> None:
        self._silent_s, self._tries, self._patience = 0.0, None, 1
        if state is not self._last:
            self._useless_s = 0.0
        self._last = state
        if state is CaptureState.SEEING:
            self._useless_limit_s = self._limits.useless_s
            if self._calm_s >= self._limits.calm_s:
                self._begun = 0

    def ended(self) -> None:
        waits = self._limits.waits_s
        self._until_next_s = waits[min(self._begun, len(waits) - 1)]
        self._begun += 1
        if self._last is None and self._tries is None and (self.silent or self.not_opening):
            self._patience = min(2 * self._patience, self._limits.most_patience)
        if self.useless:
            self._useless_limit_s = min(2 * self._useless_limit_s, self._limits.most_useless_s)

    @property
    def may_begin(self) -> bool:
        return self._until_next_s <= 0.0

    @property
    def not_opening(self) -> bool:
        limit_s = self._limits.opened_s * self._patience
        return (not self._open or self._tries is not None) and self._silent_s >= limit_s

    @property
    def silent(self) -> bool:
        limit_s = self._limits.first_s * self._patience if self._last is None else self._limits.reopened_s
        return self._watches and self._silent_s >= limit_s

    @property
    def stalled(self) -> bool:
        return self._watches and self._last is not None and self._silent_s >= self._limits.stalled_s

    @property
    def useless(self) -> bool:
        return self._useless_s >= self._useless_limit_s

    @property
    def _watches(self) -> bool:
        """A file takes its time: its next picture may be due in a minute."""
        return self._open and self._live and self._tries is None
