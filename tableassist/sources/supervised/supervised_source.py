"""A source of tags whose camera and detector run in a capture process, under a watchdog.

Whatever happens there (a driver that blocks, a crash in C, a camera that repeats its last picture), this side says so
within a second and starts anew. All is done by the thread that takes: there is none of its own.
"""

import logging
import time
from contextlib import ExitStack
from multiprocessing import Pipe
from threading import Event, Lock

import msgspec

from tableassist.capture import SourceKind, parse_source, split_sources
from tableassist.errors import SourceError, TableAssistError
from tableassist.messages import Message, Text, template
from tableassist.sources.supervised import health_messages
from tableassist.sources.supervised.child import Opener
from tableassist.sources.supervised.joined_source import JoinedTagSource
from tableassist.sources.supervised.no_camera import NoCamera
from tableassist.sources.supervised.process_handle import CaptureProcess
from tableassist.sources.supervised.protocol import (
    Broken,
    BufferJoined,
    BufferWanted,
    Ended,
    Failed,
    Free,
    FromChild,
    KnownCamera,
    LookFor,
    Opened,
    Order,
    SeenFrame,
    Waiting,
    words_from_child,
)
from tableassist.sources.supervised.sequence import FrameSequence, asleep_ns, awake_ns
from tableassist.sources.supervised.sightings import SightingsIn
from tableassist.sources.supervised.tag_source import CaptureHealth, CaptureState, Sight, TagSource
from tableassist.sources.supervised.watchdog import CaptureLimits, Watchdog
from tableassist.sources.table_source import AT_NS, in_step, open_table_source
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.sighting import TagSighting

TICK_S = 0.1
log = logging.getLogger(__name__)
OLD_NS = 1_000_000_000
"""A picture that has lain so long, while nobody took or the computer slept, shows what was."""
_Waits = tuple[SeenFrame, tuple[TagSighting, ...]]


