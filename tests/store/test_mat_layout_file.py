import os
from dataclasses import replace

import numpy as np
import pytest

from tableassist.errors import BadFileError
from tableassist.store.camera import write_surveyed_layout
from tableassist.store.camera.mat_layout_file import read_surveyed_layout, surveyed_text
from tableassist.vision.camera.lens import Projection
from tableassist.vision.survey.survey import survey_mat
from tests.vision.taped_mat import LOOSE, eye, lens_of, nominal, pictures, taped


@pytest.fixture(scope="module")
def surveyed():
    rng = np.random.default_rng(1)
    views = pictures(taped(nominal(), rng), lens_of(), rng, [eye(5, 0), eye(30, 90)])
    return survey_mat(views, nominal(), lens_of(LOOSE)).layout


def test_a_surveyed_mat_round_trips(surveyed, tmp_path):
    write_surveyed_layout(tmp_path / "mat.toml", surveyed)
    back = read_surveyed_layout(tmp_path / "mat.toml", nominal())
    for one, other in zip(back.tags, surveyed.tags, strict=True):
        assert (one.family, one.tag) == (other.family, other.tag)
        assert one.x_mm == pytest.approx(other.x_mm, abs=1e-6)
        assert one.yaw_rad == pytest.approx(other.yaw_rad, abs=1e-9)
        assert one.size_mm == pytest.approx(other.size_mm, abs=1e-6)
    assert np.allclose(back.surveyed.covariance, surveyed.surveyed.covariance, rtol=1e-5, atol=1e-12)
    alone, by_lens = back.surveyed.columns(lens_of(LOOSE))
    assert alone.shape == surveyed.surveyed.factor.shape  # the same lens is known again
    assert np.allclose(by_lens, surveyed.surveyed.by_lens, rtol=1e-6, atol=1e-12)


def test_a_survey_through_a_fisheye_lens_knows_that_lens_again(surveyed, tmp_path):
    assert "projection" not in surveyed_text(surveyed)
    round_lens = replace(surveyed.surveyed.lens, projection=Projection.FISHEYE)
    write_surveyed_layout(
        tmp_path / "mat.toml", replace(surveyed, surveyed=replace(surveyed.surveyed, lens=round_lens))
    )
    places = read_surveyed_layout(tmp_path / "mat.toml", nominal()).surveyed
    assert places.lens.projection is Projection.FISHEYE
    assert places.columns(round_lens)[1].any()
    assert not places.columns(surveyed.surveyed.lens)[1].any()  # another lens: its errors are others


def test_writing_leaves_no_other_file_than_the_copy_of_the_one_before(surveyed, tmp_path):
    write_surveyed_layout(tmp_path / "mat.toml", surveyed)
    write_surveyed_layout(tmp_path / "mat.toml", surveyed)
    assert sorted(os.listdir(tmp_path)) == ["mat.toml", "mat.toml~"]  # noqa: PTH208


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("mat_survey = 1", "mat_survey = 2", "mat_survey"),
        ("tag = 3\n", "tag = 77\n", "got 77"),
        ("tag = 3\n", "tag = 4\n", "survey of this mat"),
        ("errors = [\n", "errors = [[1.0],\n", "4 rows of"),
        ("width_px = 1920", "width_px = 0", "width_px"),
        ("values = [", "values = [1.0, ", "12 values"),
        ("x_mm = ", "x_mm = nan #", "expected a number"),
    ],
)
def test_a_damaged_survey_is_refused_in_words(surveyed, tmp_path, old, new, words):
    text = surveyed_text(surveyed)
    assert old in text
    path = tmp_path / "mat.toml"
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(BadFileError, match=words) as caught:
        read_surveyed_layout(path, nominal())
    assert str(caught.value).startswith(str(path))
    assert "\n" not in str(caught.value)


def test_a_survey_of_another_mat_is_refused(surveyed, tmp_path):
    write_surveyed_layout(tmp_path / "mat.toml", surveyed)
    with pytest.raises(BadFileError, match="expected a survey of this mat"):
        read_surveyed_layout(tmp_path / "mat.toml", nominal(count=4))
