"""Each file that a person made: broken, it is told with its copy."""

from dataclasses import replace

import numpy as np
import pytest

from tableassist.errors import BadFileError
from tableassist.sources import demo_table_path
from tableassist.store.camera import find_camera, read_camera, write_camera, write_surveyed_layout
from tableassist.store.camera.mat_layout_file import read_surveyed_layout
from tableassist.store.models import find_model, write_model
from tableassist.store.models.file import read_model
from tableassist.store.table import Severity, read_table
from tableassist.store.table_check import check_table
from tableassist.store.table_edit import set_value
from tableassist.vision.registration.mat_places import SurveyedPlaces


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "league.toml"
    path.write_bytes(demo_table_path().read_bytes())
    return path


def spoil(path):
    """As a disk does when the current fails: the second half is zeros."""
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2] + bytes(len(data) // 2))


def test_a_table_that_was_changed_and_then_broken_names_its_copy(table):
    set_value(table, "name", "Thursday")
    spoil(table)
    with pytest.raises(BadFileError, match=r"league\.toml: .*; its last good copy can be read: rename league\.toml~"):
        read_table(table)
    assert read_table(table.with_name("league.toml~")).name == read_table(demo_table_path()).name


def test_check_ends_with_the_copy_as_a_hint(table):
    set_value(table, "name", "Thursday")
    spoil(table)
    problems = check_table(table)
    assert problems[0].weight is Severity.ERROR
    assert problems[-1].weight is Severity.HINT
    assert problems[-1].words == "its last good copy can be read: rename league.toml~ to league.toml"


def test_a_good_table_says_nothing_of_its_copy(table):
    set_value(table, "name", "Thursday")
    assert not any("copy" in problem.words for problem in check_table(table))


def test_a_camera_a_model_and_a_survey_name_their_copies(table):
    folder = table.parent
    camera = find_camera("studio-720p", asked_in=table)
    model = find_model("reef", asked_in=table, field="model")
    mat = read_table(table).mat
    places = SurveyedPlaces(np.zeros((len(mat.tags), 4, 2)), np.zeros((len(mat.tags), 4, 12)), camera.lens)
    for _ in range(2):
        write_camera(folder / "camera.toml", camera)
        write_model(folder / "own.toml", model)
        write_surveyed_layout(folder / "mat.toml", replace(mat, surveyed=places))
    reads = {
        "camera.toml": read_camera,
        "own.toml": read_model,
        "mat.toml": lambda path: read_surveyed_layout(path, mat),
    }
    for name, read in reads.items():
        read(folder / name)
        spoil(folder / name)
        with pytest.raises(BadFileError, match=f"its last good copy can be read: rename {name}~ to {name}$"):
            read(folder / name)
