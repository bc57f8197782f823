"""The desk: what is shown, what is held, and edits that can be taken back."""

from dataclasses import replace

import pytest
from demo_moment import demo_moment
from made_up_table import FakeTable

from tableassist.pipeline.judge import rejudged
from tableassist.rulebook.editions.settings import with_house
from tableassist.rulebook.editions.spanish_main import SPANISH_MAIN
from tableassist.rulebook.ruling import Verdict
from tableassist.table.commands import Overrule
from tableassist.table.notes import turn_words
from tableassist.ui.session.session import Session
from tests.table_states import mast_lost, note, settings_with, turn_of


@pytest.fixture
def table():
    return FakeTable()


@pytest.fixture
def session(table):
    made = Session(demo_moment().settings, table)
    yield made
    made.close()


def test_an_edit_reaches_the_table_and_can_be_taken_back(session, table):
    note(session, mast_lost("harbinger", 1))
    assert session.settings.state.masts_lost["harbinger"] == frozenset({1})
    assert table.settings[-1] is session.settings
    session.undo.undo()
    assert "harbinger" not in session.settings.state.masts_lost
    assert table.settings[-1] is session.settings
    session.undo.redo()
    assert session.settings.state.masts_lost["harbinger"] == frozenset({1})


def test_edits_are_told_in_words(session):
    heard = []
    session.edited.connect(heard.append)
    note(session, turn_of(session.settings.state.players[0]))
    session.undo.undo()
    words = turn_words(session.settings.state.players[0])
    assert heard == [words, f"Undo: {words}"]


def test_an_edit_leaves_a_held_moment_as_it_was(session):
    moment = demo_moment()
    session.arrive(moment)
    session.hold(True)
    shown = []
    session.shown.connect(shown.append)
    note(session, mast_lost("harbinger", 1))
    assert (session.moment, shown) == (moment, [])
    assert session.shown_settings is moment.settings
    assert session.settings.state.masts_lost["harbinger"] == frozenset({1})


def test_what_arrives_while_held_is_shown_when_let_go(session):
    first, second = demo_moment("blocked"), demo_moment("cleared")
    session.arrive(first)
    session.hold(True)
    session.arrive(second)
    assert session.moment is first
    assert session.newest is second
    session.hold(False)
    assert session.moment is second


def test_a_moment_from_before_keeps_the_rulings_of_its_time(session, qtbot):
    session.arrive(demo_moment())
    session.choose_edition(SPANISH_MAIN)
    with qtbot.waitSignal(session.shown, timeout=60_000):
        session.show_moment(demo_moment("cleared"))
    assert session.is_held
    assert session.moment is demo_moment("cleared")


def test_an_overruling_keeps_the_machines_call(session):
    session.arrive(demo_moment())
    ruling = session.moment.state.rulings[0]
    session.dispatch(Overrule(ruling.id, Verdict.NO, "both saw it", "Anne"))
    (only,) = session.overrulings
    assert only.ruling == ruling
    assert (only.verdict, only.reason, only.by) == (Verdict.NO, "both saw it", "Anne")
    session.undo.undo()
    assert session.overrulings == ()


@pytest.fixture
def replay_desk(table):
    made = Session(demo_moment().settings, table, is_replay=True)
    yield made
    made.close()


def with_mast_lost(moment):
    settings = settings_with(moment.settings, mast_lost("harbinger", 1))
    return rejudged(moment, settings)


def shows(session, qtbot, moment):
    with qtbot.waitSignal(session.shown, timeout=60_000):
        session.show_moment(moment)
    return session.moment


def test_a_replay_has_the_ledger_of_the_moment_that_is_shown(replay_desk, qtbot):
    before, after = demo_moment("blocked"), with_mast_lost(demo_moment("cleared"))
    heard = []
    replay_desk.settings_changed.connect(heard.append)
    assert shows(replay_desk, qtbot, after).state.rulings is after.state.rulings, "not judged again"
    assert replay_desk.settings.state.masts_lost["harbinger"] == frozenset({1})
    shows(replay_desk, qtbot, before)
    assert "harbinger" not in replay_desk.settings.state.masts_lost
    assert heard == [after.settings, before.settings]


def test_a_replay_goes_by_the_rules_of_the_time_until_an_edition_is_chosen(replay_desk, qtbot):
    """The players changed their house rules in the middle: each moment goes by its own."""
    early, late = demo_moment("blocked"), demo_moment("cleared")
    house = replace(late.settings, rules=with_house(late.settings.rules, {"long-mm": 90.0, "short-mm": 60.0}))
    late = rejudged(late, house)
    assert shows(replay_desk, qtbot, late).settings.rules.ruler.long_mm == 90.0
    assert shows(replay_desk, qtbot, early).state.rulings is early.state.rulings
    with qtbot.waitSignal(replay_desk.shown, timeout=60_000):
        replay_desk.choose_edition(SPANISH_MAIN)
    assert replay_desk.settings.rules.edition.name == SPANISH_MAIN.name
    judged = shows(replay_desk, qtbot, late)
    assert (judged.settings.rules.edition.name, judged.settings.rules.ruler.long_mm) == (SPANISH_MAIN.name, 90.0)
    assert shows(replay_desk, qtbot, late).settings is judged.settings, "the very same: nothing starts anew"
    with qtbot.waitSignal(replay_desk.shown, timeout=60_000):
        replay_desk.undo.undo()
    assert replay_desk.moment.state.rulings is late.state.rulings


def test_what_was_recorded_is_not_edited(replay_desk):
    note(replay_desk, mast_lost("harbinger", 1))
    assert "harbinger" not in replay_desk.settings.state.masts_lost
    assert not replay_desk.table.undo.can_undo


def test_a_moment_by_equal_rules_is_not_judged_again(session, qtbot):
    """What comes out of a record has rules that are equal, never the same."""
    found = demo_moment("cleared")
    found = replace(found, settings=replace(found.settings, rules=replace(found.settings.rules)))
    assert shows(session, qtbot, found).state.rulings is found.state.rulings
