"""The camera's picture on the screen: where it should be to a fraction of a pixel, and alive as long as it is shown."""

import gc

import numpy as np
import pytest
from PyQt6.QtCore import QSize
from PyQt6.QtGui import QTransform

from tableassist.ui.canvas.picture import PictureItem, _OnScreen
from tableassist.ui.painting.projection import to_bgr

ROOM = QSize(400, 300)


def step_at(x, *, width=800, height=600):
    """Black left of the pixel column x, white from it on."""
    picture = np.zeros((height, width, 3), dtype=np.uint8)
    picture[:, x:] = 255
    return picture


def edge_of(row):
    """Where a blurred step crosses the middle, in Qt's units."""
    bright = row.astype(float) / 255.0
    return len(row) - bright.sum()


@pytest.mark.parametrize(("scale", "shift"), [(0.5, 0.0), (0.5, 13.4), (0.37, -20.0), (0.21, 5.0), (1.0, -380.25)])
def test_edges_stand_where_the_view_puts_them(scale, shift):
    view = QTransform(scale, 0, 0, scale, shift, 0)
    image, corner = _OnScreen().image(step_at(500), view, ROOM, 1.0)
    row = to_bgr(image)[20, :, 0]
    assert corner.x() + edge_of(row) == pytest.approx(500 * scale + shift, abs=0.08)


def test_on_a_fine_screen_it_has_the_screens_pixels():
    image, _ = _OnScreen().image(step_at(300), QTransform.fromScale(0.5, 0.5), ROOM, 2.0)
    assert (image.width(), image.height(), image.devicePixelRatio()) == (800, 600, 2.0)
    assert edge_of(to_bgr(image)[20, :, 0]) == pytest.approx(300, abs=0.05)


def test_fine_detail_is_averaged_and_not_dropped_when_shown_small():
    stripes = np.zeros((600, 800, 3), dtype=np.uint8)
    stripes[:, ::2] = 200
    image, _ = _OnScreen().image(stripes, QTransform.fromScale(0.25, 0.25), ROOM, 1.0)
    middle = to_bgr(image)[20:100, 20:100].astype(int)
    assert abs(middle - 100).max() <= 3


def test_picture_out_of_sight_is_not_made():
    image, _ = _OnScreen().image(step_at(300), QTransform(1, 0, 0, 1, 5000, 0), ROOM, 1.0)
    assert image.isNull()


def test_pixels_live_as_long_as_they_are_shown():
    shown = _OnScreen()
    image, _ = shown.image(step_at(400), QTransform.fromScale(0.5, 0.5), ROOM, 1.0)
    before = to_bgr(image)
    gc.collect()
    junk = [np.full((300, 400, 4), n, dtype=np.uint8) for n in range(40)]
    assert (to_bgr(image) == before).all()
    assert len(junk) == 40


def test_item_is_as_large_as_its_picture():
    item = PictureItem()
    assert item.boundingRect().isEmpty()
    item.show_picture(step_at(10, width=640, height=480))
    assert (item.boundingRect().width(), item.boundingRect().height()) == (640, 480)
