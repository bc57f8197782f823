"""The bench of two views, on one table of ships."""

import pytest

from bench import two_views


@pytest.fixture(scope="module")
def rows():
    """By set-up, of ships that lean by up to six degrees."""
    out = {}
    for set_up in ("vertical", "0 + 35 degrees"):
        outcome = two_views.run_table(set_up, leans=True, disputes=40, number=1, seed=4711, phone_scale=0.5)
        out[set_up] = two_views.summary(set_up, True, [outcome])
    return out


def test_a_second_camera_ends_the_guess_about_leans(rows):
    one, two = rows["vertical"], rows["0 + 35 degrees"]
    assert max(two["rms_mm"]) < 0.25
    assert min(one["rms_mm"]) > 2.0 * max(two["rms_mm"])
    assert two["coverage"] > 0.9
    noticed, leaning = two["lean_noticed"]
    assert leaning > 3
    assert noticed == leaning


def test_fewer_disputes_are_open_and_none_is_called_wrongly(rows):
    one, two = rows["vertical"], rows["0 + 35 degrees"]
    assert two["wrong"] == 0
    assert two["open"] < one["open"]
    assert sum(two[name] for name in ("right", "wrong", "open")) == 40


def test_a_row_is_told_with_its_counts(rows):
    row = rows["0 + 35 degrees"]
    words = two_views.line(row)
    assert f"{row['ships']:4} ships" in words
    assert f"{row['wrong']} wrong, {row['open']} open of 40" in words
