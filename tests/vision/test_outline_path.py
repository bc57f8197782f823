"""The way of a rim round a piece, chosen as a whole."""

import numpy as np

from tableassist.vision.outline.path import best_path


def profit_of(rim, places=61):
    """What calling all places within the path piece is worth, if `rim` (N,) is the true one."""
    gain = np.where(np.arange(places)[None] < rim[:, None], 1.0, -1.0)
    return np.cumsum(gain, axis=1) * 0.1


def test_a_plain_rim_is_found_all_round():
    rim = np.rint(30 + 8 * np.sin(np.linspace(0, 2 * np.pi, 200, endpoint=False))).astype(int)
    assert np.abs(best_path(profit_of(rim)) + 1 - rim).max() <= 1


def test_a_few_places_that_look_like_the_mat_do_not_bend_the_rim():
    rim = np.full(200, 30)
    rim[80:84] = 5
    assert np.abs(best_path(profit_of(rim)) + 1 - 30).max() < (30 - 5) / 3


def test_where_nothing_is_seen_the_rim_goes_straight_on_even_over_the_seam():
    profit = profit_of(np.full(200, 40))
    profit[np.r_[0:12, 190:200]] = 0.0
    assert np.abs(best_path(profit) + 1 - 40).max() <= 1