class SupervisedTagSource:
    """`name` is what to call the source until it is open."""

    def __init__(
        self, text: str, families: tuple[str, ...], *, opener: Opener, name: str, limits: CaptureLimits | None = None
    ) -> None:
        self._text = text
        self._families = families
        self._opener = opener
        self.name = name
        self._limits = limits or CaptureLimits()
        self._camera: KnownCamera | None = None
        self._live = True
        self.health = CaptureHealth(CaptureState.STARTING)
        self._sequence = FrameSequence()
        self._asleep_ns = asleep_ns()
        self._watchdog = Watchdog(self._limits)
        self._ending: list[CaptureProcess] = []
        self._was_open = False
        self._ahead: Sight | None = None
        """What came while it was waited for the opening."""
        self._read = 0
        self._crashes = 0
        self.restarts = 0
        """How often a new child was started."""
        self._closed = Event()
        self._in_use = Lock()
        self._woken, self._wake = Pipe(duplex=False)
        self._child: CaptureProcess | None = None
        self._begin()

    @property
    def child_pid(self) -> int | None:
        child = self._child
        return None if child is None else child.pid

    def wait_until_open(self) -> None:
        """SourceError in the source's own words if it cannot be opened in the first place."""
        deadline = time.monotonic() + self._limits.opened_s
        while not self._was_open and self.health.state is not CaptureState.ENDED and time.monotonic() < deadline:
            with self._in_use:
                self._ahead = self._hear_one()
                self._look_after()
                if not self._was_open:
                    self._wait(TICK_S)
        if not self._was_open:
            if self.health.state is CaptureState.ENDED:
                raise SourceError(self.health.words)
            what = template("{source}: no answer within {seconds:g} s; is another program using it?")
            raise SourceError(what, source=self.name, seconds=self._limits.opened_s)

    def look_for(self, families: tuple[str, ...]) -> None:
        if families != self._families:
            self._families = families
            if self._child is not None:
                self._child.say(LookFor(families))

    def take(self, timeout_s: float) -> Sight | None:
        deadline, restarts = time.monotonic() + timeout_s, self.restarts
        while not self._closed.is_set():
            with self._in_use:
                sight, self._ahead = self._ahead or self._hear_one(), None
                if sight is not None:
                    return sight
                self._look_after()
                left_s = deadline - time.monotonic()
                if left_s <= 0 or self.restarts != restarts:  # why it was started again is told before the next picture
                    return None
                self._wait(min(left_s, TICK_S))
        return None

    def close(self) -> None:
        if self._closed.is_set():
            return
        self._closed.set()
        self._wake.send_bytes(b"close")
        with self._in_use:
            self.health = CaptureHealth(CaptureState.ENDED, Message("{source}: closed", source=self.name))
            if self._child is not None:
                self._child.stop()
                self._ending.append(self._child)
                self._child = None
            self._ending = [child for child in self._ending if not child.reaped()]
            self._wake.close()
            self._woken.close()

    def _wait(self, timeout_s: float) -> None:
        began = time.monotonic()
        if self._child is None:
            self._closed.wait(timeout_s)
        else:
            self._child.wait(timeout_s, self._woken)
        # A computer that slept meanwhile did not wait.
        self._watchdog.waited(min(time.monotonic() - began, timeout_s))

    def _begin(self) -> None:
        self._sightings = SightingsIn()
        self._watchdog.begun()
        order = Order(self._text, self._families, self._camera, self._read + self._crashes)
        try:
            self._child = CaptureProcess(self._opener, order)
        except OSError as problem:
            log.warning("%s: no capture process", self.name, exc_info=True)
            words = Message("no process can be started ({problem})", problem=problem.strerror or str(problem))
            self._start_again(health_messages.broke(self.name, words))

    def _hear_one(self) -> Sight | None:
        """The next picture of a file, or the newest of all that have come from a live source."""
        child = self._child
        if child is None or self._closed.is_set():
            return None
        try:
            newest = self._newest(child)
            return None if newest is None else self._sight(child, *newest)
        except EOFError:
            self._died(child)
        except msgspec.MsgspecError:
            log.exception("%s: from the capture process", self.name)
            words = Message("its capture process sent unreadable data")
            self._start_again(health_messages.broke(self.name, words))
        except TableAssistError as problem:
            log.warning("%s: %s", self.name, problem)
            self._start_again(health_messages.away(problem.message))
        return None

    def _newest(self, child: CaptureProcess) -> _Waits | None:
        newest: _Waits | None = None
        for message in child.heard():
            if isinstance(message, SeenFrame):
                if newest is not None:
                    child.say(Free(newest[0].slot))
                newest = message, self._sightings.received(message.sightings)
                if not self._live:
                    break
            elif isinstance(message, BufferWanted):
                newest = None  # it lies in the old buffer
                child.make_buffer(message.size)
            else:
                self._told(message, child)
                if self._child is not child:
                    return None
        return newest

    def _told(self, message: FromChild, child: CaptureProcess) -> None:
        match message:
            case Opened():
                self.name, self._live = message.name, message.live
                self._camera, self._was_open = message.camera, True
                self._watchdog.opened(live=message.live)
            case BufferJoined():
                child.buffer_joined()
            case Waiting():
                self._watchdog.tries(message.tries if message.trouble else None)
                if message.trouble:
                    self.health = health_messages.away(words_from_child(message.trouble))
            case Ended():
                self._end(words_from_child(message.words))
            case Failed():
                words = words_from_child(message.words)
                if self._was_open and self._live:
                    self._start_again(health_messages.away(words))
                else:
                    self._end(words)
            case Broken():
                log.error("%s: a fault in the capture process\n%s", self.name, message.traceback)
                self._start_again(health_messages.broke(self.name, message.words))

    def _sight(self, child: CaptureProcess, seen: SeenFrame, sightings: tuple[TagSighting, ...]) -> Sight | None:
        if self._live and awake_ns() + asleep_ns() - seen.sent_ns > OLD_NS:
            child.say(Free(seen.slot))
            return None
        image = child.picture(seen)
        slept_ns = seen.slept_ns - self._asleep_ns if self._live else 0
        t_ns, number = self._sequence.next(seen.t_ns, seen.number, slept_ns)
        self.health = health_messages.seen(self.name, seen.state)
        self._watchdog.seen(self.health.state)
        self._read, self._crashes = self._read + self._crashes + 1, 0
        return Sight(Frame(image, t_ns, number, self.name), sightings)

    def _look_after(self) -> None:
        self._ending = [child for child in self._ending if not child.reaped()]
        if self.health.state is CaptureState.ENDED or self._closed.is_set():
            return
        if self._child is None:
            if self._watchdog.may_begin:
                self._begin()
        elif self._watchdog.not_opening:
            self._start_again(health_messages.not_opening(self.name))
        elif self._watchdog.silent:
            self._start_again(health_messages.silent(self.name))
        elif self._watchdog.useless:
            self._start_again(health_messages.useless(self.name, self.health.state))
        elif self._watchdog.stalled and self.health.state is not CaptureState.REOPENING:
            self.health = health_messages.stalled(self.name)

    def _died(self, child: CaptureProcess) -> None:
        exit_code = child.exit_code
        log.error("%s: the capture process has died: %s", self.name, health_messages.crash_name(exit_code))
        self._crashes += 1
        if not self._live and self._crashes > self._limits.most_crashes:
            self.health = health_messages.given_up(self.name, exit_code)
            self._reap()
        else:
            self._start_again(health_messages.crashed(self.name, exit_code))

    def _end(self, words: Text) -> None:
        self.health = CaptureHealth(CaptureState.ENDED, words)
        self._reap()

    def _start_again(self, health: CaptureHealth) -> None:
        self.health = health
        self._reap()
        self.restarts += 1
        self._watchdog.ended()

    def _reap(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._ending.append(self._child)
            self._child = None


def open_tag_source(text: str, families: tuple[str, ...], limits: CaptureLimits | None = None) -> TagSource:
    """What a person types, each source in a process of its own. SourceError if it cannot be opened now; what fails
    later is told by its health."""
    texts = in_step(split_sources(text))
    if len(texts) == 1 and parse_source(texts[0]).kind is SourceKind.PHOTOS:
        return NoCamera()
    with ExitStack() as opened:
        sources = []
        for one in texts:
            # All of them begin to open before the first is waited for.
            name = parse_source(one).name.partition(AT_NS)[0]
            source = SupervisedTagSource(one, families, opener=open_table_source, name=name, limits=limits)
            opened.callback(source.close)
            sources.append(source)
        for source in sources:
            source.wait_until_open()
        opened.pop_all()
    return sources[0] if len(sources) == 1 else JoinedTagSource(sources)
