import gc
import time
from collections.abc import Callable
from queue import Queue
from threading import Event, Thread

import pytest
from colour_pictures import BLUE, plain

from tableassist.capture.sources import NewestFrame
from tableassist.errors import SourceError
from tableassist.vision.camera.frame import Frame

LONG_S = 5.0
IMAGE = plain(BLUE)


class HandFed:
    """A source that gives what the test hands it, and says when it is asked for more."""

    name = "hand"
    live = True

    def __init__(self) -> None:
        self._script: Queue[Frame | Exception | None] = Queue()
        self._handed = 0
        self._asked = 0
        self.closed = Event()

    def read(self) -> Frame | None:
        self._asked += 1
        given = self._script.get()
        if isinstance(given, Exception):
            raise given
        return given

    def close(self) -> None:
        self.closed.set()
        self._script.put(None)

    def give(self, *numbers: int) -> None:
        """Hands over frames and waits until they all are read, and the reader is back for more."""
        for number in numbers:
            self._script.put(Frame(image=IMAGE, t_ns=number, number=number, camera=self.name))
        self._handed += len(numbers)
        wait_until(lambda: self._asked > self._handed)

    def end(self, error: Exception | None = None) -> None:
        self._script.put(error)


def wait_until(fact: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LONG_S
    while not fact():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def numbers_taken(newest: NewestFrame, count: int) -> list[int | None]:
    frames = (newest.take(LONG_S) for _ in range(count))
    return [frame.number if frame else None for frame in frames]


def test_a_slow_taker_always_gets_the_newest_frame() -> None:
    source = HandFed()
    with NewestFrame(source) as newest:
        source.give(0, 1, 2, 3)
        assert numbers_taken(newest, 1) == [3]
        source.give(4)
        assert numbers_taken(newest, 1) == [4]
        source.give(5, 6)
        assert numbers_taken(newest, 1) == [6]
        assert newest.dropped == 4


def test_no_frame_is_given_twice() -> None:
    source = HandFed()
    with NewestFrame(source) as newest:
        source.give(0)
        assert numbers_taken(newest, 1) == [0]
        assert newest.take(0) is None
        assert newest.take(0.01) is None
        assert not newest.ended


def test_frames_do_not_pile_up() -> None:
    source = HandFed()
    with NewestFrame(source) as newest:
        source.give(*range(50))
        gc.collect()
        kept = [each for each in gc.get_objects() if isinstance(each, Frame) and each.image is IMAGE]
        assert len(kept) <= 2  # the slot, and the reader's own last one
        assert newest.dropped == 49


def test_a_taker_that_waits_gets_the_frame_when_it_comes() -> None:
    source = HandFed()
    with NewestFrame(source) as newest:
        got: list[Frame | None] = []
        taker = Thread(target=lambda: got.append(newest.take(LONG_S)))
        taker.start()
        source.give(7)
        taker.join(LONG_S)
        assert [frame.number for frame in got if frame] == [7]


def test_the_end_is_told_apart_from_a_time_out_and_keeps_the_last_frame() -> None:
    source = HandFed()
    with NewestFrame(source) as newest:
        assert newest.take(0.01) is None
        assert not newest.ended
        source.give(0)
        source.end()
        assert numbers_taken(newest, 2) == [0, None]
        assert newest.ended


@pytest.mark.parametrize("error", [SourceError("unplugged"), ValueError("a fault of ours")])
def test_an_error_is_raised_in_the_taker_once_after_the_last_frame(error: Exception) -> None:
    source = HandFed()
    with NewestFrame(source) as newest:
        source.give(0)
        source.end(error)
        assert numbers_taken(newest, 1) == [0]
        with pytest.raises(type(error), match=str(error)):
            newest.take(LONG_S)
        assert newest.take(LONG_S) is None
        assert newest.ended


def test_an_error_not_yet_raised_is_not_the_end() -> None:
    source = HandFed()
    with NewestFrame(source) as newest:
        source.end(SourceError("unplugged"))
        with pytest.raises(SourceError):
            newest.take(LONG_S)
        assert newest.ended


def test_closing_closes_the_source_and_frees_a_taker_that_waits() -> None:
    source = HandFed()
    newest = NewestFrame(source)
    got: list[Frame | None] = []
    taker = Thread(target=lambda: got.append(newest.take(LONG_S)))
    taker.start()
    newest.close()
    newest.close()
    taker.join(LONG_S)
    assert got == [None]
    assert source.closed.is_set()
    assert newest.ended
