"""`tableassist survey` as a person runs it, on pictures of a mat whose tags were taped by hand."""

import math

import av
import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.errors import BadRequestError
from tableassist.setup.measure.survey_views import parse_ruler
from tableassist.store.table import read_table
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.render import render
from tableassist.studio.staging.staged_table import StagedTable
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tableassist.vision.registration.registration import register
from tableassist.vision.registration.registration_health import Health
from tests.vision import taped_mat as mats

TRUTH = mats.taped(mats.nominal(), np.random.default_rng(4), mm=0.5, rad=math.radians(0.5))
STAGED = StagedTable(
    MatLayout(
        915.0,
        915.0,
        tuple(MatTag("36h11", k, size, x, y, yaw) for k, (x, y, yaw, size) in enumerate(TRUTH.places)),
        0.0,
    )
)
DIAGONAL = float(np.linalg.norm(TRUTH.places[0, :2] - TRUTH.places[6, :2]))


def camera(number):
    return StudioCamera.looking_at(
        (457.5, 457.5, 0.0),
        distance_mm=1400.0 + 40.0 * (number % 3),
        off_vertical_deg=(4.0, 30.0, 36.0)[min(number, 1 + number % 2)],
        azimuth_deg=51.0 * number,
        roll_deg=-20.0 + 13.0 * number,
        width_px=1920,
        height_px=1080,
        fx=1344.0,
        fy=1345.8,
        cx=966.7,
        cy=535.6,
        dist=(-0.105, 0.034, 0.0005, -0.0004),
    )


@pytest.fixture(scope="module")
def pictures():
    return [render(STAGED, camera(number), Look(), seed=number) for number in range(8)]


@pytest.fixture
def table(tmp_path):
    tags = "".join(
        f"    {{ tag = {tag.tag}, x_mm = {tag.x_mm}, y_mm = {tag.y_mm}, size_mm = {tag.size_mm} }},\n"
        for tag in mats.nominal().tags
    )
    path = tmp_path / "league.toml"
    path.write_text(
        'format = 1\nname = "League"\ncamera = "studio-1080p"\npieces = []\n\n'
        f'[mat]\nwidth_mm = 915.0\nheight_mm = 915.0\nsurvey = "mat.toml"\ntags = [\n{tags}]\n'
    )
    return path


@pytest.fixture
def folder(pictures, tmp_path):
    shots = tmp_path / "shots"
    shots.mkdir()
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(shots / f"{number}.png"), picture)
    return shots


def run(*words):
    return CliRunner().invoke(app, ["survey", *map(str, words)], env={"COLUMNS": "160"})


def found_in(table):
    mat = read_table(table).mat
    return mat, np.array([(tag.x_mm, tag.y_mm, tag.yaw_rad, tag.size_mm) for tag in mat.tags])


def test_a_folder_of_pictures_gives_a_mat_that_the_table_file_uses(folder, table, pictures):
    ruler = f"0:6:{DIAGONAL + 0.1:.2f}:0.2"
    done = run(folder, "--table", table, "--out", table.parent / "mat.toml", "--ruler", ruler)
    assert done.exit_code == 0, done.output
    assert "8 of 8 views used" in done.output
    assert 'survey = "mat.toml"' in done.output
    mat, places = found_in(table)
    errors = mats.after_best_rigid_fit(places, TRUTH.places)
    assert np.sqrt(np.mean(errors**2)) < 0.1
    assert np.sqrt(np.mean((places[:, 2] - TRUTH.places[:, 2]) ** 2)) < math.radians(0.15)
    off = places - TRUTH.places
    off[:, 3] /= places[:, 3]
    assert off.ravel() @ np.linalg.solve(mat.surveyed.covariance, off.ravel()) / off.size < 1.6
    lens = read_table(table).camera.lens
    from tableassist.vision.tags.detector import TagDetector

    registration = register(TagDetector(("36h11",)).detect(pictures[0]), mat, lens)
    assert registration.health is Health.GOOD, registration.reason


def test_one_picture_works_in_a_pinch_and_says_what_that_means(folder, table):
    done = run(folder / "0.png", "--table", table, "--out", table.parent / "mat.toml")
    assert done.exit_code == 0, done.output
    assert "one picture says little" in done.output
    _, places = found_in(table)
    assert np.sqrt(np.mean(mats.after_best_rigid_fit(places, TRUTH.places) ** 2)) < 0.5


def test_a_video_gives_sharp_views_spread_in_time(pictures, table, tmp_path):
    with av.open(str(tmp_path / "walk.mp4"), "w") as container:
        stream = container.add_stream("libx264", rate=2, options={"preset": "ultrafast", "crf": "12"})
        stream.width, stream.height, stream.pix_fmt = 1920, 1080, "yuv420p"
        for picture in (*pictures[:3], pictures[2]):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="bgr24")))
        container.mux(stream.encode())
    done = run(tmp_path / "walk.mp4", "--table", table, "--out", tmp_path / "mat.toml")
    assert done.exit_code == 0, done.output
    assert "3 of 3 views used, 1 more show the same" in done.output


def test_a_ruler_is_two_tags_and_a_distance():
    assert parse_ruler("0:6:1200.5").mm == 1200.5
    assert parse_ruler("0:6:1200.5:0.2").sigma_mm == 0.2
    for wrong in ("0:6", "a:6:1200", "0:6:-5", "0:6:nan", "0:6:5:0", ""):
        with pytest.raises(BadRequestError, match="expected TAG:TAG:MM"):
            parse_ruler(wrong)


def test_mirrored_pictures_are_named_as_such(folder, table):
    for path in folder.iterdir():
        cv2.imwrite(str(path), cv2.imread(str(path))[:, ::-1])
    done = run(folder, "--table", table, "--out", table.parent / "mat.toml")
    assert isinstance(done.exception, BadRequestError)
    assert "picture 1: the picture is mirrored: switch mirroring off" in str(done.exception)
    assert not (table.parent / "mat.toml").exists()


def test_upright_pictures_with_a_profile_for_wide_ones_ask_to_turn_the_camera(folder, table):
    for path in folder.iterdir():
        cv2.imwrite(str(path), cv2.rotate(cv2.imread(str(path)), cv2.ROTATE_90_CLOCKWISE))
    done = run(folder, "--table", table, "--out", table.parent / "mat.toml")
    assert isinstance(done.exception, BadRequestError)
    assert str(done.exception).startswith("turn the camera: its profile was made with pictures of 1920x1080")
