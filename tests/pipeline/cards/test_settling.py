"""When a table of cards counts: only after it has been at rest, and once for each change."""

from tableassist.geometry.frames import PlanarPose
from tableassist.pipeline.cards.settling import NOTHING_FOLLOWED, follow_cards, look_at_cards
from tableassist.studio.cards.card_table import STRIP_AT
from tests.pipeline.cards.seen_table import LENS, ROW, TABLE, laid, seen, sightings

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


def test_a_strip_that_has_not_changed_is_not_looked_for_again_and_one_that_was_moved_is():
    found = sightings(laid())
    one = look_at_cards(NOTHING_FOLLOWED, found, LENS, 0)
    again = look_at_cards(one, found, LENS, NS)
    assert again.strip is one.strip
    assert again.now.row == ROW
    at = PlanarPose(STRIP_AT.x_mm + 60.0, STRIP_AT.y_mm, 0.0)
    moved = look_at_cards(again, sightings(laid(at=at), strip_at=at), LENS, 2 * NS)
    assert moved.strip is not one.strip
    assert moved.now.row == ROW


def test_a_strip_that_is_covered_is_not_believed_where_it_was():
    one = look_at_cards(NOTHING_FOLLOWED, sightings(laid()), LENS, 0)
    assert not look_at_cards(one, sightings(laid(), pieces=()), LENS, NS).now.strip_seen
