"""`tableassist plan` as a player asks for it."""

import json
import math
import re
from pathlib import Path

import cv2
import pytest

import tableassist.studio
from tableassist.cli.plan.tables import show_plan
from tableassist.errors import BadFileError, BadRequestError
from tableassist.setup.plan import planned_table
from tableassist.setup.plan.sample import sample_table
from tableassist.store.table import read_table
from tests.colours import colour_count

DEMO = Path(tableassist.studio.__file__).parent / "demo_table.toml"


def ask(*, as_json=False, verbose=True, **changed):
    asked = dict.fromkeys(
        ("mat", "camera", "height", "hfov", "profile", "tag_height", "second_tag", "table", "picture")
    )
    asked |= {"angle": 0.0, **changed}
    picture = asked.pop("picture")
    show_plan(planned_table(**asked), picture, as_json=as_json, verbose=verbose)


def test_the_plan_is_one_recommendation_of_about_ten_lines_with_the_tags_and_the_angle_of_the_kit(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    ask(mat="915x915", angle=None, verbose=False)
    shown = capsys.readouterr().out
    assert len(shown.splitlines()) <= 12
    words = " ".join(shown.split())
    assert "30° off the vertical" in words
    printed = [mount for piece in read_table(sample_table()).pieces if piece.owner for mount in piece.mounts]
    assert {(mount.family, mount.size_mm) for mount in printed if mount.z_mm > 20.0} == {("36h11", 18.0)}
    assert "Tags: 36h11, 18 mm" in words
    assert re.search(r"Docking ± \d+\.\d mm, range ± \d+\.\d mm now; after “Fit out the ships” ± ", words)


def test_a_camera_with_too_few_pixels_for_the_kits_tags_is_told_so(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    ask(mat="915x915", camera="720p", angle=None, verbose=False)
    assert "tags of 18 mm do not read where pixels are fewest" in " ".join(capsys.readouterr().out.split())


def test_the_plan_fits_a_terminal_of_80_columns_and_answers_the_questions(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("COLUMNS", "80")
    picture = tmp_path / "plans" / "plan.png"
    ask(mat="915x915", camera="1080p", height=1200.0, picture=picture)
    shown = capsys.readouterr().out
    assert max(len(line) for line in shown.splitlines() if not line.startswith("picture:")) <= 80
    for words in (
        "1920 x 1080 camera",
        "straight above the mat's centre, 1200 mm up",
        "cut off",
        "36h11",
        "3840 x 2160",
    ):
        assert words in " ".join(shown.split())
    for row in ("corners", "lens", "set up by eye", "all measured"):
        assert row in shown
    drawn = cv2.imread(str(picture))
    assert drawn.shape == (1000, 1600, 3)
    assert colour_count(drawn) > 500


def test_json_of_a_table_file_takes_its_mat_camera_and_mounts_and_names_tags_that_are_too_small(capsys, tmp_path):
    table = tmp_path / "my-table.toml"
    text = DEMO.read_text(encoding="utf-8")
    table.write_text(text.replace("tag = 40, size_mm = 20.0", "tag = 40, size_mm = 9.0"), encoding="utf-8")
    ask(table=table, as_json=True)
    facts = json.loads(capsys.readouterr().out)
    assert facts["mat"] == {"width_mm": 915.0, "height_mm": 915.0, "tags": 12}
    assert (facts["camera"]["width_px"], facts["camera"]["height_px"]) == (1280, 720)
    assert (facts["tag"]["family"], facts["tag"]["size_mm"], facts["tag"]["height_mm"]) == ("36h11", 18.0, 60.0)
    now, measured, _ = facts["now"]["expected"]
    assert now["set_up"] == "as the table file says"
    # Plates 60 mm up on ships that lean by half a degree, and known to 0.1 mm, on a mat known to as much.
    assert now["spots"][0]["sigma_mm"] == pytest.approx(math.hypot(60.0 * math.radians(0.3), 0.1), abs=0.02)
    assert [spot["name"] for spot in measured["spots"]][::4] == ["centre", "right edge", "far right corner"]
    assert [(row["piece"], row["tag"]) for row in facts["tags_not_read"]] == [("English home", 40)]
    assert facts["tags_not_read"][0]["needed_mm"] > 14.0


def test_a_table_whose_ships_carry_two_tags_is_planned_with_both(capsys, tmp_path):
    table = tmp_path / "my-table.toml"
    lower = 'size_mm = 16.0, mount = "plate", x_mm = 2.0, y_mm = -20.0, z_mm = 11.0'
    flag = re.compile(r'tags = \[\s*(\{ tag = (\d+), size_mm = 18\.0, mount = "flag".*?\})[^\]]*\]')
    text, count = flag.subn(rf"tags = [\1, {{ tag = 1\2, {lower} }}]", DEMO.read_text("utf-8"))
    assert count == 8
    table.write_text(text, encoding="utf-8")
    ask(table=table, as_json=True)
    facts = json.loads(capsys.readouterr().out)
    assert (facts["tag"]["height_mm"], facts["second_tag"]["height_mm"], facts["second_tag"]["size_mm"]) == (60, 11, 16)
    (lean,) = facts["lean"]
    assert (lean["remedy"], lean["tag_heights_mm"]) == ("none", [60.0, 11.0])
    assert lean["noticed_lean_deg"] < 3.0
    ask(table=DEMO, as_json=True)
    alone = json.loads(capsys.readouterr().out)
    assert alone["second_tag"] is None
    assert alone["lean"][0]["noticed_lean_deg"] is None
    assert alone["lean"][-1]["remedy"] == "second_tag"


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({}, "--mat: missing"),
        ({"mat": "3ft"}, "--mat: got '3ft'"),
        ({"mat": "915x915", "camera": "8mp"}, "--camera: got '8mp'"),
        ({"mat": "915x915", "camera": "1x1"}, "--camera: got '1x1'"),
        ({"mat": "915x915", "hfov": 170.0}, "field of view: got 170"),
        ({"mat": "915x915", "hfov": 70.0, "profile": "studio-720p"}, "--hfov: got --profile too"),
        ({"mat": "915x915", "table": DEMO}, "--mat: got --table too"),
        ({"mat": "915x915", "second_tag": 900.0}, "second tag: got 900 mm"),
        ({"mat": "915x915", "height": 800.0}, "larger than the picture at 800 mm"),
        ({"mat": "915x915", "profile": "studio-720p", "camera": "640x480"}, "camera profile: made for 1280x720"),
    ],
)
def test_what_cannot_be_planned_is_refused_in_one_line(changed, words):
    with pytest.raises(BadRequestError) as refused:
        ask(**changed)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_unknown_profile_is_a_bad_file():
    with pytest.raises(BadFileError, match="studio-9000"):
        ask(mat="915x915", profile="studio-9000")
