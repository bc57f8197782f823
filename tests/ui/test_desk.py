"""The desk: what is shown, what is held, and edits that can be taken back."""

import pytest
from demo_moment import demo_moment
from made_up_table import FakeTable

from tableassist.ledger.ledger import MastLost, TurnBegun
from tableassist.rules.edition import SPANISH_MAIN
from tableassist.rules.ruling import Verdict
from tableassist.ui.desk import Desk


@pytest.fixture
def table():
    return FakeTable()


@pytest.fixture
def desk(table):
    made = Desk(demo_moment().settings, table)
    yield made
    made.close()


def test_an_edit_reaches_the_table_and_can_be_taken_back(desk, table):
    desk.edit(MastLost("harbinger", 1), "mast off")
    assert desk.settings.ledger.masts_lost["harbinger"] == frozenset({1})
    assert table.settings[-1] is desk.settings
    desk.undo.undo()
    assert "harbinger" not in desk.settings.ledger.masts_lost
    assert table.settings[-1] is desk.settings
    desk.undo.redo()
    assert desk.settings.ledger.masts_lost["harbinger"] == frozenset({1})


def test_edits_are_told_in_words(desk):
    heard = []
    desk.edited.connect(heard.append)
    desk.edit(TurnBegun(desk.settings.ledger.players[0]), "her turn")
    desk.undo.undo()
    assert heard == ["her turn", "taken back: her turn"]


def test_a_held_picture_is_judged_again_by_the_edited_ledger(desk, qtbot):
    moment = demo_moment()
    desk.arrive(moment)
    desk.hold(True)
    before = [r for r in moment.state.rulings if r.rule == "range" and r.subject == "harbinger" and r.cannon == 1]
    assert before
    with qtbot.waitSignal(desk.shown, timeout=5000):
        desk.edit(MastLost("harbinger", 1), "mast off")
    assert desk.moment.frame is moment.frame
    after = desk.moment.state.rulings
    assert not [r for r in after if r.rule == "range" and r.subject == "harbinger" and r.cannon == 1]


def test_a_held_picture_is_drawn_for_another_selection(desk, qtbot):
    desk.arrive(demo_moment())
    desk.hold(True)
    other = next(p.id for p in desk.settings.pieces if p.owner and p.id != "harbinger")
    with qtbot.waitSignal(desk.shown, timeout=5000):
        desk.selection.choose(other)
    assert desk.moment.state.selected == other


def test_what_arrives_while_held_is_shown_when_let_go(desk):
    first, second = demo_moment("blocked"), demo_moment("cleared")
    desk.arrive(first)
    desk.hold(True)
    desk.arrive(second)
    assert desk.moment is first
    assert desk.newest is second
    desk.hold(False)
    assert desk.moment is second


def test_a_moment_from_before_is_judged_by_the_chosen_edition(desk, qtbot):
    from dataclasses import replace

    desk.arrive(demo_moment())
    desk.change_rules(replace(desk.settings.rules, edition=SPANISH_MAIN), "edition")
    with qtbot.waitSignal(desk.shown, timeout=5000):
        desk.show_moment(demo_moment("cleared"))
    assert desk.is_held
    assert {r.citation.split(",")[0] for r in desk.moment.state.rulings if r.rule == "range"} != {
        r.citation.split(",")[0] for r in demo_moment("cleared").state.rulings if r.rule == "range"
    }


def test_an_overruling_keeps_the_machines_call(desk):
    desk.arrive(demo_moment())
    ruling = desk.moment.state.rulings[0]
    desk.overrule(ruling, Verdict.NO, reason="both saw it", by="Anne")
    (only,) = desk.overrulings
    assert only.ruling == ruling
    assert (only.verdict, only.reason, only.by) == (Verdict.NO, "both saw it", "Anne")
    desk.undo.undo()
    assert desk.overrulings == ()
