"""A table file that is changed keeps what somebody wrote into it."""

import math

import pytest

from tableassist.errors import BadFileError, BadRequestError
from tableassist.pieces import MountKind, TagMount
from tableassist.sources import demo_table_path
from tableassist.store.table import read_table
from tableassist.store.table_edit import set_mounts, set_value

FLAG = TagMount("36h11", 21, 18.0, MountKind.FLAG, -20.25, 0.5, 61.5, math.radians(4.5), 0.1, 0.2, math.radians(0.3))
NEW = TagMount("25h9", 3, 14.0, MountKind.MASTHEAD, 0.0, 0.0, 52.0, 0.0, 1.0, 1.0, math.radians(3.0), mast=2)


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.toml"
    path.write_bytes(demo_table_path().read_bytes())
    return path


def piece(path, name):
    return next(each for each in read_table(path).pieces if each.id == name)


def changed_lines(path):
    before = demo_table_path().read_text("utf-8").splitlines()
    after = path.read_text("utf-8").splitlines()
    return [line for line in before if line not in after], [line for line in after if line not in before]


def test_a_mount_is_replaced_and_another_added(table):
    set_mounts(table, "oxley", [FLAG, NEW])
    flag, new = piece(table, "oxley").mounts
    assert (flag.x_mm, flag.z_mm, flag.sigma_xy_mm) == (-20.25, 61.5, 0.1)
    assert math.degrees(flag.yaw_rad) == pytest.approx(4.5, abs=1e-4)
    assert (new.family, new.tag, new.mast) == ("25h9", 3, 2)


def test_all_other_lines_stay_as_they_were(table):
    set_mounts(table, "oxley", [FLAG])
    gone, come = changed_lines(table)
    assert len(gone) == len(come) == 1
    assert "tag = 21" in gone[0]
    assert table.read_text("utf-8").startswith("# The table of the demo")


def test_the_jigs_pivot_is_kept(table):
    pivoted = TagMount("36h11", 21, 18.0, MountKind.FLAG, -20.0, 0.0, 60.0, 0.0, 0.1, 0.2, 0.01, pivot_x_mm=23.5)
    set_mounts(table, "oxley", [pivoted])
    assert piece(table, "oxley").mounts[0].pivot_x_mm == 23.5


KEPT = (0.1, -0.25, -1.5, None, None, None, 0.0, 0.3125, -0.7, 0.04, -0.02, -2.25)


def test_a_hulls_colours_go_through_the_file_and_away_again(table):
    set_mounts(table, "oxley", [FLAG], KEPT)
    assert piece(table, "oxley").hull_colours == KEPT
    written = "hull_colours = [[0.1, -0.25, -1.5], [], [0.0, 0.3125, -0.7], [0.04, -0.02, -2.25]]\n"
    assert written in table.read_text("utf-8")
    set_mounts(table, "oxley", [FLAG])
    assert piece(table, "oxley").hull_colours == KEPT
    set_mounts(table, "oxley", [FLAG], ())
    assert piece(table, "oxley").hull_colours == ()
    assert "hull_colours" not in table.read_text("utf-8")


def test_a_hulls_colours_go_into_a_piece_whose_tags_are_tables(table):
    text = table.read_text("utf-8")
    tag = 'tag = 99\nsize_mm = 18.0\nmount = "flag"\nx_mm = 0.0\ny_mm = 0.0\nz_mm = 60.0\n'
    bare = f'\n[[pieces]]\nid = "bare"\nmodel = "three-mast"\n\n[[pieces.tags]]\n{tag}'
    table.write_text(text + bare, "utf-8")
    set_mounts(table, "bare", [], KEPT)
    assert piece(table, "bare").hull_colours == KEPT
    assert [mount.tag for mount in piece(table, "bare").mounts] == [99]


def test_tags_written_as_tables_keep_their_comments(table):
    text = demo_table_path().read_text("utf-8")
    start = text.index('[[pieces]]\nid = "fog-bank"')
    tagged = '[[pieces.tags]]\ntag = 52 # glued\nsize_mm = 20.0\nmount = "plate"\nx_mm = 0.0\ny_mm = 0.0\nz_mm = 1.0\n'
    table.write_text(f'{text[:start]}[[pieces]]\nid = "fog-bank"\nname = "Fog"\nmodel = "fog-bank"\n{tagged}', "utf-8")
    moved = TagMount("36h11", 52, 20.0, MountKind.PLATE, 5.0, 0.0, 1.0, 0.0, 0.5, 0.1, 0.02)
    second = TagMount("36h11", 53, 20.0, MountKind.PLATE, -5.0, 0.0, 1.0, 0.0, 0.5, 0.1, 0.02)
    set_mounts(table, "fog-bank", [moved, second])
    assert "tag = 52 # glued" in table.read_text("utf-8")
    assert [mount.x_mm for mount in piece(table, "fog-bank").mounts] == [5.0, -5.0]


def test_the_first_tag_of_a_piece_without_tags(table):
    text = table.read_text("utf-8")
    table.write_text(text + '\n[[pieces]]\nid = "bare"\nmodel = "reef"\n', "utf-8")
    set_mounts(table, "bare", [TagMount("36h11", 99, 20.0, MountKind.PLATE, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.05)])
    assert [mount.tag for mount in piece(table, "bare").mounts] == [99]


def test_single_values_by_number_and_by_id(table):
    set_value(table, "camera", "studio-1080p")
    set_value(table, "house_rules.points_limit", 55)
    set_value(table, "pieces[0].name", "Titan")
    set_value(table, "pieces[reef].name", "The Teeth")
    settings = read_table(table)
    assert settings.camera.lens.height_px == 1080
    assert settings.rules.points_limit == 55
    assert {piece.id: piece.name for piece in settings.pieces}["reef"] == "The Teeth"
    assert settings.pieces[0].name == "Titan"
    set_value(table, "house_rules.points_limit", None)
    assert read_table(table).rules.points_limit is None


@pytest.mark.parametrize(
    "change",
    [
        lambda path: set_mounts(path, "oxly", [NEW]),
        lambda path: set_mounts(path, "reef", [FLAG]),
        lambda path: set_value(path, "pieces[oxley].model", "no-such-model"),
        lambda path: set_value(path, "pieces[oxley].model", "../elsewhere.toml"),
        lambda path: set_value(path, "camera", "no-such-camera"),
        lambda path: set_value(path, "camera.deep.field", 3),
        lambda path: set_value(path, "pieces[nobody].name", "x"),
        lambda path: set_value(path, "mat.width_mm", float("nan")),
        lambda path: set_value(path, "no_such_field", 3),
    ],
)
def test_what_would_not_read_is_not_written(table, change):
    before = table.read_bytes()
    with pytest.raises((BadFileError, BadRequestError)) as caught:
        change(table)
    assert "\n" not in str(caught.value)
    assert table.read_bytes() == before
    assert [each.name for each in table.parent.iterdir()] == ["table.toml"]
