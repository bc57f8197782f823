"""The dice corner in a table file."""

import pytest

from tableassist.errors import BadFileError
from tableassist.sources import demo_table_path
from tableassist.store.table import settings_of_text
from tableassist.store.table_check import check_table_text

PATH = demo_table_path()
TEXT = PATH.read_text("utf-8").replace("[dice]\nedge_mm = 16.0\n", "")
"""The demo's table without its dice corner."""


def with_dice(fields=""):
    return TEXT.replace("[mat]", f"[dice]\n{fields}\n[mat]", 1)


def test_an_empty_section_is_the_printed_sheet_for_usual_dice():
    dice = settings_of_text(PATH, with_dice()).dice
    assert [tag.tag for tag in dice.tags] == [578, 579, 580, 581]
    assert dice.edges_mm == (12.0, 16.0)
    assert settings_of_text(PATH, TEXT).dice is None


def test_other_tags_and_other_dice():
    settings = settings_of_text(PATH, with_dice('first_tag = 4\nfamily = "25h9"\nedge_mm = 5.0'))
    assert [tag.tag for tag in settings.dice.tags] == [4, 5, 6, 7]
    assert settings.dice.edges_mm == (5.0, 5.0)
    assert settings.tag_families == ("25h9", "36h11")


def test_a_tag_of_the_mat_cannot_be_the_dice_corners_too():
    with pytest.raises(BadFileError, match=r"dice.first_tag.*of which 5 is already used by mat.tags"):
        settings_of_text(PATH, with_dice("first_tag = 5").replace("tag = 20,", "tag = 400,"))


def test_a_piece_with_a_tag_of_the_sheet_is_warned_of():
    found = check_table_text(PATH, TEXT.replace("tag = 20,", "tag = 579,", 1))
    assert any("578 to 581 are on the dice corner" in str(problem.words) for problem in found)


def test_a_die_of_no_size_is_refused():
    with pytest.raises(BadFileError, match=r"dice.edge_mm"):
        settings_of_text(PATH, with_dice("edge_mm = 1.0"))


def test_a_family_without_so_many_tags_is_told():
    found = check_table_text(PATH, with_dice('family = "25h9"\nfirst_tag = 33'))
    assert any("expected 0 to 31: 25h9 has no more" in str(problem.words) for problem in found)
