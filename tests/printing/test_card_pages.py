"""The card game's labels and row strip, measured as they come out of the printer."""

from collections import Counter

import numpy as np
import pytest

from tableassist.messages import speaking
from tableassist.printing.cards import print_cards
from tableassist.printing.paper import Paper
from tableassist.vision.tags.detector import TagDetector
from tests.printing.page_picture import PagePictures, square_in

SIDES_MM = {
    **dict.fromkeys(range(450, 460), 30.0),
    **dict.fromkeys((*range(460, 469), *range(470, 479), *range(480, 504), *range(505, 563)), 24.0),
    565: 12.0,
}
MODULE = 1 / 8


@pytest.fixture(scope="module", params=[(Paper.A4, "en"), (Paper.LETTER, "de")], ids=str)
def cards(request):
    paper, language = request.param
    with speaking(language):
        printed = print_cards(paper)
    return printed, PagePictures(printed.pdf)


def test_every_card_and_face_has_a_label_and_every_adventure_card_the_same_back(cards):
    printed, _ = cards
    counts = Counter(tag.tag for tag in printed.tags)
    assert set(counts) == set(SIDES_MM)
    assert counts.pop(565) == 58
    assert set(counts.values()) == {1}
    assert {tag.tag: tag.size_mm for tag in printed.tags} == SIDES_MM
    faces = [number for number in counts if number >= 460]
    assert len(faces) == 2 * 9 + 24 + 58


def test_tags_are_as_large_as_they_should_be(cards):
    printed, pages = cards
    some = [tag for tag in printed.tags if tag.tag in (450, 459, 460, 478, 503, 562)]
    some.append(next(tag for tag in printed.tags if tag.tag == 565))
    for tag in some:
        side = SIDES_MM[tag.tag]
        reach = side * (0.5 + 0.9 * MODULE)
        part = pages.cutting(tag.page, tag.x_mm - reach, tag.y_mm - reach, tag.x_mm + reach, tag.y_mm + reach)
        edges = square_in(part, tag.x_mm, tag.y_mm, side * (0.5 + MODULE / 2), side * (0.5 - MODULE / 2))
        left, low, right, high = edges
        assert (right - left, high - low) == pytest.approx((side, side), abs=0.05)
        assert ((left + right) / 2, (low + high) / 2) == pytest.approx((tag.x_mm, tag.y_mm), abs=0.1)


def test_the_detector_reads_every_tag_of_every_page(cards):
    printed, pages = cards
    detector = TagDetector(("36h11",))
    for page in {tag.page for tag in printed.tags}:
        seen = Counter(each.tag for each in detector.detect(np.ascontiguousarray(pages.grey(page, 110))))
        assert seen == Counter(tag.tag for tag in printed.tags if tag.page == page)


def test_writing_is_large_enough_and_overlaps_nothing(cards):
    printed, pages = cards
    for page in range(len(pages)):
        assert min(pages.type_sizes(page)) >= 8.0
        words = pages.words(page)
        assert not any("…" in word[0] for word in words)
        zones = []
        for tag in (tag for tag in printed.tags if tag.page == page):
            half = tag.size_mm * (0.5 + MODULE)
            zones.append((f"tag {tag.tag}", tag.x_mm - half, tag.y_mm - half, tag.x_mm + half, tag.y_mm + half))
        for k, one in enumerate(words):
            for other in (*words[k + 1 :], *zones):
                across = min(one[3], other[3]) - max(one[1], other[1])
                up = min(one[4], other[4]) - max(one[2], other[2])
                assert min(across, up) < 0.1, (page, one, other)


def test_labels_lie_apart_and_are_cut_to_one_size(cards):
    printed, _ = cards
    labels = [tag for tag in printed.tags if tag.tag >= 460]
    assert {(round(t.card.width, 3), round(t.card.height, 3)) for t in labels} == {(62.0, 31.0), (62.0, 15.5)}
    for tag in labels:
        middle = (tag.card.left + tag.card.right) / 2, (tag.card.low + tag.card.high) / 2
        assert (tag.x_mm, tag.y_mm) == pytest.approx(middle)
    for k, one in enumerate(labels):
        for other in labels[k + 1 :]:
            if one.page == other.page:
                across = min(one.card.right, other.card.right) - max(one.card.left, other.card.left)
                up = min(one.card.high, other.card.high) - max(one.card.low, other.card.low)
                assert min(across, up) < 0.0, (one.tag, other.tag)


def test_the_strips_tags_lie_at_both_ends_of_each_piece_and_its_numbers_run_to_the_right(cards):
    printed, pages = cards
    at = {tag.tag: tag for tag in printed.tags}
    for piece, width in enumerate((210.0, 210.0, 210.0, 140.0, 140.0)):
        left, right = at[450 + 2 * piece], at[451 + 2 * piece]
        assert (right.x_mm - left.x_mm, right.y_mm - left.y_mm) == pytest.approx((width - 40.0, 0.0))
        assert left.page == right.page
    page = at[450].page
    numbers = [word for word in pages.words(page) if word[0].strip() in set("123456789")]
    numbers.sort(key=lambda word: (-round(word[2]), word[1]))
    assert [word[0].strip() for word in numbers] == ["9", "8", "7", "6", "5", "4", "3", "2", "1"]


def test_a_label_has_the_cards_name_and_what_the_program_calls_it():
    printed = print_cards(Paper.A4)
    pages = PagePictures(printed.pdf)
    tag = next(tag for tag in printed.tags if tag.tag == 480)
    inside = [
        word[0]
        for word in pages.words(tag.page)
        if tag.card.left <= word[1] <= tag.card.right and tag.card.low <= word[2] <= tag.card.high
    ]
    said = " ".join(inside)
    assert "Full Speed" in said
    assert "ahead-1" in said
    assert "480" in said
