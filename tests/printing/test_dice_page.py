"""The dice corner as it comes out of the printer."""

import cv2
import numpy as np
import pytest

from tableassist.printing.boards import print_dice
from tableassist.printing.kit import print_kit
from tableassist.printing.paper import Paper
from tableassist.vision.dice.corner import printed_corner
from tableassist.vision.lens_fit.board import CharucoBoard
from tableassist.vision.mounts.jig import A4_JIG
from tableassist.vision.tags.detector import TagDetector
from tests.printing.page_picture import PagePictures
from tests.printing.printed_table import MAT, PIECES

NUMBERS = [578, 579, 580, 581]


@pytest.mark.parametrize("paper", list(Paper))
def test_the_sheet_has_four_tags_of_24_mm_round_a_grey_ground(paper):
    printed = print_dice(printed_corner(), paper)
    assert [(tag.tag, tag.size_mm) for tag in printed.tags] == [(number, 24.0) for number in NUMBERS]
    first, second = printed.tags[:2]
    assert (second.x_mm - first.x_mm, second.y_mm - first.y_mm) == pytest.approx((156.0, 0.0))
    pages = PagePictures(printed.pdf)
    middle = (first.x_mm + second.x_mm) / 2
    ground = pages.cutting(0, middle - 50.0, first.y_mm - 10.0, middle + 50.0, first.y_mm + 90.0)
    assert float(ground.ink.std()) < 0.01
    assert float(ground.ink.mean()) == pytest.approx(0.58, abs=0.02)
    page = pages.cutting(0, first.x_mm - 16.0, first.y_mm - 16.0, second.x_mm + 16.0, first.y_mm + 102.0)
    grey = np.clip(255.0 * (1.0 - page.ink), 0.0, 255.0).astype(np.uint8)
    image = cv2.resize(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), None, fx=0.3, fy=0.3, interpolation=cv2.INTER_AREA)
    assert sorted(each.tag for each in TagDetector(("36h11",)).detect(image)) == NUMBERS


def test_the_kit_of_a_table_with_a_dice_corner_has_its_sheet():
    board = CharucoBoard(11, 8, 24.0, 17.0, "5x5_100")
    with_it = print_kit(MAT, PIECES, board, A4_JIG, Paper.A4, dice=printed_corner())
    without = print_kit(MAT, PIECES, board, A4_JIG, Paper.A4)
    assert with_it.pages == without.pages + 1
    assert {tag.tag for tag in with_it.tags} - {tag.tag for tag in without.tags} == set(NUMBERS)
