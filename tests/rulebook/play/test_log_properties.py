"""Whatever is said, struck, put in between: the log answers the same, and nothing gets lost."""

from hypothesis import given
from hypothesis import strategies as st

from tableassist.rulebook.play.game import play_log
from tableassist.rulebook.play.log import Entry, Log
from tests.rulebook.play.counting import COUNTING

steps = st.integers(-6, 12)


@st.composite
def logs(draw):
    """Acts, some put in between, some struck, some restored, some let stand."""
    log = Log()
    for step in draw(st.lists(steps, max_size=12)):
        after = draw(st.none() | st.integers(0, log.next_number - 1))
        log = log.append(Entry(0, step, after=after, stands=draw(st.booleans())))
    if log.entries:
        for number in draw(st.lists(st.integers(1, len(log.entries)), max_size=6)):
            log = draw(st.sampled_from((Log.strike, Log.restore)))(log, number)
    return log


def played(log):
    return play_log(0, log, COUNTING)


@given(logs(), st.data())
def test_strike_and_restore_give_the_same_game(log, data):
    standing = [each.number for each in log.entries_that_count]
    if not standing:
        assert played(log).game == 0
        return
    number = data.draw(st.sampled_from(standing))
    assert played(log.strike(number).restore(number)) == played(log)


@given(logs())
def test_a_log_gives_the_same_game_twice(log):
    assert played(log) == played(log)


@given(logs())
def test_undo_and_redo_give_the_same_game(log):
    undone = log.undo()
    assert played(undone.redo()) == played(log) or undone == log


@given(logs())
def test_undoing_all_leaves_the_beginning_and_redoing_all_brings_it_back(log):
    times = len(log.entries_that_count)
    undone = log
    for _ in range(times):
        undone = undone.undo()
    assert undone.entries_that_count == ()
    for _ in range(times):
        undone = undone.redo()
    assert undone.entries_that_count == log.entries_that_count


@given(logs())
def test_every_entry_either_counts_or_is_struck(log):
    counted = {each.number for each in log.entries_that_count}
    assert counted | log.struck == {each.number for each in log.entries}
    assert not counted & log.struck
