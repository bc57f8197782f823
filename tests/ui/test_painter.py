"""What is asked for is in the pixels."""

import itertools

import numpy as np
import pytest
from made_up_table import MAT_MM, made_up_drawing, made_up_frame, made_up_projection
from placed_labels import placed_labels
from PyQt6.QtCore import QRectF
from PyQt6.QtGui import QColor, QImage, QPainter

from tableassist.overlay.drawing import Badge, Drawing, Ink, Label, Stroke, Symbol
from tableassist.ui.painting.inks import style_of
from tableassist.ui.painting.label_images import NOTHING
from tableassist.ui.painting.labels import LabelCache, paint_labels
from tableassist.ui.painting.painter import paint_drawing
from tableassist.ui.painting.pictures import annotated_image, plan_image
from tableassist.ui.painting.projection import PlanProjection, subdivided, to_bgr
from tests.colours import colour_count

BACKGROUND = (80, 80, 80)


def pixels_of(points):
    return points


def painted(drawing, project=pixels_of, *, size=(400, 300), scale=1.0, **more):
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.fill(QColor(*BACKGROUND))
    painter = QPainter(image)
    paint_drawing(painter, drawing, project, scale=scale, **more)
    painter.end()
    return to_bgr(image)[:, :, ::-1].astype(int)


def line(ink, points=((50, 150), (350, 150))):
    return Drawing((Stroke(points, ink, closed=False, filled=False, piece=None),), (), ())


def colour_of(ink):
    colour = QColor(style_of(ink).colour)
    return np.array([colour.red(), colour.green(), colour.blue()])


def in_ink(picture, ink):
    return np.abs(picture - colour_of(ink)).max(axis=2) < 40


def test_clear_line_is_unbroken_in_its_colour():
    row = in_ink(painted(line(Ink.CLEAR)), Ink.CLEAR)[150, 52:348]
    assert row.all()


@pytest.mark.parametrize("ink", [Ink.BLOCKED, Ink.TOO_CLOSE])
def test_blocked_and_too_close_lines_are_broken(ink):
    row = in_ink(painted(line(ink)), ink)[150, 52:348]
    assert 0.25 < row.mean() < 0.75


def test_too_close_has_shorter_dashes_than_blocked():
    changes = {
        ink: np.count_nonzero(np.diff(in_ink(painted(line(ink)), ink)[150, 52:348].astype(int)))
        for ink in (Ink.BLOCKED, Ink.TOO_CLOSE)
    }
    assert changes[Ink.TOO_CLOSE] > 1.7 * changes[Ink.BLOCKED]


def test_too_close_alone_has_a_pale_band():
    widths = {
        ink: int((painted(line(ink))[:, 200] != BACKGROUND).any(axis=1).sum())
        for ink in (Ink.CLEAR, Ink.BLOCKED, Ink.TOO_CLOSE)
    }
    assert widths[Ink.TOO_CLOSE] >= widths[Ink.CLEAR] + 4
    assert widths[Ink.TOO_CLOSE] >= widths[Ink.BLOCKED] + 4


def test_scale_widens_lines_and_moves_nothing():
    thin, thick = painted(line(Ink.CLEAR)), painted(line(Ink.CLEAR), scale=3.0)
    for picture, least, most in ((thin, 2, 5), (thick, 7, 12)):
        rows = np.flatnonzero(in_ink(picture, Ink.CLEAR)[:, 200])
        assert least <= len(rows) <= most
        assert abs(rows.mean() - 149.5) < 1.0


def test_long_stroke_follows_the_lens():
    def bent(points):
        return points + np.column_stack([np.zeros(len(points)), 40 * np.sin(points[:, 0] / 400 * np.pi)])

    picture = in_ink(painted(line(Ink.CLEAR), bent), Ink.CLEAR)
    assert abs(np.flatnonzero(picture[:, 200]).mean() - 190) < 2
    assert abs(np.flatnonzero(picture[:, 100]).mean() - (150 + 40 * np.sin(np.pi / 4))) < 2


def test_no_step_is_longer_than_fifteen_millimetres():
    strokes = tuple(stroke for stroke in made_up_drawing().strokes)
    for stroke, points in zip(strokes, subdivided(strokes), strict=True):
        assert np.hypot(*np.diff(points, axis=0).T).max() <= 15.0 + 1e-9
        assert tuple(points[0]) == pytest.approx(stroke.points[0])
        assert tuple(points[-1]) == pytest.approx(stroke.points[0 if stroke.closed else -1])


