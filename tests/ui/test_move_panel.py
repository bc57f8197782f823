"""Moves in words, as they are found."""

from dataclasses import replace

import pytest
from demo_moment import demo_moment
from made_up_table import FakeTable

from tableassist.geometry.planar_pose import PlanarPose
from tableassist.pipeline.found_move import FoundMove, MoveKind, Turn
from tableassist.rules.contact_events import ContactBegan, Held
from tableassist.ui.desk import Desk
from tableassist.ui.move_panel import MovePanel, move_words

MOVE = FoundMove(
    MoveKind.MOVED,
    "harbinger",
    Turn(3, "Pirates"),
    5,
    9,
    PlanarPose(100.0, 100.0, 0.0),
    PlanarPose(160.0, 180.0, 0.0),
)


def settings():
    return demo_moment().settings


def test_a_move_is_told_with_its_way_and_what_she_touches():
    assert move_words(MOVE, settings()) == "Harbinger  100 mm"
    touching = replace(MOVE, made=(ContactBegan(Held("ram", "harbinger", "oxley"), None),))
    assert move_words(touching, settings()) == "Harbinger  100 mm  ·  touches HMS Oxley"


@pytest.mark.parametrize(
    ("kind", "by", "words"),
    [
        (MoveKind.BUMPED, "oxley", "Harbinger was bumped by 100 mm (by HMS Oxley)"),
        (MoveKind.PUT_BACK, None, "Harbinger was put back"),
        (MoveKind.TOWED, "oxley", "Harbinger is towed by HMS Oxley, 100 mm"),
    ],
)
def test_bumps_tows_and_puttings_back_are_told_apart(kind, by, words):
    assert move_words(replace(MOVE, kind=kind, by=by), settings()) == words


@pytest.fixture
def panel(qtbot):
    desk = Desk(settings(), FakeTable())
    made = MovePanel(desk)
    qtbot.addWidget(made)
    yield made
    made.close_thread()
    desk.close()


def test_moves_stand_under_their_turns_and_a_click_shows_the_moment(panel, qtbot):
    panel.add(MOVE, settings())
    panel.add(replace(MOVE, turn=Turn(4, "English"), settled_ns=20), settings())
    texts = [panel.list.item(row).text() for row in range(panel.list.count())]
    assert texts == ["Turn 3  ·  Pirates", "1.  Harbinger  100 mm", "Turn 4  ·  English", "2.  Harbinger  100 mm"]
    with qtbot.waitSignal(panel.chosen, timeout=2000) as heard:
        panel.list.itemClicked.emit(panel.list.item(3))
    assert heard.args == [20]


def test_states_are_folded_beside_the_window(panel, qtbot):
    """The set-up gives no lines; the thread is alive and takes what arrives."""
    moment = demo_moment()
    for number in range(40):
        t_ns = number * 100_000_000
        panel._take(replace(moment, state=replace(moment.state, t_ns=t_ns)))
    qtbot.waitUntil(lambda: not panel.thread_of_moves._waiting, timeout=5000)
    assert panel.list.count() == 0
    assert panel.thread_of_moves._thread.is_alive()
