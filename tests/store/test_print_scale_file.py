"""How the print's scale stands in a table file and beside a survey: written, read again, and left out."""

from dataclasses import replace

import numpy as np
import pytest

from tableassist.errors import BadFileError
from tableassist.pipeline.fitting.fitting_plan import jig_priors
from tableassist.printing.paper import Paper, Sheet
from tableassist.setup.plan import printed_sheet
from tableassist.sources import demo_table_path
from tableassist.store.camera import write_surveyed_layout
from tableassist.store.table import Severity, read_table
from tableassist.store.table_check import check_table
from tableassist.store.table_edit import set_mounts, set_print_scale
from tableassist.vision.registration.mat_places import SurveyedPlaces
from tableassist.vision.registration.print_scale import UNPROVEN, UNPROVEN_SIGMA, PrintScale, ScaleProof
from tableassist.vision.survey.priors import RulerDistance

PROVEN = 'print_scale = { proven_by = "line", scale = 1.0, sigma = 0.0 }\n'
LINE = PrintScale(0.992, 0.002, ScaleProof.LINE)


@pytest.fixture
def table(tmp_path):
    """As the version before wrote it."""
    path = tmp_path / "league.toml"
    text = demo_table_path().read_text("utf-8")
    assert PROVEN in text
    path.write_text(text.replace(PROVEN, ""), "utf-8")
    return path


def test_file_that_says_nothing_reads_as_not_proven(table):
    settings = read_table(table)
    assert settings.print_scale == UNPROVEN
    assert settings.mat.print_scale_sigma == UNPROVEN_SIGMA
    assert [str(note)[:30] for note in settings.notes] == ["the scale of the print has not"]
    (hint,) = (each for each in check_table(table) if each.field == "mat.print_scale")
    assert hint.weight is Severity.HINT


def test_scale_is_written_read_again_and_taken_away(table):
    before = table.read_text("utf-8")
    set_print_scale(table, LINE)
    settings = read_table(table)
    assert settings.print_scale == LINE
    assert settings.notes == ()
    assert settings.mat.tags[0].size_mm == pytest.approx(44.0 * 0.992)
    assert settings.mat.tags[6].x_mm == pytest.approx(885.0 * 0.992)
    assert settings.pieces[0].mounts[0].size_mm == pytest.approx(18.0 * 0.992)
    set_print_scale(table, replace(LINE, scale=1.001))
    assert read_table(table).print_scale.scale == 1.001
    set_print_scale(table, UNPROVEN)
    assert table.read_text("utf-8") == before


def test_mat_tags_in_tables_of_their_own_keep_their_place(table):
    head, rest = table.read_text("utf-8").split("tags = [\n", 1)
    rows, tail = rest.split("]\n", 1)
    own = "".join(f"[[mat.tags]]\n{row.strip(' {},').replace(', ', chr(10))}\n" for row in rows.strip().splitlines())
    table.write_text(head + own + tail, "utf-8")
    set_print_scale(table, LINE)
    assert read_table(table).print_scale == LINE


def test_what_is_printed_again_is_as_large_as_the_file_says(table):
    before = printed_sheet(Sheet.KIT, table, Paper.A4)
    set_print_scale(table, LINE)
    after = printed_sheet(Sheet.KIT, table, Paper.A4)
    assert [tag.size_mm for tag in after.tags] == [tag.size_mm for tag in before.tags]


def test_mounts_that_are_kept_do_not_shrink_each_time(table):
    set_print_scale(table, LINE)
    for _ in range(3):
        piece = read_table(table).pieces[0]
        set_mounts(table, piece.id, piece.mounts)
    assert read_table(table).pieces[0].mounts[0].size_mm == pytest.approx(18.0 * 0.992, abs=1e-4)
    assert "size_mm = 18.0," in table.read_text("utf-8")


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ('{ proven_by = "hope", scale = 1.0, sigma = 0.0 }', "hope"),
        ('{ proven_by = "line", scale = 99.8, sigma = 0.0 }', "scale"),
        ('{ proven_by = "line", scale = 1.0 }', "sigma"),
        ('{ proven_by = "line", scale = 1.0, sigma = -0.1 }', "sigma"),
    ],
)
def test_what_makes_no_sense_is_refused(table, entry, words):
    table.write_text(table.read_text("utf-8").replace("[mat]", f"[mat]\nprint_scale = {entry}"), "utf-8")
    with pytest.raises(BadFileError, match=words) as caught:
        read_table(table)
    assert "mat.print_scale" in str(caught.value)


def surveyed(table, ruler=None):
    settings = read_table(table, surveyed=False)
    count = len(settings.mat.tags)
    places = SurveyedPlaces(np.full((count, 4, 1), 1e-4), np.zeros((count, 4, 12)), settings.camera.lens)
    write_surveyed_layout(table.with_name("mat.toml"), replace(settings.mat, surveyed=places), ruler)
    if "survey =" not in table.read_text("utf-8"):
        table.write_text(table.read_text("utf-8").replace("[mat]", '[mat]\nsurvey = "mat.toml"'), "utf-8")


def test_survey_with_a_rulers_distance_is_proven_and_one_without_is_not(table):
    surveyed(table)
    assert read_table(table).mat.print_scale_sigma == UNPROVEN_SIGMA
    surveyed(table, RulerDistance(0, 6, 1209.2, 0.5))
    settings = read_table(table)
    assert settings.mat.print_scale_sigma == 0.0
    assert settings.notes == ()


def test_scale_proven_before_a_survey_is_in_it_and_one_proven_after_is_added(table):
    set_print_scale(table, LINE)
    surveyed(table, RulerDistance(0, 6, 1200.0, 0.5))
    assert read_table(table).mat.tags[6].x_mm == pytest.approx(885.0 * 0.992)
    set_print_scale(table, PrintScale(0.982, 0.003, ScaleProof.CARD))
    mat = read_table(table).mat
    assert mat.tags[6].x_mm == pytest.approx(885.0 * 0.982)
    assert mat.tags[6].size_mm == pytest.approx(44.0 * 0.982)
    assert mat.print_scale_sigma == 0.003


def test_jig_page_is_taken_to_have_come_out_as_the_tags_did(table):
    set_print_scale(table, LINE)
    assert jig_priors(None, read_table(table).tag_scale).scale == 0.992
    assert jig_priors(100.0, read_table(table).tag_scale).scale == 1.0
