"""`tableassist scale` as a person runs it: the line, a card on the mat, a ruler between two tags."""

import json
import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.errors import BadRequestError
from tableassist.store.table import read_table
from tableassist.studio.staging.staged_table import ClutterKind, StagedClutter, StagedTable
from tableassist.vision.registration.print_scale import UNPROVEN, PrintScale, ScaleProof
from tests.studio.staged_sheets import PrintedFace, StagedSheet
from tests.vision import outline_scenes as scenes

PROVEN = 'print_scale = { proven_by = "line", scale = 1.0, sigma = 0.0 }\n'
TRUE_SCALE = 0.97
DIAGONAL_MM = 855.0 * math.sqrt(2.0)


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "league.toml"
    path.write_text(scenes.TABLE.read_text().replace("studio-720p", "studio-1080p").replace(PROVEN, ""))
    return path


@pytest.fixture(scope="module")
def picture(tmp_path_factory):
    """The whole mat came out at 97 %; the card on it is a card."""
    mat = scenes.SETTINGS.mat
    tags = tuple(
        replace(tag, size_mm=TRUE_SCALE * tag.size_mm, x_mm=TRUE_SCALE * tag.x_mm, y_mm=TRUE_SCALE * tag.y_mm)
        for tag in mat.tags
    )
    card = StagedClutter(ClutterKind.CARD, 420.0, 500.0, 0.4)
    staged = StagedTable(replace(mat, tags=tags), clutter=(card,))
    path = tmp_path_factory.mktemp("card") / "card.png"
    cv2.imwrite(str(path), scenes.studio("demo-1080p").picture(staged, np.random.default_rng(3)))
    return path


@pytest.fixture(scope="module")
def bank_card(tmp_path_factory):
    """A plain one of 85.6 x 53.98 mm, 0.76 mm thick, on a mat that came out at 101 %."""
    mat = scenes.SETTINGS.mat
    tags = tuple(
        replace(tag, size_mm=1.01 * tag.size_mm, x_mm=1.01 * tag.x_mm, y_mm=1.01 * tag.y_mm) for tag in mat.tags
    )
    face = PrintedFace.from_raster(np.full((5398, 8560), 200, np.uint8), 100, (42.8, 26.99), coarser=20)
    staged = StagedTable(replace(mat, tags=tags), laid=(StagedSheet(face, 420.0, 500.0, 0.4, 0.76),))
    path = tmp_path_factory.mktemp("bank") / "card.png"
    cv2.imwrite(str(path), scenes.studio("demo-1080p").picture(staged, np.random.default_rng(1)))
    return path


def run(*args):
    done = CliRunner().invoke(app, ["scale", *map(str, args)])
    if isinstance(done.exception, BadRequestError):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output


def test_without_a_measurement_it_says_what_is_known(table):
    assert "± 3.9 % only (3.3 mm in 84)" in run(table)
    assert read_table(table).print_scale == UNPROVEN


def test_the_line_is_kept_and_forgotten(table):
    words = run(table, "--line", 99.8)
    assert "99.80 ± 0.39 %" in words
    assert "± 0.33 mm to a distance of 84 mm" in words
    assert read_table(table).print_scale == PrintScale(0.998, 0.002, ScaleProof.LINE)
    run(table, "--line", 99.75, "--sigma", 0.05)
    assert read_table(table).print_scale == PrintScale(0.9975, 0.0005, ScaleProof.LINE)
    assert "has not been checked" in run(table, "--forget")
    assert read_table(table).print_scale == UNPROVEN


def test_a_line_of_97_mm_means_use_this_print(table):
    """On a mat laid by tape measure: the places stay, the printed sizes follow, the plus-minus is a ruler's."""
    text = table.read_text().replace("placement_sigma_mm = 0.1", "placement_sigma_mm = 1.0")
    table.write_text(text)
    before = read_table(table)
    words = run(table, "--line", 97)
    assert "You don't have to print anything again." in words
    assert "± 0.33 mm to a distance of 84 mm" in words
    after = read_table(table)
    assert after.mat.tags[5].size_mm == pytest.approx(0.97 * before.mat.tags[5].size_mm)
    assert (after.mat.tags[5].x_mm, after.mat.tags[5].y_mm) == (before.mat.tags[5].x_mm, before.mat.tags[5].y_mm)
    ship, was = after.pieces[0], before.pieces[0]
    assert ship.mounts[0].size_mm == pytest.approx(0.97 * was.mounts[0].size_mm)
    staff = was.mounts[0].z_mm - was.model.height_mm
    assert was.mounts[0].z_mm - ship.mounts[0].z_mm == pytest.approx(0.03 * staff), "the staff was cut out of the print"
    assert after.notes == ()


