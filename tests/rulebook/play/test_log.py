"""The log keeps everything that was said; what counts, and in which order, follows from it."""

import pytest

from tableassist.rulebook.play.log import (
    Amendment,
    AmendmentKind,
    Entry,
    Log,
    Source,
)
from tests.rulebook.play.counting import logged


def counted(log):
    return [each.act for each in log.entries_that_count]


def test_entries_are_numbered_from_one_whatever_number_they_came_with():
    log = Log().append(Entry(99, "a")).append(Entry(99, "b"))
    assert [(each.number, each.act) for each in log.entries] == [(1, "a"), (2, "b")]
    assert log.next_number == 3


def test_an_entry_keeps_who_said_it_and_how():
    said = Entry(0, "a", Source.CAMERA, by="Mary", t_ns=5, certainty=0.8, card="Swift", version="1.2")
    kept = Log().append(said).entry(1)
    assert (kept.source, kept.by, kept.t_ns, kept.certainty, kept.card, kept.version) == (
        Source.CAMERA,
        "Mary",
        5,
        0.8,
        "Swift",
        "1.2",
    )


def test_a_struck_act_stays_in_the_log_and_does_not_count():
    log = logged("a", "b", "c").strike(2, by="Judge", t_ns=7)
    assert counted(log) == ["a", "c"]
    assert log.struck == {2}
    assert log.entry(2).act == "b"
    assert log.records[-1] == Amendment(AmendmentKind.STRIKE, 2, by="Judge", t_ns=7)


def test_a_restored_act_counts_again_in_its_old_place():
    log = logged("a", "b", "c").strike(2).restore(2)
    assert counted(log) == ["a", "b", "c"]
    assert log.struck == frozenset()


def test_the_last_word_about_an_entry_counts():
    log = logged("a").strike(1).restore(1).strike(1)
    assert counted(log) == []


@pytest.mark.parametrize("change", [Log.strike, Log.restore, Log.let_stand])
def test_an_entry_that_is_not_there_cannot_be_amended(change):
    with pytest.raises(ValueError, match="no entry 3 in a log of 2"):
        change(logged("a", "b"), 3)


def test_an_act_put_in_between_follows_the_one_it_names():
    log = logged("a", "b").append(Entry(0, "x", after=1))
    assert counted(log) == ["a", "x", "b"]
    assert [each.number for each in log.entries_that_count] == [1, 3, 2]


def test_an_act_may_be_put_before_all_others():
    assert counted(logged("a", "b").append(Entry(0, "x", after=0))) == ["x", "a", "b"]


def test_of_two_acts_put_at_one_place_the_later_said_comes_first():
    log = logged("a", "b").append(Entry(0, "x", after=1)).append(Entry(0, "y", after=1))
    assert counted(log) == ["a", "y", "x", "b"]


def test_an_act_put_after_a_struck_one_keeps_its_place():
    log = logged("a", "b").append(Entry(0, "x", after=1)).strike(1)
    assert counted(log) == ["x", "b"]


def test_let_stand_marks_the_entry_and_can_be_taken_back():
    log = logged("a", "b").let_stand(2)
    assert [each.stands for each in log.entries_that_count] == [False, True]
    log = log.amend(Amendment(AmendmentKind.FALLS, 2))
    assert [each.stands for each in log.entries_that_count] == [False, False]


def test_what_stood_from_the_beginning_can_fall():
    log = Log().append(Entry(0, "a", stands=True))
    assert log.entries_that_count[0].stands
    assert not log.amend(Amendment(AmendmentKind.FALLS, 1)).entries_that_count[0].stands


def test_undo_strikes_the_last_that_counts_and_redo_restores_it():
    log = logged("a", "b", "c")
    once, twice = log.undo(), log.undo().undo()
    assert counted(once) == ["a", "b"]
    assert counted(twice) == ["a"]
    assert counted(twice.redo()) == ["a", "b"]
    assert counted(twice.redo().redo()) == ["a", "b", "c"]


def test_nothing_is_undone_in_an_empty_log_and_nothing_redone_where_nothing_was_undone():
    assert Log().undo() == Log()
    log = logged("a")
    assert log.redo() == log


def test_something_new_said_ends_what_could_be_redone():
    log = logged("a", "b").undo().append(Entry(0, "c"))
    assert counted(log.redo()) == ["a", "c"]
    assert log.redo() == log
