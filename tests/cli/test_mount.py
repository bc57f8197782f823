"""`tableassist mount` as a person runs it, on studio pictures of ships on the jig sheet."""

import io
import math
from dataclasses import replace
from pathlib import Path

import av
import cv2
import numpy as np
import pytest
from rich.console import Console

from tableassist.cli.measure.mount import mount_ships
from tableassist.errors import BadRequestError
from tableassist.store.table import read_table
from tableassist.studio.optics import StudioCamera
from tableassist.studio.rendering.render import Studio
from tableassist.studio.stages import stage_named
from tableassist.studio.staging.staged_table import StagedTable
from tableassist.studio.surfaces.faces import fleet_colours
from tableassist.vision.mounts.jig import A4_JIG
from tableassist.vision.mounts.views import bow_x_mm
from tests.studio.staged_jig import StagedJig, set_on_jig

TABLE = """# Kept: a note of the player's.
format = 1
name = "harbour"
camera = "studio-720p"

[mat]
width_mm = 915.0
height_mm = 915.0
placement_sigma_mm = 0.1
tags = [
{tags}]

[[pieces]]
id = "oxley"
name = "HMS Oxley"
model = "three-mast"
tags = [{{ tag = 21, size_mm = 18.0, mount = "flag", x_mm = -20.5, y_mm = 0.0, z_mm = 60.0 }}]

[[pieces]]
id = "reef"
name = "Reef"
model = "reef"
tags = [{{ tag = 40, size_mm = 18.0, mount = "plate", x_mm = 0.0, y_mm = 0.0, z_mm = 0.5 }}]
"""
VIEW = StudioCamera.looking_at((457.5, 600.0, 0.0), distance_mm=900.0, off_vertical_deg=36.0)
EDGE = (30.0, 315.0, 600.0, 885.0)
PLACES = [(x, y) for x in EDGE for y in EDGE if x in (30.0, 885.0) or y in (30.0, 885.0)]


def table_text():
    lines = (f"    {{ tag = {k}, x_mm = {x}, y_mm = {y}, size_mm = 44.0 }},\n" for k, (x, y) in enumerate(PLACES))
    return TABLE.format(tags="".join(lines))


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "harbour.toml"
    path.write_text(table_text(), "utf-8")
    return path


@pytest.fixture(scope="module")
def staged(tmp_path_factory):
    """Four pictures of a ship whose plate is 5 degrees and 2 mm wrong and 3 mm too high; and the truth."""
    path = tmp_path_factory.mktemp("staged") / "t.toml"
    path.write_text(table_text(), "utf-8")
    settings = read_table(path)
    meant = settings.pieces[0]
    mount = replace(meant.mounts[0], x_mm=-21.9, y_mm=1.4, z_mm=63.0, yaw_rad=math.radians(5.0))
    ship = replace(meant, mounts=(mount,))
    rng = np.random.default_rng(3)
    studio = Studio(
        replace(stage_named("demo").camera, camera_from_mat=VIEW.camera_from_mat, translation_mm=VIEW.translation_mm)
    )
    sheet = StagedJig(A4_JIG, 330.0, 560.0, heading_rad=0.06)
    bow = bow_x_mm(ship.model)
    pictures = []
    for slot in A4_JIG.slots:
        ahead, aside, turn = rng.normal(0, (0.15, 0.15, math.radians(0.2)))
        down = set_on_jig(ship, bow, sheet, slot, ahead_mm=ahead, aside_mm=aside, turn_rad=turn)
        pictures.append(studio.picture(StagedTable(settings.mat, (down,), laid=(sheet,)), rng))
    return pictures, mount


@pytest.fixture
def folder(staged, tmp_path):
    where = tmp_path / "set-downs"
    where.mkdir()
    for number, picture in enumerate(staged[0]):
        cv2.imwrite(str(where / f"{number}.png"), picture)
    return where


def run(source, table, *ships, **options):
    out = io.StringIO()
    code = mount_ships(str(source), table, ships, console=Console(file=out, width=120), **options)
    return code, out.getvalue()