def test_a_ruler_between_two_tags(table):
    run(table, "--ruler", f"0:6:{TRUE_SCALE * DIAGONAL_MM:.1f}")
    found = read_table(table).print_scale
    assert found.proven_by is ScaleProof.RULER
    assert abs(found.scale - TRUE_SCALE) < found.sigma < 0.001
    # Measured again, now that it is known: the same, not the square of it.
    run(table, "--ruler", f"0:6:{TRUE_SCALE * DIAGONAL_MM:.1f}")
    assert read_table(table).print_scale.scale == pytest.approx(TRUE_SCALE, abs=1e-4)


@pytest.mark.parametrize("size", [("--card-size", "89x64"), ()])
def test_a_card_on_the_mat(table, picture, size):
    """The studio's card is 89.0 x 64.0 mm, a game's by caliper 89.2 x 63.7: both within what a card may be."""
    words = run(table, "--card", picture, *size)
    found = read_table(table).print_scale
    assert found.proven_by is ScaleProof.CARD
    assert abs(found.scale - TRUE_SCALE) < 2 * found.sigma
    assert found.sigma < 0.005
    assert "by a card the mat is" in words


def test_a_bank_card_is_known_by_its_shape(table, bank_card):
    run(table, "--card", bank_card)
    found = read_table(table).print_scale
    assert abs(found.scale - 1.01) < found.sigma < 0.003


def test_a_card_measured_a_second_time_says_the_same(table, picture):
    run(table, "--card", picture)
    once = read_table(table).print_scale
    run(table, "--card", picture)
    assert read_table(table).print_scale.scale == pytest.approx(once.scale, abs=5e-4)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--line", "92"), "got a scale of 92.0 %, expected 95 to 105: measure again"),
        (("--line", "9.98"), "--line: got 9.98"),
        (("--line", "99.8", "--sigma", "3"), "expected less than 2 %"),
        (("--line", "99.8", "--forget"), "expected one"),
        (("--ruler", "0:77:500"), "expected two different tags of the mat"),
        (("--ruler", "0:0:500"), "expected two different tags of the mat"),
        (("--ruler", "0-6-1200"), "expected TAG:TAG:MM"),
        (("--card-size", "89x64"), "without --card"),
        (("--sigma", "0.1"), "without --line"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line_and_nothing_is_written(table, args, words):
    before = table.read_text("utf-8")
    with pytest.raises(BadRequestError, match=words) as caught:
        run(table, *args)
    assert "\n" not in str(caught.value)
    assert table.read_text("utf-8") == before


def test_more_than_five_per_cent_off_is_believed_when_forced(table):
    run(table, "--line", "92", "--force")
    assert read_table(table).print_scale.scale == 0.92


def test_a_card_of_another_size_is_noticed(table, picture):
    with pytest.raises(BadRequestError, match="its short side"):
        run(table, "--card", picture, "--card-size", "88x70")


def test_judge_tells_it_quietly_and_in_json(table, picture):
    judge = CliRunner().invoke(app, ["judge", str(picture), "--table", str(table)])
    assert "- the scale of the print has not been" in judge.output
    assert "! the scale" not in judge.output
    found = json.loads(CliRunner().invoke(app, ["judge", str(picture), "--table", str(table), "--json"]).output)
    assert [note[:44] for note in found["notes"]] == ["the scale of the print has not been checked,"]
    assert not any("scale of the print" in warning for warning in found["warnings"])
    run(table, "--line", 97.0)
    found = json.loads(CliRunner().invoke(app, ["judge", str(picture), "--table", str(table), "--json"]).output)
    assert found["notes"] == []
