"""Work beside the window: every request or the newest, answers in the window's thread, and one policy for errors."""

import threading
from functools import partial

import pytest
from PyQt6 import sip
from PyQt6.QtCore import QObject, pyqtSignal
from PyQt6.QtWidgets import QApplication

from tableassist.errors import BadRequestError
from tableassist.process import log_file
from tableassist.ui.workers import Worker, emit_unless_gone


@pytest.fixture
def log(tmp_path, monkeypatch):
    monkeypatch.setenv(log_file.FOLDER_VARIABLE, str(tmp_path))
    yield log_file.start_log()
    log_file.stop_log()


@pytest.fixture
def worker(qtbot):  # noqa: ARG001
    made = Worker("testing")
    yield made
    made.close()


def never(problem):
    raise AssertionError(problem)


def broken():
    raise ZeroDivisionError("the compass")


def refused():
    raise BadRequestError("no wind")


def test_every_request_is_answered_in_turn_in_the_windows_thread(worker, qtbot):
    heard, threads = [], []
    for number in range(20):
        worker.submit(lambda n=number: (n, threads.append(threading.current_thread()))[0], heard.append, never)
    assert worker.is_busy
    qtbot.waitUntil(lambda: not worker.is_busy)
    assert heard == list(range(20))
    assert threading.current_thread() not in threads


def test_of_the_same_kind_only_the_newest_is_begun(worker, qtbot):
    gate, begun, heard = threading.Event(), [], []
    worker.submit(gate.wait, lambda _: None, never)
    for number in range(9):
        worker.submit(lambda n=number: begun.append(n), lambda _: heard.append("place"), never, newest_of="place")
    worker.submit(lambda: begun.append("other"), lambda _: heard.append("other"), never, newest_of="other")
    gate.set()
    qtbot.waitUntil(lambda: not worker.is_busy)
    assert begun == [8, "other"]
    assert heard == ["place", "other"]


def test_our_error_is_told_in_its_own_words(worker, qtbot, log):
    told = []
    worker.submit(refused, never, told.append)
    qtbot.waitUntil(lambda: bool(told))
    assert str(told[0]) == "no wind"
    assert not log.exists() or "no wind" not in log.read_text()


def test_a_fault_of_the_program_is_logged_told_in_one_line_and_the_worker_goes_on(worker, qtbot, log):
    told, heard = [], []
    worker.submit(broken, never, told.append)
    worker.submit(lambda: "alive", heard.append, never)
    qtbot.waitUntil(lambda: bool(heard))
    assert str(told[0]) == f"internal error, details in {log}"
    written = log.read_text()
    assert "ZeroDivisionError: the compass" in written
    assert "in broken" in written, "with a traceback"


def test_progress_is_heard_in_the_windows_thread(worker, qtbot):
    heard = []
    tell = worker.relay(lambda share: heard.append((share, threading.current_thread())))
    worker.submit(lambda: tell(0.5), lambda _: None, never)
    qtbot.waitUntil(lambda: bool(heard))
    assert heard == [(0.5, threading.current_thread())]


def test_nothing_is_told_after_the_end_but_the_last_call_is_made(qtbot):  # noqa: ARG001
    made, heard, gate, last = Worker("testing"), [], threading.Event(), []
    made.submit(gate.wait, heard.append, heard.append)
    made.submit(lambda: last.append("not begun"), heard.append, heard.append)
    threading.Timer(0.05, gate.set).start()
    made.close(last=lambda: last.append("closed"))
    made.submit(lambda: last.append("too late"), heard.append, heard.append)
    QApplication.processEvents()
    assert (heard, last) == ([], ["closed"])


def test_what_was_asked_for_is_finished_where_that_is_wanted():
    made, done = Worker("testing"), []
    for number in range(5):
        made.submit(lambda n=number: done.append(n), lambda _: None, never)
    made.finish()
    assert done == [0, 1, 2, 3, 4]


def test_a_window_that_goes_is_not_called(qtbot):
    parent, gate, heard = QObject(), threading.Event(), []
    made = Worker("testing", parent)
    made.submit(gate.wait, heard.append, heard.append)
    thread = made._background._thread
    with qtbot.waitSignal(parent.destroyed):
        parent.deleteLater()
    gate.set()
    thread.join(60)
    assert not thread.is_alive()
    QApplication.processEvents()
    assert heard == []


def test_worker_whose_object_is_gone_before_it_was_told_ends_quietly(qtbot):  # noqa: ARG001
    """The object is gone a moment before its thread hears of it."""
    made, gate, heard = Worker("testing"), threading.Event(), []
    made.destroyed.disconnect()
    made.submit(gate.wait, heard.append, heard.append)
    thread = made._background._thread
    sip.delete(made)
    gate.set()
    thread.join(60)
    assert not thread.is_alive()
    QApplication.processEvents()
    assert heard == []


class Told(QObject):
    told = pyqtSignal(str)


def test_a_sender_that_is_gone_is_noticed_and_one_that_is_there_is_heard(qtbot):
    """A kept `emit` of a sender that is gone would end the program."""
    sender, heard, answers = Told(), [], []
    sender.told.connect(heard.append)
    tell = partial(emit_unless_gone, sender, "told", "land ho")
    ask = lambda: answers.append(tell())  # noqa: E731
    thread = threading.Thread(target=ask)
    thread.start()
    qtbot.waitUntil(lambda: heard == ["land ho"])
    thread.join()
    sip.delete(sender)
    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert answers == [True, False]
