"""The log keeps everything that was said; what counts, and in which order, follows from it."""

import pytest

from tableassist.rulebook.play.log import (
    Amendment,
    AmendmentKind,
    Entry,
    Log,
    Source,
    acts_that_count,
    amend,
    append,
    let_stand,
    redo,
    restore,
    strike,
    struck,
    undo,
)
from tests.rulebook.play.counting import logged


def counted(log):
    return [each.act for each in acts_that_count(log)]


def test_entries_are_numbered_from_one_whatever_number_they_came_with():
    log = append(append(Log(), Entry(99, "a")), Entry(99, "b"))
    assert [(each.number, each.act) for each in log.entries] == [(1, "a"), (2, "b")]
    assert log.next_number == 3


def test_an_entry_keeps_who_said_it_and_how():
    said = Entry(0, "a", Source.CAMERA, by="Mary", t_ns=5, certainty=0.8, card="Swift", version="1.2")
    kept = append(Log(), said).entry(1)
    assert (kept.source, kept.by, kept.t_ns, kept.certainty, kept.card, kept.version) == (
        Source.CAMERA,
        "Mary",
        5,
        0.8,
        "Swift",
        "1.2",
    )


def test_a_struck_act_stays_in_the_log_and_does_not_count():
    log = strike(logged("a", "b", "c"), 2, by="Judge", t_ns=7)
    assert counted(log) == ["a", "c"]
    assert struck(log) == {2}
    assert log.entry(2).act == "b"
    assert log.records[-1] == Amendment(AmendmentKind.STRIKE, 2, by="Judge", t_ns=7)


def test_a_restored_act_counts_again_in_its_old_place():
    log = restore(strike(logged("a", "b", "c"), 2), 2)
    assert counted(log) == ["a", "b", "c"]
    assert struck(log) == frozenset()


def test_the_last_word_about_an_entry_counts():
    log = strike(restore(strike(logged("a"), 1), 1), 1)
    assert counted(log) == []


@pytest.mark.parametrize("change", [strike, restore, let_stand])
def test_an_entry_that_is_not_there_cannot_be_amended(change):
    with pytest.raises(ValueError, match="no entry 3 in a log of 2"):
        change(logged("a", "b"), 3)


def test_an_act_put_in_between_follows_the_one_it_names():
    log = append(logged("a", "b"), Entry(0, "x", after=1))
    assert counted(log) == ["a", "x", "b"]
    assert [each.number for each in acts_that_count(log)] == [1, 3, 2]


def test_an_act_may_be_put_before_all_others():
    assert counted(append(logged("a", "b"), Entry(0, "x", after=0))) == ["x", "a", "b"]


def test_of_two_acts_put_at_one_place_the_later_said_comes_first():
    log = append(append(logged("a", "b"), Entry(0, "x", after=1)), Entry(0, "y", after=1))
    assert counted(log) == ["a", "y", "x", "b"]


def test_an_act_put_after_a_struck_one_keeps_its_place():
    log = strike(append(logged("a", "b"), Entry(0, "x", after=1)), 1)
    assert counted(log) == ["x", "b"]


def test_let_stand_marks_the_entry_and_can_be_taken_back():
    log = let_stand(logged("a", "b"), 2)
    assert [each.stands for each in acts_that_count(log)] == [False, True]
    log = amend(log, Amendment(AmendmentKind.FALLS, 2))
    assert [each.stands for each in acts_that_count(log)] == [False, False]


def test_what_stood_from_the_beginning_can_fall():
    log = append(Log(), Entry(0, "a", stands=True))
    assert acts_that_count(log)[0].stands
    assert not acts_that_count(amend(log, Amendment(AmendmentKind.FALLS, 1)))[0].stands


def test_undo_strikes_the_last_that_counts_and_redo_restores_it():
    log = logged("a", "b", "c")
    once, twice = undo(log), undo(undo(log))
    assert counted(once) == ["a", "b"]
    assert counted(twice) == ["a"]
    assert counted(redo(twice)) == ["a", "b"]
    assert counted(redo(redo(twice))) == ["a", "b", "c"]


def test_nothing_is_undone_in_an_empty_log_and_nothing_redone_where_nothing_was_undone():
    assert undo(Log()) == Log()
    log = logged("a")
    assert redo(log) == log


def test_something_new_said_ends_what_could_be_redone():
    log = append(undo(logged("a", "b")), Entry(0, "c"))
    assert counted(redo(log)) == ["a", "c"]
    assert redo(log) == log
