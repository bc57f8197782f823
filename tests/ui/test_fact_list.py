"""Ships to look at, in the window: ticked by mouse and keys, undone, and ended when a ship is touched."""

from dataclasses import replace

import pytest
from demo_moment import demo_moment
from made_up_table import FakeTable
from PyQt6.QtCore import QPoint, Qt
from PyQt6.QtTest import QTest

from tableassist.pipeline.judge import judged, rejudged
from tableassist.scene.unverified import Unverified
from tableassist.table.commands import ConfirmShip
from tableassist.ui.rulings.panel import RulingPanel
from tableassist.ui.session.session import Session
from tests.table_states import mast_lost, note

UNSEEN = {"harbinger": Unverified((1, 2, 3, 4, 5), 3.0)}


@pytest.fixture
def moment():
    """Harbinger may shoot, and the picture shows none of her masts."""
    seen = demo_moment("cleared")
    tracks, t_ns = seen.state.tracks, seen.state.t_ns
    scene = seen.settings.scene(tracks.poses, tracks.seen_ns, t_ns, unverified=UNSEEN)
    return replace(seen, state=judged(replace(seen.state, scene=scene), seen.settings))


@pytest.fixture
def panel(qtbot, moment):
    session = Session(moment.settings, FakeTable())
    made = RulingPanel(session)
    qtbot.addWidget(made)
    made.resize(1200, 420)
    made.show()
    session.arrive(moment)
    made.update_now()
    yield made
    session.close()


def arrive(panel, moment):
    panel._session.arrive(rejudged(moment, panel._session.settings))
    panel.update_now()


def lines(panel):
    return [panel.facts.item(row).text() for row in range(panel.facts.count())]


def is_ticked(panel, row=0):
    return panel.facts.item(row).checkState() is Qt.CheckState.Checked


def tick_by_mouse(panel, row=0):
    place = panel.facts.visualItemRect(panel.facts.item(row))
    QTest.mouseClick(
        panel.facts.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place.left() + 10, place.center().y())
    )


def test_a_ship_is_listed_once_with_what_to_confirm(panel):
    (line,) = lines(panel)
    assert line.startswith("Harbinger: all masts standing (")
    assert "answers depend on it" in line
    assert any(row.startswith("Harbinger") and "only if mast" in row for row in summaries(panel))


def summaries(panel):
    return [panel.model.index(row, 0).data() for row in range(panel.model.rowCount())]


def test_one_click_leaves_plain_answers_and_undo_brings_the_question_back(panel, moment):
    tick_by_mouse(panel)
    arrive(panel, moment)
    assert lines(panel) == ["Harbinger: confirmed until she is touched"]
    assert is_ticked(panel)
    assert not any("only if" in row for row in summaries(panel))
    panel._session.undo.undo()
    arrive(panel, moment)
    assert not is_ticked(panel)
    panel._session.undo.redo()
    arrive(panel, moment)
    assert is_ticked(panel)


def test_enter_ticks_the_chosen_ship_and_a_second_one_takes_it_back(panel, moment):
    panel.facts.setFocus()
    panel.facts.setCurrentRow(0)
    QTest.keyClick(panel.facts, Qt.Key.Key_Return)
    arrive(panel, moment)
    assert is_ticked(panel)
    panel.facts.setCurrentRow(0)
    QTest.keyClick(panel.facts, Qt.Key.Key_Return)
    arrive(panel, moment)
    assert not is_ticked(panel)


def test_a_touch_ends_it_and_undoing_another_edit_does_not_bring_it_back(panel, moment):
    session, told = panel._session, []
    session.edited.connect(told.append)
    note(session, mast_lost("titan", 1))
    session.dispatch(ConfirmShip("harbinger"))
    touched = replace(moment.state, ended=dict(session.settings.confirmations))
    session.arrive(replace(moment, state=touched))
    assert session.settings.confirmations == {}
    assert told[-1] == "Harbinger: touched, so no longer confirmed"
    session.undo.undo()
    session.undo.undo()
    assert session.settings.confirmations == {}
    assert session.settings.state == moment.settings.state


@pytest.mark.usefixtures("qtbot")
def test_nothing_is_confirmed_in_a_replay(moment):
    session = Session(moment.settings, None, is_replay=True)
    session.arrive(moment)
    session.dispatch(ConfirmShip("harbinger"))
    assert session.settings.confirmations == {}
    session.close()
