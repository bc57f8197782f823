"""What is told of a card table by the tags that are seen: right, or not sure and why."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tableassist.geometry.frames import PlanarPose
from tableassist.pipeline.cards.read import read_cards
from tableassist.pipeline.cards.reading import CardDoubt
from tableassist.pipeline.cards.strip import STRIP_PIECES
from tableassist.studio.cards.card_table import STRIP_AT, CardLook, CardTable, StagedCard
from tableassist.vision.camera.typical_lens import typical_lens
from tests.pipeline.cards.seen_table import LENS, ROW, TABLE, laid, seen, sightings


def moved(cards, name, **by):
    card = cards[name]
    there = {axis: getattr(card, axis) + value for axis, value in by.items()}
    return {**cards, name: replace(card, **there)}


def doubts(read):
    return {at.space: at.doubt for at in read.spaces if at.doubt is not None}


def test_a_row_laid_with_care_is_read_front_first_with_its_faces():
    read = seen(laid())
    assert read.row == ROW
    assert read.damaged == {"s1", "d3"}
    assert read.row_is_sure
    assert read.active.card == "kraken-1"
    assert [place.card for place in read.open] == ["sabotage-1", "fog-1", "lost-at-sea-2"]
    assert (read.movement_discard.card, read.adventure_discard.card) == ("sabotage-3", "volcano-1")
    assert [place.card for place in read.upcoming] == [None, None, None]
    assert read.adventure_pile


def test_a_camera_that_nobody_calibrated_reads_the_same():
    found = sightings(laid())
    assert read_cards(found, typical_lens(LENS.width_px, LENS.height_px)) == read_cards(found, LENS)


def test_upcoming_adventures_are_read_from_left_to_right():
    table = replace(TABLE, upcoming=("parley-1", "mutiny-1", "kraken-2"))
    assert [place.card for place in seen(laid(table)).upcoming] == ["parley-1", "mutiny-1", "kraken-2"]


def test_cards_that_lie_crooked_or_upside_down_are_read():
    read = seen(laid(seed=4, off_mm=6.0, turn_rad=math.radians(9.0), upside_down=0.5))
    assert read.row == ROW
    assert read.active.card == "kraken-1"


def test_where_all_nine_are_seen_a_row_that_is_pushed_together_is_in_order():
    assert seen(laid(squeeze=0.6)).row == ROW


def test_a_hidden_ship_leaves_her_own_space_not_sure():
    read = seen(laid(), hidden=("ship-s2",))
    assert doubts(read) == {5: CardDoubt.NOTHING}
    assert [ship for ship in read.row if ship] == [ship for ship in ROW if ship != "s2"]


@pytest.mark.parametrize("squeeze", [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9])
@pytest.mark.parametrize("hidden", [("e1",), ("d1", "d2"), ("s2",), ("s1", "d1", "e3"), ("e1", "d3"), ("e1", "s1")])
def test_a_row_that_is_pushed_together_with_ships_hidden_is_never_read_wrong(squeeze, hidden):
    for seed in range(2):
        read = seen(laid(seed=seed, squeeze=squeeze), hidden=[f"ship-{ship}" for ship in hidden])
        assert all(told in (None, true) for told, true in zip(read.row, ROW, strict=True)), (read.row, hidden)


def test_a_ship_pulled_out_of_the_row_is_in_no_space():
    read = seen(moved(laid(), "ship-s2", y_mm=-60.0))
    assert doubts(read) == {5: CardDoubt.NOTHING}


def test_a_ship_held_above_the_row_is_not_read_as_lying_there():
    cards = laid()
    over = cards["ship-d1"]
    held = replace(cards["ship-s2"], x_mm=over.x_mm, z_mm=25.0)
    read = seen({**cards, "ship-s2": held}, hidden=("ship-d1",))
    assert read.row[2] is None
    assert doubts(read)[3] is CardDoubt.LIFTED
    assert "s2" not in read.row


def test_a_card_that_is_tilted_is_not_flat():
    cards = laid()
    read = seen({**cards, "ship-s2": replace(cards["ship-s2"], pitch_rad=math.radians(8.0), z_mm=8.0)})
    assert doubts(read)[5] is CardDoubt.LIFTED


def test_two_ships_at_one_place_are_both_not_sure():
    cards = laid()
    read = seen({**cards, "ship-s2": replace(cards["ship-s2"], x_mm=cards["ship-e2"].x_mm + 6.0)})
    assert doubts(read) == {4: CardDoubt.TWO, 5: CardDoubt.NOTHING}


def test_a_ship_between_two_spaces_puts_the_row_in_doubt_while_another_is_hidden():
    read = seen(moved(laid(), "ship-s2", x_mm=30.0), hidden=("ship-d3",))
    assert set(doubts(read).values()) == {CardDoubt.BETWEEN}
    assert len(doubts(read)) == 9
    assert seen(moved(laid(), "ship-s2", x_mm=30.0)).row == ROW


def test_a_ship_beyond_the_end_puts_the_row_in_doubt_while_another_is_hidden():
    read = seen(moved(laid(), "ship-d3", x_mm=-68.0), hidden=("ship-e2",))
    assert doubts(read) == dict.fromkeys(range(1, 10), CardDoubt.OUTSIDE)


def test_a_ship_of_which_both_sides_are_seen_is_nowhere():
    cards = laid()
    other = replace(cards["ship-e3"], look=CardLook.DAMAGED, x_mm=cards["ship-e3"].x_mm - 20.0)
    read = seen({**cards, "double": other})
    assert doubts(read)[7] is CardDoubt.TWICE
    assert "e3" not in read.row


def test_a_hand_of_cards_that_is_held_into_the_picture_is_not_told():
    cards = laid()
    hand = {
        f"held-{k}": StagedCard(CardLook.FACE, card, 300.0 + 40.0 * k, 90.0, 0.1 * k, 80.0, 0.6, 0.1)
        for k, card in enumerate(("english-advance-1", "dutch-retreat-1", "sabotage-4"))
    }
    read = seen({**cards, **hand})
    assert read == seen(cards)
    assert "english-advance-1" not in repr(read)


def test_a_movement_card_above_its_place_in_a_hand_is_not_sure():
    cards = laid()
    read = seen({**cards, "card-fog-1": replace(cards["card-fog-1"], z_mm=40.0)})
    assert read.open[1].card is None
    assert read.open[1].doubt in (CardDoubt.LIFTED, CardDoubt.NOTHING)


def test_two_cards_on_a_place_are_not_sure():
    cards = laid()
    second = replace(cards["card-kraken-1"], card="parley-1", x_mm=cards["card-kraken-1"].x_mm + 20.0)
    assert seen({**cards, "second": second}).active.doubt is CardDoubt.TWO


def test_fame_that_is_fanned_below_a_ship_is_counted():
    table = replace(TABLE, fame=(("e2", 3), ("d3", 1)))
    assert seen(laid(table, fan_mm=16.0)).fame == (("d3", 1), ("e2", 3))
    assert seen(laid(table, fan_mm=16.0), hidden=("fame-e2-2",)).fame == (("d3", 1), ("e2", 2))


def test_all_backs_of_adventure_cards_carry_one_tag_and_backs_of_others_none():
    backs = {
        look: StagedCard(look, "", 0.0, 0.0).tag
        for look in (CardLook.ADVENTURE_BACK, CardLook.MOVEMENT_BACK, CardLook.PIRATE_BACK)
    }
    assert backs[CardLook.ADVENTURE_BACK].card == ""
    assert backs[CardLook.MOVEMENT_BACK] is backs[CardLook.PIRATE_BACK] is None


def test_without_the_strip_nothing_is_told():
    read = seen(laid(), pieces=())
    assert not read.strip_seen
    assert read.row == (None,) * 9
    assert {at.doubt for at in read.spaces} == {CardDoubt.STRIP}


def test_two_pieces_of_the_strip_are_enough_and_those_in_the_wrong_order_are_not_believed():
    assert seen(laid(), pieces=STRIP_PIECES[1:3]).row == ROW
    swapped = (
        replace(STRIP_PIECES[0], first_cell=3),
        replace(STRIP_PIECES[1], first_cell=0),
        *STRIP_PIECES[2:3],
    )
    read = seen(laid(), pieces=swapped)
    assert all(told in (None, true) for told, true in zip(read.row, ROW, strict=True))


def test_a_strip_that_lies_at_a_slant_with_its_cards_is_read():
    at = PlanarPose(STRIP_AT.x_mm + 10.0, STRIP_AT.y_mm - 20.0, math.radians(4.0))
    assert seen(laid(at=at), strip_at=at).row == ROW


def test_a_mirrored_picture_is_told_as_such():
    found = tuple(replace(each, mirrored=True) for each in sightings(laid()))
    assert "mirrored" in str(read_cards(found, LENS).reason)


def test_labels_printed_a_little_smaller_than_the_strip_are_still_flat():
    grown = tuple(
        each
        if each.tag < 460
        else replace(each, corners=each.corners.mean(axis=0) + 0.97 * (each.corners - each.corners.mean(axis=0)))
        for each in sightings(laid())
    )
    assert read_cards(grown, LENS).row == ROW


def test_an_empty_table_has_nothing_and_says_so():
    read = seen({}, hidden=())
    assert read.strip_seen
    assert doubts(read) == dict.fromkeys(range(1, 10), CardDoubt.NOTHING)
    assert read.active.doubt is CardDoubt.NOTHING


def test_a_table_with_no_open_movement_cards_is_read():
    table = CardTable(ROW, active="parley-2")
    assert [place.card for place in seen(laid(table)).open] == [None, None, None]


def test_while_the_rows_end_is_hidden_no_ship_counts_by_her_place():
    read = seen(laid(), hidden=("ship-e1",))
    assert doubts(read) == dict.fromkeys(range(1, 10), CardDoubt.TIGHT)


def test_tags_of_the_strip_that_lie_elsewhere_break_nothing_and_make_nothing_wrong():
    """As a spare piece that is left on the table; nobody has calibrated the camera."""
    square = np.array([[-25.0, 25.0], [25.0, 25.0], [25.0, -25.0], [-25.0, -25.0]])
    elsewhere = {451: (839.0, 977.0), 456: (1626.0, 860.0)}
    found = [each for each in sightings(laid()) if each.tag not in (450, 459)]
    moved = [replace(each, corners=square + elsewhere[each.tag]) if each.tag in elsewhere else each for each in found]
    read = read_cards(tuple(moved), typical_lens(LENS.width_px, LENS.height_px))
    assert all(told in (None, true) for told, true in zip(read.row, ROW, strict=True))
