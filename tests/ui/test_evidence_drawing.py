"""What a ruling was decided on, drawn."""

import math

import pytest
from demo_moment import demo_moment

from tableassist.geometry.numbers import plus_minus
from tableassist.judging.views import evidence_drawing, evidence_points
from tableassist.overlay.drawing import Ink, Symbol
from tableassist.rulebook.ruling import Verdict


def drawn(ruling_id, moment="blocked"):
    state = demo_moment(moment).state
    ruling = next(each for each in state.rulings if each.id == ruling_id)
    return ruling, evidence_drawing(ruling, state.scene), evidence_points(ruling, state.scene)


def strokes(drawing, ink):
    return [stroke for stroke in drawing.strokes if stroke.ink is ink]


def test_blocked_line_runs_to_where_it_dies_and_the_blocker_is_lit():
    ruling, drawing, _ = drawn("line_of_fire:harbinger:oxley:1")
    (line,) = strokes(drawing, Ink.BLOCKED)
    assert line.points == (ruling.witness.start, ruling.witness.stopped_at)
    assert len(strokes(drawing, Ink.BLOCKER)) == 1
    (badge,) = drawing.badges
    assert (badge.at, badge.symbol, badge.text) == (
        ruling.witness.stopped_at, Symbol.NO, "stopped by Skull Island",
    )  # fmt: skip


def test_range_shows_the_rulers_end_and_the_number():
    ruling, drawing, _ = drawn("range:harbinger:oxley:2")
    (arc,) = strokes(drawing, Ink.MEASURE)
    assert all(math.dist(ruling.witness.start, point) == pytest.approx(57.5) for point in arc.points)
    assert drawing.labels[0].text == "73.3 ± 0.7 mm of 57.5 mm"


def test_plus_minus_is_a_band_as_wide_as_the_number_says():
    ruling, drawing, _ = drawn("range:harbinger:oxley:2")
    (band,) = strokes(drawing, Ink.PLUS_MINUS)
    away = [math.dist(ruling.witness.start, point) for point in band.points]
    half = plus_minus(ruling.sigma_mm)
    assert min(away) == pytest.approx(math.hypot(ruling.measured_mm - half, 5.0))
    assert max(away) == pytest.approx(math.hypot(ruling.measured_mm + half, 5.0))


def test_a_line_has_its_band_where_it_is_decided():
    ruling, drawing, _ = drawn("line_of_fire:harbinger:oxley:1")
    (band,) = strokes(drawing, Ink.PLUS_MINUS)
    away = [math.dist(ruling.witness.stopped_at, point) for point in band.points]
    assert away == pytest.approx([plus_minus(ruling.sigma_mm)] * len(away))
    close = evidence_drawing(ruling.replace(verdict=Verdict.TOO_CLOSE), demo_moment("blocked").state.scene)
    (band,) = strokes(close, Ink.PLUS_MINUS)
    from shapely import Polygon

    length = math.dist(ruling.witness.start, ruling.witness.stopped_at)
    assert Polygon(band.points).area == pytest.approx(length * 2 * plus_minus(ruling.sigma_mm))


def test_both_pieces_are_lit():
    _, drawing, _ = drawn("ram:plantagenet:revenge", "rammed")
    assert len(strokes(drawing, Ink.EVIDENCE)) == 2


def test_the_place_to_show_holds_the_whole_line():
    ruling, _, ((x0, y0), (x1, y1)) = drawn("line_of_fire:harbinger:oxley:1")
    for x, y in (ruling.witness.start, ruling.witness.end):
        assert x0 < x < x1
        assert y0 < y < y1


def test_without_a_witness_the_pieces_themselves_are_shown():
    state = demo_moment("blocked").state
    ruling = state.rulings[0].replace(witness=None)
    assert strokes(evidence_drawing(ruling, state.scene), Ink.EVIDENCE)
    assert evidence_points(ruling, state.scene)
    assert evidence_points(ruling.replace(subject="nobody", target="nobody"), state.scene) == ()
