"""The kept overlay: painted once while nothing changes, and the same as if all were painted anew."""

from dataclasses import replace

import numpy as np
import pytest
from made_up_table import made_up_drawing
from PyQt6.QtCore import QSize
from PyQt6.QtGui import QColor, QImage, QPainter, QTransform

from tableassist.overlay.drawing import Drawing, Ink, Stroke
from tableassist.ui.canvas.overlay import LayerView, OverlayLayer
from tableassist.ui.painting.projection import PlanProjection, to_bgr

ROOM = QSize(700, 700)
PLAN = PlanProjection(0, 700, 700 / 915)


def sight(view=None, ratio=1.0):
    return LayerView(PLAN, view or QTransform(), ROOM, ratio, 1.0, 1.0)


def on_grey(image):
    flat = QImage(image.size(), QImage.Format.Format_RGB32)
    flat.setDevicePixelRatio(image.devicePixelRatio())
    flat.fill(QColor("#406080"))
    painter = QPainter(flat)
    painter.drawImage(0, 0, image)
    painter.end()
    return to_bgr(flat).astype(int)


def moved(drawing, piece, by_mm):
    """The drawing with one piece moved: all other strokes are the very same."""
    strokes = tuple(
        replace(each, points=tuple((x + by_mm, y) for x, y in each.points)) if each.piece == piece else each
        for each in drawing.strokes
    )
    labels = tuple(
        replace(each, at=(each.at[0] + by_mm, each.at[1])) if each.piece == piece else each for each in drawing.labels
    )
    return Drawing(strokes, drawing.badges, labels, drawing.fleets)


def test_the_same_drawing_is_painted_once():
    layer, drawing = OverlayLayer(), made_up_drawing()
    for _ in range(5):
        layer.image(drawing, sight(), None)
    assert layer.painted == 1


@pytest.mark.parametrize("change", ["drawing", "view", "selection", "ratio"])
def test_what_changes_is_painted_anew(change):
    layer, drawing = OverlayLayer(), made_up_drawing()
    first = on_grey(layer.image(drawing, sight(), None)).shape, layer.painted
    layer.image(
        moved(drawing, "titan", 20.0) if change == "drawing" else drawing,
        sight(QTransform.fromScale(1.5, 1.5) if change == "view" else None, 2.0 if change == "ratio" else 1.0),
        "titan" if change == "selection" else None,
    )
    assert layer.painted == first[1] + 1


def test_a_ship_that_moves_and_rests_looks_as_if_all_were_painted_at_once():
    drawing = made_up_drawing()
    layer = OverlayLayer()
    now = drawing
    for step in range(9):
        now = moved(drawing, "possession", 3.0 * min(step, 4))
        layer.image(now, sight(), "titan")
    kept = on_grey(layer.image(Drawing(now.strokes, now.badges, now.labels, now.fleets), sight(), "titan"))
    anew = OverlayLayer()
    anew.cache = layer.cache
    fresh = on_grey(anew.image(now, sight(), "titan"))
    # Where inks overlap their order may differ; nowhere else.
    assert (np.abs(kept - fresh).max(axis=2) > 8).mean() < 0.003


def test_what_is_gone_leaves_no_trace():
    line = Stroke(((100, 700), (800, 700)), Ink.CLEAR, closed=False, filled=False, piece=None)
    # Without labels, which stay where the line has driven them.
    drawing = replace(made_up_drawing(), labels=(), badges=())
    layer = OverlayLayer()
    bare = on_grey(layer.image(drawing, sight(), None))
    for _ in range(6):
        layer.image(Drawing((*drawing.strokes, line), drawing.badges, drawing.labels), sight(), None)
    with_line = on_grey(layer.image(Drawing((*drawing.strokes, line), drawing.badges, drawing.labels), sight(), None))
    after = on_grey(layer.image(Drawing(drawing.strokes, drawing.badges, drawing.labels), sight(), None))
    assert (with_line != bare).any(axis=2).mean() > 0.002
    assert (np.abs(after - bare).max(axis=2) > 8).mean() < 0.003


def test_on_a_fine_screen_the_overlay_has_its_pixels():
    image = OverlayLayer().image(made_up_drawing(), sight(ratio=2.0), None)
    assert (image.width(), image.height()) == (1400, 1400)
    assert image.devicePixelRatio() == 2.0


def test_a_line_on_top_does_not_run_over_a_name():
    """A chosen ruling's outlines are painted above the table, whose names stay readable."""
    below, above, drawing = OverlayLayer(), OverlayLayer(), made_up_drawing()
    below.image(drawing, sight(), None)
    across = tuple(
        Stroke(((0.0, y), (915.0, y)), Ink.EVIDENCE, closed=False, filled=False, piece=None) for y in range(0, 915, 5)
    )
    painted = on_grey(above.image(Drawing(across, (), ()), sight(), None, below))
    ground = np.array(QColor("#406080").getRgb()[:3])[::-1]
    touched = (np.abs(painted - ground).sum(axis=2) > 30).astype(float)
    assert touched.mean() > 0.2
    assert len(below.labels) > 10
    for left, top, width, height in below.labels:
        inside = touched[round(top) + 2 : round(top + height) - 2, round(left) + 2 : round(left + width) - 2]
        assert inside.max(initial=0.0) == 0.0
