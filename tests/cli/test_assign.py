"""A tag that nobody knows is tied to its piece in two steps, on pictures of the studio."""

import json
import math
from dataclasses import replace

import cv2
import pytest

from tableassist.cli.measure.mount import list_unknown, tell_assigned
from tableassist.errors import BadFileError, BadRequestError
from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import MountKind, TagMount
from tableassist.setup.measure.assigning import assign_tag as assigned
from tableassist.sources import demo_table_path
from tableassist.store.table import read_table
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import render
from tableassist.studio.stages import stage_named
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable

HULL_TAG = TagMount("36h11", 57, 18.0, MountKind.PLATE, 3.0, 30.0, 1.5, math.radians(12.0), 0, 0, 0)
REEF_TAG = TagMount("36h11", 58, 18.0, MountKind.PLATE, 2.0, -4.0, 1.2, 0.0, 0, 0, 0)


@pytest.fixture(scope="module")
def picture(tmp_path_factory):
    """The Oxley with her flag and a new tag on a plate beside her; the reef with none but a new one."""
    settings = read_table(demo_table_path())
    pieces = {piece.id: piece for piece in settings.pieces}
    oxley = replace(pieces["oxley"], mounts=(*pieces["oxley"].mounts, HULL_TAG))
    reef = replace(pieces["reef"], mounts=(REEF_TAG,))
    staged = StagedTable(
        settings.mat,
        (
            StagedPiece(oxley, PlanarPose(400.0, 500.0, math.radians(35.0))),
            StagedPiece(reef, PlanarPose(650.0, 300.0, math.radians(-20.0))),
        ),
    )
    path = tmp_path_factory.mktemp("assign") / "table.png"
    cv2.imwrite(str(path), render(staged, stage_named("demo-1080p").camera, Look(), seed=3))
    return path


def assign_tag(source, table, *, tag, dry_run=False, **answers):
    tell_assigned(tag, assigned(source, table, tag=tag, dry_run=dry_run, **answers), dry_run=dry_run)


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.toml"
    text = demo_table_path().read_text("utf-8").replace('"studio-720p"', '"studio-1080p"')
    path.write_text(text, "utf-8")
    return path


def test_the_first_step_lists_unknown_tags_and_pieces_without_a_seen_one(picture, table, capsys):
    list_unknown(str(picture), table, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert [row["tag"] for row in told["unknown"]] == [57, 58]
    hull, reef = told["unknown"]
    assert hull["nearest"] == "oxley"
    assert (reef["x_mm"], reef["y_mm"]) == pytest.approx(
        (650.0 + 2.0 * math.cos(math.radians(-20)) + 4.0 * math.sin(math.radians(-20)),
         300.0 + 2.0 * math.sin(math.radians(-20)) - 4.0 * math.cos(math.radians(-20))), abs=0.5
    )  # fmt: skip
    assert reef["side_mm"] == pytest.approx(18.0, abs=0.3)
    assert "reef" in told["pieces_without_a_seen_tag"]
    assert "oxley" not in told["pieces_without_a_seen_tag"]
    list_unknown(str(picture), table)
    assert "--tag 57" in capsys.readouterr().out


def test_a_tag_on_a_piece_that_is_seen_is_solved_from_the_picture(picture, table, capsys):
    assign_tag(str(picture), table, tag=57, piece="oxley", mount="plate")
    assert "solved against" in capsys.readouterr().out
    settings = read_table(table)
    new = next(m for p in settings.pieces if p.id == "oxley" for m in p.mounts if m.tag == 57)
    assert math.hypot(new.x_mm - 3.0, new.y_mm - 30.0) < 3 * new.sigma_xy_mm
    assert math.hypot(new.x_mm - 3.0, new.y_mm - 30.0) < 1.0
    assert abs(new.yaw_rad - math.radians(12.0)) < 3 * new.sigma_yaw_rad
    assert abs(new.z_mm - 1.5) < 3 * new.sigma_z_mm
    assert "# The table of the demo" in table.read_text("utf-8")


def test_a_tag_on_a_piece_that_is_not_seen_is_known_as_well_as_a_hand_sets_it(picture, table, capsys):
    assign_tag(str(picture), table, tag=58, piece="reef")
    assert "has no other tag in view" in capsys.readouterr().out
    new = next(m for p in read_table(table).pieces if p.id == "reef" for m in p.mounts if m.tag == 58)
    assert new.kind is MountKind.PLATE
    assert new.sigma_xy_mm >= 1.0
    assert new.sigma_yaw_rad >= math.radians(3.0)


def test_a_dry_run_writes_nothing(picture, table, capsys):
    before = table.read_bytes()
    assign_tag(str(picture), table, tag=58, piece="reef", dry_run=True)
    assert "would be" in capsys.readouterr().out
    assert table.read_bytes() == before


def test_a_wrong_size_is_doubted(picture, table, capsys):
    assign_tag(str(picture), table, tag=58, piece="reef", size_mm=30.0, dry_run=True)
    assert "expected 30" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({"tag": 57, "piece": "oxly"}, "did you mean 'oxley'?"),
        ({"tag": 99, "piece": "oxley"}, "expected one of these: 57, 58"),
        ({"tag": 21, "piece": "reef"}, "which already belongs to oxley"),
        ({"tag": 0, "piece": "reef"}, "which belongs to the mat"),
        ({"tag": 57, "piece": "oxley", "mount": "flg"}, "did you mean 'flag'?"),
        ({"tag": 57, "piece": "oxley", "mount": "masthead"}, "expected a mast for a masthead"),
        ({"tag": 57, "piece": "oxley", "mount": "masthead", "mast": 9}, "expected 1 to 3"),
        ({"tag": 57, "piece": "oxley", "size_mm": -1.0}, "expected 2 to 500"),
    ],
)
def test_a_wrong_request_is_refused_and_writes_nothing(picture, table, answers, words):
    before = table.read_bytes()
    with pytest.raises((BadRequestError, BadFileError)) as caught:
        assign_tag(str(picture), table, **answers)
    assert words in str(caught.value)
    assert table.read_bytes() == before
