"""The drawing looks as it did when it was last looked at. python -m tests.ui.make_golden makes the pictures anew."""

import cv2
import numpy as np
import pytest
from golden_pictures import FAMILY, NAMES, picture, stored
from PyQt6.QtGui import QFontDatabase
from PyQt6.QtWidgets import QApplication

from tableassist.ui.look import Appearance, set_appearance

MEAN_LIMIT = 2.5
"""Of 255, over the whole picture."""
BLOCK_PX = 24
BLOCK_LIMIT = 34.0
"""On the average of a block: another version of a font moves letters, but not lines and labels."""


@pytest.fixture(autouse=True)
def as_before():
    if FAMILY not in QFontDatabase.families():
        pytest.skip(f"needs the type {FAMILY}")
    before = QApplication.font()
    yield
    set_appearance(Appearance.SYSTEM)
    QApplication.setFont(before)


def apart(one, other):
    """The mean difference, and that of the worst block."""
    difference = np.abs(one.astype(np.float32) - other.astype(np.float32)).mean(axis=2)
    size = (one.shape[1] // BLOCK_PX, one.shape[0] // BLOCK_PX)
    blocks = cv2.resize(difference, size, interpolation=cv2.INTER_AREA)
    return float(difference.mean()), float(blocks.max())


@pytest.mark.parametrize("name", NAMES)
def test_picture_is_as_it_was(name):
    now, before = picture(name), stored(name)
    assert now.shape == before.shape
    mean, worst = apart(now, before)
    assert mean < MEAN_LIMIT
    assert worst < BLOCK_LIMIT


@pytest.mark.parametrize(
    ("one", "other"),
    [("camera-blocked", "camera-cleared"), ("plan-blocked", "plan-cleared"), ("plan-cleared", "plan-rammed"),
     ("views-dark", "views-light")],
)  # fmt: skip
def test_another_moment_or_theme_would_be_noticed(one, other):
    mean, worst = apart(stored(one), stored(other))
    assert mean > MEAN_LIMIT or worst > BLOCK_LIMIT
