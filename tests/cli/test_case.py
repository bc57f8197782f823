"""`tableassist case`: a picture of a dispute becomes a file that reads back as the same table and the same calls."""

import cv2
import numpy as np
import pytest

from tableassist.errors import BadFileError, BadRequestError
from tableassist.judging.cases import write_case
from tableassist.judging.cases.ruling_differences import ruling_differences
from tableassist.judging.cases.rulings import rulings_of
from tableassist.sources import demo_settings, find_stage, stage_game, stage_table_text
from tableassist.store.case import read_case
from tableassist.store.files import packaged_folder
from tableassist.studio.rendering.render import Studio


@pytest.fixture(scope="module")
def dispute(tmp_path_factory):
    """The demo's table when a shot is blocked, and a picture of it."""
    folder = tmp_path_factory.mktemp("dispute")
    stage = find_stage("demo")
    game = stage_game(demo_settings(stage))
    staged = game.table_at(game.time_of("blocked"))
    (folder / "table.toml").write_text(stage_table_text(stage), encoding="utf-8")
    picture = Studio(stage.camera).picture(staged, np.random.default_rng(4))
    cv2.imwrite(str(folder / "shot.png"), picture)
    return folder, staged


def written(folder, name, **options):
    out = folder / name
    settings = {"about": (), "everything": False, "why": None, **options}
    write_case(folder / "table.toml", folder / "shot.png", out=out, **settings)
    return out


def test_a_case_has_the_poses_of_the_picture_and_the_rulings_as_made(dispute):
    folder, staged = dispute
    case = read_case(written(folder, "all.toml", everything=True))
    for each in staged.pieces:
        pose = case.poses[each.piece.id].pose
        assert pose.x_mm == pytest.approx(each.pose.x_mm, abs=1.5)
        assert pose.y_mm == pytest.approx(each.pose.y_mm, abs=1.5)
    blocked = [each for each in case.expected if each.rule == "line_of_fire" and each.subject == "harbinger"]
    assert "no" in {each.verdict for each in blocked}
    assert len(case.expected) > 100
    assert list(ruling_differences(rulings_of(case), case.expected)) == []


def test_a_case_may_be_about_one_ship_with_a_sentence_of_why(dispute):
    folder, _ = dispute
    case = read_case(written(folder, "one.toml", about=("harbinger",), why="The island hides her."))
    assert case.why == "The island hides her."
    assert case.expected
    assert all("harbinger" in (each.subject, each.target) for each in case.expected)


def test_mistakes_are_told_before_anything_is_written(dispute, tmp_path):
    folder, _ = dispute
    with pytest.raises(BadRequestError, match="--about: got 'harbingr', expected one of"):
        written(folder, "none.toml", about=("harbingr",))
    kept = folder / "kept.toml"
    kept.write_text("mine")
    with pytest.raises(BadRequestError, match="already exists"):
        written(folder, "kept.toml")
    assert kept.read_text() == "mine"
    cv2.imwrite(str(tmp_path / "sea.png"), np.full((720, 1280, 3), 90, np.uint8))
    with pytest.raises(BadFileError, match="can't see the mat"):
        write_case(
            folder / "table.toml", tmp_path / "sea.png", out=folder / "none.toml", about=(), everything=False, why=None
        )
    assert not (folder / "none.toml").exists()


def test_a_table_with_models_of_its_own_keeps_its_cases_beside_it(dispute, tmp_path):
    folder, _ = dispute
    text = (
        (folder / "table.toml").read_text(encoding="utf-8").replace('model = "island-round"', 'model = "mine.toml"', 1)
    )
    assert "mine.toml" in text
    (folder / "own.toml").write_text(text, encoding="utf-8")
    round_one = (packaged_folder("models") / "island-round.toml").read_text(encoding="utf-8")
    (folder / "mine.toml").write_text(round_one, encoding="utf-8")
    options = {"about": ("harbinger",), "everything": False, "why": None}
    with pytest.raises(BadRequestError, match=r"reads mine\.toml from its own folder"):
        write_case(folder / "own.toml", folder / "shot.png", out=tmp_path / "far.toml", **options)
    write_case(folder / "own.toml", folder / "shot.png", out=folder / "near.toml", **options)
    assert read_case(folder / "near.toml").expected
