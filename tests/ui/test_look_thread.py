"""Looking through a camera for the window: the newest only, commands in its thread, files to their end."""

import threading

import numpy as np
import pytest
from fake_camera import FakeCamera
from PyQt6 import sip
from PyQt6.QtCore import QObject, Qt

from tableassist.errors import BadRequestError
from tableassist.ui.cameras.look_thread import LookThread
from tableassist.vision.camera.frame import Frame


class Counting:
    """Tells each frame's number, and which thread looked."""

    def __init__(self):
        self.threads = set()
        self.seen = []

    def __call__(self, frame):
        self.threads.add(threading.current_thread())
        self.seen.append(frame.number)
        return frame.number


class Film:
    """Three frames of a file."""

    name, live = "film.mp4", False

    def __init__(self):
        self.left = [
            Frame(np.zeros((4, 4, 3), np.uint8), number * 10_000_000, number, self.name) for number in range(3)
        ]
        self.closed = False

    def read(self):
        return self.left.pop(0) if self.left else None

    def close(self):
        self.closed = True


@pytest.fixture
def looker(qtbot):  # noqa: ARG001
    made = []

    def make(open_source):
        made.append(LookThread(open_source))
        return made[-1]

    yield make
    for each in made:
        each.close()


def test_work_is_done_off_the_windows_thread_and_heard_in_it(looker, qtbot):
    one, work, heard = looker(FakeCamera().open), Counting(), []
    one.seen.connect(lambda _: heard.append(threading.current_thread()))
    one.use(work)
    one.look_through("camera:0")
    qtbot.waitUntil(lambda: len(heard) > 2)
    assert set(heard) == {threading.current_thread()}
    assert threading.current_thread() not in work.threads


def test_command_runs_between_two_frames_in_the_looking_thread(looker, qtbot):
    one, work, told = looker(FakeCamera().open), Counting(), []
    one.use(work)
    one.look_through("camera:0")
    one.tell(lambda: told.append(threading.current_thread()))
    qtbot.waitUntil(lambda: bool(told))
    assert set(told) == work.threads | set(told)
    assert threading.current_thread() not in told


def test_film_is_seen_frame_by_frame_to_its_end_and_its_last_again_by_new_work(looker, qtbot):
    film, first, second = Film(), Counting(), Counting()
    one = looker(lambda _: film)
    one.use(first)
    with qtbot.waitSignal(one.ended):
        one.look_through("film.mp4")
    assert first.seen == [0, 1, 2]
    assert film.closed
    one.use(second)
    qtbot.waitUntil(lambda: second.seen == [2])


def test_work_that_comes_at_the_very_end_of_a_film_sees_its_last_frame(looker, qtbot):
    first, second = Counting(), Counting()
    one = looker(lambda _: Film())
    one.use(first)
    # Heard in the looking thread, before it goes on.
    one.ended.connect(lambda: one.use(second), Qt.ConnectionType.DirectConnection)
    one.look_through("film.mp4")
    qtbot.waitUntil(lambda: second.seen == [2])


def test_frame_that_cannot_be_used_is_told_and_the_next_is_looked_at(looker, qtbot):
    class Fussy(Counting):
        def __call__(self, frame):
            if super().__call__(frame) < 3:
                raise BadRequestError("the picture is upside down")
            return frame.number

    one, troubles, seen = looker(FakeCamera().open), [], []
    one.trouble.connect(troubles.append)
    one.seen.connect(seen.append)
    one.use(Fussy())
    one.look_through("camera:0")
    qtbot.waitUntil(lambda: bool(seen))
    assert "the picture is upside down" in troubles
    assert troubles[-1] == ""


class Held(Counting):
    """Stays at its first frame until it is let go."""

    def __init__(self):
        super().__init__()
        self.begun, self.go = threading.Event(), threading.Event()

    def __call__(self, frame):
        self.begun.set()
        self.go.wait(60)
        return super().__call__(frame)


def destroyed_at_once(parent, _qtbot):
    sip.delete(parent)


def destroyed_by_the_loop(parent, qtbot):
    with qtbot.waitSignal(parent.destroyed):
        parent.deleteLater()


@pytest.mark.parametrize("destroy", [destroyed_at_once, destroyed_by_the_loop])
@pytest.mark.parametrize("source", [FakeCamera().open, lambda _: Film()], ids=["camera", "film"])
def test_a_window_that_is_destroyed_while_it_looks_ends_the_thread_quietly(qtbot, destroy, source):
    parent, work = QObject(), Held()
    one = LookThread(source, parent)
    thread = one._thread
    one.use(work)
    one.look_through("camera:0")
    assert work.begun.wait(60)
    destroy(parent, qtbot)
    work.go.set()
    thread.join(60)
    assert not thread.is_alive()
    assert len(work.seen) == 1


def test_thread_whose_object_is_gone_before_it_was_told_ends_quietly(qtbot):  # noqa: ARG001
    """The object is gone a moment before its thread hears of it."""
    work = Held()
    one = LookThread(FakeCamera().open)
    thread = one._thread
    one.destroyed.disconnect()
    one.use(work)
    one.look_through("camera:0")
    assert work.begun.wait(60)
    sip.delete(one)
    work.go.set()
    thread.join(60)
    assert not thread.is_alive()
