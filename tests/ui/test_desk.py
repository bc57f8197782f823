"""The desk: what is shown, what is held, and edits that can be taken back."""

from dataclasses import replace

import pytest
from demo_moment import demo_moment
from made_up_table import FakeTable

from tableassist.ledger.ledger import MastLost, TurnBegun, apply
from tableassist.pipeline.rejudge import rejudged
from tableassist.rules.editions.edition import SPANISH_MAIN
from tableassist.rules.editions.settings import with_house
from tableassist.rules.ruling.ruling import Verdict
from tableassist.ui.session.session import Desk


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
    desk.arrive(demo_moment())
    desk.choose_edition(SPANISH_MAIN, "edition")
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


@pytest.fixture
def replay_desk(table):
    made = Desk(demo_moment().settings, table, is_replay=True)
    yield made
    made.close()


def with_mast_lost(moment):
    settings = replace(moment.settings, ledger=apply(moment.settings.ledger, MastLost("harbinger", 1)))
    return rejudged(moment, settings, None)


def shows(desk, qtbot, moment):
    with qtbot.waitSignal(desk.shown, timeout=5000):
        desk.show_moment(moment)
    return desk.moment


def test_a_replay_has_the_ledger_of_the_moment_that_is_shown(replay_desk, qtbot):
    before, after = demo_moment("blocked"), with_mast_lost(demo_moment("cleared"))
    heard = []
    replay_desk.settings_changed.connect(heard.append)
    assert shows(replay_desk, qtbot, after).state.rulings is after.state.rulings, "not judged again"
    assert replay_desk.settings.ledger.masts_lost["harbinger"] == frozenset({1})
    shows(replay_desk, qtbot, before)
    assert "harbinger" not in replay_desk.settings.ledger.masts_lost
    assert heard == [after.settings, before.settings]


def test_a_replay_goes_by_the_rules_of_the_time_until_an_edition_is_chosen(replay_desk, qtbot):
    """The players changed their house rules in the middle: each moment goes by its own."""
    early, late = demo_moment("blocked"), demo_moment("cleared")
    house = replace(late.settings, rules=with_house(late.settings.rules, {"long-mm": 90.0, "short-mm": 60.0}))
    late = rejudged(late, house, None)
    assert shows(replay_desk, qtbot, late).settings.rules.ruler.long_mm == 90.0
    assert shows(replay_desk, qtbot, early).state.rulings is early.state.rulings
    with qtbot.waitSignal(replay_desk.shown, timeout=5000):
        replay_desk.choose_edition(SPANISH_MAIN, "edition")
    assert replay_desk.settings.rules.edition.name == SPANISH_MAIN.name
    judged = shows(replay_desk, qtbot, late)
    assert (judged.settings.rules.edition.name, judged.settings.rules.ruler.long_mm) == (SPANISH_MAIN.name, 90.0)
    assert shows(replay_desk, qtbot, late).settings is judged.settings, "the very same: nothing starts anew"
    with qtbot.waitSignal(replay_desk.shown, timeout=5000):
        replay_desk.undo.undo()
    assert replay_desk.moment.state.rulings is late.state.rulings


def test_what_was_recorded_is_not_edited(replay_desk):
    replay_desk.edit(MastLost("harbinger", 1), "mast off")
    assert "harbinger" not in replay_desk.settings.ledger.masts_lost
    assert not replay_desk.undo.canUndo()


def test_a_moment_by_equal_rules_is_not_judged_again(desk, qtbot):
    """What comes out of a record has rules that are equal, never the same."""
    found = demo_moment("cleared")
    found = replace(found, settings=replace(found.settings, rules=replace(found.settings.rules)))
    assert shows(desk, qtbot, found).state.rulings is found.state.rulings