def test_strokes_without_points_are_borne():
    empty = Stroke((), Ink.CLEAR, closed=True, filled=True, piece=None)
    alone = Stroke(((5, 5),), Ink.CLEAR, closed=False, filled=False, piece=None)
    assert [len(points) for points in subdivided((empty, alone, empty))] == [0, 1, 0]
    painted(Drawing((empty, alone), (), ()))


def test_part_that_cannot_be_projected_is_left_out():
    def half(points):
        return np.where(points[:, :1] > 200, np.nan, points)

    picture = in_ink(painted(line(Ink.CLEAR), half), Ink.CLEAR)
    assert picture[150, 60:180].all()
    assert not picture[:, 215:].any()


def test_filled_area_is_hatched_and_open_one_is_not():
    corners = ((100, 100), (200, 100), (200, 200), (100, 200))
    filled = painted(Drawing((Stroke(corners, Ink.FLEET_1, True, True, "a"),), (), ()))[110:190, 110:190]
    empty = painted(Drawing((Stroke(corners, Ink.FLEET_1, True, False, "a"),), (), ()))[110:190, 110:190]
    assert colour_count(filled) >= 2
    assert (empty == BACKGROUND).all()


@pytest.mark.parametrize(("one", "other"), [*itertools.combinations(Symbol, 2)], ids=str)
def test_symbols_differ_without_colour(one, other):
    def sign(symbol):
        grey = painted(Drawing((), (Badge((200, 150), symbol, ""),), ()), scale=3.0).sum(axis=2)
        inner = grey[130:171, 180:221]
        return np.abs(inner - np.median(inner)) > 150

    assert np.mean(sign(one) ^ sign(other)) > 0.05


def rects(drawing, *, size=(900, 700), project=pixels_of, cache=None):
    badges, labels = placed_labels(drawing, project, scale=1.0, bounds=QRectF(0, 0, *size), cache=cache)
    return [placed.rect for placed in (*badges, *labels) if placed is not None]


def test_labels_and_badges_do_not_overlap():
    labels = tuple(Label((400 + 9 * n, 300 + 4 * n), f"HMS Dreadnought {n}", Ink.FLEET_1, None) for n in range(12))
    badges = tuple(Badge((400 + 11 * n, 310), Symbol.YES, "61.0 mm") for n in range(5))
    placed = rects(Drawing((), badges, labels))
    assert len(placed) == 17
    assert not any(a.intersects(b) for a, b in itertools.combinations(placed, 2))


def test_labels_of_the_whole_table_do_not_overlap():
    plan = PlanProjection(0, 700, 700 / 915)
    placed = rects(made_up_drawing(), size=(700, 700), project=plan)
    assert not any(a.intersects(b) for a, b in itertools.combinations(placed, 2))