def assert_found(piece, truth):
    """The mount was measured, in the frame of the traced hull: it is compared from her bow, not the packaged model's.
    Its sigmas hold near the middle of the hull."""
    mount, bow = piece.mounts[0], max(x for x, _ in piece.model.hull)
    assert bow == pytest.approx(23.5, abs=0.5)
    assert abs(mount.pivot_x_mm) < 8.0
    assert 0.05 < mount.sigma_across_mm < 0.5
    arm = np.array([mount.x_mm - bow, mount.y_mm])
    c, s = math.cos(truth.yaw_rad - mount.yaw_rad), math.sin(truth.yaw_rad - mount.yaw_rad)
    turned = np.array([[c, -s], [s, c]]) @ arm
    assert np.hypot(*(turned - (truth.x_mm - 23.5, truth.y_mm))) < 3.0 * mount.sigma_xy_mm
    assert abs(mount.z_mm - truth.z_mm) < 3.0 * mount.sigma_z_mm
    assert abs(mount.yaw_rad - truth.yaw_rad) < math.radians(0.6)
    assert mount.sigma_xy_mm < 0.5
    assert mount.sigma_z_mm < 0.6


def assert_seen(hull_colours):
    """Of a ship of nobody's: a deck of wood, and blue walls, whose few pixels are mixed with the paper's."""
    blue, green, red = fleet_colours(None).deck
    for blue_by_green, red_by_green, _ in (hull_colours[:3], hull_colours[3:6], hull_colours[6:9]):
        assert blue_by_green == pytest.approx(math.log(blue / green), abs=0.1)
        assert red_by_green == pytest.approx(math.log(red / green), abs=0.1)
    blue, green, red = fleet_colours(None).hull
    assert 0.4 * math.log(blue / green) < hull_colours[9] < 1.1 * math.log(blue / green)
    assert 0.4 * math.log(red / green) > hull_colours[10] > 1.1 * math.log(red / green)


def test_pictures_of_four_set_downs_put_the_mount_into_the_table_file(staged, folder, table):
    code, words = run(folder, table, "HMS Oxley")
    assert code == 0
    assert "HMS Oxley: usable; bow ±" in words
    assert "4 set-downs in 4 directions" in words
    assert_found(read_table(table).pieces[0], staged[1])
    assert_seen(read_table(table).pieces[0].hull_colours)
    assert table.read_text("utf-8").startswith("# Kept: a note of the player's.")


def test_a_dry_run_writes_nothing(folder, table):
    before = table.read_text("utf-8")
    code, words = run(folder, table, dry_run=True)
    assert code == 0
    assert "bow ±" in words
    assert table.read_text("utf-8") == before


def test_one_picture_is_too_little_and_the_reason_is_said(folder, table):
    before = read_table(table).pieces[0].mounts
    code, words = run(folder / "0.png", table)
    assert "only one direction" in words
    assert (code == 1) == (read_table(table).pieces[0].mounts == before)


def test_a_mirrored_picture_is_named_as_such(folder, table):
    cv2.imwrite(str(folder / "0.png"), cv2.imread(str(folder / "0.png"))[:, ::-1])
    with pytest.raises(BadRequestError, match="picture 1: the picture is mirrored"):
        run(folder, table)


def test_a_video_is_watched_and_each_still_set_down_taken(staged, table):
    film = table.parent / "film.mp4"
    with av.open(str(film), "w") as container:
        stream = container.add_stream("libx264", rate=8, options={"preset": "ultrafast", "crf": "8"})
        stream.width, stream.height, stream.pix_fmt = 1280, 720, "yuv420p"
        for picture in (staged[0][0], staged[0][2]):
            for _ in range(24):
                container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="bgr24")))
        container.mux(stream.encode())
    code, words = run(film, table, "oxley", directions=2)
    assert code == 0, words
    assert "HMS Oxley: direction 1 taken" in words
    assert "HMS Oxley: direction 3 taken" in words
    found = read_table(table).pieces[0]
    assert abs(found.mounts[0].z_mm - staged[1].z_mm) < 1.0
    assert_seen(found.hull_colours)


def test_a_reef_is_not_fitted_out_and_unknown_ships_are_refused_in_one_line(folder, table):
    with pytest.raises(BadRequestError, match="'Reef': no such ship with a tag, expected one of: oxley"):
        run(folder, table, "Reef")


@pytest.mark.parametrize("options", [{"directions": 1}, {"directions": 5}, {"check_line_mm": 9.9}])
def test_options_out_of_range_are_refused(folder, table, options):
    with pytest.raises(BadRequestError, match="expected"):
        run(folder, table, **options)


def test_a_check_line_that_contradicts_the_mat_is_said_and_nothing_is_written(folder, table):
    before = table.read_text("utf-8")
    code, words = run(folder, table, "oxley", check_line_mm=101.0)
    assert code == 1
    assert "looks printed at 100." in words
    assert table.read_text("utf-8") == before


def test_an_empty_folder_is_refused(table):
    empty = Path(table.parent) / "empty"
    empty.mkdir()
    with pytest.raises(Exception, match="contains no pictures"):
        run(empty, table)
