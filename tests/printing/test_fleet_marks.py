"""The plates of several fleets, as a newcomer with the scissors sees them."""

import pytest

from tableassist.printing.paper import Paper
from tableassist.printing.piece_cards import mark_fleets
from tableassist.printing.pieces import print_pieces
from tests.printing.page_picture import PagePictures
from tests.printing.printed_table import FLAG, mount, ship

FLEETS = [
    ship("Five-mast (Player 1)", mount(20, FLAG, x=-24.0), owner="Player 1"),
    ship("Five-mast (Player 2)", mount(30, FLAG, x=-24.0), owner="Player 2"),
]


def words_on_card(pages, tag):
    """Lines of writing on the tag's plate and on its underside below the fold."""
    card = tag.card
    low = card.low - (card.high - card.low)
    return {
        text.strip()
        for text, left, bottom, right, top in pages.words(tag.page)
        if card.left < (left + right) / 2 < card.right and low < (bottom + top) / 2 < card.high
    }


def test_a_plate_says_whose_it_is_and_what_ship_it_belongs_to():
    printed = print_pieces(FLEETS, Paper.A4)
    pages = PagePictures(printed.pdf)
    first, second = (words_on_card(pages, tag) for tag in printed.tags)
    assert first == {"20", "P1", "Player 1", "Five-mast"}
    assert second == {"30", "P2", "Player 2", "Five-mast"}


def test_the_strips_of_two_fleets_differ_in_grey_and_leave_writing_readable():
    printed = print_pieces(FLEETS, Paper.A4)
    pages = PagePictures(printed.pdf)
    inks = []
    for tag in printed.tags:
        card = tag.card
        strip = pages.cutting(tag.page, card.right - 3.6, card.low + 0.4, card.right - 2.9, card.high - 0.4, dpi=200)
        inks.append(float(strip.ink.min()))
    assert abs(inks[0] - inks[1]) > 0.08
    assert max(inks) < 0.4


def test_one_plate_printed_again_keeps_the_mark_of_its_fleet():
    printed = print_pieces(FLEETS[1:], Paper.A4, all_pieces=FLEETS)
    assert "P2" in words_on_card(PagePictures(printed.pdf), printed.tags[0])


def test_a_single_fleet_needs_no_mark():
    printed = print_pieces(FLEETS[:1], Paper.A4)
    assert words_on_card(PagePictures(printed.pdf), printed.tags[0]) == {"20", "Five-mast"}


@pytest.mark.parametrize(
    ("owners", "letters"),
    [
        (("Player 1", "Player 2"), ["P1", "P2"]),
        (("English", "Spanish", "French"), ["E", "S", "F"]),
        (("Anne", "Mary Read"), ["A", "MR"]),
        (("Anne", "Andrew"), ["Ann", "And"]),
        (("Annabel", "Annabella"), ["A", "B"]),
    ],
)
def test_owners_get_short_marks_that_differ(owners, letters):
    pieces = [ship(f"Ship {owner}", owner=owner) for owner in owners]
    assert [mark.letters for mark in mark_fleets(pieces).values()] == letters
