"""When a table of cards counts: only after it has been at rest, and once for each change."""

from tableassist.pipeline.cards.settling import NOTHING_FOLLOWED, follow_cards
from tests.pipeline.cards.seen_table import ROW, TABLE, laid, seen

NS = 1_000_000_000
WHOLE = seen(laid())
OTHER = seen(laid(TABLE.__class__((ROW[1], ROW[0], *ROW[2:]), active="kraken-1")))
HIDDEN = seen(laid(), hidden=("ship-s2",))


def followed(readings, before=NOTHING_FOLLOWED, *, start_s=0.0, step_s=0.2):
    """The states after each reading."""
    states = []
    for number, reading in enumerate(readings):
        before = follow_cards(before, reading, round((start_s + number * step_s) * NS))
        states.append(before)
    return states


def test_a_table_counts_after_a_second_at_rest_and_is_told_once():
    states = followed([WHOLE] * 12)
    assert [state.is_new for state in states].index(True) == 5
    assert sum(state.is_new for state in states) == 1
    assert states[4].settled is None
    assert states[4].is_waiting
    assert states[-1].settled == WHOLE
    assert not states[-1].is_waiting


def test_a_change_counts_only_once_it_rests_and_what_lay_before_stands_until_then():
    rested = followed([WHOLE] * 8)[-1]
    states = followed([HIDDEN, OTHER, HIDDEN, OTHER, HIDDEN], rested, start_s=2.0)
    assert all(state.settled == WHOLE and state.is_waiting and not state.is_new for state in states)
    states = followed([OTHER] * 8, states[-1], start_s=4.0)
    assert sum(state.is_new for state in states) == 1
    assert states[-1].settled.row == OTHER.row


def test_a_hand_that_comes_and_goes_changes_nothing():
    rested = followed([WHOLE] * 8)[-1]
    states = followed([HIDDEN] * 6 + [WHOLE] * 8, rested, start_s=2.0)
    assert not any(state.is_new for state in states)
    assert states[-1].settled == WHOLE


def test_a_row_that_is_not_whole_needs_four_seconds():
    states = followed([HIDDEN] * 30)
    assert [state.is_new for state in states].index(True) == 20


def test_few_pictures_a_second_need_three_that_agree():
    states = followed([WHOLE] * 4, step_s=2.0)
    assert [state.is_new for state in states] == [False, False, True, False]


def test_a_picture_without_the_strip_never_counts():
    states = followed([seen(laid(), pieces=())] * 40)
    assert states[-1].settled is None
