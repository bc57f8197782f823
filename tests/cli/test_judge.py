"""`judge` on a picture in which a ship is held in a hand: her rulings say why she is not measured."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.runtime.table_source import demo_settings, demo_table_path, find_stage, stage_game
from tableassist.studio.rendering.render import Studio

LIFTED = "harbinger"


@pytest.fixture(scope="module")
def picture(tmp_path_factory):
    stage = find_stage("demo")
    game = stage_game(demo_settings(stage))
    table = game.table_at(game.time_of("blocked"))
    pieces = tuple(replace(each, lift_mm=40.0) if each.piece.id == LIFTED else each for each in table.pieces)
    path = tmp_path_factory.mktemp("judge") / "lifted.png"
    cv2.imwrite(str(path), Studio(stage.camera).picture(replace(table, pieces=pieces), np.random.default_rng(1)))
    return path


def test_the_json_has_the_reason_in_the_piece_and_in_every_ruling_about_her(picture):
    done = CliRunner().invoke(app, ["judge", str(picture), "--table", str(demo_table_path()), "--json"])
    judged = json.loads(done.stdout)
    (reason,) = (piece["reason"] for piece in judged["pieces"] if piece["id"] == LIFTED)
    assert reason.startswith("seen, but not believed: ")
    hers = [ruling for ruling in judged["rulings"] if LIFTED in (ruling["subject"], ruling["target"])]
    assert len(hers) > 10
    assert {ruling["verdict"] for ruling in hers} == {"not_seen"}
    assert all(ruling["reason"].endswith(f" is not measured: {reason}") for ruling in hers)


def test_in_words_she_is_not_measured_and_never_not_seen(picture, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    done = CliRunner().invoke(app, ["judge", str(picture), "--table", str(demo_table_path())])
    assert done.exit_code == 0, done.output
    rows = [line for line in done.stdout.splitlines() if "NOT MEASURED" in line]
    assert rows
    assert all("is not measured: seen, but not believed: " in row for row in rows)
    assert "NOT SEEN" not in done.stdout
    assert "has not been seen" not in done.stdout


def test_a_contact_says_what_touching_means_and_has_no_limit(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    stage = find_stage("demo")
    game = stage_game(demo_settings(stage))
    path = tmp_path / "rammed.png"
    table = game.table_at(game.time_of("rammed"))
    cv2.imwrite(str(path), Studio(stage.camera).picture(table, np.random.default_rng(1)))
    done = CliRunner().invoke(app, ["judge", str(path), "--table", str(demo_table_path())])
    (row,) = [line for line in done.stdout.splitlines() if line.strip().startswith("Ram: ") and "YES" in line]
    assert "touching means within 1.0 mm" in row
    measured = row.split("YES")[1].split("her bow")[0].split()
    assert len(measured) == 2, "the gap and its plus-minus"