def crowd(selected=None, count=40):
    """Ships so near to one another that their names cannot all stand beside them."""
    labels = tuple(
        Label((40.0 + 45 * (n % 8), 40.0 + 45 * (n // 8)), f"HMS Dreadnought {n}", Ink.FLEET_1, f"ship-{n}", "Anne", n)
        for n in range(count)
    )
    cache, image = LabelCache(), QImage(400, 300, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    bounds = QRectF(0, 0, 400, 300)
    boxes = paint_labels(
        painter, Drawing((), (), labels), pixels_of, scale=1.0, bounds=bounds, cache=cache, keep_clear=NOTHING,
        selected=selected,
    )  # fmt: skip
    painter.end()
    return cache, [QRectF(*box) for box in boxes]


def test_names_without_room_shrink_to_numbers_and_none_lies_on_another():
    cache, boxes = crowd()
    assert len(boxes) == 40
    assert len(cache.numbered) > 10
    assert not any(a.intersects(b) for a, b in itertools.combinations(boxes, 2))


def test_the_selected_ship_keeps_her_name():
    cache, _ = crowd(selected="ship-20")
    assert cache.numbered
    assert ("label", "ship-20 #1") not in cache.numbered


def test_a_few_ships_keep_their_names():
    cache, _ = crowd(count=3)
    assert cache.numbered == set()


def test_label_at_the_edge_stays_inside():
    labels = tuple(Label(at, "HMS Dreadnought", Ink.FLEET_1, None) for at in ((2, 2), (898, 698), (898, 2)))
    assert all(QRectF(0, 0, 900, 700).contains(rect) for rect in rects(Drawing((), (), labels)))


def test_label_out_of_sight_is_not_shown():
    labels = (Label((-50, 20), "away", Ink.FLEET_1, None), Label((50, np.nan), "nowhere", Ink.FLEET_1, None))
    assert rects(Drawing((), (), labels)) == []


def test_labels_do_not_jump_while_pieces_tremble():
    rng = np.random.default_rng(5)
    names = [f"HMS Dreadnought {n}" for n in range(8)]
    places = np.array([(400 + 30 * (n % 3), 300 + 14 * n) for n in range(8)], dtype=float)
    memory = LabelCache()
    steps = []
    for _ in range(30):
        trembling = places + rng.normal(0, 0.3, places.shape)
        labels = tuple(Label(tuple(at), name, Ink.FLEET_1, None) for at, name in zip(trembling, names, strict=True))
        steps.append([(rect.x(), rect.y()) for rect in rects(Drawing((), (), labels), cache=memory)])
    assert np.abs(np.diff(np.array(steps), axis=0)).max() < 5.0


def test_label_text_is_painted_light_on_dark():
    picture = painted(Drawing((), (), (Label((200, 150), "HMS Titan", Ink.FLEET_1, None),)))
    brightness = picture.sum(axis=2)
    assert brightness.max() > 690
    assert brightness.min() < 120


def test_selected_piece_glows():
    drawing = made_up_drawing()
    plan = PlanProjection(0, 300, 300 / 915)
    assert (painted(drawing, plan) != painted(drawing, plan, selected="possession")).any()


def test_plan_has_y_up():
    near = Drawing((Stroke(((400, 100), (500, 100)), Ink.CLEAR, False, False, None),), (), ())
    picture = to_bgr(plan_image(near, MAT_MM, 600)).astype(int)[:, :, ::-1]
    rows = np.flatnonzero(in_ink(picture, Ink.CLEAR)[:580].any(axis=1))
    mat_px = 600 - 2 * 20 * 0.6
    assert rows.mean() == pytest.approx(12 + mat_px * (1 - 100 / 915), abs=3)


def test_plan_picture_has_title_legend_and_footer():
    bare = plan_image(made_up_drawing(), MAT_MM, 800)
    full = plan_image(made_up_drawing(), MAT_MM, 800, "Table 1", "± is 95 %")
    assert bare.width() == full.width() == 800
    assert full.height() > bare.height() > 800
    below = to_bgr(full)[-120:]
    assert colour_count(below) > 30


def test_annotated_picture_keeps_its_size_and_the_untouched_pixels():
    frame = made_up_frame(640, 360)
    picture = to_bgr(annotated_image(frame.image, made_up_drawing(), made_up_projection(640, 360), None))
    assert picture.shape == (360, 640, 3)
    assert (picture != frame.image).any()
    assert (picture[:20, :100] == frame.image[:20, :100]).all()


def test_picture_without_projection_is_bare_but_for_the_caption():
    frame = made_up_frame(641, 359)
    picture = to_bgr(annotated_image(frame.image, made_up_drawing(), None, "no mat"))
    assert (picture[:320] == frame.image[:320]).all()
    assert (picture[320:] != frame.image[320:]).any()


def test_overlay_is_half_a_pixel_from_the_chains_origin():
    """Pixel (100, 50) of the chain is the middle of that pixel, where Qt has (100.5, 50.5)."""
    image = np.zeros((100, 200, 3), dtype=np.uint8)
    dot = Drawing((Stroke(((20, 50), (180, 50)), Ink.CLEAR, False, False, None),), (), ())
    picture = to_bgr(annotated_image(image, dot, pixels_of, None)).astype(float).sum(axis=2)
    column = picture[:, 100]
    assert (column * np.arange(100)).sum() / column.sum() == pytest.approx(50.0, abs=0.05)


def test_annotated_picture_owns_its_memory():
    frame = made_up_frame(320, 200)
    source = frame.image.copy()
    image = annotated_image(source, Drawing((), (), ()), None, None)
    before = to_bgr(image)
    source[:] = 0
    del source
    assert (to_bgr(image) == before).all()
