"""The short form of `make bench`: one cell of accuracy and honesty. The whole runs apart from the tests."""

import numpy as np
import pytest

from bench.accuracy import Cell, independent_cases, off_the_band, run_cell, summary


@pytest.mark.parametrize(("off_vertical_deg", "limit_mm"), [(0.0, 0.05), (40.0, 0.08)])
def test_known_lens_at_1080p_is_accurate_on_upright_ships(off_vertical_deg, limit_mm):
    row = summary(run_cell(Cell("1080p", off_vertical_deg, 36.0, "known", upright=True), pictures=2, seed=5))
    assert row["good"] == 1.0
    assert max(row["rms_x_mm"], row["rms_y_mm"]) < limit_mm
    assert row["rms_heading_deg"] < 0.2


@pytest.mark.parametrize("off_vertical_deg", [0.0, 40.0])
def test_intervals_hold_for_ships_as_hands_set_them_down(off_vertical_deg):
    row = summary(run_cell(Cell("1080p", off_vertical_deg, 36.0, "known"), pictures=2, seed=5))
    for what in ("position", "heading", "gap"):
        assert not off_the_band(row[what]["0.95"], row[what]["independent"]), what


def test_the_band_is_left_on_either_side():
    assert off_the_band(1.0, 400)
    assert off_the_band(0.80, 80)
    assert not off_the_band(0.95, 400)


def test_cases_that_share_their_error_count_as_one():
    rng = np.random.default_rng(1)
    groups = np.repeat(np.arange(30), 20)
    apart, together = rng.normal(size=600), np.repeat(rng.normal(size=30), 20)
    assert independent_cases(apart, groups) > 300
    assert independent_cases(together, groups) < 40
