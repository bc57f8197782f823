"""Names that a terminal's markup would take for its own: a table file that somebody sends may hold them."""

import sqlite3

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from tableassist.cli.app import app
from tableassist.sources import demo_settings, demo_table_path, find_stage, stage_game
from tableassist.studio.rendering.render import Studio
from tests.matches.demo_match import demo_moments, record_demo

NAMES = {"Palm Island": "[/x] Palm", "Revenge": "[/]Rev[bold]", "HMS Oxley": "[link=http://x]Ox"}


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    folder = tmp_path_factory.mktemp("names")
    text = demo_table_path().read_text("utf-8")
    for old, new in NAMES.items():
        text = text.replace(f'name = "{old}"', f'name = "{new}"')
    (folder / "table.toml").write_text(text)
    stage = find_stage("demo")
    game = stage_game(demo_settings(stage))
    image = Studio(stage.camera).picture(game.table_at(game.time_of("rammed")), np.random.default_rng(0))
    cv2.imwrite(str(folder / "photo.png"), image)
    return folder


@pytest.mark.parametrize("command", ["judge", "assign"])
def test_a_name_is_shown_as_it_stands_and_obeyed_by_nobody(table, command):
    arguments = [command, str(table / "photo.png"), "--table", str(table / "table.toml")]
    done = CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.exception
    if command == "judge":
        for name in NAMES.values():
            assert name in done.output


def test_matches_and_players_of_such_names_are_listed(tmp_path):
    folder = record_demo(tmp_path / "[bold]night", video=False, moments=demo_moments()[:3])
    database = sqlite3.connect(folder / "match.sqlite")
    database.execute("UPDATE meta SET value = ? WHERE key = 'players'", ('["[/]Anne", "[red]Mary"]',))
    database.commit()
    database.close()
    done = CliRunner().invoke(app, ["matches", "--in", str(tmp_path)], env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.exception
    assert "[bold]night" in done.output
    assert "[/]Anne, [red]Mary" in done.output
