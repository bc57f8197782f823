"""The normal distribution's share, against scipy's."""

import numpy as np
from scipy.special import ndtr

from tableassist.geometry.numbers import normal_share_below


def test_it_is_scipys_to_the_last_digits():
    scores = np.concatenate([np.linspace(-12.0, 12.0, 100_001), [-1e9, 0.0, 1e9]])
    assert np.abs(normal_share_below(scores) - ndtr(scores)).max() < 1e-15


def test_any_shape_keeps_its_shape():
    assert normal_share_below(np.zeros((2, 3, 4))).shape == (2, 3, 4)
