"""`--use`: what a command has found goes into the table file, or is refused before the work begins."""

import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.errors import BadRequestError
from tableassist.sources import demo_table_path
from tableassist.store.table import read_table
from tableassist.store.table_edit import name_for_table, use_in_table


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "league.toml"
    path.write_text("# Ours.\n" + demo_table_path().read_text("utf-8"), "utf-8")
    return path


def test_a_profile_beside_the_table_becomes_its_camera_and_comments_stay(table):
    profile = table.parent / "cameras" / "mine.toml"
    profile.parent.mkdir()
    profile.write_text(
        'format = 1\ncamera = "mine"\nwidth_px = 640\nheight_px = 480\nfx = 500.0\nfy = 500.0\ncx = 320.0\ncy = 240.0\n'
    )
    name = name_for_table("calibrate", table, profile)
    assert str(use_in_table(table, "camera", name)) == f'{table} now says camera = "cameras/mine.toml"'
    assert read_table(table).camera.lens.fx == 500.0
    assert table.read_text("utf-8").startswith("# Ours.\n")


@pytest.mark.parametrize("out", ["../mine.toml", "mine.yaml"])
def test_a_table_file_names_only_toml_files_of_its_own_folder(table, out):
    with pytest.raises(BadRequestError, match=r"expected a \.toml in the folder of"):
        name_for_table("survey", table, table.parent / out)


@pytest.mark.parametrize("command", ["calibrate", "survey"])
def test_a_refusal_comes_before_the_pictures_are_looked_at(table, tmp_path_factory, command):
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "found.toml"
    done = CliRunner().invoke(app, [command, "no-such-folder", "-t", str(table), "-o", str(elsewhere), "--use"])
    assert isinstance(done.exception, BadRequestError)
    assert "in the folder of" in str(done.exception)


def test_calibrate_cannot_be_used_by_no_table():
    done = CliRunner().invoke(app, ["calibrate", "no-such-folder", "-o", "mine.toml", "--use"])
    assert isinstance(done.exception, BadRequestError)
    assert "expected --table TABLE.toml" in str(done.exception)
