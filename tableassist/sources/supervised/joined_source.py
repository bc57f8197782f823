"""Several cameras of one table as one source of tags: each in a capture process of its own.

The first camera that sees gives the picture; what the others saw last goes with it. A camera that is lost, late, black
or frozen is named and left out, and the next takes its place: nothing waits for it, and its watchdog opens it again.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tableassist.messages import Message, Text, template
from tableassist.sources.supervised.tag_source import CaptureHealth, CaptureState, Sight, TagSource

LATE_S = 1.0
"""A camera that was waited for so long is late: what it saw is not what is so now."""
BEGINS_S = 3.0
"""So long the first picture of a camera is waited for before another one takes its place."""
POLL_S = 0.02
PAIR_S = 0.15
"""So long the table waits for another camera whose last picture is of another time."""
_GOES_ON = template("{source}: {state}. Judged by {others} alone until it is back")
_STATE_WORDS = {
    CaptureState.STARTING: Message("no picture yet"),
    CaptureState.SEEING: Message("its pictures come too late"),
    CaptureState.STALLED: Message("no picture for a second"),
    CaptureState.FROZEN: Message("it keeps sending the same picture"),
    CaptureState.BLACK: Message("its picture is black"),
    CaptureState.REOPENING: Message("it is gone, and is being opened again"),
    CaptureState.ENDED: Message("it has ended"),
}


@dataclass(slots=True, eq=False)
class _Camera:
    """One of the sources, what it saw last, and how its clock runs against the table's."""

    number: int
    source: TagSource
    name: str
    sight: Sight | None = None
    silent_s: float = 0.0
    """For how long it was waited for in vain. Time in which nobody asked does not count: a computer that takes seconds
    to judge a picture has not lost its cameras."""
    shift_ns: int | None = None
    """Added to its times, so that the table has one line of time whichever camera gives the picture."""

    @property
    def is_fresh(self) -> bool:
        return self.sight is not None and self.source.health.can_judge and self.silent_s <= LATE_S

    @property
    def is_beginning(self) -> bool:
        """Whether it has only just been opened, and its first picture is waited for."""
        is_over = self.source.health.state is CaptureState.ENDED
        return self.sight is None and not is_over and self.silent_s < BEGINS_S


class JoinedTagSource:
    """A `TagSource`; the sources belong to it."""

    def __init__(self, sources: Sequence[TagSource], *, clock: Callable[[], float] = time.monotonic) -> None:
        names = [source.name for source in sources]
        self._cameras = [_Camera(number, source, _own_name(names, number)) for number, source in enumerate(sources)]
        self.name = ", ".join(camera.name for camera in self._cameras)
        self._clock = clock
        self._last_ns = -1
        self._zero_s: float | None = None
        """When the table's time was zero, by the clock."""
        self._is_closed = False

    @property
    def health(self) -> CaptureHealth:
        """Of the table: it can be judged while one camera sees."""
        fresh = [camera for camera in self._cameras if camera.is_fresh]
        if not fresh:
            states = [camera.source.health for camera in self._cameras]
            return next((health for health in states if health.state is not CaptureState.ENDED), states[0])
        others = ", ".join(camera.name for camera in fresh)
        words = [
            Message(_GOES_ON, source=camera.name, state=_STATE_WORDS[camera.source.health.state], others=others)
            for camera in self._cameras
            if not camera.is_fresh and not camera.is_beginning
        ]
        return CaptureHealth(CaptureState.SEEING, _together(words))

    def take(self, timeout_s: float) -> Sight | None:
        until_s = self._clock() + timeout_s
        while not self._is_closed:
            began_s = self._clock()
            # Waits for the camera that gives the picture; the others are asked when it has one, or after a moment.
            leading = self._find_leading()
            news = [leading] if self._take_from(leading, min(POLL_S, max(0.0, until_s - began_s))) else []
            news += [camera for camera in self._cameras if camera is not leading and self._take_from(camera, 0.0)]
            waited_s = self._clock() - began_s
            for camera in self._cameras:
                camera.silent_s = 0.0 if camera in news else camera.silent_s + waited_s
            leading = self._find_leading()
            if leading in news:
                return self._join_others_to(leading)
            if self._clock() >= until_s or self.health.state is CaptureState.ENDED:
                return None
        return None

    def look_for(self, families: tuple[str, ...]) -> None:
        for camera in self._cameras:
            camera.source.look_for(families)

    def close(self) -> None:
        self._is_closed = True
        for camera in self._cameras:
            camera.source.close()

    def _find_leading(self) -> _Camera:
        """Find the camera that gives the picture: the first of those that see, or that are about to."""
        seeing = (camera for camera in self._cameras if camera.is_fresh or camera.is_beginning)
        return next(seeing, self._cameras[0])

    def _take_from(self, camera: _Camera, wait_s: float) -> bool:
        sight = camera.source.take(wait_s)
        if sight is None:
            return False
        if camera.shift_ns is None:
            # The first picture of all sets the table's time; another camera's first is of the time at which it came.
            if self._zero_s is None:
                self._zero_s = self._clock() - sight.frame.t_ns / 1e9
            camera.shift_ns = round((self._clock() - self._zero_s) * 1e9) - sight.frame.t_ns
        frame = replace(sight.frame, t_ns=sight.frame.t_ns + camera.shift_ns, camera=camera.name)
        camera.sight = replace(sight, frame=frame, camera=camera.number)
        return True

    def _join_others_to(self, leading: _Camera) -> Sight:
        own = leading.sight
        assert own is not None
        self._last_ns = max(own.frame.t_ns, self._last_ns + 1)
        others = [camera for camera in self._cameras if camera is not leading and camera.is_fresh]
        for camera in others:
            if not _is_of_one_time(camera.sight, own):
                # After a picture that took long to judge: what the others have by now is worth a moment.
                self._take_from(camera, PAIR_S)
        seen = tuple(
            camera.sight for camera in others if camera.sight is not None and _is_of_one_time(camera.sight, own)
        )
        return replace(own, frame=replace(own.frame, t_ns=self._last_ns), others=seen)


def _is_of_one_time(sight: Sight | None, other: Sight) -> bool:
    return sight is not None and abs(sight.frame.t_ns - other.frame.t_ns) <= LATE_S * 1e9


def _own_name(names: Sequence[str], number: int) -> str:
    """Two videos may have one name."""
    name = names[number]
    return f"{name} ({names[: number + 1].count(name)})" if names.count(name) > 1 else name


def _together(words: Sequence[Message]) -> Text:
    if not words:
        return ""
    return words[0] if len(words) == 1 else Message("{first}; {second}", first=words[0], second=_together(words[1:]))
