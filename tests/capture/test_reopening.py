"""A live source that comes back: what is read, what is told, and that closing always ends the wait."""

import time
from threading import Thread

from colour_pictures import BLUE, plain

from tableassist.capture.sources import ReopeningSource
from tableassist.errors import SourceError
from tableassist.vision.camera.frame import Frame


class Scripted:
    """Gives `count` frames and then fails, or ends when there are no words."""

    live = True
    name = "C920"

    def __init__(self, count: int, words: str = "C920: unplugged") -> None:
        self._left, self._words, self._number = count, words, 0
        self.closed = 0

    def read(self) -> Frame | None:
        if self._left == 0:
            if self._words:
                raise SourceError(self._words)
            return None
        self._left -= 1
        self._number += 1
        return Frame(plain(BLUE), self._number, self._number - 1, self.name)

    def close(self) -> None:
        self.closed += 1


def opener(*outcomes: Scripted | str):
    """Each a source, or the words of a failure."""
    left = list(outcomes)

    def again() -> Scripted:
        outcome = left.pop(0) if left else "C920: is not plugged in"
        if isinstance(outcome, str):
            raise SourceError(outcome)
        return outcome

    return again


def test_a_camera_that_fails_is_opened_again_until_it_is_back() -> None:
    first, second = Scripted(2), Scripted(1)
    source = ReopeningSource(first, opener("C920: is not plugged in", "C920: busy", second), waits_s=(0.0, 0.01))
    assert [frame.number for frame in (source.read(), source.read(), source.read()) if frame is not None] == [0, 1, 0]
    assert first.closed == 1
    assert source.trouble == ""


def test_what_is_wrong_is_told_while_it_is_away() -> None:
    source = ReopeningSource(Scripted(0), opener("C920: busy"), waits_s=(0.0, 0.0, 0.0, 30.0))
    reader = Thread(target=source.read)
    reader.start()
    deadline = time.monotonic() + 60
    while source.tries < 4 and time.monotonic() < deadline:
        time.sleep(0.005)
    trouble = source.trouble
    source.close()
    reader.join(60)
    assert str(trouble) == "C920: is not plugged in"
    assert not reader.is_alive()


def test_a_stream_that_ends_well_is_opened_again_too() -> None:
    source = ReopeningSource(Scripted(1, words=""), opener(Scripted(1)), waits_s=(0.0,))
    assert source.read() is not None
    assert source.read() is not None


def test_a_closed_source_reads_nothing_and_opens_nothing() -> None:
    first = Scripted(1)
    source = ReopeningSource(first, opener(Scripted(1)))
    source.close()
    source.close()
    assert first.closed == 1
    assert source.read() is None
