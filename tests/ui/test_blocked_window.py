"""A window whose thread is busy delays no phone: the table behind it has a thread of its own."""

import json
import statistics
import threading
import time
import urllib.request
from itertools import cycle

import pytest
from demo_moment import demo_moment
from websockets.sync.client import connect

from tableassist.matches.recording import start_replay_buffer
from tableassist.sources.supervised import CaptureHealth, CaptureState
from tableassist.table import JUDGE, Role, Seat
from tableassist.table.commands import ConfirmShip
from tableassist.table.live import ChosenTable
from tableassist.ui.shell.table_backend import WatchedTable

BLOCKED_S = 2.0
ROUNDS = 12
PLAYER = Seat(Role.PLAYER, "Pirates")


class SilentEye:
    """A camera that sends nothing: the test feeds moments where the measuring loop would."""

    name = "studio"
    health = CaptureHealth(CaptureState.SEEING)

    def __init__(self):
        self._closed = threading.Event()

    def take(self, timeout_s):
        self._closed.wait(timeout_s)

    def look_for(self, families):
        pass

    def close(self):
        self._closed.set()


@pytest.fixture
def behind(qtbot, tmp_path):
    made = WatchedTable(
        ChosenTable("studio:demo", None, demo_moment("cleared").settings, None, None),
        SilentEye(),
        lambda: start_replay_buffer(None, video=False, root=tmp_path / "memory"),
        keeps_last_minutes=False,
        saved_games=tmp_path / "kept",
    )
    made.pages.start()
    made.start()
    made._live._take_arrival(demo_moment("cleared"))
    qtbot.waitUntil(lambda: made.session.newest is not None and made.session.table.newest is not None)
    yield made
    made.close()


class Phones:
    """A phone calls the judge, and the camera sees ships move; the judge's page shows each over its websocket."""

    def __init__(self, behind):
        self._arrive = behind._live._take_arrival
        self._player, self._judge = behind.pages.link("play", PLAYER), behind.pages.link("judge", JUDGE)
        self.answer_ms, self.call_ms, self.moment_ms = [], [], []
        self._seen, self._changed = {}, threading.Condition()

    def play(self, until_s):
        """Until that time, and for some rounds at least."""
        address, _, token = self._judge.partition("#")
        moments = cycle((demo_moment("blocked"), demo_moment("cleared")))
        with connect(address.replace("http", "ws").replace("/judge", "/live"), max_size=None) as socket:
            socket.send(json.dumps({"token": token, "language": "en", "selected": None}))
            reader = _in_thread(lambda: self._read(socket))
            self._wait_for("table")
            while time.monotonic() < until_s or len(self.call_ms) < ROUNDS:
                for link in (self._player, self._judge):  # the judge's own call ends the player's
                    self._seen.clear()
                    began = time.monotonic()
                    _post(link, {"do": "call-judge"})
                    self.answer_ms.append(1e3 * (time.monotonic() - began))
                    self.call_ms.append(1e3 * (self._wait_for("table") - began))
                self._seen.clear()
                began = time.monotonic()
                self._arrive(next(moments))
                self.moment_ms.append(1e3 * (self._wait_for("plan") - began))
        reader.join()

    def _wait_for(self, section):
        """When a state came in which that section is another."""
        with self._changed:
            assert self._changed.wait_for(lambda: section in self._seen, 60)
            return self._seen[section]

    def _read(self, socket):
        for text in socket:
            now, message = time.monotonic(), json.loads(text)
            with self._changed:
                self._seen |= dict.fromkeys((name.removesuffix("_parts") for name in message), now)
                self._changed.notify()


def _post(link, command):
    address, _, token = link.partition("#")
    url = address.rsplit("/", 1)[0] + "/api/commands"
    request = urllib.request.Request(url, json.dumps(command).encode(), {"authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert answer.status == 200


def _in_thread(play):
    thread = threading.Thread(target=play)
    thread.start()
    return thread


def test_phones_see_moments_and_get_answers_while_the_windows_thread_is_blocked(behind, qtbot):
    idle = Phones(behind)
    thread = _in_thread(lambda: idle.play(0.0))
    qtbot.waitUntil(lambda: not thread.is_alive())
    shown = behind.session.newest

    blocked, never = Phones(behind), threading.Event()
    until_s = time.monotonic() + BLOCKED_S
    thread = _in_thread(lambda: blocked.play(until_s))
    never.wait(BLOCKED_S)  # the window's thread does nothing else meanwhile
    rounds = len(blocked.moment_ms)
    thread.join()
    assert behind.session.newest is shown, "the window was busy all the while"
    assert rounds >= 2

    figures = {
        name: [
            (round(statistics.median(ms), 1), round(max(ms), 1)) for ms in (getattr(idle, name), getattr(blocked, name))
        ]
        for name in ("answer_ms", "call_ms", "moment_ms")
    }
    print("median and longest, idle and blocked:", figures)
    for (idle_ms, _), (blocked_ms, longest_ms) in figures.values():
        assert blocked_ms < 2.0 * idle_ms + 50.0, figures
        assert longest_ms < 0.75e3 * BLOCKED_S, figures
    qtbot.waitUntil(lambda: behind.session.newest is not shown)


def test_what_the_screen_orders_is_shown_before_the_order_returns(behind):
    """The window's parts hear of it in the window's thread, in the order in which it happened."""
    heard = []
    behind.session.edited.connect(lambda words: heard.append((words, threading.current_thread())))
    behind.session.settings_changed.connect(lambda settings: heard.append((settings, threading.current_thread())))
    piece = behind.session.newest.state.scene.pieces[0].id
    behind.session.dispatch(ConfirmShip(piece))
    settings, words = heard
    assert settings[0] is behind.session.settings
    assert piece in settings[0].confirmations
    assert "confirmed" in words[0]
    assert {thread for _, thread in heard} == {threading.current_thread()}


def test_a_phones_change_reaches_the_window_in_its_own_thread(behind, qtbot):
    heard = []
    behind.session.called.connect(lambda player: heard.append((player, threading.current_thread())))
    thread = _in_thread(lambda: _post(behind.pages.link("play", PLAYER), {"do": "call-judge"}))
    thread.join()
    qtbot.waitUntil(lambda: bool(heard))
    assert heard == [("Pirates", threading.current_thread())]
