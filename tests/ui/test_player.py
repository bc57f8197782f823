"""Looking back: seeking, stepping and playing in both directions, off the window's thread."""

import queue
import threading
from dataclasses import replace

import numpy as np
import pytest
from demo_moment import demo_moment
from made_up_table import FakeTable
from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtWidgets import QApplication

from tableassist.errors import BadFileError
from tableassist.geometry.frames import PlanarPose
from tableassist.pipeline.moves.found_move import FoundMove, MoveKind, Turn
from tableassist.ui.moves import WindowMoves
from tableassist.ui.session.session import Session
from tableassist.ui.session.words import clock
from tableassist.ui.timeline.past import Sign, SignKind
from tableassist.ui.timeline.player import Player

NS = 1_000_000_000


class TenSeconds:
    """A past of ten seconds at ten frames a second, from 100 s on."""

    def __init__(self):
        self.threads = set()
        self.closed = False
        self.renewed = 0

    def span(self):
        self.renewed += 1
        return (100 * NS, 110 * NS)

    def at(self, t_ns):
        self.threads.add(threading.current_thread().name)
        return self._frame(int((t_ns - 100 * NS) * 10 // NS))

    def beside(self, t_ns, frames):
        return self._frame(int((t_ns - 100 * NS) * 10 // NS) + frames)

    def _frame(self, number):
        number = min(max(number, 0), 100)
        moment, t_ns = demo_moment(), 100 * NS + number * NS // 10
        frame, state = replace(moment.frame, number=number, t_ns=t_ns), replace(moment.state, t_ns=t_ns)
        return replace(moment, frame=frame, state=state)

    def signs(self):
        return (Sign(102 * NS, SignKind.MOVE, "Harbinger moves"), Sign(105 * NS, SignKind.MARK, "look here"))

    def game(self):
        return None

    def thumbnail(self, t_ns):  # noqa: ARG002
        return np.zeros((36, 64, 3), np.uint8)

    def close(self):
        self.closed = True


@pytest.fixture
def past():
    return TenSeconds()


@pytest.fixture
def session():
    made = Session(demo_moment().settings, FakeTable())
    yield made
    made.close()


@pytest.fixture
def player(qtbot, session, past):
    made = Player(session, lambda: past, is_live=True)
    qtbot.addWidget(made)
    made.resize(1000, 60)
    session.arrive(past.at(110 * NS))
    made.past.refresh()
    qtbot.waitUntil(lambda: made.timeline.stretch.whole == past.span(), timeout=60_000)
    yield made
    made.close_past()
    assert past.closed, "what was opened is closed"


def shown(session):
    return session.moment.frame.number


def test_it_keeps_its_place_whether_or_not_the_picture_is_held(player, session):
    player.show()
    assert not player.to_now.isEnabled()
    session.hold(True)
    assert player.isVisible()
    assert player.to_now.isEnabled()
    session.hold(False)
    assert player.isVisible()
    assert not player.to_now.isEnabled()


def test_stepping_back_holds_the_picture_one_frame_before(player, session, qtbot):
    with qtbot.waitSignal(player.past.found, timeout=60_000):
        player.step(-1)
    qtbot.waitUntil(lambda: shown(session) == 99, timeout=60_000)
    assert session.is_held
    player.step(1)
    qtbot.waitUntil(lambda: shown(session) == 100, timeout=60_000)


def test_letting_go_of_the_picture_lets_go_of_the_past(player, session, past, qtbot):
    """It reads the record once more, and with that closes what was open."""
    player.seek(103 * NS)
    qtbot.waitUntil(lambda: shown(session) == 30, timeout=60_000)
    renewed = past.renewed
    session.hold(False)
    qtbot.waitUntil(lambda: past.renewed > renewed, timeout=60_000)


def test_a_click_on_the_line_shows_that_time(player, session, qtbot):
    session.hold(True)
    line = player.timeline
    x = round(line.x_of(103 * NS + NS // 2))
    qtbot.mouseClick(line, Qt.MouseButton.LeftButton, pos=QPoint(x, 20))
    qtbot.waitUntil(lambda: abs(shown(session) - 35) <= 1, timeout=60_000)


def test_a_click_on_a_sign_shows_its_very_time(player, session, qtbot):
    session.hold(True)
    x = round(player.timeline.x_of(105 * NS)) + 4
    qtbot.mouseClick(player.timeline, Qt.MouseButton.LeftButton, pos=QPoint(x, 20))
    qtbot.waitUntil(lambda: shown(session) == 50, timeout=60_000)
    assert player.timeline.sign_at(x).words == "look here"


def test_it_plays_backwards_and_forwards_and_stops_at_the_ends(player, session, qtbot):
    player.seek(101 * NS)
    player.play_back()
    player.play_back()
    assert player.rate == -2.0
    qtbot.waitUntil(lambda: player.rate == 0.0, timeout=60_000)
    qtbot.waitUntil(lambda: shown(session) == 0, timeout=60_000)
    player.play()
    qtbot.waitUntil(lambda: shown(session) >= 3, timeout=60_000)
    player.pause()
    assert player.rate == 0.0


def test_speeds_go_up_and_down(player):
    for wanted in (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 64.0):
        player.play()
        assert player.rate == wanted
    for wanted in (32.0, 16.0, 8.0, 4.0, 2.0, 1.0, 0.5, 0.25, 0.25):
        player.slower()
        assert player.rate == wanted
    player.pause()


def test_letting_go_returns_to_the_camera(player, session, qtbot):
    player.seek(101 * NS)
    qtbot.waitUntil(lambda: shown(session) == 10, timeout=60_000)
    qtbot.mouseClick(player.to_now, Qt.MouseButton.LeftButton)
    assert not session.is_held
    assert shown(session) == 100


def test_the_window_never_reads_the_past_itself(player, session, qtbot, past):
    past.threads.clear()
    player.seek(104 * NS)
    qtbot.waitUntil(lambda: shown(session) == 40, timeout=60_000)
    assert past.threads == {"looking back"}


def test_a_past_that_cannot_be_opened_is_told(qtbot, session):
    def broken():
        raise BadFileError("evening.match: no match.sqlite in it")

    made = Player(session, broken, is_live=False)
    qtbot.addWidget(made)
    qtbot.waitUntil(lambda: made.time.text() == "evening.match: no match.sqlite in it", timeout=60_000)
    made.close_past()


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "0:00.0"), (61.25, "1:01.2"), (3723.4, "1:02:03.4"), (59.97, "1:00.0")]
)
def test_times_read_like_a_clock(seconds, words):
    assert clock(seconds) == words


class TwoHours(TenSeconds):
    def span(self):
        return (0, 7200 * NS)

    def at(self, t_ns):
        moment = demo_moment()
        return replace(moment, frame=replace(moment.frame, t_ns=t_ns), state=replace(moment.state, t_ns=t_ns))


def test_the_time_line_is_as_wide_at_any_time_of_a_long_match(qtbot, session):
    """Else it would be painted anew, with all its signs, at each click."""
    player = Player(session, TwoHours, is_live=False)
    qtbot.addWidget(player)
    player.resize(1000, 60)
    player.show()
    qtbot.waitUntil(lambda: player.span == (0, 7200 * NS), timeout=60_000)
    widths = set()
    for seconds, words in ((0, "0:00.0"), (4000, "1:06:40.0"), (700, "11:40.0"), (7200, "2:00:00.0")):
        player.seek(seconds * NS)
        qtbot.waitUntil(lambda words=words: player.time.text() == words, timeout=60_000)
        QApplication.processEvents()
        widths.add(player.timeline.width())
    assert len(widths) == 1
    player.close_past()


class ToldFinder:
    """Finds nothing, and says how far it is when it is told to."""

    def __init__(self):
        self.words = queue.Queue()

    def heard(self):
        return self.words.get()

    def close(self):
        self.words.put(None)


def test_how_far_moves_are_known_counts_from_the_beginning_of_the_match(qtbot, session, past):
    """Not from zero while the time line is still being read."""
    player, finder = Player(session, lambda: past, is_live=True), ToldFinder()
    qtbot.addWidget(player)
    moves = WindowMoves(session, open_finder=lambda: finder)
    panel = moves.show_in(player)
    with qtbot.waitSignal(moves._source.looked):
        finder.words.put((103 * NS, ()))
    assert panel.caption.text() == "Looking for moves …"
    player.past.refresh()
    qtbot.waitUntil(lambda: player.span == past.span(), timeout=60_000)
    with qtbot.waitSignal(moves._source.looked):
        finder.words.put((104 * NS, ()))
    assert clock(4.0) in panel.caption.text()
    moves.close()
    player.close_past()


def test_the_time_counts_from_the_beginning_as_soon_as_that_is_known(qtbot, session, past):
    session.arrive(past.at(103 * NS))
    made = Player(session, lambda: past, is_live=True)
    qtbot.addWidget(made)
    assert made.time.text() == ""
    session.hold(True)
    qtbot.waitUntil(lambda: made.time.text() == clock(3.0), timeout=60_000)
    made.close_past()


def test_a_window_made_anew_is_told_of_the_moves_found_before(qtbot, session, past):
    places = PlanarPose(100.0, 100.0, 0.0), PlanarPose(160.0, 180.0, 0.0)
    move = FoundMove(MoveKind.MOVED, "harbinger", Turn(3, "Pirates"), 5, 9, *places)
    moves = WindowMoves(session)
    first, second = (Player(session, lambda: past, is_live=True) for _ in range(2))
    for player in (first, second):
        qtbot.addWidget(player)
    before = moves.show_in(first)
    moves.add((move,), session.settings)
    session.forget_listeners()
    panel = moves.show_in(second)
    assert panel.list.count() == before.list.count() == 2
    assert [sign.t_ns for sign in second._move_signs] == [move.settled_ns]
    moves.add((move,), session.settings)
    assert (before.list.count(), panel.list.count()) == (2, 3)
    moves.close()
    for player in (first, second):
        player.close_past()
