"""The window's first run and the commands write the same table file from the same pictures and the same ruler."""

import re
import tomllib

import cv2
import numpy as np
import pytest
from fake_camera import FakeCamera
from first_run_stage import jig_pictures, mat_picture
from test_first_run import DEMO_SCALE, Player
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.store.first_run_file import WizardStep

LINE_MM = 100.0
FIGURE = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
SLOPE = re.compile(r"(?<=\bslope_[xy]_deg = )-?\d+\.\d+")
OUTLINE = re.compile(r"^(?:hull_mm = \[\n.*?^\]|hull_sigma_mm = [^\n]*)\n", re.MULTILINE | re.DOTALL)
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
    outlines = [
        [piece.pop("outline") for piece in table.get("pieces", ()) if "outline" in piece]
        for table in map(tomllib.loads, texts)
    ]
    assert len(outlines[0]) == len(outlines[1])
    for first, second in zip(*outlines, strict=True):
        assert_same_outline(first, second)
    texts = [OUTLINE.sub("", text) for text in texts]
    assert FIGURE.sub("#", texts[0]) == FIGURE.sub("#", texts[1])
    slopes = [[float(slope) for slope in SLOPE.findall(text)] for text in texts]
    assert slopes[0] == pytest.approx(slopes[1], abs=0.06), "degrees, of a sigma of 0.27"
    first, second = ([float(figure) for figure in FIGURE.findall(SLOPE.sub("", text))] for text in texts)
    assert first == pytest.approx(second, abs=0.02, rel=0.01)


def assert_same_outline(one, other):
    """The same curve, whichever of its points were kept as corners."""
    assert one.keys() == other.keys()
    assert len(one["hull_sigma_mm"]) == len(one["hull_mm"])
    for first, second in ((one, other), (other, one)):
        ring = np.array(second["hull_mm"], np.float32)
        assert max(abs(cv2.pointPolygonTest(ring, corner, True)) for corner in first["hull_mm"]) < 0.1
        for corner, sigma_mm in zip(first["hull_mm"], first["hull_sigma_mm"], strict=True):
            nearest = np.linalg.norm(ring - np.array(corner), axis=1).argmin()
            assert sigma_mm == pytest.approx(second["hull_sigma_mm"][nearest], abs=0.02)
    for key in one.keys() - {"hull_mm", "hull_sigma_mm"}:
        assert np.array(one[key]) == pytest.approx(np.array(other[key]), abs=0.02, rel=0.01)
