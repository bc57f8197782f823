"""A file that a later version wrote is refused in words, and not half read: every format that has a version."""

import re
import shutil
import sqlite3
from pathlib import Path

import pytest

from tableassist.errors import BadFileError
from tableassist.sources import demo_table_path
from tableassist.store.camera import read_camera
from tableassist.store.camera.board_file import read_board
from tableassist.store.camera.mat_layout_file import read_surveyed_layout
from tableassist.store.case import read_case
from tableassist.store.match import MatchReader
from tableassist.store.match.schema import VERSION
from tableassist.store.models import read_catalogue
from tableassist.store.models.file import read_model
from tableassist.store.score.reader import read_score
from tableassist.store.table import read_table
from tests.matches.demo_match import demo_moments, record_demo

ROOT = Path(__file__).parents[2]
FIELD = re.compile(r"^format = 1$", re.MULTILINE)
REFUSED = r"got 7, expected \d+; made by a newer tableassist"
SURVEY = 'format = 1\ncamera = "x"\n'


def read_survey(path):
    return read_surveyed_layout(path, read_table(demo_table_path()).mat)


@pytest.mark.parametrize(
    ("read", "original"),
    [
        (read_table, demo_table_path()),
        (read_model, ROOT / "models" / "canoe.toml"),
        (read_case, ROOT / "tests" / "cases" / "board" / "beyond-s.toml"),
        (read_camera, ROOT / "calibration" / "studio-720p.toml"),
        (read_board, ROOT / "calibration" / "boards" / "a4.toml"),
        (read_survey, None),
    ],
)
def test_a_later_text_file_is_refused(tmp_path, read, original):
    path = tmp_path / ("later.toml" if original is None else original.name)
    text = SURVEY if original is None else original.read_text("utf-8")
    later, count = FIELD.subn("format = 7\nsomething_new = [1, 2]", text)
    assert count == 1
    path.write_text(later, "utf-8")
    with pytest.raises(BadFileError, match=REFUSED):
        read(path)


def test_a_later_catalogue_is_refused(tmp_path):
    shutil.copytree(ROOT / "models" / "catalogue", tmp_path / "catalogue")
    path = tmp_path / "catalogue" / "misprints.toml"
    path.write_text(FIELD.sub("format = 7", path.read_text("utf-8")), "utf-8")
    with pytest.raises(BadFileError, match=REFUSED):
        read_catalogue(tmp_path / "catalogue")


@pytest.mark.parametrize("below", ["", "1. a thing that this version has never heard of !!\n"])
def test_a_later_score_is_refused_whatever_stands_below(tmp_path, below):
    path = tmp_path / "later.pcn"
    path.write_text(f'[Game "Pirates"]\n[Format "7"]\n\n{below}', "utf-8")
    with pytest.raises(BadFileError, match=REFUSED):
        read_score(path)


def test_a_later_match_is_refused(tmp_path):
    folder = record_demo(tmp_path / "m", video=False, moments=demo_moments()[:2])
    database = sqlite3.connect(folder / "match.sqlite")
    database.execute(f"PRAGMA user_version = {VERSION + 4}")
    database.close()
    with pytest.raises(BadFileError, match=f"got {VERSION + 4}, expected {VERSION}; made by a newer tableassist"):
        MatchReader(folder)
