"""The short form of `make bench`: one cell of accuracy and honesty. The whole runs apart from the tests."""

import pytest

from bench.accuracy import Cell, off_the_band, run_cell, summary


@pytest.mark.parametrize(("off_vertical_deg", "limit_mm"), [(0.0, 0.05), (40.0, 0.08)])
def test_known_lens_at_1080p_is_accurate_and_its_intervals_hold(off_vertical_deg, limit_mm):
    row = summary(*run_cell(Cell("1080p", off_vertical_deg, 36.0, "known"), pictures=2, seed=5))
    assert row["good"] == 1.0
    assert max(row["rms_x_mm"], row["rms_y_mm"]) < limit_mm
    assert row["rms_heading_deg"] < 0.2
    for what, count in (("position", 2 * row["pieces"]), ("heading", row["pieces"]), ("gap", row["pieces"])):
        assert not off_the_band(row[what]["0.95"], count)


def test_the_band_is_left_on_either_side():
    assert off_the_band(1.0, 400)
    assert off_the_band(0.80, 80)
    assert not off_the_band(0.95, 400)
