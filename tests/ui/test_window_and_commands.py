"""The window's first run and the commands write the same table file from the same pictures and the same ruler."""

import re

import cv2
import pytest
from fake_camera import FakeCamera
from first_run_stage import jig_pictures, mat_picture
from test_first_run import DEMO_SCALE, Player
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.formats.first_run_file import WizardStep

LINE_MM = 100.0
FIGURE = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
MAT_VIEWS = 3


def by_window(qtbot, folder):
    one = Player(qtbot, folder, camera=FakeCamera(mat_picture(0)), profile="studio-720p")
    one.table.write_text(one.table.read_text("utf-8").replace(DEMO_SCALE, ""), "utf-8")
    page = one.at(WizardStep.SURVEY)
    for number in range(MAT_VIEWS):
        one.camera.image = mat_picture(number)
        one.until(lambda number=number: page.count.text().startswith(f"{number + 1} of"))
    one.click(page.finish_button)
    one.until(lambda: page.is_done)
    one.window.go_to(WizardStep.SCALE)
    page = one.window.pages[WizardStep.SCALE]
    qtbot.keyClicks(page.scale.line, str(LINE_MM))
    one.click(page.scale.keep_line)
    first, second = jig_pictures()
    one.camera.image = first
    one.window.go_to(WizardStep.FIT_OUT)
    page = one.window.pages[WizardStep.FIT_OUT]
    page.directions.setCurrentIndex(1)
    one.until(lambda: "(2 of 2)" in page.asked.text())
    one.camera.image = second
    one.until(lambda: page.is_done)
    one.window.reject()
    return one.table


def by_commands(folder, unmeasured):
    table = folder / "my-table.toml"
    table.write_text(unmeasured, "utf-8")
    for name, pictures in (("mat", [mat_picture(number) for number in range(MAT_VIEWS)]), ("jig", jig_pictures())):
        (folder / name).mkdir()
        for number, picture in enumerate(pictures):
            cv2.imwrite(str(folder / name / f"{number}.png"), picture)
    for argv in (
        ["survey", str(folder / "mat"), "--table", str(table)],
        ["scale", str(table), "--line", str(LINE_MM)],
        ["mount", "--source", str(folder / "jig"), "--table", str(table), "--directions", "2"],
    ):
        done = CliRunner().invoke(app, argv)
        assert done.exit_code == 0, done.output
    return table


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    return tmp_path_factory.mktemp("window"), tmp_path_factory.mktemp("commands")


def test_survey_scale_and_fitting_out_leave_the_same_files(qtbot, folders):
    window_folder, command_folder = folders
    table = by_window(qtbot, window_folder)
    unmeasured = Player(qtbot, command_folder, profile="studio-720p").table
    other = by_commands(command_folder, unmeasured.read_text("utf-8").replace(DEMO_SCALE, ""))
    assert_same(table, other)
    assert_same(*(path.with_name("my-table-mat.toml") for path in (table, other)))


def assert_same(one, other):
    """The same words, and figures that differ by less than anybody could measure: the window saw each picture often."""
    texts = [path.read_text("utf-8") for path in (one, other)]
    assert FIGURE.sub("#", texts[0]) == FIGURE.sub("#", texts[1])
    first, second = ([float(figure) for figure in FIGURE.findall(text)] for text in texts)
    assert first == pytest.approx(second, abs=0.02, rel=0.01)
