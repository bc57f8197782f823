"""From any thread to the window's, the newest only."""

import threading
import time
from dataclasses import dataclass

import pytest
from PyQt6 import sip
from PyQt6.QtCore import QThread, QTimer

from tableassist.ui.session.inbox import MomentBridge


@dataclass(frozen=True, order=True)
class Numbered:
    """A moment as far as the bridge looks at it."""

    state: int


@pytest.fixture
def bridge():
    return MomentBridge()


def test_only_the_newest_of_many_is_delivered(bridge, qtbot):
    got = []
    bridge.arrived.connect(got.append)

    def produce():
        for n in range(1000):
            bridge.push(Numbered(n))

    worker = threading.Thread(target=produce)
    worker.start()
    worker.join()
    assert got == []
    qtbot.waitUntil(lambda: bool(got), timeout=60_000)
    qtbot.wait(30)
    assert got == [Numbered(999)]


def test_states_arrive_in_the_windows_thread(bridge, qtbot):
    threads = []
    bridge.arrived.connect(lambda *_: threads.append(QThread.currentThread()))
    worker = threading.Thread(target=lambda: bridge.push(Numbered(1)))
    worker.start()
    worker.join()
    qtbot.waitUntil(lambda: bool(threads), timeout=60_000)
    assert threads == [bridge.thread()]


def test_a_fast_chain_does_not_starve_the_window(bridge, qtbot):
    """Others' events are handled between two deliveries, however fast states come."""
    got, ticks = [], []
    bridge.arrived.connect(lambda frame: (got.append(frame), time.sleep(0.005)))
    ticking = QTimer()
    ticking.setInterval(10)
    ticking.timeout.connect(lambda: ticks.append(len(got)))
    ticking.start()
    stop = threading.Event()

    def produce():
        n = 0
        while not stop.is_set():
            n += 1
            bridge.push(Numbered(n))
            time.sleep(0.0002)

    worker = threading.Thread(target=produce)
    worker.start()
    qtbot.waitUntil(lambda: len(ticks) > 10 and len(got) > 10)
    stop.set()
    worker.join()
    ticking.stop()
    assert got == sorted(got)


def test_failure_comes_after_the_last_state(bridge, qtbot):
    order = []
    bridge.arrived.connect(lambda *_: order.append("state"))
    bridge.failed.connect(order.append)
    bridge.push(Numbered(1))
    bridge.fail("the camera was unplugged")
    qtbot.waitUntil(lambda: len(order) == 2, timeout=60_000)
    assert order == ["state", "the camera was unplugged"]


def test_nothing_comes_after_close(bridge, qtbot):
    got = []
    bridge.arrived.connect(lambda *_: got.append(1))
    bridge.failed.connect(got.append)
    bridge.push(Numbered(1))
    bridge.close()
    bridge.push(Numbered(2))
    bridge.fail("too late")
    qtbot.wait(50)
    assert got == []


@pytest.mark.parametrize("hears_of_it", [True, False])
def test_a_bridge_that_is_destroyed_is_pushed_to_in_vain(bridge, hears_of_it):
    """From the chain's thread, which goes on for a while when a window is destroyed."""
    if not hears_of_it:
        bridge.destroyed.disconnect()
    sip.delete(bridge)
    raised = []

    def chain():
        try:
            bridge.tell_health("well")
            bridge.push(Numbered(1))
            bridge.push(Numbered(2))
            bridge.fail("over")
        except RuntimeError as error:
            raised.append(error)

    thread = threading.Thread(target=chain)
    thread.start()
    thread.join()
    assert raised == []


def test_health_is_heard_in_the_windows_thread(bridge, qtbot):
    heard = []
    bridge.health.connect(lambda health: heard.append((health, threading.current_thread())))
    thread = threading.Thread(target=lambda: bridge.tell_health("well"))
    thread.start()
    thread.join()
    assert heard == []
    qtbot.waitUntil(lambda: bool(heard))
    assert heard == [("well", threading.current_thread())]
